"""The trials compare what people see of a picture, not its file."""

from io import BytesIO

import pytest
from PIL import Image

from bot.content.seeds import load_games
from render.encode import recoloured
from render.palette import Theme
from render.picture import lobby_picture
from tests.chaos.pictures import look


@pytest.fixture(scope="module")
def file() -> bytes:
    return lobby_picture(next(iter(load_games().values())), ("Ada",), 2).png


def test_the_same_picture_in_another_file_looks_the_same(file: bytes) -> None:
    packed = BytesIO()
    with Image.open(BytesIO(file)) as picture:
        picture.save(packed, "PNG", compress_level=9)
    assert packed.getvalue() != file
    assert look(packed.getvalue()) == look(file)


def test_another_pixel_looks_different(file: bytes) -> None:
    changed = BytesIO()
    with Image.open(BytesIO(file)) as picture:
        picture.putpixel((5, 5), 0 if picture.getpixel((5, 5)) else 1)
        picture.save(changed, "PNG")
    assert look(changed.getvalue()) != look(file)


def test_other_colours_look_different(file: bytes) -> None:
    assert look(recoloured(file, Theme.LIGHT)) != look(file)
