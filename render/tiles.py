"""Store many pictures of one match in few bytes: each picture is a list of tiles, and equal tiles are stored once.

Most of a table stays the same from move to move, and the same cards come back. So sixty tables take a fifth of the
bytes of their PNG files.
"""

import zlib
from collections.abc import Mapping
from struct import pack
from typing import Final

from render.canvas import Canvas
from render.palette import GROUND, PALETTES, Theme

WIDE, HIGH = 50, 10
"""Width and height of a tile, in pixels. `render.canvas.WIDTH` is a multiple of the width."""
_TILE: Final = WIDE * HIGH
_EFFORT: Final = 6


class Tiles:
    """A store of pictures, which have numbers from 0 on."""

    def __init__(self) -> None:
        self._tiles: dict[bytes, int] = {}
        self._pictures: dict[tuple[int, int, bytes], int] = {}

    def add(self, canvas: Canvas) -> int:
        """Store a picture; return its number. Equal pictures have the same number."""
        width, height = canvas.pixels.size
        columns, rows = -(-width // WIDE), -(-height // HIGH)
        whole = canvas.pixels
        if (columns * WIDE, rows * HIGH) != whole.size:
            padded = Canvas(columns * WIDE, rows * HIGH, GROUND)
            padded.place(canvas.pixels, 0, 0)
            whole = padded.pixels
        numbers = list[int]()
        for column in range(columns):
            strip = whole.crop((column * WIDE, 0, (column + 1) * WIDE, rows * HIGH)).tobytes()
            for start in range(0, len(strip), _TILE):
                numbers.append(self._tiles.setdefault(strip[start : start + _TILE], len(self._tiles)))
        key = (width, height, pack(f"<{len(numbers)}I", *numbers))
        return self._pictures.setdefault(key, len(self._pictures))

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """The width and height of each picture, in pixels."""
        return [(width, height) for width, height, _ in self._pictures]

    def packed_tiles(self) -> bytes:
        """Return the palette numbers of all tiles, row by row within a tile, compressed by zlib."""
        return zlib.compress(b"".join(self._tiles), _EFFORT)

    def packed_pictures(self) -> bytes:
        """Return the numbers of each picture's tiles, column by column, as little-endian integers of 32 bits,
        compressed by zlib.
        """
        return zlib.compress(b"".join(numbers for _, _, numbers in self._pictures), _EFFORT)


def palettes() -> Mapping[str, str]:
    """Return the palette of each theme: red, green and blue of all palette numbers, in hexadecimal digits."""
    return {str(theme): PALETTES[theme].hex() for theme in Theme}
