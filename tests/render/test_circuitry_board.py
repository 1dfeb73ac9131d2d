"""Circuitry's board as it is drawn: at any size, exactly, with ways that lead where the rules say."""

from itertools import combinations

import pytest
from PIL import ImageChops

from render.circuitry.board import Scene, Standing, drawn
from render.circuitry.face import LAMINATE, STEP, Lying, face, height, radius
from render.circuitry.plan import planned
from render.circuitry.rim import margins
from render.circuitry.signs import COLOURS
from render.circuitry.tracks import ends, exits, step
from render.palette import INK, contrast
from rules.circuitry.board import FACING, Board, Placed, Way, names
from rules.circuitry.cards import PORTS, Colour
from rules.circuitry.game import Circuitry
from rules.circuitry.grid import Cell
from rules.circuitry.letters import rims
from tests.render.circuitry_tables import KINDS, load, tables
from tests.render.tables import cut

SIZES = (16, 32, 48, 64, 84, 104, 136, 192, 232)
HIGH = 1140


@pytest.fixture(scope="module")
def game() -> Circuitry:
    return load()


def test_colours_are_told_apart_without_colour() -> None:
    assert set(COLOURS) == set(Colour)
    assert len({sign for _, sign in COLOURS.values()}) == len(Colour)
    for ink, _ in COLOURS.values():
        assert contrast(ink, LAMINATE) >= 3
        assert contrast(ink, INK) >= 4.5
    assert all(one != other for (one, _), (other, _) in combinations(COLOURS.values(), 2))


@pytest.mark.parametrize("width", SIZES)
def test_every_face_is_drawn_at_every_size(game: Circuitry, spoken: dict[str, bool], width: int) -> None:
    for card in game.content.circuits.values():
        for way in Way:
            piece = face(Lying(card, way.side, way.turned, width))
            assert piece.size == (width, height(width))
            assert height(width) * 8 == width * 14
    assert cut(spoken) == set()
    numbers = {str(number) for number in game.content.circuits}
    assert set(spoken) == numbers or width < 64


def test_a_card_turned_twice_looks_as_before_but_for_its_upright_signs(game: Circuitry) -> None:
    for card in game.content.circuits.values():
        upright, turned = (face(Lying(card, 0, turned, 136)) for turned in (False, True))
        assert ImageChops.difference(upright, turned).getbbox() is not None
        for port, point in enumerate(PORTS):
            here = Lying(card, 0, turned=False, width=136).at(point)
            assert Lying(card, 0, turned=True, width=136).at(PORTS[(port + 4) % 8]) == here


def test_nodes_stay_on_their_cards_and_off_other_pathways(game: Circuitry) -> None:
    for card in game.content.circuits.values():
        for side in card.faces:
            for node in side.nodes:
                size = radius(node)
                assert size >= 0.8
                assert size <= node.at.x <= 8 - size
                assert size <= node.at.y <= 14 - size


def test_traces_of_neighbours_meet_at_the_ports() -> None:
    board_of = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}
    for port, point in enumerate(PORTS):
        across, down = board_of[port // 2]
        facing = PORTS[FACING[port]]
        assert (point.x, point.y) == (facing.x + 8 * across, facing.y + 14 * down)


def test_ways_that_are_drawn_lead_where_the_rules_say(game: Circuitry) -> None:
    wraps = set()
    for kind in KINDS:
        for g in tables(game, kind, 3, 30):
            for node in g.board.nodes:
                found = list(exits(g.board, node))
                assert tuple(dict.fromkeys(way.end for way in found)) == g.board.neighbours(node)
                for way, (end, around) in zip(found, ends(g.board, node), strict=True):
                    wraps.add(around)
                    assert way.end == end
                    assert way.stretches
                    assert step(g.board, node, way.end)
                    cards = {stretch.number for stretch in way.stretches}
                    assert cards <= set(g.board.by_number)
    assert wraps == {True, False}


def test_a_way_wraps_where_its_letter_stands(game: Circuitry) -> None:
    for g in tables(game, KINDS[2], 4, 60):
        lettered = {end.number for end in rims(g.board) if end.letter}
        for node in g.board.nodes:
            for way, (_, around) in zip(exits(g.board, node), ends(g.board, node), strict=True):
                if around:
                    assert {stretch.number for stretch in way.stretches} & lettered


def shaped(game: Circuitry, count: int, columns: int) -> Board:
    """So many cards in rows of a width, each lying another way than the one before."""
    ways = tuple(Way)
    cards = list(game.content.circuits.values())[:count]
    return Board(
        tuple(
            Placed(card, Cell(place % columns, place // columns), ways[place % 4]) for place, card in enumerate(cards)
        )
    )


@pytest.mark.parametrize("columns", [1, 2, 3, 5, 7, 10, 30])
@pytest.mark.parametrize("count", [1, 2, 3, 7, 16, 25, 30])
def test_boards_of_any_shape_fit(game: Circuitry, spoken: dict[str, bool], count: int, columns: int) -> None:
    board = shaped(game, count, columns)
    plan = planned([there.cell for there in board.placed], (1000, HIGH), margins(board))
    assert plan.card % STEP == 0
    assert plan.width <= 1000
    assert plan.height <= HIGH or plan.card <= 20
    colour = board.placed[-1].face.nodes[0].colour
    pawn = Standing(0, colour, names(board.placed[-1].card.number)[colour])
    piece = drawn(Scene(board, (pawn,), ((board.placed[0].card.number, "laid"),)), plan)
    assert piece.pixels.size == (plan.width, plan.height)
    assert cut(spoken) == set()
    said = set(spoken)
    if plan.card >= 64:
        assert {end.letter for end in rims(board) if end.letter} <= said
        assert {str(there.card.number) for there in board.placed} <= said


def test_few_cards_are_large_and_many_are_readable(game: Circuitry) -> None:
    sizes = {}
    for count, columns in ((1, 1), (3, 3), (9, 3), (20, 5), (25, 7)):
        board = shaped(game, count, columns)
        sizes[count] = planned([there.cell for there in board.placed], (1000, HIGH), margins(board)).card
    assert sizes[1] == sizes[3] == 232
    assert sizes[25] >= 128
    assert list(sizes.values()) == sorted(sizes.values(), reverse=True) or sizes[20] <= sizes[25]
