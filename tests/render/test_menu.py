"""The menu shows all games in one picture, for players who have not chosen one."""

from io import BytesIO

import pytest
from PIL import Image

from bot.content.seeds import load_games
from render import fonts
from render.canvas import HEIGHT, WIDTH
from render.menu import menu
from render.picture import menu_picture
from rules.core.game import Game
from tests.render.tables import cut_off

pytestmark = pytest.mark.catalog


def games(count: int) -> list[Game]:
    shipped = list(load_games().values())
    return (shipped * count)[:count]


def test_the_text_has_the_title_summary_and_number_of_players_of_every_game() -> None:
    shipped = list(load_games().values())
    rows = menu_picture(shipped).alt.splitlines()
    assert [row.split(",")[0] for row in rows] == [game.title for game in shipped]
    assert all(game.summary in row and "player" in row for game, row in zip(shipped, rows, strict=True))


@pytest.mark.parametrize("count", [1, 2, 9, 10])
def test_up_to_ten_games_fit_the_whole_width_of_a_message(
    count: int, drawn_lines: dict[str, bool], type_sizes: set[int]
) -> None:
    shown = games(count)
    width, height = Image.open(BytesIO(menu_picture(shown).png)).size
    assert width == WIDTH
    assert height <= HEIGHT + 16
    assert {game.title for game in shown} <= drawn_lines.keys()
    assert cut_off(drawn_lines) == set()
    assert min(type_sizes) >= fonts.SMALLEST


def test_more_games_make_a_higher_menu() -> None:
    assert menu(games(12)).box.height > menu(games(10)).box.height
