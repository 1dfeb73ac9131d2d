"""The solver of puzzles is exact: it agrees with a search by the rules."""

from collections import Counter
from collections.abc import Container, Sequence

import pytest

from rules.circuitry.actions import Exchange, Flip, Force, Move, Place, Portal, PortalForce, Rotate, Slide, Swap
from rules.circuitry.board import Way
from rules.circuitry.cards import BLACK
from rules.circuitry.puzzle.changes import Step, changed, changes
from rules.circuitry.puzzle.drawing import Random
from rules.circuitry.puzzle.hand import CHANGES
from rules.circuitry.puzzle.layout import WAY, Pieces
from rules.circuitry.puzzle.puzzle import ME, Puzzle, read
from rules.circuitry.puzzle.search import Bounds, GaveUpError, Search
from rules.circuitry.puzzle.solution import actions, counted, solve
from rules.circuitry.puzzle.task import Task
from rules.core.notation import Action
from rules.core.play import apply
from rules.core.rng import split
from tests.examples import seeds, thorough
from tests.rules.circuitry.puzzles import CONTENT, at_random, by_the_rules, deal, is_solved_by

EXCHANGED = 957, 3255, 5036, 487
"""Seeds of puzzles in which a charge of another pawn is useful."""
TURNED_OVER = 4527, 8663
"""Seeds of puzzles in which #1 is turned over by another pawn that is forced off it."""
TO_THE_LAST_CARD = 936, 993
"""Seeds of puzzles in which a charge is taken with the last or the second to last card."""
SHORT_OF_BLACK = 353, 619
"""Seeds of puzzles in which a colour must be paid with its own card, since black cards are needed later."""
CHANGED_BEHIND = 1432, 3651, 1024
"""Seeds of puzzles in which the board is changed after another pawn was forced."""
OFF_CARD_1 = 18, 111, 348, 592
"""Seeds of puzzles in which the last pawn leaves #1 along either axis."""
ONE_OF_EACH = EXCHANGED[0], TURNED_OVER[0], TO_THE_LAST_CARD[0], OFF_CARD_1[0]
MORE = *EXCHANGED[1:], *TURNED_OVER[1:], *TO_THE_LAST_CARD[1:], *OFF_CARD_1[1:]
PORTAL_SWAPPED = 18156, 32830, 2003
"""Seeds of puzzles in which a Swap uncovers a portal, and would be impossible after the jump."""
MOVED_LATE = 102018, 102361
"""Seeds of puzzles in which one of two changes that move cards has to come first, or neither."""


class Everything(Container[Step]):
    def __contains__(self, step: object) -> bool:
        return True


@pytest.mark.parametrize("seed", seeds(2))
def test_the_solvers_board_agrees_with_the_games(seed: int) -> None:
    table = deal(CONTENT, Random(split(seed, 0)), cards=8, others=0, carrying=False)
    board, placed = table.board, table.board.placed
    pieces = Pieces([card_placed.card for card_placed in placed])
    layout = pieces.layout(
        pieces.shape(tuple(card_placed.cell for card_placed in placed)),
        tuple(WAY.index(card_placed.way) for card_placed in placed),
    )
    for node in board.nodes:
        assert tuple(map(pieces.name, layout.near(pieces.node(node)))) == board.neighbours(node)
    assert sorted(map(pieces.name, layout.portals)) == sorted(board.portals)
    slides = {(pieces.number(slot), cell) for slot, cell in layout.shape.slides}
    assert slides == {(number, cell) for number, cells in board.slides.items() for cell in cells}
    assert layout.shape.places == board.places
    assert [WAY[way ^ 1] for way in range(4)] == [way.rotated for way in Way]
    assert [WAY[way ^ 2] for way in range(4)] == [way.flipped for way in Way]


@pytest.mark.parametrize("seed", [*seeds(1), *ONE_OF_EACH, *thorough(*MORE)])
def test_the_solver_agrees_with_a_search_by_the_rules(seed: int) -> None:
    puzzle = at_random(Random(split(seed, 1)), board=3, actions=2, movement=2)
    solved = solve(puzzle)
    assert solved.complete
    assert (solved.least, solved.solutions) == by_the_rules(puzzle)


@pytest.mark.parametrize("seed", [*seeds(5), *SHORT_OF_BLACK])
def test_each_solution_is_legal_and_takes_the_least_number_of_cards(seed: int) -> None:
    puzzle = at_random(Random(split(seed, 2)), board=7, actions=3, movement=4)
    solved = solve(puzzle)
    for steps in solved.steps(10):
        g = puzzle.state(CONTENT)
        for action in actions(CONTENT, puzzle, solved, steps):
            assert not puzzle.met(g)
            g = apply(g, ME, action)
        assert puzzle.met(g)
        side = g.sides[ME]
        assert puzzle.cards - len(side.minis) - len(side.circuits) == solved.least
    assert len({*solved.steps(500)}) == min(solved.solutions, 500)


