from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.canvas import Canvas
from render.encode import png, recoloured
from render.palette import COLOURS, GROUND, SKY, Theme


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 2**32))
def test_an_encoded_picture_decodes_to_the_same_pixels(width: int, height: int, seed: int) -> None:
    numbers = bytes((seed * (place + 1) >> 5) % len(COLOURS[Theme.DARK]) for place in range(width * height))
    canvas = Canvas(width, height, GROUND)
    canvas.place(Image.frombytes("L", (width, height), numbers), 0, 0)
    with Image.open(BytesIO(png(canvas))) as picture:
        picture.load()
        assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (width, height))
        assert picture.tobytes() == numbers
        assert picture.convert("RGB").getpixel((0, 0)) == COLOURS[Theme.DARK][numbers[0]]


def test_the_checksums_of_a_file_are_valid() -> None:
    file = bytearray(png(Canvas(3, 3, GROUND)))
    with Image.open(BytesIO(file)) as picture:
        picture.verify()
    file[-20] ^= 1
    with pytest.raises((SyntaxError, OSError)), Image.open(BytesIO(file)) as picture:
        picture.load()


def test_themes_are_the_same_picture_in_other_colours() -> None:
    canvas = Canvas(40, 30, GROUND)
    canvas.panel(canvas.box.inset(4), SKY)
    files = {theme: png(canvas, theme) for theme in Theme}
    assert len(set(files.values())) == len(Theme)
    assert len({file[file.index(b"IDAT") :] for file in files.values()}) == 1
    assert {theme: recoloured(files[Theme.LIGHT], theme) for theme in Theme} == files
