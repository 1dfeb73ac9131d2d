"""The board's adjacency, compared with the drawn pathways (geometry.py) on a thousand boards of real cards."""

from collections.abc import Iterator

import networkx as nx
import pytest

from rules.circuitry.board import HUB, Board
from rules.circuitry.cards import PORTS
from tests.examples import seeds
from tests.rules.circuitry.geometry import Drawing, drawn_at, left_by
from tests.rules.circuitry.tables import GAME, board
from tests.rules.circuitry.walks import boards

SEEDS = seeds(4)
LEAVING = range(8)


def grown(seed: int) -> Iterator[Board]:
    """Yield boards of one card to over a dozen, with gaps, cards alone in their row, and #1 with either side up."""
    return boards(seed, 28)


@pytest.mark.parametrize("seed", SEEDS)
def test_nodes_are_adjacent_where_drawn_pathways_join_them(seed: int) -> None:
    for b in grown(seed):
        pairs = {(node, other) for node in b.nodes for other in b.neighbours(node)}
        assert pairs == Drawing(b).adjacent
        assert pairs == {(other, node) for node, other in pairs}
        assert all(len(set(b.neighbours(node))) == len(b.neighbours(node)) for node in b.nodes)


@pytest.mark.parametrize("seed", seeds(4))
def test_steps_are_counted_as_on_the_drawn_board(seed: int) -> None:
    for b in list(grown(seed))[::4]:
        graph: nx.Graph[str] = nx.Graph(Drawing(b).adjacent)
        graph.add_nodes_from(b.nodes)
        for start in b.nodes[::5]:
            assert dict(b.distances(start)) == dict(nx.single_source_shortest_path_length(graph, start))


@pytest.mark.parametrize("seed", seeds(3))
def test_a_way_follows_the_drawn_one_in_both_directions(seed: int) -> None:
    for b in grown(seed):
        drawing = Drawing(b)
        assert all(degree <= 2 for _, degree in drawing.rims.degree)
        for placed in b.placed:
            for port, point in enumerate(PORTS):
                lies = (port + placed.way.shift) % 8
                spot = drawn_at(placed, point)
                other = drawing.met(spot)
                assert other is not None
                assert drawing.met(other) == spot
                assert b.beyond[placed.card.number][lies // 2] == other.number
                assert (b.lying[placed.cell].ends[lies] is None) == (spot not in drawing.graph)


def leaving(b: Board) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """Return, for each port of #1, where its last pawn arrives, by axis: on the board, and on the drawing."""
    for port, point in enumerate(PORTS):
        lies = (port + b.hub.way.shift) % 8
        spot = drawn_at(b.hub, point)
        yield (
            {axis.value: node for axis, node in b.arrivals(lies).items()},
            {axis.value: node for axis, node in left_by(b, spot)},
        )


@pytest.mark.parametrize("seed", LEAVING)
def test_the_last_pawn_leaves_card_1_along_the_drawn_pathways(seed: int) -> None:
    for b in grown(seed):
        for arrivals, drawn_arrivals in leaving(b):
            assert arrivals == drawn_arrivals


def test_the_walks_meet_every_way_to_leave_card_1() -> None:
    """A way can lead nowhere, to another card, or around the board back onto card 1."""
    met_with = {
        tuple(sorted((axis.value, node.startswith(f"{HUB}-")) for axis, node in b.arrivals(port).items()))
        for seed in LEAVING
        for b in grown(seed)
        for port in range(8)
    }
    assert met_with == {(), (("long", True), ("short", True)), (("long", False), ("short", False))}


def test_the_boards_of_these_tests_have_gaps_and_cards_alone_in_their_row() -> None:
    gaps = alone = 0
    for seed in SEEDS:
        for b in grown(seed):
            for placed in b.placed:
                row = sorted(cell.column for cell in b.cells if cell.row == placed.cell.row)
                alone += len(row) == 1
                gaps += len(row) - 1 < row[-1] - row[0]
    assert gaps > 10 * len(SEEDS)
    assert alone > 10 * len(SEEDS)


def test_points_inside_a_card_meet_nothing() -> None:
    b = board(game=GAME)
    drawing, spot = Drawing(b), drawn_at(b.hub, b.hub.face.nodes[0].at)
    assert drawing.outward(spot) == (0, 0)
    assert drawing.met(spot) is None
