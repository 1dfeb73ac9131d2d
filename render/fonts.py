"""Words as shapes: the type scale, measuring, fitting, and what the font has no letters for.

The font is the one inside Pillow, never one of the host, and is laid out by Pillow alone: the same words give the same
pixels everywhere.
"""

import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock
from typing import Final

from PIL import Image, ImageDraw, ImageFont

ELLIPSIS: Final = "…"
_DRAWING: Final = Lock()
"""FreeType's faces are not for two threads at once."""
_MISSING: Final = "\uffff"
_LOOK_ALIKES: Final = str.maketrans(
    dict(
        zip(
            "\u0131\u0142\u0141\u00f8\u00d8\u0111\u0110\u00f0\u00d0\u0127\u0126\u2010\u2011\u2013\u2014\u2212\u00d7\u201e\u2022",
            "ilLoOdDdDhH-----x\u201c\u00b7",
            strict=True,
        )
    )
    | {"\u00df": "ss", "\u00e6": "ae", "\u00c6": "AE", "\u0153": "oe", "\u0152": "OE", "\u00fe": "th", "\u00de": "Th"}
)
"""Letters and signs that are not accents upon another, and what stands for them."""


@dataclass(frozen=True, slots=True)
class Type:
    """A step of the type scale. A picture 1,000 pixels wide is read at 400: nothing that matters is below 26."""

    size: int
    bold: bool = False

    @property
    def pitch(self) -> int:
        """From line to line, in pixels."""
        return self.size * 5 // 4 + 1


LABEL: Final = Type(26)
BODY: Final = Type(29)
STRONG: Final = Type(29, bold=True)
TITLE: Final = Type(36, bold=True)
FIGURE: Final = Type(46, bold=True)
DISPLAY: Final = Type(64, bold=True)


@dataclass(frozen=True, slots=True)
class Written:
    """Words as coverage: how much of each pixel they cover, from 0 to 255."""

    mask: Image.Image
    left: int
    """Where the mask begins, seen from where the words begin."""
    rise: int
    """How far the mask begins above the base line."""


@lru_cache(maxsize=2048)
def written(text: str, kind: Type) -> Written:
    """The words in one line, in letters that the font has (see `legible`)."""
    stroke = _stroke(kind)
    with _DRAWING:
        left, top, right, bottom = (round(edge) for edge in _face(kind.size).getbbox(text, anchor="ls"))
        edge = int(stroke) + 2
        mask = Image.new("L", (right - left + 2 * edge, bottom - top + 2 * edge))
        ImageDraw.Draw(mask).text(
            (edge - left, edge - top), text, 255, _face(kind.size), "ls", stroke_width=stroke, stroke_fill=255
        )
    return Written(mask, left - edge, edge - top)


@lru_cache(maxsize=8192)
def width(text: str, kind: Type) -> int:
    """How many pixels the words take in one line."""
    with _DRAWING:
        return round(_face(kind.size).getlength(text) + 2 * _stroke(kind))


@cache
def capital_height(kind: Type) -> int:
    """How high a capital letter or a figure is, in pixels."""
    with _DRAWING:
        return -round(_face(kind.size).getbbox("H", anchor="ls")[1])


@lru_cache(maxsize=2048)
def fitted(text: str, kind: Type, room: int) -> str:
    """The words, cut off with an ellipsis if they are wider than the room in pixels; "" if not even that fits."""
    if width(text, kind) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, kind) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS if low else ""


@lru_cache(maxsize=2048)
def wrapped(text: str, kind: Type, room: int, lines: int) -> tuple[str, ...]:
    """The words in at most so many lines of this width in pixels; what is too much ends in an ellipsis."""
    rows = [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}".lstrip()
        if rows[-1] and len(rows) < lines and width(longer, kind) > room:
            rows.append(word)
        else:
            rows[-1] = longer
    return tuple(fitted(row, kind, room) for row in rows)


@lru_cache(maxsize=2048)
def legible(text: str) -> str:
    """The text in letters that the font has, in one line: accents go, and so does what it cannot write at all."""
    plain = unicodedata.normalize("NFKD", text.translate(_LOOK_ALIKES)).translate(_LOOK_ALIKES)
    return " ".join("".join(c if _has(c) else " " if c.isspace() else "" for c in plain).split())


@cache
def _has(character: str) -> bool:
    with _DRAWING:
        face = _face(26)
        return character.isprintable() and bytes(face.getmask(character)) != bytes(face.getmask(_MISSING))


def _stroke(kind: Type) -> float:
    return kind.size * 0.022 if kind.bold else 0.0


@cache
def _face(size: int) -> ImageFont.FreeTypeFont:
    face = ImageFont.load_default(size)
    if not isinstance(face, ImageFont.FreeTypeFont):
        raise TypeError("this Pillow was built without FreeType; install one of its ready-made wheels")
    return face.font_variant(layout_engine=ImageFont.Layout.BASIC)