@pytest.mark.parametrize("seed", [*seeds(5), *CHANGED_BEHIND, *PORTAL_SWAPPED, *MOVED_LATE])
def test_a_late_search_loses_no_solution(seed: int) -> None:
    puzzle = at_random(Random(split(seed, 2)), board=7, actions=3, movement=4)
    solved = solve(puzzle)
    every = Search(puzzle, Bounds(), only=Everything())
    every.run()
    assert solved.least == every.least
    if every.least is not None:
        assert (solved.solutions, solved.key_sets) == counted(every)


@pytest.mark.parametrize("seed", seeds(1))
def test_a_change_affects_only_pathways_that_share_a_bit(seed: int) -> None:
    table = deal(CONTENT, Random(split(seed, 3)), cards=5, others=1, carrying=False)
    start, pawns, *_ = Task(Puzzle(table.goal, table.board, table.pawns, (), table.unused[0])).start
    for change in (change for kind in CHANGES for change in changes(start, kind, pawns.bearing)):
        after = changed(start, change)
        assert after.origin is None
        for node in range(start.nodes):
            if not start.trace(node) & change.bits:
                assert after.seen(node) == start.seen(node)
            elif after.near(node) != start.near(node):
                assert after.trace(node) & change.undone


def test_a_pawn_is_forced_onto_a_card_that_was_just_laid() -> None:
    """8.6, 4.7"""
    puzzle = read(
        CONTENT,
        {
            "goal": "reach 1-orange",
            "board": ["1 0,0 b0", "3 0,-1 a0"],
            "pawns": ["dark-blue 3-purple", "orange 1-green charge", "purple 1-red"],
            "minis": ["orange", "black", "rotate", "force", "force"],
            "circuit": 16,
        },
    )
    assert solve(puzzle).complete


def test_a_pawn_with_a_charge_is_forced_to_a_portal_beside_ones_own() -> None:
    """8.9, 8.10"""
    puzzle = read(
        CONTENT,
        {
            "goal": "charge",
            "board": ["1 0,0 b0", "26 0,1 b180", "11 0,2 b0", "24 -1,1 b180"],
            "pawns": ["light-blue 24-dark-blue", "green 1-purple charge"],
            "minis": ["black", "black", "exchange", "force", "portal"],
        },
    )
    solved = solve(puzzle)
    assert [step[0] for step in solved.steps(1)[0]] == ["portal-force", "exchange"]
    assert solved.key_sets == (keys(puzzle, actions(CONTENT, puzzle, solved, solved.steps(1)[0])),)
    assert (solved.least, solved.solutions) == by_the_rules(puzzle)


@pytest.mark.parametrize(
    ("board", "pawns", "change"),
    [
        (["1 0,0 b180", "24 0,1 b0", "7 1,0 a180", "18 1,1 a0"], ["red 18-light-blue", "light-blue 7-green"], "rotate"),
        (["1 0,0 b0", "19 -1,0 a180", "3 -1,1 b0", "21 0,1 a0"], ["dark-blue 3-orange", "red 3-purple"], "slide"),
    ],
)
def test_a_charge_is_exchanged_without_any_movement_card(board: list[str], pawns: list[str], change: str) -> None:
    """8.10 A change of the board makes the other pawn adjacent."""
    mine, theirs = pawns
    written = {"goal": "charge", "board": board, "pawns": [mine, f"{theirs} charge"], "minis": [change, "exchange"]}
    puzzle = read(CONTENT, written)
    solved = solve(puzzle)
    assert (solved.least, solved.solutions) == by_the_rules(puzzle)
    assert {step[0] for step in solved.steps(1)[0]} == {change, "exchange"}


def test_a_card_that_is_laid_can_be_swapped_before_or_after() -> None:
    """4.7, 8.3 The expected numbers come from a search by the rules (`by_the_rules`), which takes two seconds."""
    solved = solve(at_random(Random(split(2404, 2)), board=7, actions=3, movement=4))
    assert (solved.least, solved.solutions) == (3, 10)


@pytest.mark.parametrize("seed", seeds(4))
def test_cards_outside_the_hand_lie_in_the_piles(seed: int) -> None:
    puzzle = at_random(Random(split(seed, 2)), board=7, actions=3, movement=4)
    g = puzzle.state(CONTENT)
    green = [card for pile in g.piles.values() for card in pile]
    assert Counter(g.gold + green + g.sides[ME].minis) == Counter({card: card.copies for card in CONTENT.minis})
    assert {card.green for card in g.gold} == {False}
    assert {card.green for card in green} == {True}


