from io import BytesIO

from PIL import Image

from render.canvas import WIDTH
from render.encode import png
from render.lines import text_only
from tests.tiny_game import Tiny

GAME = Tiny()
NAMES = ("Ada", "Bo")


def test_a_game_without_pictures_is_shown_as_text(drawn_lines: dict[str, bool]) -> None:
    canvas = text_only(lambda *_: NAMES)(GAME, None, NAMES)
    assert list(drawn_lines.items()) == [(line, True) for line in NAMES]
    with Image.open(BytesIO(png(canvas))) as picture:
        assert picture.width == WIDTH


def test_a_long_line_is_wrapped(drawn_lines: dict[str, bool]) -> None:
    text_only(lambda *_: ["word " * 50])(GAME, None, NAMES)
    assert len(drawn_lines) > 1
    assert all(drawn_lines.values())
