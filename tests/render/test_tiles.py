"""Tiles: the pictures of a match are stored once and restored unchanged."""

import zlib
from struct import unpack

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.canvas import Box, Canvas
from render.palette import COLOURS, GROUND, NUMBERS, Ink, Theme
from render.tiles import HIGH, WIDE, Tiles, palettes


def unpacked(tiles: Tiles) -> list[bytes]:
    """Return the palette numbers of each picture, as the page's script reads them."""
    pixels, packed = zlib.decompress(tiles.packed_tiles()), zlib.decompress(tiles.packed_pictures())
    numbers = list(unpack(f"<{len(packed) // 4}I", packed))
    pictures = []
    for width, height in tiles.sizes:
        columns, rows = -(-width // WIDE), -(-height // HIGH)
        whole = Image.new("L", (columns * WIDE, rows * HIGH))
        for place in range(columns * rows):
            start = numbers.pop(0) * WIDE * HIGH
            tile = Image.frombytes("L", (WIDE, HIGH), pixels[start : start + WIDE * HIGH])
            whole.paste(tile, (place // rows * WIDE, place % rows * HIGH))
        pictures.append(whole.crop((0, 0, width, height)).tobytes())
    assert not numbers
    return pictures


@given(
    st.lists(
        st.tuples(st.integers(1, 130), st.integers(1, 45), st.integers(0, 120), st.integers(0, 40), st.integers(0, 20)),
        min_size=1,
        max_size=4,
    )
)
def test_pictures_of_any_size_come_back_as_they_were(drawn: list[tuple[int, int, int, int, int]]) -> None:
    tiles, canvases = Tiles(), []
    for width, height, left, top, ink in drawn:
        canvas = Canvas(width, height, GROUND)
        canvas.fill(Box(left, top, 30, 20), Ink(ink))
        canvases.append(canvas)
    numbers = [tiles.add(canvas) for canvas in canvases]
    pictures = unpacked(tiles)
    assert [pictures[number] for number in numbers] == [canvas.pixels.tobytes() for canvas in canvases]


def test_equal_pictures_and_equal_tiles_are_stored_once() -> None:
    tiles, canvas = Tiles(), Canvas(500, 100, GROUND)
    assert tiles.add(canvas) == tiles.add(Canvas(500, 100, GROUND)) == 0
    assert len(zlib.decompress(tiles.packed_tiles())) == WIDE * HIGH
    canvas.fill(Box(0, 0, 3, 3), Ink(9))
    assert tiles.add(canvas) == 1
    assert len(zlib.decompress(tiles.packed_tiles())) == 2 * WIDE * HIGH


def test_palettes_hold_every_colour_of_every_theme() -> None:
    assert set(palettes()) == set(Theme)
    for theme, digits in palettes().items():
        assert len(bytes.fromhex(digits)) == 3 * NUMBERS
        assert tuple(bytes.fromhex(digits)[:3]) == COLOURS[Theme(theme)][0]