def test_the_rules_tell_whether_actions_solve_a_puzzle() -> None:
    puzzle = at_random(Random(split(111, 1)), board=3, actions=2, movement=2)
    solved = solve(puzzle)
    solution = [*actions(CONTENT, puzzle, solved, solved.steps(1)[0])]
    assert is_solved_by(puzzle, solution)
    assert not is_solved_by(puzzle, solution[:-1])
    assert not is_solved_by(puzzle, [*solution, "dance"])
    assert not is_solved_by(puzzle, [*solution, "portal 1-red red"])


def keys(puzzle: Puzzle, solution: Sequence[Action]) -> tuple[str, ...]:
    """Return the key actions of a solution, counting a Force once."""
    g, key_actions = puzzle.state(CONTENT), []
    for action in solution:
        forces = sum(mini.id == "force" for mini in g.sides[ME].minis)
        g = apply(g, ME, action)
        match action:
            case Rotate(circuit) | Flip(circuit):
                key_actions.append(f"{action.verb} {circuit}")
            case Swap(first, second):
                key_actions.append(f"swap {min(first, second)} {max(first, second)}")
            case Slide() | Place():
                key_actions.append(str(action))
            case Portal(node):
                key_actions.append(f"portal {node}")
            case PortalForce(pawn, node):
                key_actions.append(f"portal-force {pawn} {node}")
            case Force(pawn) if sum(mini.id == "force" for mini in g.sides[ME].minis) < forces:
                key_actions.append(f"force {pawn}")
            case Exchange(pawn):
                key_actions.append(f"exchange {pawn}")
    return tuple(sorted(key_actions))


@pytest.mark.parametrize("seed", [21, 23, 46, 61, 64, 72, 109, 110, 448, 452, 677])
def test_key_actions_tell_solutions_apart(seed: int) -> None:
    puzzle = at_random(Random(split(seed, 2)), board=7, actions=3, movement=4)
    solved = solve(puzzle)
    played = [actions(CONTENT, puzzle, solved, steps) for steps in solved.steps(20)]
    assert len(played) == solved.solutions
    assert {keys(puzzle, solution) for solution in played} == set(solved.key_sets)
    for solution in played:
        left = puzzle.state(CONTENT)
        for action in solution:
            left = apply(left, ME, action)
        if any(isinstance(action, Move) and action.cards == BLACK for action in solution):
            spared = [mini.id for mini in left.sides[ME].minis if mini.movement]
            assert set(spared) <= {BLACK}, "a black card pays for a step when there is nothing else"


def test_giving_up_is_reported() -> None:
    puzzles = (at_random(Random(split(seed, 2)), board=7, actions=3, movement=4) for seed in range(60))
    gave_up = [solve(puzzle, Bounds(positions=3)) for puzzle in puzzles]
    assert {solved.complete for solved in gave_up} == {True, False}
    assert all(solved.least is None and not solved.steps(1) for solved in gave_up if not solved.complete)


@pytest.mark.parametrize(
    ("size", "seed", "positions", "boards"),
    [
        *((3, 13, 96, 36), (3, 18, 13, 6), (3, 111, 13, 10), (3, 5036, 24, 4), (3, 8663, 170, 4)),
        *((7, 7, 21, 101), (7, 23, 581, 59), (7, 26, 301, 139), (7, 28, 787, 184), (7, 33, 44, 18), (7, 61, 53, 11)),
        *((7, 64, 170, 50), (7, 109, 67, 3), (7, 110, 61, 15), (7, 619, 12, 1), (7, 647, 125, 1), (7, 677, 22, 13)),
        *((7, 2003, 384, 27), (7, 2404, 209, 219), (7, 3651, 151, 10), (7, 32830, 57, 14)),
        *((7, 128, 52, 3), (7, 214, 1, 1), (7, 357, 58, 6), (7, 102018, 544, 60), (7, 102361, 194, 32)),
    ],
)
def test_hopeless_positions_are_not_expanded(size: int, seed: int, positions: int, boards: int) -> None:
    """The number must not grow: daily puzzles are made by the thousand."""
    stream, actions, movement = {3: (1, 2, 2), 7: (2, 3, 4)}[size]
    search = Search(at_random(Random(split(seed, stream)), board=size, actions=actions, movement=movement), Bounds())
    search.run()
    assert (len(search.costs) <= positions, search.task.pieces.layout_count <= boards) == (True, True)


def test_the_bounds_limit_positions_and_layouts() -> None:
    walk = at_random(Random(split(21, 2)), board=7, actions=3, movement=4)
    turn = at_random(Random(split(6, 2)), board=7, actions=3, movement=4)
    for puzzle in (walk, turn):
        search = Search(puzzle, Bounds())
        search.run()
        positions, boards = len(search.costs), search.task.pieces.layout_count
        Search(puzzle, Bounds(positions=positions, layouts=boards)).run()
        for bounds in (Bounds(positions=positions - 1), Bounds(layouts=boards - 1)):
            with pytest.raises(GaveUpError):
                Search(puzzle, bounds).run()
