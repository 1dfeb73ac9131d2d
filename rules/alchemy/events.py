"""The events of Alchemy. Unless documented otherwise, `seat` is the player who acts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.alchemy.attacks import Link
from rules.alchemy.elements import in_words
from rules.core import events
from rules.core.cards import CardId, copies
from rules.core.events import Event, Played, Seat, shared
from rules.core.narration import BriefSentence, Cards, Names
from rules.core.words import counted, each, together

_NAMED: Final = 10
"""The maximum number of different cards that a sentence names."""
_REASONS: Final = {
    "elements": "Nobody has an element left to attack with.",
    "quiet": "Nobody has attacked for 30 turns.",
    "turns": "The last turn is over.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Event, tag="TurnBegan"):
    template = "Turn {turn}: {seat:player}, with {points} AP."
    heads = "Turn {turn}"
    seat: Seat
    turn: int
    points: int
    """The player's AP, including those gained at the start of this turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Helped(Event, tag="Helped"):
    """2.7 A player who is far behind gained one AP more."""

    template = "{seat:player} is {behind:# point} behind and gains 1 AP more."
    brief = ""
    seat: Seat
    behind: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsLost(Event, tag="PointsLost"):
    """2.5 A player has used AP in a turn, and loses the AP of this turn that are left."""

    template = "{seat:player} loses the other {lost} AP of this turn and keeps {points}."
    brief = ""
    seat: Seat
    lost: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refilled(Event, tag="Refilled"):
    """The recharge pile was shuffled and put under the deck."""

    template = "{seat:player}'s recharge pile ({cards:# card}) is shuffled and put under the deck."
    brief = ""
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn(Event, tag="Drawn"):
    """The public part of a draw."""

    template = "{seat:player} draws {cards:# card}."
    brief = "{seat:player}|draws|{cards:# card}"
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(events.Drew, tag="Drew"):
    def narrate(self, names: Names, cards: Cards) -> str:
        return f"You draw {_tally(self.cards, cards)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Refreshed(Event, tag="Refreshed"):
    """A hand went to the recharge pile, and a new one was drawn."""

    brief = "{seat:player}|refreshes|their hand"

    seat: Seat
    cards: tuple[CardId, ...]
    drawn: int

    def narrate(self, names: Names, cards: Cards) -> str:
        gone = _tally(self.cards, cards) if self.cards else "an empty hand"
        return f"{names[self.seat]} recharges {gone} and draws {counted(self.drawn, 'card')}."


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreOpened(Event, tag="StoreOpened"):
    template = "{seat:player} opens the store."
    brief = ""
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPut(Event, tag="CardPut"):
    """A card went into a store."""

    template = "{seat:player} puts {card:card} into the store."
    brief = "{seat:player}|stores|{card:card}"
    seat: Seat
    card: CardId | None
    """The card; None if it lies face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTaken(Event, tag="CardTaken"):
    """A card went from a store back to its owner's hand."""

    template = "{seat:player} takes {card:card} out of the store."
    brief = "{seat:player}|takes out|{card:card}"
    seat: Seat
    card: CardId | None
    """The card; None if it lay face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreClosed(Event, tag="StoreClosed"):
    template = "{seat:player}'s store is closed, with {cards:# card}."
    brief = ""
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessPlayed(Played, tag="ProcessPlayed"):
    """A process was played from hand and paid for."""

    template = "{seat:player} plays {card:card} ({card:card.cost} AP): {card:card.text}"
    brief = "{seat:player}|plays|{card:card}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpusUsed(Played, tag="OpusUsed"):
    """A Magnum Opus was turned face up and paid for."""

    template = "{seat:player} uses their Magnum Opus, {card:card} ({card:card.cost} AP): {card:card.text}"
    brief = "{seat:player}|uses|their Magnum Opus, {card:card}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementPlayed(Played, tag="ElementPlayed"):
    """A card was played as an element, or as part of a complex one. Players read of it in `LinkPlayed`."""

    template = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkPlayed(Event, tag="LinkPlayed"):
    """An attack or a defence was added to a battle."""

    link: Link
    against: Link | None
    """The attack that a defence answers; None for an attack."""
    free: bool
    """5.7 Whether the attack cost no AP."""

    def narrate(self, names: Names, cards: Cards) -> str:
        link, against, name = self.link, self.against, names[self.link.seat]
        counts = in_words(link.counted)
        if against is None:
            prepared = f", which counts {counts}" if link.counted != link.essence.magnitude else ""
            return f"{name} attacks{' back' if self.free else ''} with {link.essence.title}{prepared}."
        element = against.essence.element.label
        change = {1: f"doubled against {element}, ", -1: f"halved against {element}, ", 0: ""}[link.change]
        versus = f"it counts {counts} against {in_words(against.counted)}"
        return f"{name} defends with {link.essence.title}: {change}{versus}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Countered(Event, tag="Countered"):
    template = "The attack is countered: the battle ends, and nobody scores."
    seat: Seat
    """The defender."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parried(Event, tag="Parried"):
    template = "{seat:player} parries, and may attack back for free."
    brief = ""
    seat: Seat
    """The defender."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldBack(Event, tag="HeldBack"):
    """A player did not attack back after a parry."""

    template = "{seat:player} holds back: the battle ends, and nobody scores."
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit(Event, tag="Hit"):
    """An attack dealt damage, and its battle ended."""

    seat: Seat
    """The attacker."""
    damage: int
    """The damage, in halves of a point."""
    blocked: bool
    """Whether the target blocked some of the damage."""
    points: int
    """The points that the attack scored: for the battle, and for all damage so far."""
    score: int
    """The attacker's score afterwards."""
    tally: int = 0
    """The part of these points that is for all damage so far (8.2)."""

    def narrate(self, names: Names, cards: Cards) -> str:
        how = "Blocked, but" if self.blocked else "Unblocked:"
        damage = f"{how} {names[1 - self.seat]} takes {in_words(self.damage)} damage"
        if not self.points:
            return f"{damage}. It is warded off: nobody scores."
        why = f" ({self.tally} of them for all damage so far)" if self.tally else ""
        return f"{damage}. {names[self.seat]} scores {counted(self.points, 'point')}{why} and has {self.score}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Idled(Event, tag="Idled"):
    """2.6 A player has not attacked for some turns, or dealt no damage late in the match: the other player scores."""

    seat: Seat
    turns: int
    score: int
    """The other player's score afterwards."""
    late: bool
    """Whether an attack without damage did not count any more."""

    def narrate(self, names: Names, cards: Cards) -> str:
        omitted = "dealt no damage" if self.late else "not attacked"
        other = names[1 - self.seat]
        turns = counted(self.turns, "turn")
        return f"{names[self.seat]} has {omitted} for {turns}: {other} scores 1 point and has {self.score}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Gained(Event, tag="Gained"):
    """A card gave AP."""

    template = "{seat:player} gains AP and has {points}."
    brief = ""
    seat: Seat
    points: int
    """The seat's AP afterwards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(Event, tag="Scored"):
    """A card scored without a battle."""

    template = "{seat:player} scores {points:# point} and has {score}."
    seat: Seat
    points: int
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked(Event, tag="Looked"):
    """Tells a player which cards they are looking at on top of their deck."""

    seat: Seat
    cards: tuple[CardId, ...]

    def narrate(self, names: Names, cards: Cards) -> str:
        return f"You look at {_tally(self.cards, cards)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept(Event, tag="Kept"):
    """A player kept one of the cards that they looked at."""

    template = "{seat:player} keeps a card."
    brief = "{seat:player}|keeps|a card"
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Recharged(Event, tag="Recharged"):
    """Cards went to their owner's recharge pile."""

    seat: Seat
    cards: tuple[CardId, ...]
    source: str
    """The place where the cards were: “hand”, “store”, “deck” or “exhausted pile”."""

    def narrate(self, names: Names, cards: Cards) -> str:
        verb = "goes" if len(self.cards) == 1 else "go"
        return f"{_tally(self.cards, cards)} {verb} from {names[self.seat]}'s {self.source} to the recharge pile."

    def in_brief(self, names: Names, cards: Cards) -> BriefSentence:
        return BriefSentence(names[self.seat], "recharges", _tally(self.cards, cards))


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered(Event, tag="Recovered"):
    """A card went from a pile to its owner's hand."""

    template = "{seat:player} takes {card:card} from the {source} into hand."
    brief = "{seat:player}|takes back|{card:card}"
    seat: Seat
    card: CardId
    source: str
    """The pile: “recharge pile” or “exhausted pile”."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Event, tag="Revealed"):
    """A hand was shown."""

    seat: Seat
    """The owner of the hand."""
    cards: tuple[CardId, ...]

    def narrate(self, names: Names, cards: Cards) -> str:
        return f"{names[self.seat]} shows {_tally(self.cards, cards)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitReached(Event, tag="LimitReached"):
    """8.4 The match ended at the last resort."""

    reason: str
    """The limit: “elements”, “quiet” or “turns”."""
    score: tuple[int, int]
    damage: tuple[int, int]
    """The damage that each player dealt, in halves of a point."""

    def narrate(self, names: Names, cards: Cards) -> str:
        one, two = map(in_words, self.damage)
        return f"{_REASONS[self.reason]} Points: {each(names, self.score)}; damage dealt {one} and {two}."


def _tally(ids: Sequence[CardId], cards: Cards) -> str:
    """Return the names of these cards, with the number of copies: “Fire (2), Water and Earth”."""
    names = [cards[card].name + (f" ({count})" if count > 1 else "") for card, count in copies(ids).items()]
    return together(names if len(names) <= _NAMED else [*names[:_NAMED], f"{len(names) - _NAMED} more"])


element_played = shared(ElementPlayed)
process_played = shared(ProcessPlayed)
drawn = shared(Drawn)
drew = shared(Drew, private=True)
put = shared(CardPut)
taken = shared(CardTaken)
