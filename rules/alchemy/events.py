"""What happens in Alchemy. Seats without a word beside them are whoever did it or whoever it happened to."""

from dataclasses import dataclass
from functools import cache

from rules.alchemy.chain import Link
from rules.core.cards import CardId
from rules.core.events import Drew, Event, Played, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Event):
    seat: Seat
    turn: int
    points: int
    """AP, with those of this turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refilled(Event):
    """The recharge pile was shuffled and put under the deck."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn(Event):
    """What everybody sees of a draw."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refreshed(Event):
    """A hand went to the recharge pile, and another one was drawn."""

    seat: Seat
    cards: tuple[CardId, ...]
    drawn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreOpened(Event):
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPut(Event):
    """A card went into a store."""

    seat: Seat
    card: CardId | None
    """None: face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTaken(Event):
    """A card went from a store back to its owner's hand."""

    seat: Seat
    card: CardId | None
    """None: it lay face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreClosed(Event):
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessPlayed(Played):
    """A process was played from hand, and paid for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpusUsed(Played):
    """A Magnum Opus was turned face up, and paid for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementPlayed(Played):
    """An element was played; of a complex one each of its basics. Told by `LinkPlayed`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkPlayed(Event):
    """An attack or a defence was added to a battle."""

    link: Link
    against: Link | None
    """The attack that a defence answers."""
    free: bool
    """5.7 An attack that cost no AP."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Countered(Event):
    seat: Seat
    """The defender."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parried(Event):
    seat: Seat
    """The defender."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldBack(Event):
    """A parry was not followed by an attack."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit(Event):
    """An attack dealt damage, and its battle ended."""

    seat: Seat
    """The attacker."""
    damage: int
    """In halves."""
    blocked: bool
    """Whether some of it was blocked."""
    points: int
    """What it scored: 0 if it was warded off."""
    score: int
    """The attacker's, with these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gained(Event):
    """A card gave AP."""

    seat: Seat
    points: int
    """The seat's, with these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(Event):
    """A card scored without a battle."""

    seat: Seat
    points: int
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked(Event):
    """What the cards are that a seat looks at on top of its deck: its own account."""

    seat: Seat
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept(Event):
    """A seat kept one of the cards that it looked at."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Recharged(Event):
    """Cards went to their owner's recharge pile, from where the word says."""

    seat: Seat
    cards: tuple[CardId, ...]
    source: str
    """“hand”, “store”, “deck” or “exhausted pile”."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered(Event):
    """A card went from a pile to its owner's hand."""

    seat: Seat
    card: CardId
    source: str
    """“recharge pile” or “exhausted pile”."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Event):
    """A hand was shown."""

    seat: Seat
    """Whose it is."""
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitReached(Event):
    """8.4 The last resort: the end."""

    reason: str
    """“elements”, “quiet” or “turns”."""
    score: tuple[int, int]
    damage: tuple[int, int]
    """In halves."""


# What happens at nearly every ply is made once and shared: finding a frozen object is much cheaper than making it.


@cache
def element_played(seat: Seat, card: CardId) -> ElementPlayed:
    return ElementPlayed(seat=seat, card=card)


@cache
def process_played(seat: Seat, card: CardId) -> ProcessPlayed:
    return ProcessPlayed(seat=seat, card=card)


@cache
def drawn(seat: Seat, cards: int) -> Drawn:
    return Drawn(seat=seat, cards=cards)


@cache
def drew(seat: Seat, card: CardId) -> Drew:
    return Drew(seats=frozenset({seat}), seat=seat, cards=(card,))


@cache
def put(seat: Seat, card: CardId | None) -> CardPut:
    return CardPut(seat=seat, card=card)


@cache
def taken(seat: Seat, card: CardId | None) -> CardTaken:
    return CardTaken(seat=seat, card=card)
