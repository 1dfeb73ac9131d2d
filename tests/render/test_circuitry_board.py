"""Circuitry's board is drawn at any size, exactly, with pathways that lead where the rules say."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import ImageChops

from render.canvas import Box, Canvas
from render.circuitry import pawns, table
from render.circuitry.art import art
from render.circuitry.board import GROUND, Scene, draw_board
from render.circuitry.camera import LEAST
from render.circuitry.face import GLEAM, SOCKET, STEP, TRACE, Lying, face, height, imprinted, radius
from render.circuitry.layout import LAYOUT, plan_of
from render.circuitry.numbers import PRINT
from render.circuitry.pawns import Standing
from render.circuitry.plan import LARGEST, ROOM, Plan, plan_for, plan_with_surroundings
from render.circuitry.rim import ends as rim_ends
from render.circuitry.rim import margins, rim
from render.circuitry.symbols import COLOURS, SHAPES, badges, draw_badge
from render.circuitry.tracks import ends, exits, step
from render.circuitry.turns import quarters
from render.circuitry.words import LETTERS
from render.fonts import SMALLEST
from render.palette import INK, LAMINATE, Theme
from render.pieces import Badge
from rules.circuitry.board import FACING, Board, Placed, Way, names, number_of
from rules.circuitry.cards import PORTS, Colour
from rules.circuitry.game import Circuitry
from rules.circuitry.grid import Cell
from rules.circuitry.letters import rims
from rules.core.events import Seat
from tests.examples import thorough
from tests.render.circuitry_tables import KINDS, load, tables
from tests.render.contrast import contrast
from tests.render.tables import cut_off

SIZES = (16, 32, 48, 64, 84, 104, 136, 192, 232)
HIGH = 1140
ENOUGH = 68
"""The smallest width of a card, in pixels, that suffices where the camera shows only a part of the board."""


@pytest.fixture(scope="module")
def game() -> Circuitry:
    return load()


def test_colours_differ_by_their_symbols_too() -> None:
    assert set(COLOURS) == set(Colour)
    assert len({sign for _, sign in COLOURS.values()}) == len(Colour)
    for ink, _ in COLOURS.values():
        for theme in Theme:
            assert contrast(ink, LAMINATE, theme) >= 3
            assert contrast(ink, SOCKET, theme) >= 3
            assert contrast(ink, INK, theme) >= 4.5
    for theme in Theme:
        assert contrast(GLEAM, GROUND, theme) >= 4.5
        assert min(contrast(PRINT, LAMINATE, theme), contrast(PRINT, SOCKET, theme)) >= 4.5
    assert all(one != other for (one, _), (other, _) in combinations(COLOURS.values(), 2))


@pytest.mark.parametrize(
    ("width", "upright"),
    [(32, False), (48, True), *thorough((104, True), *((width, False) for width in SIZES if width != 32))],
)
def test_every_face_is_drawn_at_every_size(
    game: Circuitry, drawn_lines: dict[str, bool], type_sizes: set[int], width: int, *, upright: bool
) -> None:
    for card in game.content.circuits.values():
        for way in Way:
            piece = face(Lying(card, way.side, quarters(turned=way.turned, upright=upright), width))
            assert piece.size == ((width, height(width)) if upright else (height(width), width))
            assert height(width) * 8 == width * 14
    assert cut_off(drawn_lines) == set()
    numbers = {str(number) for number in game.content.circuits}
    assert set(drawn_lines) == numbers or width < 32
    assert not type_sizes or min(type_sizes) >= SMALLEST


@pytest.mark.parametrize("upright", [False, True])
def test_a_half_turn_keeps_ports_in_place_and_symbols_upright(game: Circuitry, *, upright: bool) -> None:
    for card in game.content.circuits.values():
        one, other = (Lying(card, 0, quarters(turned=turned, upright=upright), 136) for turned in (False, True))
        assert ImageChops.difference(face(one), face(other)).getbbox() is not None
        for port, point in enumerate(PORTS):
            assert other.at(PORTS[(port + 4) % 8]) == one.at(point)


def test_pictures_of_mini_cards_differ(game: Circuitry) -> None:
    pictures = {card.id: art(card.id, 60) for card in game.content.minis}
    assert {piece.size for piece, _ in pictures.values()} == {(60, 60)}
    for (_, (one, _)), (_, (other, _)) in combinations(pictures.items(), 2):
        different = ImageChops.difference(one, other).point(lambda level: 255 if level else 0)
        assert different.histogram()[255] >= 60 * 60 // 12


def test_seats_look_like_their_pawns(game: Circuitry) -> None:
    for g in tables(game, KINDS[4], 3, 200):
        view = game.view(g, None)
        for side, (ink, shape) in zip(view.sides, badges(view.sides), strict=True):
            assert ink == COLOURS[side.colour][0]
            assert shape is SHAPES[side.colour]
        assert len(set(badges(view.sides))) == len(view.sides)
    assert len(set(SHAPES.values())) == len(Colour)


def test_a_quarter_turn_rotates_the_whole_board(game: Circuitry) -> None:
    """Above becomes left, and right becomes above, for cells, for cards and for the ways out of them."""
    for g in tables(game, KINDS[2], 4, 60):
        plan = plan_for(g.board.cells, (1000, HIGH), (0, 0), upright=False)
        for placed in g.board.placed:
            cell = plan.cell(placed.cell)
            near = [plan.cell(placed.cell.beside(edge)) for edge in range(4)]
            assert [box[:2] for box in near] == [
                (cell.left - cell.width, cell.top),
                (cell.left, cell.top - cell.height),
                (cell.left + cell.width, cell.top),
                (cell.left, cell.top + cell.height),
            ]
            for port in range(len(PORTS)):
                leaving = plan.leaving(placed, port)
                facing = plan.leaving(replace(placed, cell=placed.cell.beside(port // 2)), FACING[port])
                assert (leaving.x, leaving.y) == (facing.x, facing.y)
                assert leaving.out == (-facing.out[0], -facing.out[1])
                own_port = PORTS[(port + placed.way.shift) % len(PORTS)]
                assert plan.at(placed, own_port) == (leaving.x, leaving.y)


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


def test_drawn_ways_follow_the_rules(game: Circuitry) -> None:
    wraps = set()
    for kind in KINDS:
        for g in tables(game, kind, 3, 90):
            for node in g.board.nodes:
                ways = list(exits(g.board, node))
                assert tuple(dict.fromkeys(way.end for way in ways)) == g.board.neighbours(node)
                for way, (end, around) in zip(ways, ends(g.board, node), strict=True):
                    wraps.add(around)
                    assert way.end == end
                    assert way.stretches
                    assert step(g.board, node, way.end)
                    cards = {stretch.number for stretch in way.stretches}
                    assert cards <= set(g.board.by_number)
    assert wraps == {True, False}


def test_a_way_that_wraps_leaves_at_a_letter(game: Circuitry) -> None:
    for g in tables(game, KINDS[2], 4, 60):
        open_ends = {end.number for end in rims(g.board) if end.beyond is not None}
        for node in g.board.nodes:
            for way, (_, around) in zip(exits(g.board, node), ends(g.board, node), strict=True):
                if around:
                    assert {stretch.number for stretch in way.stretches} & open_ends


def test_an_end_keeps_its_letter_while_the_board_grows(game: Circuitry) -> None:
    """A letter belongs to a row or column and one of its two ways."""
    named: dict[tuple[bool, int, int], str] = {}
    for kind in KINDS:
        for g in tables(game, kind, 3, 30):
            for end in rims(g.board):
                cell, across = g.board.by_number[end.number].cell, end.port // 2 in (1, 3)
                second = {0: 0, 5: 0, 1: 1, 4: 1, 7: 0, 2: 0, 6: 1, 3: 1}[end.port]
                line = across, cell.row if across else cell.column, second
                if end.letter:
                    assert named.setdefault(line, end.letter) == end.letter
    assert len(set(named.values())) == len(named) > 20
    assert not any(character in letters for letters in named.values() for character in {*"IOQ", *LETTERS.values()})


def test_no_flag_of_a_pawn_hides_another_one(game: Circuitry, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_at: list[Box] = []
    monkeypatch.setattr(pawns, "draw_badge", lambda _canvas, _badge, _seat, box: drawn_at.append(box))
    for kind in KINDS:
        for g in tables(game, kind, 3, 60):
            view = game.view(g, None)
            drawn_at.clear()
            plan = plan_of(view.board)
            canvas = draw_board(table.scene(view), plan)
            assert len(drawn_at) == len(view.sides)
            for one, other in combinations(drawn_at, 2):
                assert not (
                    max(one.left, other.left) < min(one.right, other.right)
                    and max(one.top, other.top) < min(one.bottom, other.bottom)
                )
            for side in view.sides:
                x, y = plan.node(view.board, side.node)
                assert not any(box.left < x < box.right and box.top < y < box.bottom for box in drawn_at)
            inside = canvas.box
            assert all(
                b.left >= 0 and b.top >= 0 and b.right <= inside.right and b.bottom <= inside.bottom for b in drawn_at
            )


def test_flags_of_pawns_stand_aside_on_a_crowded_board(game: Circuitry, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[Badge, Seat, Box]] = []
    monkeypatch.setattr(pawns, "draw_badge", lambda _canvas, *badge_seat_box: drawn.append(badge_seat_box))
    hidden = flags = 0
    for g in tables(game, KINDS[4], 3, 30):
        view = game.view(g, None)
        if len(g.board.placed) < 20:
            continue
        plan = plan_of(view.board)
        drawn.clear()
        draw_board(table.scene(view), plan)
        points = [plan.at(placed, node.at) for placed in g.board.placed for node in placed.face.nodes]
        letters = rim(Canvas(plan.width, plan.height, GROUND), plan, rim_ends(g.board, plan), GROUND)
        points += [middle(box) for box in (*letters, *numbers_on(g.board, plan))]
        bare, covered = (Canvas(plan.width, plan.height, GROUND) for _ in range(2))
        for flag in drawn:
            draw_badge(covered, *flag)
        flags += len(drawn)
        places = [(round(x), round(y)) for x, y in points]
        hidden += sum(bare.pixels.getpixel(place) != covered.pixels.getpixel(place) for place in places)
    assert flags > 20
    assert not hidden, "though nodes, numbers and letters are all around"


def middle(box: Box) -> tuple[float, float]:
    return box.left + box.width / 2, box.top + box.height / 2


def numbers_on(board: Board, plan: Plan) -> Iterator[Box]:
    """Yield the boxes of the cards' numbers in the picture."""
    for placed in board.placed:
        number, cell = (
            imprinted(Lying(placed.card, placed.way.side, plan.turn(placed), plan.card)),
            plan.cell(placed.cell),
        )
        if number is not None:
            yield number.box._replace(left=cell.left + number.box.left, top=cell.top + number.box.top)


