"""Solutions of the solver as actions of the game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Final

from rules.circuitry import actions as a
from rules.circuitry.actions import JOIN
from rules.circuitry.board import HUB, Axis, NodeId, colour_of, number_of
from rules.circuitry.cards import BLACK
from rules.circuitry.content import Content
from rules.circuitry.grid import Cell
from rules.circuitry.phases import Turning
from rules.circuitry.puzzle.changes import WORDS, Step
from rules.circuitry.puzzle.layout import COLOUR, COLOURS, WAY
from rules.circuitry.puzzle.puzzle import ME, Puzzle
from rules.circuitry.puzzle.search import Bounds, GaveUpError, Search
from rules.circuitry.puzzle.task import AXES, Position
from rules.circuitry.state import CircuitryState
from rules.core.cards import CardId
from rules.core.notation import Action
from rules.core.play import apply

Keys = tuple[str, ...]
"""The key actions of a solution, sorted: all actions except the pawn's own steps, charges and deliveries."""
Way = tuple[tuple[Position, Step], ...]
"""A solution: all steps, each with the position before it."""

BOUNDS: Final = Bounds()
MOST_KEY_SETS: Final = 200
"""The maximum number of sets of key actions that are recorded."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The solver's result.

    Solutions are counted by their steps, whichever movement cards pay for them. A Swap is one step, whichever of its
    cards is named first.
    """

    complete: bool
    """Whether the solver finished. If not, it gave up, and the other fields mean nothing."""
    least: int | None
    """The least number of cards that solve the puzzle, counting the circuit card too; None if there is no solution."""
    solutions: int = 0
    """The number of solutions with this many cards."""
    key_sets: tuple[Keys, ...] = ()
    """The sets of key actions of these solutions, at most `MOST_KEY_SETS` of them."""
    search: Search | None = None
    work: int = 0
    """The work of all searches, counted in positions (`Search.work`)."""

    def ways(self, most: int) -> list[Way]:
        """Return at most this many solutions, always in the same order."""
        if self.search is None:
            return []
        return list(islice(_backwards(self.search, None), most))

    def steps(self, most: int) -> list[tuple[Step, ...]]:
        """Return at most this many solutions, as steps without positions."""
        return [tuple(step for _, step in way) for way in self.ways(most)]


def solve(puzzle: Puzzle, bounds: Bounds = BOUNDS) -> Solved:
    """Find the least number of cards, and every solution with that number. The result is exact unless the solver gives
    up.
    """
    late = Search(puzzle, bounds)
    searches = [late]
    try:
        late.run()
        if late.least is None:
            return Solved(complete=True, least=None, work=late.work)
        steps = {step for position in in_order(late) for _, step in late.before[position]}
        search = Search(puzzle, bounds, only=alike(steps))
        searches.append(search)
        search.run()
    except GaveUpError:
        return Solved(complete=False, least=None, work=sum(each.work for each in searches))
    assert search.least == late.least
    solutions, keys = counted(search)
    return Solved(True, search.least, solutions, keys, search, late.work + search.work)


def alike(steps: set[Step]) -> set[Step]:
    """Return these steps, and those of solutions in which swapped cards take each other's part (`depends`)."""
    parts: dict[object, frozenset[int]] = {}
    for step in steps:
        match step:
            case ("swap", int(first), int(second)):
                joined = parts.get(first, frozenset()) | parts.get(second, frozenset()) | {first, second}
                parts |= dict.fromkeys(joined, joined)
    swaps = {("swap", *pair) for joined in parts.values() for pair in combinations(sorted(joined), 2)}
    slides = {("slide", slot, step[2]) for step in steps if step[0] == "slide" for slot in parts.get(step[1], ())}
    return steps | swaps | slides


def counted(search: Search) -> tuple[int, tuple[Keys, ...]]:
    """Return the number of solutions, and their sets of key actions.

    Solutions share positions. So both results are computed from position to position, without listing the solutions.
    """
    ways: dict[Position | None, int] = {search.task.start: 1}
    keys: dict[Position | None, set[Keys]] = {search.task.start: {()}}
    for position in in_order(search):
        if position == search.task.start:
            continue
        ways[position] = sum(ways[before] for before, _ in search.before[position])
        key_sets: set[Keys] = set()
        for before, step in search.before[position]:
            key = key_of(search, step)
            key_sets |= {tuple(sorted((*keys_before, key))) for keys_before in keys[before]} if key else keys[before]
        keys[position] = set(sorted(key_sets)[:MOST_KEY_SETS])
    return ways[None], tuple(sorted(keys[None]))


def in_order(search: Search) -> list[Position | None]:
    """Return the positions of all solutions, each after those that lead to it, and the goal (None) last."""
    on_the_way: set[Position] = set()
    edge: set[Position | None] = {None}
    while edge:
        further = {before for position in edge for before, _ in search.before[position]} - on_the_way
        on_the_way |= further
        edge = set(further)
    return [*sorted(on_the_way, key=search.costs.__getitem__), None]


def _backwards(search: Search, position: Position | None) -> Iterator[Way]:
    if position == search.task.start:
        yield ()
        return
    for before, step in search.before[position]:
        for way in _backwards(search, before):
            yield (*way, (before, step))


