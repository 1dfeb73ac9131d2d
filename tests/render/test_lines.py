from io import BytesIO

from PIL import Image

from render.canvas import WIDTH
from render.encode import png
from render.lines import text_only
from tests.tiny_game import Tiny
from tests.tiny_renderer import table

GAME = Tiny()
NAMES = ("Ada", "Bo")


def test_a_game_without_pictures_is_shown_as_text(drawn_lines: dict[str, bool]) -> None:
    g = GAME.begin(seats=2, options={}, decks=[GAME.decks["steep"].cards, GAME.decks["level"].cards], seed=1)
    view = GAME.view(g, None)
    canvas = text_only(table)(GAME, view, NAMES)
    assert list(drawn_lines.items()) == [(line, True) for line in table(GAME, view, NAMES)]
    with Image.open(BytesIO(png(canvas))) as picture:
        assert picture.width == WIDTH


def test_a_long_line_is_wrapped(drawn_lines: dict[str, bool]) -> None:
    text_only(lambda *_: ["word " * 50])(GAME, None, NAMES)
    assert len(drawn_lines) > 1
    assert all(drawn_lines.values())
