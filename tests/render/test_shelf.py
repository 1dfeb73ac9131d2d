"""All games in one picture, for who has named none."""

from io import BytesIO

from PIL import Image

from bot.content.seeds import load_games
from render.canvas import HEIGHT, WIDTH
from render.picture import shelf_picture


def test_every_game_has_a_row_with_its_name_its_sentence_and_for_how_many_it_is() -> None:
    games = list(load_games().values())
    picture = shelf_picture(games)
    rows = picture.alt.splitlines()
    assert [row.split(",")[0] for row in rows] == [game.title for game in games]
    assert all(game.summary in row and "player" in row for game, row in zip(games, rows, strict=True))
    width, height = Image.open(BytesIO(picture.png)).size
    assert width == WIDTH
    assert height <= HEIGHT + 16, "Discord's desktop client shows it at its whole width"
