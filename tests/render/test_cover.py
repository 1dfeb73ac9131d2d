"""The cover of a lobby."""

from io import BytesIO

import pytest
from PIL import Image

from render import fonts
from render.canvas import HEIGHT, WIDTH
from render.cover import cover
from render.picture import lobby_picture
from render.renderer import renderer
from rules.core.game import Game
from tests.render.tables import NAMES, cut_off


def test_a_lobby_shows_the_game_its_players_and_free_seats(
    catalog_game: Game, drawn_lines: dict[str, bool], type_sizes: set[int]
) -> None:
    for seats in catalog_game.seats:
        for joined in range(1, seats + 1):
            drawn_lines.clear()
            canvas = cover(catalog_game, NAMES[:joined], seats)
            assert canvas.box.width == WIDTH
            assert canvas.box.height <= HEIGHT
            assert {catalog_game.title, *NAMES[:joined]} <= set(drawn_lines)
            assert ("free seat" in drawn_lines) == (joined < seats)
            assert cut_off(drawn_lines) == set()
            alt = lobby_picture(catalog_game, NAMES[:joined], seats).alt
            assert catalog_game.summary in alt
            assert f"Free seats: {seats - joined}." in alt
            assert all(name in alt for name in NAMES[:joined])
    assert min(type_sizes) >= fonts.SMALLEST


def test_only_long_names_are_cut(catalog_game: Game, drawn_lines: dict[str, bool]) -> None:
    wide = "W" * 32
    cover(catalog_game, [wide] * catalog_game.seats[-1], catalog_game.seats[-1])
    assert cut_off(drawn_lines) == {wide}


@pytest.mark.parametrize("size", [60, 100])
def test_no_two_cards_of_a_game_have_equal_pictures(catalog_game: Game, size: int) -> None:
    drawn = [renderer(catalog_game.key).art(card, size) for card in catalog_game.cards.values()]
    pixels = [(piece.tobytes(), seen.tobytes()) for piece, seen in filter(None, drawn)]
    assert not pixels or len(pixels) >= min(8, len(catalog_game.cards)), "draw none, or eight for a lobby"
    assert len(set(pixels)) == len(pixels)


def test_a_lobby_is_a_small_file(catalog_game: Game) -> None:
    drawn = lobby_picture(catalog_game, NAMES[:2], catalog_game.seats[-1])
    assert len(drawn.png) < 60_000
    with Image.open(BytesIO(drawn.png)) as opened:
        assert opened.size[0] == WIDTH