def key_of(search: Search, step: Step) -> str:
    """Return a key action in words; "" if the step is not a key action.

    A Force is one key action, however many steps it forces. For a card that is laid, the words include its cell and
    how it lies.
    """
    pieces = search.task.pieces
    match step:
        case ("rotate" | "flip" as kind, int(slot)):
            return f"{kind} {pieces.number(slot)}"
        case ("swap", int(first), int(second)):
            return "swap {} {}".format(*sorted((pieces.number(first), pieces.number(second))))
        case ("slide", int(slot), cell):
            return f"slide {pieces.number(slot)} {cell}"
        case ("place", cell, int(way)):
            return f"place {pieces.number(len(pieces.cards) - 1)} {cell} {WAY[way].value}"
        case ("portal", int(node), *_):
            return f"portal {pieces.name(node)}"
        case ("portal-force", int(other), int(node)):
            return f"portal-force {COLOUR[search.task.colours[other]]} {pieces.name(node)}"
        case ("force", int(other), _, 2, *_):
            return f"force {COLOUR[search.task.colours[other]]}"
        case ("exchange", int(other)):
            return f"exchange {COLOUR[search.task.colours[other]]}"
    return ""


# Solutions as actions of the game


def actions(content: Content, puzzle: Puzzle, solved: Solved, steps: Sequence[Step]) -> list[Action]:
    """Return a solution as actions of the game, including payments. The actions are played by the rules to check them.

    Raises:
        IllegalActionError: the rules refuse an action, so the solver is wrong.
    """
    assert solved.search is not None
    payment = _Payment(solved.search, steps)
    g = puzzle.state(content)
    played: list[Action] = []
    for step in steps:
        g = _played(g, payment.action(step), played)
        if isinstance(g.phase, Turning):
            axis = step[-1]
            assert isinstance(axis, int)
            g = _played(g, a.TurnOver((Axis.LONG, Axis.SHORT)[AXES.index(axis)]), played)
    assert puzzle.met(g)
    return played


def _played(g: CircuitryState, action: Action, played: list[Action]) -> CircuitryState:
    played.append(action)
    return apply(g, ME, action)


class _Payment:
    """The choice of movement cards for the steps of a solution.

    If a step asks for a colour, cards of that colour pay while there are any, then black ones. The steps of the
    player's own pawn are paid with cards that no step asks for, black ones last.
    """

    def __init__(self, search: Search, steps: Sequence[Step]) -> None:
        self.search = search
        self.reserved = [0] * COLOURS
        free = list(search.task.hand.coloured)
        for step in steps:
            for colour in search.task.asked(step):
                if free[colour]:
                    free[colour] -= 1
                    self.reserved[colour] += 1
        words = [COLOUR[colour].word for colour, left in enumerate(free) for _ in range(left)]
        self.free = iter([*words, *[BLACK] * search.task.hand.black])

    def _paid(self, step: Step) -> list[CardId]:
        paid = []
        for colour in self.search.task.asked(step):
            paid.append(CardId(COLOUR[colour].word if self.reserved[colour] else BLACK))
            self.reserved[colour] -= self.reserved[colour] > 0
        return paid

    def action(self, step: Step) -> Action:
        """Return the game's action for a step."""
        return self._on_board(step) if step[0] in WORDS else self._of_pawns(step)

    def _on_board(self, step: Step) -> Action:
        pieces = self.search.task.pieces
        match step:
            case ("rotate", int(slot)):
                return a.Rotate(pieces.number(slot))
            case ("flip", int(slot)):
                return a.Flip(pieces.number(slot))
            case ("swap", int(first), int(second)):
                return a.Swap(pieces.number(first), pieces.number(second))
            case ("slide", int(slot), Cell() as cell):
                return a.Slide(pieces.number(slot), cell)
            case ("place", Cell() as cell, int(way)):
                return a.Place(pieces.number(len(pieces.cards) - 1), cell, WAY[way])
        raise AssertionError(f"no step: {step}")

    def _of_pawns(self, step: Step) -> Action:
        pieces, pawns, paid = self.search.task.pieces, self.search.task.colours, self._paid(step)
        match step:
            case ("move", int(node), *axis):
                return a.Move(_word(pieces.name(node), leaves=bool(axis)), next(self.free))
            case ("charge",):
                return a.Charge(COLOUR[self.search.task.colour], paid[0], 1)
            case ("deliver",):
                return a.Deliver(CardId(BLACK), 1)
            case ("force", int(other), int(node), _, *axis):
                return a.Force(COLOUR[pawns[other]], _word(pieces.name(node), leaves=bool(axis)), paid[0])
            case ("portal", int(node), *_):
                return a.Portal(pieces.name(node), paid[0])
            case ("portal-force", int(other), int(node)):
                return a.PortalForce(COLOUR[pawns[other]], pieces.name(node), JOIN.join(paid))
            case ("exchange", int(other)):
                return a.Exchange(COLOUR[pawns[other]], 1)
        raise AssertionError(f"no step: {step}")


def _word(node: NodeId, *, leaves: bool) -> str:
    """6.2 Return the game's word for a node to which a pawn steps. A node on the side of #1 that comes up is written
    with 1b.
    """
    return f"{HUB}b-{colour_of(node)}" if leaves and number_of(node) == HUB else node
