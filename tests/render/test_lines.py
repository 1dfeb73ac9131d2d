from io import BytesIO

from PIL import Image

from render.canvas import WIDTH
from render.encode import png
from render.lines import text_only
from tests.tiny_game import Tiny
from tests.tiny_renderer import table

GAME = Tiny()
NAMES = ("Ada", "Bo")


def test_a_game_that_nobody_has_drawn_is_written(spoken: dict[str, bool]) -> None:
    g = GAME.begin(seats=2, options={}, decks=[GAME.decks["steep"].cards, GAME.decks["level"].cards], seed=1)
    view = GAME.view(g, None)
    canvas = text_only(table)(GAME, view, NAMES)
    assert list(spoken.items()) == [(line, True) for line in table(GAME, view, NAMES)]
    with Image.open(BytesIO(png(canvas))) as picture:
        assert picture.width == WIDTH


def test_what_is_too_long_for_a_line_goes_on_in_the_next(spoken: dict[str, bool]) -> None:
    text_only(lambda *_: ["word " * 50])(GAME, None, NAMES)
    assert len(spoken) > 1
    assert all(spoken.values())
