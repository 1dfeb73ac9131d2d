"""Reduce a finished picture, to show it small on another one."""

from typing import Final

from PIL import Image

from render.cache import cached
from render.palette import NUMBERS, PALETTES, Theme

_ALL: Final = 256


def reduced(pixels: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return the palette numbers of a picture scaled to another size, each pixel in the nearest colour of the palette.

    This takes some milliseconds, so it is for pictures that are drawn once in a match.
    """
    palette = _palette()
    coloured = Image.frombytes("P", pixels.size, pixels.tobytes())
    coloured.putpalette(palette.getpalette() or [])
    small = coloured.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    numbers = small.quantize(palette=palette, dither=Image.Dither.NONE).tobytes()
    return Image.frombytes("L", size, bytes(0 if number >= NUMBERS else number for number in numbers))


@cached
def _palette() -> Image.Image:
    """Return an image with the palette of the dark theme, in whose colours every picture is drawn."""
    image = Image.new("P", (1, 1))
    image.putpalette(PALETTES[Theme.DARK] + PALETTES[Theme.DARK][:3] * (_ALL - NUMBERS))
    return image
