"""A puzzle: a board, pawns and a hand, and a goal to reach with them in one turn."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.circuitry.board import HUB, Board, NodeId, Placed, Way, number_of
from rules.circuitry.cards import CircuitCard, Colour
from rules.circuitry.content import Content
from rules.circuitry.grid import Cell, beside
from rules.circuitry.options import OPTIONS, Variant
from rules.circuitry.phases import TURNS, Turning
from rules.circuitry.puzzle.goal import Aim, Goal
from rules.circuitry.state import CircuitryState, Side
from rules.core.cards import BY_ORDER, CardId
from rules.core.puzzles import SOLVER

ME: Final = SOLVER
"""The seat of the player."""
USELESS: Final = frozenset({"inhibit", "free"})
"""The cards that no puzzle needs: nobody is inhibited, and nobody else has a turn."""
LARGEST_HAND: Final = 10
LARGEST_BOARD: Final = 16
"""The maximum number of cards on the board; `LARGEST_HAND` is the maximum number in the hand."""
CHANGED: Final[Mapping[str, str]] = {
    "charges": "1",
    "teams": "off",
    "restricted": "off",
    "passed_charge_points": "off",
    "portals": "paid",
}
"""The options of the rules that puzzles have, where they differ from the defaults."""
_VARIANT: Final = Variant.of({option.name: option.default for option in OPTIONS} | dict(CHANGED))


@dataclass(frozen=True, slots=True)
class Pawn:
    """A pawn on the board."""

    colour: Colour
    node: NodeId
    carries: bool = False
    """Whether the pawn carries a charge of its colour."""

    def __str__(self) -> str:
        return f"{self.colour} {self.node}{' charge' if self.carries else ''}"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One turn of Circuitry in which only the player acts, without the limits of 11.10 and 11.11. `read` checks
    puzzles.
    """

    goal: Goal
    board: Board
    pawns: tuple[Pawn, ...]
    """The pawns, the player's first."""
    minis: tuple[CardId, ...]
    """The mini cards in the hand, in the order of the card list."""
    circuit: CircuitCard | None = None
    """The circuit card in the hand; None if there is none."""

    @property
    def cards(self) -> int:
        """The number of cards in the hand."""
        return len(self.minis) + (self.circuit is not None)

    def met(self, g: CircuitryState) -> bool:
        """Return whether a match that began with `state` has reached the goal."""
        me = g.sides[ME]
        match self.goal.aim:
            case Aim.DELIVER:
                return me.delivered > 0
            case Aim.CHARGE:
                return bool(me.carried)
            case Aim.REACH:
                return me.node == self.goal.node

    def state(self, content: Content) -> CircuitryState:
        """Return the state in the middle of the player's turn. All mini cards that are not in the hand lie in the
        piles.
        """
        by_id = {card.id: card for card in content.minis}
        hand = sorted([by_id[card] for card in self.minis], key=BY_ORDER)
        held = Counter(self.minis)
        sides = [_side(pawn) for pawn in self.pawns]
        sides[ME].minis = hand
        sides[ME].circuits = [self.circuit] if self.circuit else []
        if len(sides) == 1:
            unused = next(colour for colour in Colour if colour is not self.pawns[ME].colour)
            sides.append(_side(Pawn(unused, "")))
        gold = [card for card in content.minis if not card.green for _ in range(card.copies - held[card.id])]
        return CircuitryState(
            phase=TURNS[ME],
            turn=1,
            random=0,
            events=[],
            variant=_VARIANT,
            sides=tuple(sides),
            board=self.board,
            active=ME,
            played=0,
            laid=False,
            gifts=0,
            stirred=1,
            touched=(),
            touched_before=(),
            gold=gold,
            gold_discard=[],
            piles={card.id: [card] * (card.copies - held[card.id]) for card in content.greens},
            green_discard=[],
            active_green=[],
            unused=(),
        )

    # As JSON

    def as_json(self) -> dict[str, Any]:
        """Return the puzzle as text, lists and numbers, for `read`."""
        written: dict[str, Any] = {
            "goal": str(self.goal),
            "board": [f"{placed.card.number} {placed.cell} {placed.way.value}" for placed in self.board.placed],
            "pawns": [str(pawn) for pawn in self.pawns],
            "minis": list(self.minis),
        }
        return written | ({"circuit": self.circuit.number} if self.circuit else {})


def now(puzzle: Puzzle, g: CircuitryState) -> Puzzle | None:
    """Return as a puzzle what is left of one that is being played; None while an axis is being chosen (6.1).

    The match must have begun with the puzzle's state. A Force that holds a pawn (8.7) is dropped.
    """
    if g.phase.waiting != (ME,) or isinstance(g.phase, Turning):
        return None
    me = g.sides[ME]
    return Puzzle(
        goal=puzzle.goal,
        board=g.board,
        pawns=tuple(Pawn(side.colour, side.node, bool(side.carried)) for side in g.sides if not side.left),
        minis=tuple(mini.id for mini in me.minis),
        circuit=me.circuits[0] if me.circuits else None,
    )


