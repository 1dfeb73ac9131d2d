"""What happens in a match, for the log, the pictures and the announcements."""

from dataclasses import dataclass
from functools import cache

from rules.circuitry.board import Axis, NodeId, Way
from rules.circuitry.cards import Colour
from rules.circuitry.grid import Cell
from rules.core.cards import CardId
from rules.core.events import Event, Played, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeCardDealt(Event, fact="ChargeCardDealt"):
    """3.2 A charge-point card came to a seat, and with it the pawn of its colour."""

    seat: Seat
    colour: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeCardPassed(Event, fact="ChargeCardPassed"):
    """11.9 A seat has passed its charge-point card to the right."""

    seat: Seat
    to: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Event, fact="TurnBegan"):
    """4.1"""

    round: int
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldTaken(Event, fact="GoldTaken"):
    """4.2 What everybody sees of it."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class GreenTaken(Event, fact="GreenTaken"):
    """4.2 From a sorted pile, face up."""

    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True, kw_only=True)
class ActiveTaken(Event, fact="ActiveTaken"):
    """4.5 From the active green deck: what everybody sees of it."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldShuffled(Event, fact="GoldShuffled"):
    """4.4 The discarded gold cards are the deck again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GreenShuffled(Event, fact="GreenShuffled"):
    """4.5 The discarded green cards are the active deck."""

    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MiniPlayed(Played, fact="MiniPlayed"):
    """A mini card was played; what for, another event tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PawnMoved(Event, fact="PawnMoved"):
    """5.1, 8.6 A pawn went from node to node."""

    seat: Seat
    """Whose pawn."""
    by: Seat
    """Who moved it: the same seat, or the one who forced it."""
    path: tuple[NodeId, ...]
    """Where it began, then each node that it came to."""
    cards: tuple[CardId, ...]
    """What was paid: none for a step whose payment an earlier event tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PawnLeft(Event, fact="PawnLeft"):
    """6.1 The last pawn on #1 is about to leave it: the axis is to be chosen."""

    seat: Seat
    by: Seat
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PawnJumped(Event, fact="PawnJumped"):
    """8.8, 8.9 A pawn jumped to a portal."""

    seat: Seat
    by: Seat
    start: NodeId
    end: NodeId
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedOver(Event, fact="TurnedOver"):
    """6.1 Card #1 shows the master node."""

    seat: Seat
    axis: Axis


@dataclass(frozen=True, slots=True, kw_only=True)
class Charged(Event, fact="Charged"):
    """7.1"""

    seat: Seat
    point: Colour
    count: int
    card: CardId


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered(Event, fact="Delivered"):
    """7.3"""

    seat: Seat
    count: int
    card: CardId


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitLaid(Played, fact="CircuitLaid"):
    """4.7"""

    cell: Cell
    way: Way


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitRotated(Event, fact="CircuitRotated"):
    """8.1"""

    seat: Seat
    circuit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitFlipped(Event, fact="CircuitFlipped"):
    """8.3"""

    seat: Seat
    circuit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitsSwapped(Event, fact="CircuitsSwapped"):
    """8.2"""

    seat: Seat
    first: int
    second: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitSlid(Event, fact="CircuitSlid"):
    """8.4"""

    seat: Seat
    circuit: int
    start: Cell
    end: Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class Inhibited(Event, fact="Inhibited"):
    """9.1"""

    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Freed(Event, fact="Freed"):
    """9.3 to 9.5 A seat's Inhibit has ended."""

    seat: Seat
    by: Seat | None
    """Who played a Free; None: it expired, or a charge was given up."""
    charge: bool = False
    """Whether a charge was given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeTaken(Event, fact="ChargeTaken"):
    """8.10 A charge changed hands by Exchange."""

    seat: Seat
    victim: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargesGiven(Event, fact="ChargesGiven"):
    """11.8 Charges were given to a team-mate by Exchange."""

    seat: Seat
    to: Seat
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardGiven(Event, fact="CardGiven"):
    """11.6 What everybody sees of a gift; the two of them see which card (`GiftSeen`)."""

    seat: Seat
    to: Seat
    green: bool
    """The back of the card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftSeen(Event, fact="GiftSeen"):
    """11.6 Which card was given."""

    seat: Seat
    to: Seat
    card: CardId


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded(Event, fact="Discarded"):
    """11.12"""

    seat: Seat
    card: CardId


@cache
def mini_played(seat: Seat, card: CardId) -> MiniPlayed:
    """The event, made once for each seat and card."""
    return MiniPlayed(seat=seat, card=card)
