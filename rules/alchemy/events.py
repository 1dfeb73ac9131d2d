"""What happens in Alchemy. Seats without a word beside them are whoever did it or whoever it happened to."""

from dataclasses import dataclass
from functools import cache

from rules.alchemy.chain import Link
from rules.core.cards import CardId
from rules.core.events import Drew, Event, Played, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Event, fact="TurnBegan"):
    seat: Seat
    turn: int
    points: int
    """AP, with those of this turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refilled(Event, fact="Refilled"):
    """The recharge pile was shuffled and put under the deck."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn(Event, fact="Drawn"):
    """What everybody sees of a draw."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refreshed(Event, fact="Refreshed"):
    """A hand went to the recharge pile, and another one was drawn."""

    seat: Seat
    cards: tuple[CardId, ...]
    drawn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreOpened(Event, fact="StoreOpened"):
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPut(Event, fact="CardPut"):
    """A card went into a store."""

    seat: Seat
    card: CardId | None
    """None: face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTaken(Event, fact="CardTaken"):
    """A card went from a store back to its owner's hand."""

    seat: Seat
    card: CardId | None
    """None: it lay face down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreClosed(Event, fact="StoreClosed"):
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessPlayed(Played, fact="ProcessPlayed"):
    """A process was played from hand, and paid for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpusUsed(Played, fact="OpusUsed"):
    """A Magnum Opus was turned face up, and paid for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementPlayed(Played, fact="ElementPlayed"):
    """An element was played; of a complex one each of its basics. Told by `LinkPlayed`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkPlayed(Event, fact="LinkPlayed"):
    """An attack or a defence was added to a battle."""

    link: Link
    against: Link | None
    """The attack that a defence answers."""
    free: bool
    """5.7 An attack that cost no AP."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Countered(Event, fact="Countered"):
    seat: Seat
    """The defender."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parried(Event, fact="Parried"):
    seat: Seat
    """The defender."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldBack(Event, fact="HeldBack"):
    """A parry was not followed by an attack."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit(Event, fact="Hit"):
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
class Gained(Event, fact="Gained"):
    """A card gave AP."""

    seat: Seat
    points: int
    """The seat's, with these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored(Event, fact="Scored"):
    """A card scored without a battle."""

    seat: Seat
    points: int
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked(Event, fact="Looked"):
    """What the cards are that a seat looks at on top of its deck: its own account."""

    seat: Seat
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept(Event, fact="Kept"):
    """A seat kept one of the cards that it looked at."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Recharged(Event, fact="Recharged"):
    """Cards went to their owner's recharge pile, from where the word says."""

    seat: Seat
    cards: tuple[CardId, ...]
    source: str
    """“hand”, “store”, “deck” or “exhausted pile”."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered(Event, fact="Recovered"):
    """A card went from a pile to its owner's hand."""

    seat: Seat
    card: CardId
    source: str
    """“recharge pile” or “exhausted pile”."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Event, fact="Revealed"):
    """A hand was shown."""

    seat: Seat
    """Whose it is."""
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitReached(Event, fact="LimitReached"):
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