def shaped(game: Circuitry, count: int, columns: int) -> Board:
    """Return a board of `count` cards in rows of `columns`, each with the next orientation."""
    ways = tuple(Way)
    cards = list(game.content.circuits.values())[:count]
    return Board(
        tuple(
            Placed(card, Cell(place % columns, place // columns), ways[place % 4]) for place, card in enumerate(cards)
        )
    )


@pytest.mark.parametrize("columns", [1, 2, 5, 10, 30])
@pytest.mark.parametrize("count", [1, 2, 7, 16, 30])
def test_boards_of_any_shape_fit(game: Circuitry, drawn_lines: dict[str, bool], count: int, columns: int) -> None:
    board = shaped(game, count, columns)
    plan = plan_for(board.cells, (1000, HIGH), margins(board), upright=board.upright)
    assert plan.card % STEP == 0
    assert plan.width <= 1000
    assert plan.height <= HIGH or plan.card <= 20
    colour = board.placed[-1].face.nodes[0].colour
    pawn = Standing(0, colour, names(board.placed[-1].card.number)[colour])
    piece = draw_board(Scene(board, (pawn,), ((board.placed[0].card.number, "laid"),)), plan)
    assert piece.pixels.size == (plan.width, plan.height)
    assert cut_off(drawn_lines) == set()
    lines = set(drawn_lines)
    if plan.card >= 44:
        assert {end.letter for end in rims(board) if end.letter} <= lines
        assert {str(placed.card.number) for placed in board.placed} <= lines


def test_long_rows_are_shown_upright_because_they_become_larger(game: Circuitry) -> None:
    for count, columns in ((28, 14), (21, 7), (25, 12), (30, 15)):
        board = shaped(game, count, columns)
        assert board.upright
        shown, turned = (plan_for(board.cells, ROOM, margins(board), upright=way).card for way in (True, False))
        assert shown >= 1.2 * turned, (count, columns)
    assert not any(shaped(game, count, columns).upright for count, columns in ((6, 6), (25, 5), (14, 2), (28, 7)))


@pytest.mark.parametrize(
    "shape", [(count, columns) for columns in range(1, 16) for count in range(columns, 31, max(columns, 3))], ids=str
)
def test_a_board_of_any_shape_is_nearly_as_large_as_possible(game: Circuitry, shape: tuple[int, int]) -> None:
    """Each shape is the number of cards, and the number of cards in a row."""
    board = shaped(game, *shape)
    plan = plan_of(board)
    room = (LAYOUT.board.width, LAYOUT.board.height)
    best = max(plan_for(board.cells, room, margins(board), upright=way).card for way in (False, True))
    assert plan.card >= min(0.8 * best, ENOUGH)
    if plan.card >= LEAST:  # the camera shows only a part of larger boards
        assert plan.width <= LAYOUT.board.width
        assert plan.height <= LAYOUT.board.height


def test_an_upright_board_matches_its_cells(game: Circuitry) -> None:
    board = shaped(game, 21, 7)
    plan = plan_for(board.cells, ROOM, (0, 0), upright=board.upright)
    for placed in board.placed:
        cell = plan.cell(placed.cell)
        near = [plan.cell(placed.cell.beside(edge)) for edge in range(4)]
        assert [box[:2] for box in near] == [
            (cell.left, cell.top - cell.height),
            (cell.left + cell.width, cell.top),
            (cell.left, cell.top + cell.height),
            (cell.left - cell.width, cell.top),
        ]
        for port in range(len(PORTS)):
            leaving = plan.leaving(placed, port)
            across, down = leaving.out
            assert leaving.out == ((0, -1), (1, 0), (0, 1), (-1, 0))[port // 2]
            assert leaving.x == (cell.right if across > 0 else cell.left) or not across
            assert leaving.y == (cell.bottom if down > 0 else cell.top) or not down
            assert plan.at(placed, PORTS[(port + placed.way.shift) % len(PORTS)]) == (leaving.x, leaving.y)


def test_few_cards_are_large_and_many_are_readable(game: Circuitry) -> None:
    card_sizes = {}
    for count, columns in ((1, 1), (3, 3), (9, 3), (20, 5), (25, 5)):
        board = shaped(game, count, columns)
        card_sizes[count] = plan_for(board.cells, ROOM, margins(board), upright=board.upright).card
    assert card_sizes[1] == LARGEST
    assert card_sizes[3] >= 124
    assert card_sizes[25] >= 64
    assert list(card_sizes.values()) == sorted(card_sizes.values(), reverse=True)


def test_a_pawns_ring_leaves_the_cards_number_readable(game: Circuitry) -> None:
    met = 0
    for g in tables(game, KINDS[4], 3, 60):
        view = game.view(g, None)
        plan = plan_of(view.board)
        canvas, bare = draw_board(table.scene(view), plan), draw_board(table.scene(view)._replace(pawns=()), plan)
        for side in view.sides:
            x, y = plan.node(view.board, side.node)
            placed = view.board.by_number[number_of(side.node)]
            imprint = imprinted(Lying(placed.card, placed.way.side, plan.turn(placed), plan.card))
            if imprint is None:
                continue
            box, cell = imprint.box, plan.cell(placed.cell)
            number = (cell.left + box.left, cell.top + box.top, cell.left + box.right, cell.top + box.bottom)
            if abs(x - sum(number[::2]) / 2) < box.width / 2 and abs(y - sum(number[1::2]) / 2) < box.height / 2:
                met += 1
                seen, wanted = (c.pixels.crop(number).histogram()[PRINT] for c in (canvas, bare))
                assert seen >= wanted / 2
    assert met


def test_numbers_on_nodes_of_small_cards_leave_the_colours_visible(game: Circuitry) -> None:
    met = seen = 0
    for card in game.content.circuits.values():
        for side, face_of_card in enumerate(card.faces):
            lying = Lying(card, side, quarters(turned=False, upright=False), 44)
            imprint = imprinted(lying)
            assert imprint is not None
            for node in face_of_card.nodes:
                (x, y), half = lying.at(node.at), radius(node) * lying.step
                if imprint.box.left <= x < imprint.box.right and imprint.box.top <= y < imprint.box.bottom:
                    met += 1
                    node_picture = face(lying).crop(
                        (round(x - half), round(y - half), round(x + half), round(y + half))
                    )
                    seen += node_picture.histogram()[COLOURS[node.colour][0]] >= 3
    assert met > 20
    assert seen >= 0.8 * met


def test_a_line_leads_to_a_letter_that_was_moved_outwards(game: Circuitry) -> None:
    board = shaped(game, 24, 12)
    plan = plan_for(board.cells, (500, 500), margins(board), upright=board.upright).within(600, 500)
    open_ends = rim_ends(board, plan)
    canvas = Canvas(plan.width, plan.height, GROUND)
    rooms = rim(canvas, plan, open_ends, GROUND)
    lettered = [end.leaving for end in open_ends if end.letter]
    assert len(rooms) == len(lettered)
    farther = 0
    for leaving, room in zip(lettered, rooms, strict=True):
        gap = round(abs(leaving.y - (room.bottom if leaving.out[1] < 0 else room.top)))
        if leaving.out[1] and gap > 12:
            farther += 1
            way = (canvas.at(round(leaving.x), round(leaving.y) + leaving.out[1] * part) for part in range(gap))
            assert TRACE in way
    assert farther


def test_a_closeup_is_extended_by_cards_that_fit() -> None:
    wanted, board = [Cell(0, 0)], [Cell(0, 0), Cell(0, 1), Cell(1, 1), Cell(0, 2), Cell(0, 3)]
    alone = plan_for(wanted, (1200, 400), (60, 60), upright=False)
    among = plan_with_surroundings(wanted, board, (1200, 400), (60, 60), upright=False)
    assert among.card == alone.card
    assert [among.holds(cell) for cell in board] == [True, True, False, False, False]
    assert not alone.holds(Cell(0, 1))