def read(content: Content, written: object) -> Puzzle:
    """Check a puzzle that `as_json` has returned as data, and return it.

    Raises:
        ValueError: the data is not a puzzle; the message says what is wrong.
    """
    if not isinstance(written, Mapping) or not {"goal", "board", "pawns", "minis"} <= set(written) <= {
        *("goal", "board", "pawns", "minis", "circuit"),
    }:
        raise ValueError("a puzzle has a goal, a board, pawns and minis, and may have a circuit card")
    board = Board(tuple(_placed(content, text) for text in _texts(written, "board")))
    puzzle = Puzzle(
        goal=_goal(written["goal"]),
        board=board,
        pawns=tuple(_pawn(text) for text in _texts(written, "pawns")),
        minis=_minis(content, _texts(written, "minis")),
        circuit=_circuit(content, written["circuit"]) if "circuit" in written else None,
    )
    _check_board(board)
    _check_pawns(puzzle)
    _check_goal(puzzle)
    return puzzle


def _texts(written: Mapping[str, Any], key: str) -> Sequence[str]:
    texts = written[key]
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ValueError(f"{key}: must be a list of texts")
    return texts


def _goal(text: object) -> Goal:
    if not isinstance(text, str):
        raise ValueError("goal: a text is wanted")  # noqa: TRY004 - one kind of error for all faults of a file
    return Goal.of(text)


def _placed(content: Content, text: str) -> Placed:
    try:
        number, cell, way = text.split()
        column, row = cell.split(",")
        return Placed(_circuit(content, int(number)), Cell(int(column), int(row)), Way(way))
    except ValueError:
        raise ValueError(f"board: “{text[:40]}” is not a card, a place and a way, like “12 1,0 a180”") from None


def _circuit(content: Content, number: object) -> CircuitCard:
    if type(number) is not int or number not in content.circuits:
        raise ValueError(f"there is no circuit card {str(number)[:20]}")
    return content.circuits[number]


def _pawn(text: str) -> Pawn:
    try:
        colour, node, *charge = text.split()
        if charge in ([], ["charge"]):
            return Pawn(Colour(colour), node, bool(charge))
    except ValueError:
        pass
    raise ValueError(f"pawns: “{text[:40]}” is not a colour and a node, like “red 12-green” or “red 12-green charge”")


def _minis(content: Content, ids: Sequence[str]) -> tuple[CardId, ...]:
    by_id = {card.id: card for card in content.minis if card.id not in USELESS}
    for id_, count in Counter(ids).items():
        if id_ not in by_id:
            raise ValueError(f"minis: “{id_[:20]}” is no mini card that a puzzle can have")
        if count > by_id[CardId(id_)].copies:
            raise ValueError(f"minis: there are only {by_id[CardId(id_)].copies} of {id_}")
    if len(ids) > LARGEST_HAND:
        raise ValueError(f"minis: at most {LARGEST_HAND}")
    return tuple(card.id for card in sorted((by_id[CardId(id_)] for id_ in ids), key=BY_ORDER))


def _check_board(board: Board) -> None:
    numbers, cells = [placed.card.number for placed in board.placed], [placed.cell for placed in board.placed]
    if len(cells) > LARGEST_BOARD:
        raise ValueError(f"board: at most {LARGEST_BOARD} cards")
    if not cells or numbers[0] != HUB or cells[0] != Cell(0, 0):
        raise ValueError("board: card 1 comes first, and lies at 0,0")
    if len(set(numbers)) != len(numbers) or len(set(cells)) != len(cells):
        raise ValueError("board: a card or a place occurs twice")
    whole, edge = {cells[0]}, [cells[0]]
    while edge:
        edge = [near for cell in edge for near in beside(cell) if near in cells and near not in whole]
        whole |= set(edge)
    if len(whole) < len(cells):
        raise ValueError("board: it is not one connected whole")


def _check_pawns(puzzle: Puzzle) -> None:
    pawns = puzzle.pawns
    colours, nodes = {pawn.colour for pawn in pawns}, {pawn.node for pawn in pawns}
    if not pawns or len(colours) < len(pawns) or len(nodes) < len(pawns):
        raise ValueError("pawns: there is at least one, of each colour at most one, and on each node")
    on_board = set(puzzle.board.nodes)
    for node in nodes:
        if node not in on_board:
            raise ValueError(f"pawns: there is no node {node[:20]} on the board")
    if not puzzle.board.turned_over and all(number_of(node) != HUB for node in nodes):
        raise ValueError("board: the front of card 1 is up only while a pawn stands on it")
    if puzzle.circuit and puzzle.circuit in {on_board.card for on_board in puzzle.board.placed}:
        raise ValueError(f"circuit: card {puzzle.circuit.number} lies on the board")


def _check_goal(puzzle: Puzzle) -> None:
    goal, me = puzzle.goal, puzzle.pawns[ME]
    if (goal.aim is Aim.CHARGE and me.carries) or (goal.aim is Aim.REACH and goal.node == me.node):
        raise ValueError("goal: it is met already")
    if goal.aim is Aim.REACH:
        cards = [placed.card for placed in puzzle.board.placed] + ([puzzle.circuit] if puzzle.circuit else [])
        possible_nodes = {
            f"{card.number}-{node.colour}" for card in cards for face in card.faces for node in face.nodes
        }
        if goal.node not in possible_nodes:
            raise ValueError(f"goal: no card of the puzzle has a node {goal.node[:20]}")


def _side(pawn: Pawn) -> Side:
    return Side(
        colour=pawn.colour,
        node=pawn.node,
        minis=[],
        circuits=[],
        shown=(),
        carried=(pawn.colour,) if pawn.carries else (),
        delivered=0,
        inhibited=0,
    )
