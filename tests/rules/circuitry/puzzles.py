"""Random puzzles, and a plain solver that tries all options of the game."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.circuitry.actions import ACTIONS, JOIN, Charge, Deliver, Done, Force, Move, Portal, PortalForce, Swap
from rules.circuitry.board import HUB, Board, Placed, Way, names
from rules.circuitry.cards import BLACK, CircuitCard, Colour
from rules.circuitry.content import CHARGE_CARDS, Content
from rules.circuitry.grid import Cell, beside
from rules.circuitry.puzzle.drawing import Random
from rules.circuitry.puzzle.goal import Aim, Goal
from rules.circuitry.puzzle.puzzle import ME, Pawn, Puzzle
from rules.circuitry.state import CircuitryState
from rules.core.notation import Action, NotationError, parse
from rules.core.play import IllegalActionError, apply, options
from tests.rules.circuitry.tables import GAME
from tests.rules.circuitry.walks import after

CONTENT = GAME.content
Words = tuple[str, ...]
KINDS = ("rotate", "flip", "swap", "slide", "force", "portal", "exchange")


@dataclass(frozen=True, slots=True)
class Table:
    """A board with pawns and a goal, without a hand."""

    goal: Goal
    board: Board
    pawns: tuple[Pawn, ...]
    unused: tuple[CircuitCard, ...]
    """Circuit cards without a charge point that are not on the board."""


def deal(content: Content, random: Random, *, cards: int, others: int, carrying: bool) -> Table:
    """Draw a board with this many cards besides #1 and this many other pawns; one of them carries a charge if
    `carrying`.

    Usually #1 shows its back and a charge is to be delivered, which the pawn carries or has to fetch first. If the
    front is up, the last pawn on it is the player's own or another.
    """
    colours = random.shuffled(tuple(Colour))
    mine, theirs = colours[0], colours[1 : 1 + others]
    charge_cards = {content.circuits[number].charge: content.circuits[number] for number in CHARGE_CARDS}
    plain = random.shuffled([card for number, card in content.circuits.items() if number > CHARGE_CARDS[-1]])
    fetches = random.below(3) > 0
    aim = Aim.CHARGE if fetches and random.below(4) == 0 else Aim.DELIVER
    laid = ([charge_cards[mine]] if fetches else []) + plain[: cards - fetches]
    front = aim is Aim.DELIVER and not carrying and random.below(6) == 0
    board = _board(random, [content.circuits[HUB], *random.shuffled(laid)], front)
    nodes = random.shuffled([node for node in board.nodes if not node.startswith(f"{HUB}-")])
    hub = [names(HUB)[colour] for colour in random.shuffled(tuple(Colour))]
    kept = front and bool(others) and not random.below(3)
    own_node = hub.pop() if front and not kept else nodes.pop()
    carries = not fetches and not carrying
    pawns = [Pawn(mine, own_node, carries)]
    for place, colour in enumerate(theirs):
        node = hub.pop() if (kept and not place) or not (front or random.below(3)) else nodes.pop()
        pawns.append(Pawn(colour, node, carrying and not place))
    return Table(Goal(aim), board, tuple(pawns), tuple(plain[cards - fetches :]))


def _board(random: Random, cards: list[CircuitCard], front: bool) -> Board:
    hub, *others = cards
    board = Board((Placed(hub, Cell(0, 0), Way.A0 if front else random.one_of((Way.B0, Way.B180))),))
    for card in others:
        drawn = [random.one_of(board.places) for _ in range(3)]
        cell = max(drawn, key=lambda place: sum(near in board.cells for near in beside(place)))
        board = board.laid(card, cell, random.one_of(tuple(Way)))
    return board


def at_random(random: Random, *, board: int, actions: int, movement: int) -> Puzzle:
    """Draw a puzzle, probably without a solution, with at most this many cards on the board and in the hand."""
    carrying = random.below(3) == 0
    others = 1 + random.below(2) if carrying else random.below(3)
    table = deal(CONTENT, random, cards=2 + random.below(board - 1), others=others, carrying=carrying)
    own_colour, *theirs = (pawn.colour.word for pawn in table.pawns)
    hand = [BLACK, *theirs[:1], *(random.one_of(KINDS) for _ in range(random.below(actions + 1)))]
    hand += [
        random.one_of((BLACK, own_colour, random.one_of(tuple(Colour)).word)) for _ in range(1 + random.below(movement))
    ]
    counts = Counter(hand)
    minis = tuple(card.id for card in CONTENT.minis for _ in range(min(counts[card.id], card.copies)))
    goal = table.goal
    nodes = [node for node in table.board.nodes if node != table.pawns[ME].node]
    if random.below(3) == 0:
        goal = Goal(Aim.REACH, random.one_of(nodes))
    circuit = table.unused[0] if random.below(5) == 0 and len(minis) < 6 else None
    return Puzzle(goal, table.board, table.pawns, minis, circuit)


def by_the_rules(puzzle: Puzzle) -> tuple[int | None, int]:
    """Return the least number of cards and the number of solutions with it, by playing everything that the game offers,
    step by step. Solutions that differ only in the movement cards that pay count once: equal states are merged, and
    each counts the ways that lead to it.
    """
    start = puzzle.state(CONTENT)
    least, solutions = None, 0
    edge: dict[frozenset[object], tuple[int, list[CircuitryState]]] = {frozenset((_known(start),)): (1, [start])}
    while edge:
        further: dict[frozenset[object], tuple[int, list[CircuitryState]]] = {}
        for ways, tables in edge.values():
            met, going_on = _done(puzzle, tables)
            for used in met:
                if least is None or used < least:
                    least, solutions = used, 0
                solutions += ways * (used == least)
            for crowd in going_on:
                key = frozenset(crowd)
                so_far, _ = further.get(key, (0, []))
                further[key] = so_far + ways, [*crowd.values()]
        edge = further
    return least, solutions


def _done(
    puzzle: Puzzle, tables: list[CircuitryState]
) -> tuple[Iterable[int], Iterable[Mapping[object, CircuitryState]]]:
    """Return the costs of all next steps that reach the goal, and the states after all other steps, by their
    distinguishing features.
    """
    met: dict[Words, int] = {}
    going_on: dict[Words, dict[object, CircuitryState]] = {}
    for g in tables:
        for action in options(g, ME):
            if isinstance(action, Done) or (isinstance(action, Move | Force) and JOIN in action.cards):
                continue
            then = after(g, ME, action)
            if puzzle.met(then):
                met[_unpaid(action)] = puzzle.cards - _held(then)
            elif then.phase.waiting == (ME,):
                going_on.setdefault(_unpaid(action), {})[_known(then)] = then
    return met.values(), going_on.values()


def _unpaid(action: Action) -> Words:
    """Return an action without its payment; a Swap is the same whichever card is named first."""
    verb, *words = str(action).split()
    match action:
        case Charge() | Deliver():
            return (verb,)
        case Move() | Portal() | Force() | PortalForce():
            return (verb, *words[:-1])
        case Swap():
            return (verb, *sorted(words))
        case _:
            return (verb, *words)


def _held(g: CircuitryState) -> int:
    return len(g.sides[ME].minis) + len(g.sides[ME].circuits)


def _known(g: CircuitryState) -> tuple[object, ...]:
    board = tuple((placed.card.number, placed.cell, placed.way) for placed in g.board.placed)
    sides = tuple((side.node, side.carried) for side in g.sides)
    return board, sides, tuple(mini.id for mini in g.sides[ME].minis), g.phase


def is_solved_by(puzzle: Puzzle, actions: Sequence[object]) -> bool:
    """Return whether these actions, in notation, are legal one after another and reach the goal."""
    g = puzzle.state(CONTENT)
    try:
        for action in actions:
            g = apply(g, ME, parse(ACTIONS, str(action)))
    except (NotationError, IllegalActionError):
        return False
    return puzzle.met(g)
