"""Tables can be read where Discord shows them: 550 by 350 pixels on a desktop, 360 wide on a phone."""

from collections.abc import Iterator

import pytest

from bot.lab.autoplay import Setup
from render.canvas import HEIGHT, WIDTH
from render.renderer import renderer
from rules.core.game import Game
from rules.core.play import View
from tests.laws.matches import walk
from tests.render.tables import NAMES

DESKTOP = 550, 350
PHONE = 360
ON_DESKTOP, ON_PHONE = 14, 9
"""Smallest type in pixels that can be read there."""


def shown(game: Game, seats: int) -> Iterator[View]:
    """Yield a spectator's views from early and late in a match."""
    decks = tuple(sorted(game.decks))[:seats]
    setup = Setup(game=game, players=("greedy",) * seats, options={}, decks=decks)
    for g in walk(setup, 19, 60):
        yield game.view(g, None)


def test_tables_fit_a_desktop_and_their_smallest_type_is_legible_there_and_on_a_phone(
    catalog_game: Game, drawn_lines: dict[str, bool], type_sizes: set[int]
) -> None:
    """Checked for the fewest and the most players."""
    for seats in {catalog_game.seats[0], catalog_game.seats[-1]}:
        for view in shown(catalog_game, seats):
            canvas = renderer(catalog_game.key).table(catalog_game, view, NAMES[:seats])
            assert canvas.box.width == WIDTH
            assert canvas.box.height <= HEIGHT
    assert drawn_lines
    desktop = min(DESKTOP[0] / WIDTH, DESKTOP[1] / HEIGHT)
    assert min(type_sizes) * desktop >= ON_DESKTOP
    assert min(type_sizes) * PHONE / WIDTH >= ON_PHONE


@pytest.mark.parametrize("side", [DESKTOP, (PHONE, PHONE * HEIGHT / WIDTH)])
def test_a_table_has_the_proportions_of_its_place(side: tuple[float, float]) -> None:
    assert pytest.approx(side[0] / side[1], rel=0.01) == WIDTH / HEIGHT
