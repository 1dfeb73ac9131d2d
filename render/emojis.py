"""Emojis: small pictures that go before certain words, such as the names of elements."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO
from math import cos, pi, sin
from typing import Final, NamedTuple

from PIL import Image, ImageChops

from render.canvas import Box, Canvas
from render.palette import COLOURS, INK, WELL, Theme

SIZE: Final = 128
"""Width and height of an emoji, in pixels (Discord: Emoji, "Create Application Emoji")."""
NAME_LIMIT: Final = 32
"""Maximum number of characters in an emoji's name."""
_SCALE: Final = 2
"""The factor by which an emoji is drawn larger and then scaled down, to smooth its edges."""
_RIM: Final = 5
"""Width in pixels of an emoji's dark rim, which makes a bright emoji visible on a light background."""
_STEPS: Final = 16
_CLEAR: Final = WELL
"""Ink of pixels that are not drawn. It is dark, so that edges look smooth, and no emoji uses it."""


class Emoji(NamedTuple):
    """An emoji, and the words that it stands for."""

    name: str
    """The shortest name that is unique in its game, in lower-case letters, digits and underscores."""
    words: tuple[str, ...]
    """The words that the emoji goes before. Words without capitals also match at the start of a sentence."""
    draw: Callable[[Canvas, Box], None]
    """Draws the emoji in a square box."""


@dataclass(frozen=True, slots=True)
class EmojiSet:
    """The emojis of a game."""

    emojis: Sequence[Emoji] = ()
    exceptions: tuple[str, ...] = ()
    """Phrases in which these words mean something else, so that no emoji goes before them."""


class EmojiFile(NamedTuple):
    """An emoji as it is uploaded to Discord."""

    name: str
    """The emoji's full name. It ends in a hash of the picture, so that a changed picture has another name."""
    words: tuple[str, ...]
    png: bytes


def emoji_file(game: str, emoji: Emoji) -> EmojiFile:
    """Draw an emoji of the game with this key, on a transparent background. Every viewer sees the same colours.

    Raises:
        ValueError: The emoji's full name would be longer than Discord allows.
    """
    image = _drawn(emoji)
    digest = blake2b(image.tobytes(), digest_size=2).hexdigest()
    name = f"{PREFIX}{game}_{emoji.name}_{digest}"
    if len(name) > NAME_LIMIT:
        raise ValueError(f"an emoji's name may have {NAME_LIMIT} characters: {name}")
    file = BytesIO()
    image.save(file, "PNG")
    return EmojiFile(name, emoji.words, file.getvalue())


PREFIX: Final = "hh_"
"""Prefix of the names of all the bot's emojis."""


def _parts(colours: Sequence[tuple[int, int, int]]) -> list[list[int]]:
    """Return three tables from palette numbers to red, green and blue. Pixels that are not drawn get the ink of the
    rim.
    """
    shown = [colours[INK] if number == _CLEAR else colour for number, colour in enumerate(colours)]
    return [[*parts, *[0] * (256 - len(parts))] for parts in zip(*shown, strict=True)]


_PARTS: Final = _parts(COLOURS[Theme.DARK])


def _drawn(emoji: Emoji) -> Image.Image:
    side, rim = SIZE * _SCALE, _RIM * _SCALE
    canvas = Canvas(side, side, _CLEAR)
    emoji.draw(canvas, canvas.box.inset(rim + _SCALE))
    inside = canvas.pixels.point([0 if number == _CLEAR else 255 for number in range(256)])
    seen = inside
    for step in range(_STEPS):
        angle = 2 * pi * step / _STEPS
        seen = ImageChops.lighter(seen, _moved(inside, round(rim * cos(angle)), round(rim * sin(angle))))
    image = Image.merge("RGB", [canvas.pixels.point(parts) for parts in _PARTS])
    image.putalpha(seen)
    return image.reduce(_SCALE)


def _moved(mask: Image.Image, right: int, down: int) -> Image.Image:
    moved = Image.new("L", mask.size)
    moved.paste(mask, (right, down))
    return moved
