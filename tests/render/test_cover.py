"""What a lobby shows."""

from io import BytesIO

import pytest
from PIL import Image

from render import fonts
from render.canvas import HEIGHT, WIDTH
from render.cover import cover
from render.picture import lobby_picture
from render.renderer import renderer
from rules.core.game import Game
from tests.render.tables import NAMES, cut


def test_a_lobby_shows_the_game_and_who_sits_there_and_what_is_free(
    catalog_game: Game, spoken: dict[str, bool], sizes: set[int]
) -> None:
    for seats in catalog_game.seats:
        for sitting in range(1, seats + 1):
            spoken.clear()
            canvas = cover(catalog_game, NAMES[:sitting], seats)
            assert canvas.box.width == WIDTH
            assert canvas.box.height <= HEIGHT
            assert {catalog_game.title, *NAMES[:sitting]} <= set(spoken)
            assert ("free seat" in spoken) == (sitting < seats)
            assert cut(spoken) == set()
            said = lobby_picture(catalog_game, NAMES[:sitting], seats).alt
            assert catalog_game.summary in said
            assert f"Free seats: {seats - sitting}." in said
            assert all(name in said for name in NAMES[:sitting])
    assert min(sizes) >= fonts.SMALLEST


def test_only_long_names_are_cut(catalog_game: Game, spoken: dict[str, bool]) -> None:
    wide = "W" * 32
    cover(catalog_game, [wide] * catalog_game.seats[-1], catalog_game.seats[-1])
    assert cut(spoken) == {wide}


@pytest.mark.parametrize("size", [60, 100])
def test_cards_that_have_a_picture_are_told_apart_by_it(catalog_game: Game, size: int) -> None:
    drawn = [renderer(catalog_game.key).art(card, size) for card in catalog_game.cards.values()]
    found = [(piece.tobytes(), seen.tobytes()) for piece, seen in filter(None, drawn)]
    assert not found or len(found) >= min(8, len(catalog_game.cards)), "draw none, or eight for a lobby"
    assert len(set(found)) == len(found)


def test_a_lobby_is_a_small_file(catalog_game: Game) -> None:
    drawn = lobby_picture(catalog_game, NAMES[:2], catalog_game.seats[-1])
    assert len(drawn.png) < 60_000
    with Image.open(BytesIO(drawn.png)) as opened:
        assert opened.size[0] == WIDTH
