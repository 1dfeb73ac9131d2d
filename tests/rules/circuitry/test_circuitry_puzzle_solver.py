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
from tests.rules.circuitry.chosen import CHOSEN, chosen
from tests.rules.circuitry.puzzles import CONTENT, at_random, by_the_rules, deal, is_solved_by

SMALL = "exchanged", "turned over", "to the last card", "off card 1"
"""The kinds of chosen puzzles that a search by the rules solves quickly."""


def small(seed: int) -> Puzzle:
    """Return a random puzzle that a search by the rules solves quickly."""
    return at_random(Random(split(seed, 1)), board=3, actions=2, movement=2)


def large(seed: int) -> Puzzle:
    """Return a random puzzle, as large as a hard one."""
    return at_random(Random(split(seed, 2)), board=7, actions=3, movement=4)


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


@pytest.mark.parametrize(
    "puzzle", [*map(small, seeds(1)), *(CHOSEN[f"{kind} 1"] for kind in SMALL), *thorough(*chosen(*SMALL))]
)
def test_the_solver_agrees_with_a_search_by_the_rules(puzzle: Puzzle) -> None:
    solved = solve(puzzle)
    assert solved.complete
    assert (solved.least, solved.solutions) == by_the_rules(puzzle)


@pytest.mark.parametrize("puzzle", [*map(large, seeds(5)), *chosen("short of black")])
def test_each_solution_is_legal_and_takes_the_least_number_of_cards(puzzle: Puzzle) -> None:
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


@pytest.mark.parametrize("puzzle", [*map(large, seeds(5)), *chosen("changed behind", "portal swapped", "moved late")])
def test_a_late_search_loses_no_solution(puzzle: Puzzle) -> None:
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
    solved = solve(CHOSEN["laid and swapped 1"])
    assert (solved.least, solved.solutions) == (3, 10)


@pytest.mark.parametrize("seed", seeds(4))
def test_cards_outside_the_hand_lie_in_the_piles(seed: int) -> None:
    g = large(seed).state(CONTENT)
    green = [card for pile in g.piles.values() for card in pile]
    assert Counter(g.gold + green + g.sides[ME].minis) == Counter({card: card.copies for card in CONTENT.minis})
    assert {card.green for card in g.gold} == {False}
    assert {card.green for card in green} == {True}


def test_the_rules_tell_whether_actions_solve_a_puzzle() -> None:
    puzzle = CHOSEN["off card 1 2"]
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


@pytest.mark.parametrize("puzzle", chosen("several keys"))
def test_key_actions_tell_solutions_apart(puzzle: Puzzle) -> None:
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
    gave_up = [solve(large(seed), Bounds(positions=3)) for seed in range(60)]
    assert {solved.complete for solved in gave_up} == {True, False}
    assert all(solved.least is None and not solved.steps(1) for solved in gave_up if not solved.complete)


@pytest.mark.parametrize(
    ("name", "positions", "boards"),
    [
        ("small 1", 96, 36),
        ("off card 1 1", 13, 6),
        ("off card 1 2", 13, 10),
        ("exchanged 3", 24, 4),
        ("turned over 2", 170, 4),
        ("large 1", 21, 101),
        ("several keys 2", 581, 59),
        ("large 2", 301, 139),
        ("large 3", 787, 184),
        ("judged 2", 44, 18),
        ("several keys 4", 53, 11),
        ("several keys 5", 170, 50),
        ("several keys 7", 67, 3),
        ("several keys 8", 61, 15),
        ("short of black 2", 12, 1),
        ("large 4", 125, 1),
        ("several keys 11", 22, 13),
        ("portal swapped 3", 384, 27),
        ("laid and swapped 1", 209, 219),
        ("changed behind 2", 151, 10),
        ("portal swapped 2", 57, 14),
        ("large 5", 52, 3),
        ("large 6", 1, 1),
        ("large 7", 58, 6),
        ("moved late 1", 544, 60),
        ("moved late 2", 194, 32),
    ],
)
def test_hopeless_positions_are_not_expanded(name: str, positions: int, boards: int) -> None:
    """The number must not grow: daily puzzles are made by the thousand."""
    search = Search(CHOSEN[name], Bounds())
    search.run()
    assert (len(search.costs) <= positions, search.task.pieces.layout_count <= boards) == (True, True)


def test_the_bounds_limit_positions_and_layouts() -> None:
    for puzzle in (CHOSEN["several keys 1"], CHOSEN["judged 1"]):
        search = Search(puzzle, Bounds())
        search.run()
        positions, boards = len(search.costs), search.task.pieces.layout_count
        Search(puzzle, Bounds(positions=positions, layouts=boards)).run()
        for bounds in (Bounds(positions=positions - 1), Bounds(layouts=boards - 1)):
            with pytest.raises(GaveUpError):
                Search(puzzle, bounds).run()
