"""What the solver found, in the game's own actions."""

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
"""The key actions of a solution in no order: all that is no step of one's own, no charge and no delivery."""
Way = tuple[tuple[Position, Step], ...]
"""A solution: each step with the position in which it is taken."""

BOUNDS: Final = Bounds()
MOST_KEY_SETS: Final = 200
"""More are not told apart."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What is known of a puzzle. Solutions are counted by what is done, one step after the other, and not by which
    movement cards pay for it; a Swap is one, whichever card is named first.
    """

    complete: bool
    """False: the solver gave up, and nothing else here is known."""
    least: int | None
    """The least number of cards, a circuit card counted; None if it cannot be done."""
    solutions: int = 0
    """How many ways there are to do it with so few."""
    key_sets: tuple[Keys, ...] = ()
    """What sets of key actions they are made of; at most `MOST_KEY_SETS`."""
    search: Search | None = None

    def ways(self, most: int) -> list[Way]:
        """The solutions, at most so many, always in the same order."""
        if self.search is None:
            return []
        return list(islice(_backwards(self.search, None), most))

    def steps(self, most: int) -> list[tuple[Step, ...]]:
        """The same without the positions."""
        return [tuple(step for _, step in way) for way in self.ways(most)]


def solve(puzzle: Puzzle, bounds: Bounds = BOUNDS) -> Solved:
    """The least number of cards, and every way to do it with so few: exact, unless the solver gives up."""
    late = Search(puzzle, bounds)
    try:
        late.run()
        if late.least is None:
            return Solved(complete=True, least=None)
        steps = {step for position in in_order(late) for _, step in late.before[position]}
        search = Search(puzzle, bounds, only=alike(steps))
        search.run()
    except GaveUpError:
        return Solved(complete=False, least=None)
    assert search.least == late.least
    solutions, keys = counted(search)
    return Solved(True, search.least, solutions, keys, search)


def alike(steps: set[Step]) -> set[Step]:
    """These steps, and those in which cards that are swapped take each other's part (`depends`)."""
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
    """The number of solutions and their sets of key actions, by way of the positions that they share."""
    ways: dict[Position | None, int] = {search.task.start: 1}
    keys: dict[Position | None, set[Keys]] = {search.task.start: {()}}
    for position in in_order(search):
        if position == search.task.start:
            continue
        ways[position] = sum(ways[before] for before, _ in search.before[position])
        found: set[Keys] = set()
        for before, step in search.before[position]:
            key = key_of(search, step)
            found |= {tuple(sorted((*own, key))) for own in keys[before]} if key else keys[before]
        keys[position] = set(sorted(found)[:MOST_KEY_SETS])
    return ways[None], tuple(sorted(keys[None]))


def in_order(search: Search) -> list[Position | None]:
    """The positions of all solutions, each after those that it is reached from; the goal last."""
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
    """A key action in a few words; "" for what is none. A Force is one, however many steps it leads, and a card that is
    laid counts by where it is laid.
    """
    pieces = search.task.pieces
    match step:
        case ("rotate" | "flip" as kind, int(slot)):
            return f"{kind} {pieces.number(slot)}"
        case ("swap", int(first), int(second)):
            return "swap {} {}".format(*sorted((pieces.number(first), pieces.number(second))))
        case ("slide", int(slot), cell):
            return f"slide {pieces.number(slot)} {cell}"
        case ("place", cell, _):
            return f"place {pieces.number(len(pieces.cards) - 1)} {cell}"
        case ("portal", int(node), *_):
            return f"portal {pieces.name(node)}"
        case ("portal-force", int(other), int(node)):
            return f"portal-force {COLOUR[search.task.colours[other]]} {pieces.name(node)}"
        case ("force", int(other), _, 2, *_):
            return f"force {COLOUR[search.task.colours[other]]}"
        case ("exchange", int(other)):
            return f"exchange {COLOUR[search.task.colours[other]]}"
    return ""


# In the game's own actions


def actions(content: Content, puzzle: Puzzle, solved: Solved, steps: Sequence[Step]) -> list[Action]:
    """A solution as the game plays it, every step paid for; played through the rules while it is made.

    Raises:
        IllegalActionError: the rules refuse it: the solver is wrong.
    """
    assert solved.search is not None
    payment = _Payment(solved.search, steps)
    g = puzzle.state(content)
    found: list[Action] = []
    for step in steps:
        g = _played(g, payment.action(step), found)
        if isinstance(g.phase, Turning):
            axis = step[-1]
            assert isinstance(axis, int)
            g = _played(g, a.TurnOver((Axis.LONG, Axis.SHORT)[AXES.index(axis)]), found)
    assert puzzle.met(g)
    return found


def _played(g: CircuitryState, action: Action, found: list[Action]) -> CircuitryState:
    found.append(action)
    return apply(g, ME, action)


class _Payment:
    """Which movement cards pay: for a colour that is asked for, cards of that colour as long as there are any, else
    black ones; for a step of one's own, those that nothing asks for, black ones last.
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
        """The game's action."""
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
    """6.2 How the game calls a node that is stepped onto: 1b for the side of #1 that comes up."""
    return f"{HUB}b-{colour_of(node)}" if leaves and number_of(node) == HUB else node
