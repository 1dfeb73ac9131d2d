"""The camera on a large board: everything that is drawn can be read, and the deciding player is in the picture."""

import pytest
from PIL.Image import Image

from render.circuitry import RENDERER, table
from render.circuitry.camera import overview, seen
from render.circuitry.face import radius
from render.circuitry.layout import LAYOUT, plan_of
from render.circuitry.pawns import Standing
from render.circuitry.plan import Plan
from rules.circuitry.board import Board
from rules.circuitry.game import Circuitry
from tests.render.circuitry_tables import KINDS, Kind, load, names_for, stretched, views

MARGIN = 60
"""The largest empty space beside the cards if there are more cards, in pixels."""
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


def test_the_map_of_the_whole_board_stands_above_the_board_and_hides_no_card(
    game: Circuitry, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Image] = []

    def spy(board: Board, plan: Plan, pawns: tuple[Standing, ...], room: tuple[int, int]) -> Image:
        drawn.append(overview(board, plan, pawns, room))
        assert drawn[-1].width <= room[0]
        return drawn[-1]

    monkeypatch.setattr(table, "overview", spy)
    view = stretched(game)
    assert not seen(view)[1]
    picture = RENDERER.table(game, view, names_for(view)).pixels
    (piece,) = drawn
    left, top = LAYOUT.band.right - piece.width, LAYOUT.band.top
    shown = picture.crop((left, top, LAYOUT.band.right, top + piece.height))
    assert shown.tobytes() == piece.tobytes()
    assert top + piece.height <= LAYOUT.board.top


@pytest.mark.parametrize("kind", KINDS[3:5])
def test_nothing_is_empty_on_one_side_while_cards_are_cut_on_the_other(game: Circuitry, kind: Kind) -> None:
    cut = 0
    for view in views(game, kind, 3, 40):
        plan, whole = seen(view)
        boxes = [plan.cell(cell) for cell in view.board.cells]
        for first, last, room in (
            (min(box.left for box in boxes), max(box.right for box in boxes), plan.width),
            (min(box.top for box in boxes), max(box.bottom for box in boxes), plan.height),
        ):
            cut += first < 0 or last > room
            assert whole or not (first > MARGIN and last > room)
            assert whole or not (first < 0 and last < room - MARGIN)
    assert cut
