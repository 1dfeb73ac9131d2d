"""Clauses 8.4 and 8.5 of Circuitry: possible slides, in examples and compared with a slow restatement of the rule."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from itertools import product

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.circuitry.events import CircuitSlid
from rules.circuitry.grid import Cell, places, slides
from tests.examples import seeds
from tests.rules.circuitry.tables import ANNA, act, choices, lying, refusal, side, table
from tests.rules.circuitry.walks import boards

Place = tuple[int, int]


def ends(on: str, number: int) -> set[str]:
    """Return the cells to which a card of this board can slide."""
    g = table(side("red", hand="slide"), side("green"), on=on)
    return {text.split()[2] for text in choices(g, f"slide {number} ")}


@pytest.mark.clause("circuitry", "8.4")
def test_a_card_at_the_edge_slides_with_its_pawns() -> None:
    g = table(side("red", "10-orange", hand="slide"), side("green"), on="10@1,0 14@0,1")
    g = act(g, "slide 10 1,1")
    assert lying(g) == {1: "0,0:a0", 10: "1,1:a0", 14: "0,1:a0"}
    assert g.sides[ANNA].node == "10-orange"
    assert CircuitSlid(seat=ANNA, circuit=10, start=Cell(1, 0), end=Cell(1, 1)) in g.events


@pytest.mark.clause("circuitry", "8.4")
def test_a_card_keeps_its_orientation() -> None:
    g = act(table(side("red", hand="slide"), side("green"), on="10@1,0:b180"), "slide 10 0,1")
    assert lying(g)[10] == "0,1:b180"


@pytest.mark.clause("circuitry", "8.4")
def test_the_board_stays_connected() -> None:
    row = "10@1,0 14@2,0 15@2,1"
    assert ends(row, 10) == set(), "it joins card 1 to the others"
    assert ends(row, 14) == set(), "it joins 15 to the others"
    assert ends(row, 15) == {"1,1", "3,0"}
    assert ends("10@1,0 14@2,0", 14) == {"1,-1", "1,1"}
    bridge = "10@1,0 14@2,0 15@0,1 16@2,1"
    assert ends(bridge, 10) == {"1,1"}, "there it is a bridge again"
    assert refusal(table(side("red", hand="slide"), side("green"), on=row), "slide 10 1,1").endswith("(rule 8.5).")


@pytest.mark.clause("circuitry", "8.5")
def test_a_card_slides_straight_along_the_card_beside_its_old_place() -> None:
    assert "1,1" in ends("10@1,0 14@0,1", 10), "along card 1, then along 14"
    assert ends("10@1,0 14@0,1", 10) == {"0,-1", "1,1"}


@pytest.mark.clause("circuitry", "8.5")
def test_a_card_slides_straight_along_the_card_beside_its_new_place() -> None:
    on = "14@0,-1 15@1,-1 16@2,-1 17@2,0 18@2,1 19@1,1"
    assert ends(on, 19) == {"0,1", "1,0", "2,2"}, "below card 1, though nothing lies above its old place"


@pytest.mark.clause("circuitry", "8.5")
def test_a_card_slides_one_place_only() -> None:
    assert ends("10@1,0 14@2,0 15@3,0 16@3,-1", 16) == {"2,-1", "4,0"}


@pytest.mark.clause("circuitry", "8.5")
def test_a_card_slides_around_one_corner_of_a_neighbour() -> None:
    assert ends("10@1,0", 10) == {"0,-1", "0,1"}, "around two corners of card 1"
    assert ends("10@0,1", 10) == {"-1,0", "1,0"}


@pytest.mark.clause("circuitry", "8.5")
def test_the_corner_must_be_empty() -> None:
    assert ends("10@1,0 14@1,1", 10) == set(), "14 would be left alone"
    assert ends("10@1,0 14@0,1 15@1,1 16@2,1", 10) == {"0,-1", "2,0"}, "down are other cards"
    held = "10@1,0 14@1,-1 15@0,-1"
    assert "0,-1" not in ends(held, 10), "that place is taken"
    assert ends(held, 10) == {"0,1", "2,-1"}


@pytest.mark.clause("circuitry", "8.5")
def test_a_card_slides_between_two_others() -> None:
    """The gap is as wide as a card and has a card on both sides."""
    on = "10@1,0 14@2,0 15@0,1 16@2,1 17@0,2 18@1,2"
    assert "1,1" in ends(on, 18)


def beside(cell: Place) -> set[Place]:
    column, row = cell
    return {(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)}


def grid(cells: AbstractSet[Place]) -> "nx.Graph[Place]":
    graph: nx.Graph[Place] = nx.Graph()
    graph.add_nodes_from(cells)
    graph.add_edges_from((cell, near) for cell in cells for near in beside(cell) & cells)
    return graph


def slid(cells: AbstractSet[Place], start: Place) -> set[Place]:
    """8.5 Try every empty cell; the cards that a card slides along lie at its side."""
    others = set(cells) - {start}
    ends_found = set()
    for across, down in product((-1, 0, 1), repeat=2):
        end = (start[0] + across, start[1] + down)
        if end == start or end in cells:
            continue
        if across and down:
            along = len(others & {(end[0], start[1]), (start[0], end[1])}) == 1
        else:
            aside = {(down, across), (-down, -across)}
            along = any((x + right, y + below) in others for x, y in (start, end) for right, below in aside)
        if along and nx.is_connected(grid(others | {end})):
            ends_found.add(end)
    return ends_found


def agree(cells: Iterable[Place]) -> None:
    board_cells = frozenset(Cell(*cell) for cell in cells)
    possible = slides(board_cells)
    for cell in board_cells:
        assert set(possible.get(cell, ())) == slid(board_cells, cell), f"{sorted(board_cells)}: from {cell}"
        assert len(set(possible.get(cell, ()))) == len(possible.get(cell, ()))


@pytest.mark.clause("circuitry", "8.5")
@given(st.lists(st.integers(0, 2**16), min_size=1, max_size=16))
def test_slides_agree_with_a_slow_restatement(choose: list[int]) -> None:
    cells = {Cell(0, 0)}
    for number in choose:
        free = places(frozenset(cells))
        cells.add(free[number % len(free)])
    agree(cells)


@pytest.mark.clause("circuitry", "8.4")
@pytest.mark.parametrize("seed", seeds(3))
def test_slides_keep_played_boards_connected(seed: int) -> None:
    slides_seen = 0
    for b in boards(seed + 500, 30):
        agree(b.cells)
        assert 1 not in b.slides
        for number, cells in b.slides.items():
            for cell in cells:
                after = b.slid(number, cell)
                assert nx.is_connected(grid(set(after.cells)))
                assert len(after.cells) == len(b.cells)
                slides_seen += 1
    assert slides_seen > 100


def test_rings_of_eight_agree_with_a_slow_restatement() -> None:
    ring = [(column, row) for column, row in product(range(3), repeat=2) if (column, row) != (1, 1)]
    for left_out in range(1 << 8):
        cells = {cell for place, cell in enumerate(ring) if left_out >> place & 1}
        if cells and nx.is_connected(grid(cells)):
            agree(cells)
            if (2, 1) in cells:
                agree(cells | {(3, 1)})


@given(st.lists(st.integers(0, 2**16), max_size=16))
def test_places_are_all_free_cells_beside_the_board(choose: list[int]) -> None:
    cells = {Cell(0, 0)}
    for number in choose:
        free = places(frozenset(cells))
        assert set(free) == {near for cell in cells for near in beside(cell)} - cells
        assert len(set(free)) == len(free)
        cells.add(free[number % len(free)])
    assert nx.is_connected(grid(cells))
