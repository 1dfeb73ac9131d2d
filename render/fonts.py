"""Draw words as shapes: the type scale, measuring, fitting, and replacing characters that no font has.

The font is Inter, from an installed package and never from the host, and is laid out by Pillow alone: the same words
give the same pixels everywhere. It has the Latin, Greek and Cyrillic letters. `render.scripts` draws others.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import as_file, files
from itertools import accumulate
from string import ascii_letters, digits, punctuation
from threading import Lock
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from render import scripts
from render.cache import cached

ELLIPSIS: Final = "…"
_DRAWING: Final = Lock()
"""Guards FreeType: two threads must not open a font face or draw with it at the same time."""
FONT: Final = files("fontpkg_inter") / "files" / "Inter[opsz,wght].ttf"
FONT_LICENCE: Final = files("fontpkg_inter") / "LICENSE"
_PLAIN, _BOLD = 400, 650
"""The weights of plain and bold type, on the font's axis."""
_OPTICAL_SIZES: Final = (14, 32)
"""Lowest and highest optical size of the font, in points."""
_LETTERS: Final = " " + digits + ascii_letters + punctuation
_MISSING: Final = "\uffff"
_SKIN_TONES: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
"""Characters that give the emoji before them another skin tone."""
BOX: Final = "□"
"""Stands for a letter that no font has."""


class Type(NamedTuple):
    """A size and weight of type. People see a picture of 1,100 by 700 pixels at half its size, and on a phone at a
    third. So nothing that matters is smaller than `SMALLEST`.
    """

    size: int
    bold: bool = False

    @property
    def pitch(self) -> int:
        """Distance between lines, in pixels."""
        return self.size * 5 // 4 + 1


SMALLEST: Final = 28
"""Smallest size in pixels that can be read where Discord shows a picture in a message."""
LABEL: Final = Type(SMALLEST)
STRONG: Final = Type(SMALLEST, bold=True)
TITLE: Final = Type(36, bold=True)
FIGURE: Final = Type(46, bold=True)
DISPLAY: Final = Type(64, bold=True)
_SCALE: Final = (LABEL, STRONG, TITLE)
"""The types for words. The other types are for figures."""


class Written(NamedTuple):
    """Words as coverage: the share of each pixel that they cover, from 0 to 255."""

    mask: Image.Image
    left: int
    """Left edge of the mask in pixels, relative to the start of the words."""
    rise: int
    """Height of the mask above the base line, in pixels."""


def written(text: str, kind: Type) -> Written:
    """Draw words in one line. There must be fonts for all their letters (see `legible`)."""
    letters = _letters(text, kind)
    starts = [*accumulate((letter.advance for letter in letters), initial=0)]
    left = min(start + letter.left for start, letter in zip(starts, letters, strict=False))
    right = max(start + letter.left + letter.mask.width for start, letter in zip(starts, letters, strict=False))
    rise = max(letter.rise for letter in letters)
    mask = Image.new("L", (right - left, rise + max(letter.mask.height - letter.rise for letter in letters)))
    core = mask.im  # as in `render.canvas.Canvas`
    for start, letter in zip(starts, letters, strict=False):
        (width, height), at, above = letter.mask.size, start + letter.left - left, rise - letter.rise
        core.paste(255, (at, above, at + width, above + height), letter.mask.im)
    return Written(mask, left, rise)


class _Letter(NamedTuple):
    """A letter as FreeType draws it.

    Pillow's layout does not use the kerning of this font. So a letter looks the same in every word, and its position is
    a whole number of pixels.
    """

    mask: Image.Image
    left: int
    rise: int
    advance: int


@cached
def _letter(character: str, kind: Type) -> _Letter:
    with _DRAWING:
        face = _face(kind)
        left, top, right, bottom = (round(edge) for edge in face.getbbox(character, anchor="ls"))
        edge = 2
        mask = Image.new("L", (right - left + 2 * edge, bottom - top + 2 * edge))
        ImageDraw.Draw(mask).text((edge - left, edge - top), character, 255, face, "ls")
        return _Letter(mask, left - edge, edge - top, round(face.getlength(character)))


def _letters(text: str, kind: Type) -> Sequence[_Letter]:
    """Return what is drawn from left to right: letters, and in other scripts whole words, since letters join there."""
    if is_plain(text):
        return [_letter(character, kind) for character in text]
    return _mixed(text, kind)


@cached
def _mixed(text: str, kind: Type) -> tuple[_Letter, ...]:
    weight, fonts = _BOLD if kind.bold else _PLAIN, list[scripts.Font | None]()
    for character in text:
        fonts.append(_font(character, fonts, weight))
    letters: list[_Letter] = []
    for run in scripts.runs(text, fonts):
        if run.font is None:
            letters += [_letter(character, kind) for character in run.in_sight]
        else:
            letters.append(_Letter(*run.font.shaped(run.text, kind.size, weight, leftwards=run.leftwards)))
    return tuple(letters)


