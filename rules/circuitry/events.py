"""The events of Circuitry, for the log, the pictures and the announcements."""

from dataclasses import dataclass

from rules.circuitry.board import Axis, NodeId, Way
from rules.circuitry.cards import Colour
from rules.circuitry.grid import Cell
from rules.circuitry.words import LYING, card_words, node_words
from rules.core import events
from rules.core.cards import CardId
from rules.core.events import Event, Played, Seat, shared
from rules.core.narration import BriefSentence, Cards, Names
from rules.core.words import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(events.Drew, tag="Drew"):
    def narrate(self, names: Names, cards: Cards) -> str:
        return f"You take {', '.join(cards[card].name for card in self.cards)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeCardDealt(Event, tag="ChargeCardDealt"):
    """3.2 A seat got a charge-point card, and with it the pawn of its colour."""

    template = "{seat:player} plays the {colour.words} pawn."
    seat: Seat
    colour: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeCardPassed(Event, tag="ChargeCardPassed"):
    """11.9 A seat passed its charge-point card to the right."""

    template = "{seat:player} gives {to:player} the card with the charge point to lay."
    seat: Seat
    to: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Event, tag="TurnBegan"):
    """4.1 A turn began."""

    template = "Round {round}: {seat:player}'s turn."
    heads = "Round {round}"
    round: int
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldTaken(Event, tag="GoldTaken"):
    """4.2 A seat took a gold card; everyone may read this event, which does not name the card."""

    template = "{seat:player} takes a gold card."
    brief = "{seat:player}|takes|a gold card"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class GreenTaken(Event, tag="GreenTaken"):
    """4.2 A seat took a card from a sorted pile, face up."""

    template = "{seat:player} takes {card:card}."
    brief = "{seat:player}|takes|{card:card}"
    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True, kw_only=True)
class ActiveTaken(Event, tag="ActiveTaken"):
    """4.5 A seat took a card from the active green deck; everyone may read this event, which does not name the card."""

    template = "{seat:player} takes a card of the active green deck."
    brief = "{seat:player}|takes|a green card"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldShuffled(Event, tag="GoldShuffled"):
    """4.4 The discarded gold cards were shuffled into a new gold deck."""

    template = "The discarded gold cards are shuffled and become the gold deck again."
    brief = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GreenShuffled(Event, tag="GreenShuffled"):
    """4.5 The discarded green cards were shuffled into the active green deck."""

    template = "All sorted piles are empty: the {cards} discarded green cards are now the active deck."
    brief = ""
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldTurned(Event, tag="GoldTurned"):
    """4.4 The pile of discarded gold cards was turned over, and is the gold deck."""

    template = "The discarded gold cards are turned over and become the gold deck: the oldest is taken first."
    brief = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GreenTurned(Event, tag="GreenTurned"):
    """4.5 The pile of discarded green cards was turned over, and is the active green deck."""

    template = "All sorted piles are empty: the {cards} discarded green cards, turned over, are now the active deck."
    brief = ""
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTaken(Event, tag="OpenTaken"):
    """4.4, 4.5 A seat took the top card of a deck of which everyone knows the order."""

    template = "{seat:player} takes {card:card}, as everyone knows the order of the deck."
    brief = "{seat:player}|takes|{card:card}"
    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True, kw_only=True)
class MiniPlayed(Played, tag="MiniPlayed"):
    """A mini card was played. Another event tells what for."""

    template = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PawnMoved(Event, tag="PawnMoved"):
    """5.1, 8.6 A pawn moved from node to node."""

    seat: Seat
    """The owner of the pawn."""
    by: Seat
    """The player who moved the pawn: its owner, or the player of a Force."""
    path: tuple[NodeId, ...]
    """The pawn's first node, then each node that it came to."""
    cards: tuple[CardId, ...]
    """The cards that paid for the move; () if an earlier event has told them."""

    def narrate(self, names: Names, cards: Cards) -> str:
        return f"{_moves(self, names)} to {', '.join(map(node_words, self.path[1:]))}{_paying(self)}."

    def in_brief(self, names: Names, cards: Cards) -> BriefSentence:
        subject, verb = names[self.by], "moves" if self.by == self.seat else f"forces {names[self.seat]}'s pawn"
        return BriefSentence(subject, verb, f"to {node_words(self.path[-1])}")


