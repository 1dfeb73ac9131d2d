"""The camera on a large board: everything that is drawn can be read, and the deciding player is in the picture."""

import pytest

from render.circuitry import RENDERER
from render.circuitry.camera import overview, seen
from render.circuitry.face import radius
from render.circuitry.layout import BAND, plan_of
from render.circuitry.pawns import standing
from rules.circuitry.game import Circuitry
from tests.render.circuitry_tables import KINDS, Kind, load, names_for, stretched, views

SMALLEST = 28
"""Size of a node in pixels: half as many on a desktop."""


@pytest.fixture(scope="module")
def game() -> Circuitry:
    return load()


@pytest.mark.parametrize("kind", KINDS[3:5])
def test_nodes_are_never_smaller_than_fourteen_pixels_on_a_desktop(game: Circuitry, kind: Kind) -> None:
    parts = 0
    for view in views(game, kind, 3, 40):
        plan, whole = seen(view)
        parts += not whole
        for placed in view.board.placed:
            sizes = [2 * radius(node) * plan.step for node in placed.face.nodes if not node.passing]
            assert min(sizes) >= SMALLEST - 1
    assert parts > 0, "some of these boards are too large to be shown whole"


@pytest.mark.parametrize("kind", KINDS[3:5])
def test_the_pawn_of_the_deciding_player_is_in_the_picture(game: Circuitry, kind: Kind) -> None:
    met = 0
    for view in views(game, kind, 3, 40):
        plan, whole = seen(view)
        side = view.sides[view.waiting[0] if len(view.waiting) == 1 else view.active]
        if not whole and not side.left and view.board.node(side.node):
            met += 1
            assert plan.sees(view.board, side.node)
    assert met > 0


def test_a_board_that_can_be_read_is_shown_whole_and_without_a_map(game: Circuitry) -> None:
    view = next(views(game, KINDS[0], 1, 400))
    assert seen(view) == (plan_of(view.board), True)


def test_the_map_holds_the_whole_board_and_the_part_that_is_shown_is_framed(game: Circuitry) -> None:
    view = stretched(game)
    plan, whole = seen(view)
    assert not whole
    piece = overview(view.board, plan, standing(view), BAND)
    table = RENDERER.table(game, view, names_for(view)).pixels
    found = any(
        table.crop((left, top, left + piece.width, top + piece.height)).tobytes() == piece.tobytes()
        for left in range(table.width - piece.width)
        for top in range(table.height - piece.height)
        if table.getpixel((left, top)) == piece.getpixel((0, 0))
        and table.getpixel((left + 3, top)) == piece.getpixel((3, 0))
    )
    assert found