def _font(character: str, before: Sequence[scripts.Font | None], weight: int) -> scripts.Font | None:
    """Return the font for a character after others with these fonts; None: the main font. A mark that the font of its
    letter has is drawn by that font.
    """
    if scripts.joins(character) and before and (last := before[-1]) and last.can_draw(character):
        return last
    return None if _has(character) else scripts.font_for(character, weight)


@lru_cache(maxsize=8192)
def width(text: str, kind: Type) -> int:
    """Return the width of words in one line, in pixels."""
    if " " in text and is_plain(text):  # a new sentence mostly consists of known words
        words = text.split(" ")
        return sum(width(word, kind) for word in words) + (len(words) - 1) * _letter(" ", kind).advance
    return sum(letter.advance for letter in _letters(text, kind))


def is_plain(text: str) -> bool:
    """Return whether the main font has all letters of a text."""
    return text.isascii() or all(map(_has, text))


def prepare() -> None:
    """Draw the English letters and the digits in every text type, so that they are cached."""
    for kind in _SCALE:
        width(_LETTERS, kind)


@lru_cache(maxsize=256)
def drop(kind: Type) -> int:
    """Return how far Latin letters reach below the base line, in pixels."""
    with _DRAWING:
        return round(_face(kind).getbbox(ascii_letters, anchor="ls")[3])


@lru_cache(maxsize=256)
def capital_height(kind: Type) -> int:
    """Return the height of a capital letter or figure, in pixels."""
    with _DRAWING:
        return -round(_face(kind).getbbox("H", anchor="ls")[1])


@lru_cache(maxsize=2048)
def fitted(text: str, kind: Type, room: int) -> str:
    """Return the words, cut off with an ellipsis if they are wider than `room` pixels; "" if even that is too wide."""
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
    """Break words into at most `lines` lines of `room` pixels. Words that do not fit are left out, with an ellipsis in
    their place; a word that is alone on its line is cut.
    """
    rows = [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}".lstrip()
        if rows[-1] and len(rows) < lines and width(longer, kind) > room:
            rows.append(word)
        else:
            rows[-1] = longer
    return tuple(_whole_words(row, kind, room) for row in rows)


def _whole_words(row: str, kind: Type, room: int) -> str:
    shown = fitted(row, kind, room)
    kept = len(shown) - len(ELLIPSIS)
    if shown == row or row[kept : kept + 1] == " ":
        return shown
    whole = shown[:kept].rpartition(" ")[0].rstrip()
    return whole + ELLIPSIS if whole else shown


@lru_cache(maxsize=2048)
def legible(text: str) -> str:
    """Return the text on one line, in letters that can be drawn.

    Other letters lose their accents if that helps, or become a box. Marks that cannot be drawn, and characters that
    nobody sees, are left out.
    """
    legible_text = ""
    for character in unicodedata.normalize("NFKC", text):
        legible_text += _nearest(character, legible_text[-1:])
    return " ".join(legible_text.split()).rstrip(scripts.JOINERS)


def _nearest(character: str, before: str) -> str:
    if character.isspace() or _has(character):
        return character
    if character in _SKIN_TONES and before.strip():
        return ""  # emojis are drawn in one colour
    if scripts.joins(character):
        font = scripts.font_for(before, _PLAIN) if before and not _has(before) else None
        return character if font is not None and font.can_draw(character) else ""
    if not character.isprintable() or scripts.font_for(character, _PLAIN) is not None:
        return character if character.isprintable() else ""
    return "".join(filter(_has, unicodedata.normalize("NFKD", character))) or BOX


@lru_cache(maxsize=4096)
def _has(character: str) -> bool:
    if unicodedata.combining(character) or not character.isprintable():
        return False
    with _DRAWING:
        face = _face(LABEL)
        return bytes(face.getmask(character)) != bytes(face.getmask(_MISSING))


def axes(kind: Type) -> dict[str, int]:
    """Return the place of a type on the font's axes, in their order."""
    smallest, largest = _OPTICAL_SIZES
    return {"opsz": min(max(kind.size, smallest), largest), "wght": _BOLD if kind.bold else _PLAIN}


@lru_cache(maxsize=8)
def _face(kind: Type) -> ImageFont.FreeTypeFont:
    """Open the font at this size. Callers must hold `_DRAWING` as long as they use it.

    Only a few sizes are cached: each takes a megabyte, and is needed only to draw new letters.
    """
    with as_file(FONT) as path:
        face = ImageFont.truetype(path, kind.size, layout_engine=ImageFont.Layout.BASIC)
    face.set_variation_by_axes([*axes(kind).values()])
    return face