@dataclass(frozen=True, slots=True, kw_only=True)
class PawnLeft(Event, tag="PawnLeft"):
    """6.1 The last pawn on #1 is leaving #1, and the axis has yet to be chosen."""

    seat: Seat
    by: Seat
    cards: tuple[CardId, ...]

    def narrate(self, names: Names, cards: Cards) -> str:
        return f"{_moves(self, names)} off card 1, as the last one{_paying(self)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class PawnJumped(Event, tag="PawnJumped"):
    """8.8, 8.9 A pawn jumped to a portal."""

    seat: Seat
    by: Seat
    start: NodeId
    end: NodeId
    cards: tuple[CardId, ...]

    def narrate(self, names: Names, cards: Cards) -> str:
        return f"{_moves(self, names)} to the portal on {node_words(self.end)}{_paying(self)}."


def _moves(event: PawnMoved | PawnLeft | PawnJumped, names: Names) -> str:
    if event.by == event.seat:
        return f"{names[event.seat]} moves"
    return f"{names[event.by]} forces {names[event.seat]}'s pawn"


def _paying(event: PawnMoved | PawnLeft | PawnJumped) -> str:
    return f", paying with {card_words(event.cards)}" if event.cards else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedOver(Event, tag="TurnedOver"):
    """6.1 Card #1 was turned over by the last pawn that left it, and shows the master node."""

    template = "{seat:player} turns card 1 over about its {axis.value} axis: it shows the master node."
    seat: Seat
    axis: Axis


