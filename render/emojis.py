"""Signs: small pictures that stand in a text before the words that they mean, as emojis do."""

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
"""Pixels of an emoji, each way (Discord: Emoji, "Create Application Emoji")."""
NAME_LIMIT: Final = 32
"""Characters of an emoji's name."""
_FINE: Final = 2
"""How many times larger it is drawn before it is reduced."""
_RIM: Final = 5
"""Pixels of the dark rim around it: what is bright is seen on a light ground by it, and what is dark on a dark one."""
_STEPS: Final = 16
_CLEAR: Final = WELL
"""Where nothing is drawn: dark, for smooth edges, and in no drawing."""


class Sign(NamedTuple):
    """What a word means, as a picture."""

    name: str
    """Of lower-case letters, digits and underscores, as few as tell it from the others of its game."""
    words: tuple[str, ...]
    """It stands before each of them. One without capitals may begin a sentence."""
    draw: Callable[[Canvas, Box], None]
    """Draws it in a square box."""


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs of a game."""

    each: Sequence[Sign] = ()
    others: tuple[str, ...] = ()
    """Phrases in which these words mean something else: nothing stands before them."""


class Emoji(NamedTuple):
    """A sign as Discord keeps it."""

    name: str
    """Tells what is on it: another picture has another name."""
    words: tuple[str, ...]
    png: bytes


def emoji(game: str, sign: Sign) -> Emoji:
    """A sign of the game with this key, on no ground, in the same colours for everybody."""
    image = _drawn(sign)
    mark = blake2b(image.tobytes(), digest_size=2).hexdigest()
    name = f"{PREFIX}{game}_{sign.name}_{mark}"
    if len(name) > NAME_LIMIT:
        raise ValueError(f"an emoji's name may have {NAME_LIMIT} characters: {name}")
    file = BytesIO()
    image.save(file, "PNG")
    return Emoji(name, sign.words, file.getvalue())


PREFIX: Final = "hh_"
"""Begins the names of all."""


def _parts(colours: Sequence[tuple[int, int, int]]) -> list[list[int]]:
    """The red, the green and the blue of each palette number; the rim is where nothing is drawn."""
    shown = [colours[INK] if number == _CLEAR else colour for number, colour in enumerate(colours)]
    return [[*parts, *[0] * (256 - len(parts))] for parts in zip(*shown, strict=True)]


_PARTS: Final = _parts(COLOURS[Theme.DARK])


def _drawn(sign: Sign) -> Image.Image:
    side, rim = SIZE * _FINE, _RIM * _FINE
    canvas = Canvas(side, side, _CLEAR)
    sign.draw(canvas, canvas.box.inset(rim + _FINE))
    inside = canvas.pixels.point([0 if number == _CLEAR else 255 for number in range(256)])
    seen = inside
    for step in range(_STEPS):
        angle = 2 * pi * step / _STEPS
        seen = ImageChops.lighter(seen, _moved(inside, round(rim * cos(angle)), round(rim * sin(angle))))
    image = Image.merge("RGB", [canvas.pixels.point(parts) for parts in _PARTS])
    image.putalpha(seen)
    return image.reduce(_FINE)


def _moved(mask: Image.Image, right: int, down: int) -> Image.Image:
    moved = Image.new("L", mask.size)
    moved.paste(mask, (right, down))
    return moved
