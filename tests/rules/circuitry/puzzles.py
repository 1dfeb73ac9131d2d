"""Puzzles at random, and the plain way to solve them: by everything that the game offers."""

from collections import Counter

from rules.circuitry.actions import JOIN, Done, Force, Move
from rules.circuitry.cards import BLACK, Colour
from rules.circuitry.puzzle.dealing import Random, deal
from rules.circuitry.puzzle.goal import Aim, Goal
from rules.circuitry.puzzle.puzzle import ME, Puzzle
from rules.circuitry.state import CircuitryState
from rules.core.play import apply, options
from tests.rules.circuitry.tables import GAME

CONTENT = GAME.content
KINDS = ("rotate", "flip", "swap", "slide", "force", "portal", "exchange")


def at_random(random: Random, *, board: int, actions: int, movement: int) -> Puzzle:
    """A puzzle, most likely without a solution: at most so many cards on the board, and in the hand."""
    carrying = random.below(3) == 0
    others = 1 + random.below(2) if carrying else random.below(3)
    table = deal(CONTENT, random, cards=2 + random.below(board - 1), others=others, carrying=carrying)
    own, *theirs = (pawn.colour.word for pawn in table.pawns)
    hand = [BLACK, *theirs[:1], *(random.one_of(KINDS) for _ in range(random.below(actions + 1)))]
    hand += [random.one_of((BLACK, own, random.one_of(tuple(Colour)).word)) for _ in range(1 + random.below(movement))]
    counts = Counter(hand)
    minis = tuple(card.id for card in CONTENT.minis for _ in range(min(counts[card.id], card.copies)))
    goal = table.goal
    nodes = [node for node in table.board.nodes if node != table.pawns[ME].node]
    if random.below(3) == 0:
        goal = Goal(Aim.REACH, random.one_of(nodes))
    circuit = table.unused[0] if random.below(5) == 0 and len(minis) < 6 else None
    return Puzzle(goal, table.board, table.pawns, minis, circuit)


def least_by_the_rules(puzzle: Puzzle) -> int | None:
    """The least number of cards, found by playing whatever the game offers, step by step."""
    start = puzzle.state(CONTENT)
    best: int | None = None
    seen, edge = {_known(start)}, [start]
    while edge:
        further = []
        for g in edge:
            for action in options(g, ME):
                if isinstance(action, Done) or (isinstance(action, Move | Force) and JOIN in action.cards):
                    continue
                after = apply(g, ME, action)
                if puzzle.met(after):
                    used = _held(start) - _held(after)
                    best = used if best is None else min(best, used)
                elif after.phase.waiting == (ME,) and _known(after) not in seen:
                    seen.add(_known(after))
                    further.append(after)
        edge = further
    return best


def _held(g: CircuitryState) -> int:
    return len(g.sides[ME].minis) + len(g.sides[ME].circuits)


def _known(g: CircuitryState) -> tuple[object, ...]:
    board = tuple((there.card.number, there.cell, there.way) for there in g.board.placed)
    sides = tuple((side.node, side.carried) for side in g.sides)
    return board, sides, tuple(mini.id for mini in g.sides[ME].minis), g.phase
