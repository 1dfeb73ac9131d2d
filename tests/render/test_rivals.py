"""The picture of computer players: everyone's face and name, by level and game."""

from io import BytesIO

import pytest
from PIL import Image

from bot.content.seeds import load_games
from cogs.messages.games import COMPUTER_LEVELS
from render import fonts
from render.canvas import HEIGHT, WIDTH
from render.rivals import COLUMNS, rivals_picture
from tests.render.tables import cut_off


@pytest.mark.parametrize("count", [1, 3, COLUMNS, COLUMNS + 2])
def test_every_computer_is_named_and_its_level_told(
    count: int, drawn_lines: dict[str, bool], type_sizes: set[int]
) -> None:
    known = [*load_games().values()]
    games = [known[place % len(known)] for place in range(count)]
    picture = rivals_picture(games, COMPUTER_LEVELS)
    with Image.open(BytesIO(picture.png)) as opened:
        width, height = opened.size
    assert (width, height <= HEIGHT) == (WIDTH, True)
    assert cut_off(drawn_lines) == set()
    assert min(type_sizes) >= fonts.SMALLEST
    for level, summary in COMPUTER_LEVELS.items():
        names = [game.voice.characters[level].name if game.voice.characters else "bot" for game in games[:COLUMNS]]
        assert {level.capitalize(), *names} <= drawn_lines.keys()
        told = ", ".join(f"{name} at {game.title}" for name, game in zip(names, games, strict=False))
        assert f"{level.capitalize()}: {summary} {told}." in picture.alt


def test_the_picture_is_the_same_every_time() -> None:
    games = [*load_games().values()]
    assert rivals_picture(games, COMPUTER_LEVELS) == rivals_picture(games, COMPUTER_LEVELS)
