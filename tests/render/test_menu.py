"""All games in one picture, for somebody who has named none."""

from io import BytesIO

import pytest
from PIL import Image

from bot.content.seeds import load_games
from render import fonts
from render.canvas import HEIGHT, WIDTH
from render.menu import menu
from render.picture import menu_picture
from rules.core.game import Game
from tests.render.tables import cut

pytestmark = pytest.mark.catalog


def games(count: int) -> list[Game]:
    every = list(load_games().values())
    return (every * count)[:count]


def test_the_text_says_of_every_game_its_name_its_sentence_and_for_how_many_it_is() -> None:
    every = list(load_games().values())
    rows = menu_picture(every).alt.splitlines()
    assert [row.split(",")[0] for row in rows] == [game.title for game in every]
    assert all(game.summary in row and "player" in row for game, row in zip(every, rows, strict=True))


@pytest.mark.parametrize("count", range(1, 11))
def test_up_to_ten_games_are_seen_at_the_whole_width_of_a_message(
    count: int, spoken: dict[str, bool], sizes: set[int]
) -> None:
    shown = games(count)
    width, height = Image.open(BytesIO(menu_picture(shown).png)).size
    assert width == WIDTH
    assert height <= HEIGHT + 16
    assert {game.title for game in shown} <= spoken.keys()
    assert cut(spoken) == set()
    assert min(sizes) >= fonts.SMALLEST


def test_more_games_make_it_higher() -> None:
    assert menu(games(12)).box.height > menu(games(10)).box.height