@dataclass(frozen=True, slots=True, kw_only=True)
class Charged(Event, tag="Charged"):
    """7.1 A seat took charges at a charge point."""

    brief = "{seat:player}|takes|{count:# charge}"

    seat: Seat
    point: Colour
    count: int
    card: CardId

    def narrate(self, names: Names, cards: Cards) -> str:
        charges = counted(self.count, f"{self.point.words} charge")
        return f"{names[self.seat]} takes {charges}, paying with {card_words((self.card,))}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered(Event, tag="Delivered"):
    """7.3 A seat delivered charges to the master node."""

    brief = "{seat:player}|delivers|{count:# charge}"

    seat: Seat
    count: int
    card: CardId

    def narrate(self, names: Names, cards: Cards) -> str:
        return f"{names[self.seat]} delivers {counted(self.count, 'charge')}, paying with {card_words((self.card,))}."


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitLaid(Played, tag="CircuitLaid"):
    """4.7 A seat laid a circuit card."""

    brief = "{seat:player}|lays|card {card}"

    cell: Cell
    way: Way

    def narrate(self, names: Names, cards: Cards) -> str:
        return f"{names[self.seat]} lays card {self.card} ({LYING[self.way]})."


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitRotated(Event, tag="CircuitRotated"):
    """8.1 A circuit card was rotated."""

    template = "{seat:player} rotates card {circuit}."
    brief = "{seat:player}|rotates|card {circuit}"
    seat: Seat
    circuit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitFlipped(Event, tag="CircuitFlipped"):
    """8.3 A circuit card was flipped."""

    template = "{seat:player} flips card {circuit}."
    brief = "{seat:player}|flips|card {circuit}"
    seat: Seat
    circuit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitsSwapped(Event, tag="CircuitsSwapped"):
    """8.2 Two circuit cards were swapped."""

    template = "{seat:player} swaps cards {first} and {second}."
    brief = "{seat:player}|swaps|cards {first} and {second}"
    seat: Seat
    first: int
    second: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitSlid(Event, tag="CircuitSlid"):
    """8.4 A circuit card was slid."""

    template = "{seat:player} slides card {circuit}."
    brief = "{seat:player}|slides|card {circuit}"
    seat: Seat
    circuit: int
    start: Cell
    end: Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class Inhibited(Event, tag="Inhibited"):
    """9.1 A seat was inhibited."""

    template = "{by:player} inhibits {seat:player}."
    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Freed(Event, tag="Freed"):
    """9.3 to 9.5 A seat's Inhibit ended."""

    seat: Seat
    by: Seat | None
    """The player of a Free; None if the Inhibit expired or a charge was given up."""
    charge: bool = False
    """Whether a charge was given up."""

    def narrate(self, names: Names, cards: Cards) -> str:
        name = names[self.seat]
        if self.charge:
            return f"{name} gives up a charge and is free again."
        if self.by is None:
            return f"{name}'s Inhibit has expired."
        return f"{names[self.by]} plays Free: {name} is free again."


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeTaken(Event, tag="ChargeTaken"):
    """8.10 A player took a charge from an opponent by Exchange."""

    template = "{seat:player} takes a charge from {victim:player} with an Exchange."
    seat: Seat
    victim: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargesGiven(Event, tag="ChargesGiven"):
    """11.8 Charges were given to a team-mate by Exchange."""

    template = "{seat:player} gives {to:player} {count:# charge} with an Exchange."
    seat: Seat
    to: Seat
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardGiven(Event, tag="CardGiven"):
    """11.6 A mini card was given to a team-mate. Everyone may read this event, which does not name the card; the two
    players also read `GiftSeen`.
    """

    brief = "{seat:player}|gives|{to:player} a card"

    seat: Seat
    to: Seat
    green: bool
    """Whether the card has a green back."""

    def narrate(self, names: Names, cards: Cards) -> str:
        return f"{names[self.seat]} gives {names[self.to]} a {'green' if self.green else 'gold'} card."


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftSeen(Event, tag="GiftSeen"):
    """11.6 Tells two team-mates which mini card one gave to the other."""

    template = "It is {card:card}. Only the two of you can see it."
    seat: Seat
    to: Seat
    card: CardId


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded(Event, tag="Discarded"):
    """11.12 A mini card was discarded because its player held too many."""

    template = "{seat:player} discards {card:card}."
    brief = "{seat:player}|discards|{card:card}"
    seat: Seat
    card: CardId


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeDiscarded(Event, tag="ChargeDiscarded"):
    """11.12 A charge was discarded because its player held too many."""

    template = "{seat:player} discards a charge."
    brief = "{seat:player}|discards|a charge"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class HubTurned(Event, tag="HubTurned"):
    """6.5, 10.5 Card #1 was turned over without a pawn leaving it, and shows the master node."""

    template = (
        "Card 1 is turned over about its long axis and shows the master node. Pawns stay on nodes of the same colours."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class InhibitAsked(Event, tag="InhibitAsked"):
    """11.14 Every player who might hold an Inhibit is asked whether to play it on a player who carries charge."""

    template = "{seat:player} carries charge. Does anyone want to inhibit them?"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeft(Event, tag="PlayerLeft"):
    """10.5 A player left the match, and the others play on."""

    seat: Seat
    colour: Colour

    def narrate(self, names: Names, cards: Cards) -> str:
        return (
            f"{names[self.seat]} has left the match. The {self.colour.words} pawn, its charges and their circuit cards "
            f"are removed, and their mini cards are discarded. The others play on."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeCardReturned(Event, tag="ChargeCardReturned"):
    """10.5 A player got back a charge-point card that had been passed to a player who left."""

    template = "{seat:player} gets their charge-point card back."
    seat: Seat


turn_began = shared(TurnBegan)
gold_taken = shared(GoldTaken)
green_taken = shared(GreenTaken)
active_taken = shared(ActiveTaken)
open_taken = shared(OpenTaken)
drew = shared(Drew, private=True)
mini_played = shared(MiniPlayed)
