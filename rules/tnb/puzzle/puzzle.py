"""A puzzle: a position at the beginning of a turn that can win, as data."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.puzzles import SOLVER
from rules.tnb.cards import Coverage, TnbCard
from rules.tnb.grid import Tile
from rules.tnb.limits import BOARD_LIMIT, HAND_LIMIT
from rules.tnb.phases import TACTICS
from rules.tnb.state import Occupant, Side, TnbState

ENEMY: Final[Seat] = 1 - SOLVER
_SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Position:
    """One player's part of a puzzle."""

    deck: tuple[str, ...]
    """The ids of the cards in the deck list."""
    life: int
    points: int
    """The player's TP."""
    hand: tuple[str, ...] | int
    """The ids of the solver's cards in hand; the number of the enemy's."""
    board: tuple[str, ...]
    """For each card on the board: its id, tile and Health."""
    removed: tuple[str, ...]
    attacks: tuple[str, ...]
    """For each declared attack: the id and the rotation of its card."""
    blocks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The beginning of the solver's turn, without anything that the solver may not know."""

    round: int
    answers: bool
    """Whether the enemy's turn follows. If not, the enemy has had its turn of this round."""
    sides: tuple[Position, Position]
    """Indexed by seat: the solver's, then the enemy's."""

    def as_json(self) -> dict[str, Any]:
        """Return the puzzle as text, lists and numbers, for `read`."""
        sides = [{key: _listed(value) for key, value in asdict(side).items()} for side in self.sides]
        return {"round": self.round, "answers": self.answers, "sides": sides}

    def state(self, cards: Mapping[CardId, TnbCard]) -> TnbState:
        """Return the state at the beginning of the turn. Hidden cards are in the order of the deck list."""
        one, two = (_side(cards, side, free=not seat or self.answers) for seat, side in enumerate(self.sides))
        return TnbState(
            phase=TACTICS[SOLVER],
            turn=self.round,
            random=0,
            events=[],
            sides=(one, two),
            overdrive=False,
            resolved=((), ()),
            going_first="leader",
            opener=SOLVER,
            ready=True,
            withdraws=True,
        )


def puzzle_of(g: TnbState, seat: Seat) -> Puzzle:
    """Return the position at the beginning of a seat's turn as a puzzle."""
    answers = g.first == seat
    mine, enemy = g.sides[seat], g.sides[1 - seat]
    hand = tuple(sorted(card.id for card in mine.hand))
    sides = (
        _position(mine, mine.tactical_points, hand),
        _position(enemy, enemy.tactical_points * answers, len(enemy.hand)),
    )
    return Puzzle(g.turn, answers, sides)


def _position(side: Side, points: int, hand: tuple[str, ...] | int) -> Position:
    return Position(
        deck=tuple(card.id for card in side.deck_list),
        life=side.life_points,
        points=points,
        hand=hand,
        board=tuple(f"{occupant.card.id} {occupant.tile} {occupant.health}" for occupant in side.board),
        removed=tuple(card.id for card in side.removed),
        attacks=tuple(f"{coverage.card} {coverage.rotation}" for coverage in side.attacks),
        blocks=tuple(f"{coverage.card} {coverage.rotation}" for coverage in side.blocks),
    )


def _side(cards: Mapping[CardId, TnbCard], position: Position, *, free: bool) -> Side:
    board = []
    for text in position.board:
        card, tile, health = text.split()
        board.append(Occupant(cards[CardId(card)], Tile(tile), int(health), free, taken=()))
    deck_list = _cards(cards, position.deck)
    seen = {*position.removed, *(occupant.card.id for occupant in board)}
    hidden = [card for card in deck_list if card.id not in seen]
    known = hidden[: position.hand] if isinstance(position.hand, int) else _cards(cards, position.hand)
    side = Side(
        deck_list=deck_list,
        deck=[card for card in hidden if card not in known],
        hand=list(known),
        board=board,
        occupied=0,
        removed=list(_cards(cards, position.removed)),
        life_points=position.life,
        tactical_points=position.points,
        attacks=[_coverage(cards, text) for text in position.attacks],
        blocks=[_coverage(cards, text) for text in position.blocks],
    )
    side.refresh()
    return side


def _cards(cards: Mapping[CardId, TnbCard], ids: Sequence[str]) -> tuple[TnbCard, ...]:
    return tuple(cards[CardId(id_)] for id_ in ids)


def _coverage(cards: Mapping[CardId, TnbCard], text: str) -> Coverage:
    card, rotation = text.split()
    return cards[CardId(card)].coverages[int(rotation)]


def _listed(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _tupled(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def read(cards: Mapping[CardId, TnbCard], written: object) -> Puzzle:
    """Check a puzzle that `Puzzle.as_json` has returned as data, and return it.

    Raises:
        ValueError: the data is not a puzzle; the message says what is wrong.
    """
    if not isinstance(written, dict) or not isinstance(written.get("sides"), list) or len(written["sides"]) != _SEATS:
        raise ValueError("a puzzle has a round, answers, and two sides: the solver's and the enemy's")
    try:
        solver, enemy = (Position(**{key: _tupled(value) for key, value in side.items()}) for side in written["sides"])
        puzzle = Puzzle(int(written["round"]), bool(written["answers"]), (solver, enemy))
        g = puzzle.state(cards)
        sound = all(type(number) is int for side in puzzle.sides for number in (side.life, side.points))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"the puzzle has an unknown card, tile, rotation or field, or lacks one: {error}") from error
    for name, side in zip(("the solver", "the enemy"), g.sides if sound else (), strict=sound):
        if fault := _fault(side):
            raise ValueError(f"{name} {fault}")
    if not sound or puzzle.as_json() != written or puzzle_of(g, SOLVER).sides != puzzle.sides:
        raise ValueError("a field has another form than `hidden-hand puzzle generate --json` writes")
    return puzzle


def _fault(side: Side) -> str:
    """Return what is impossible about a side; "" if it is sound."""
    tiles = {occupant.tile for occupant in side.board}
    known = [*side.hand, *side.deck, *side.removed, *(occupant.card for occupant in side.board)]
    if len({*known}) < len(known) or {*known} != {*side.deck_list} or len({*side.deck_list}) < len(side.deck_list):
        return "has a card twice, or one that is not in the deck list"
    if len(tiles) < len(side.board) or len(tiles) > BOARD_LIMIT or len(side.hand) > HAND_LIMIT:
        return "has too many cards in hand, on the board or on a tile"
    if any(not 1 <= occupant.health <= occupant.card.health for occupant in side.board):
        return "has a card with no Health, or with too much"
    if side.life_points < 1 or side.tactical_points < 0 or not side.deck:
        return "has no Life Point, less than 0 TP, or no card in the deck"
    return ""
