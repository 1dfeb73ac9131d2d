"""The picture of the main menu: a small table of every game, whatever their number."""

from io import BytesIO

import pytest
from PIL import Image

from bot.content.seeds import load_games
from render import fonts
from render.canvas import HEIGHT, WIDTH
from render.picture import main_menu_picture
from tests.render.tables import cut_off

pytestmark = pytest.mark.catalog


@pytest.mark.parametrize("count", [1, 6])
def test_up_to_six_games_fit_the_whole_width_of_a_message(
    count: int, drawn_lines: dict[str, bool], type_sizes: set[int]
) -> None:
    shipped = list(load_games().values())
    shown = (shipped * count)[:count]
    picture = main_menu_picture(shown)
    width, height = Image.open(BytesIO(picture.png)).size
    assert width == WIDTH
    assert height <= HEIGHT
    assert all(game.summary in picture.alt for game in shown)
    assert {game.title for game in shown} <= drawn_lines.keys()
    assert not cut_off(drawn_lines) & {game.title for game in shown}
    assert min(type_sizes) >= fonts.SMALLEST
