"""What happens in Allocator. Seats without a word beside them are whoever it happened to or whoever did it."""

from dataclasses import dataclass
from functools import cache

from rules.allocator.cards import System
from rules.core.cards import CardId
from rules.core.events import Drew, Event, Played, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegan(Event, fact="TurnBegan"):
    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Boosted(Played, fact="Boosted"):
    """A card was discarded from hand to boost."""

    system: System
    boosted: int
    """The power of the system after it, with all boosts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined(Event, fact="Declined"):
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Developed(Event, fact="Developed"):
    """Develop and Draw as everybody saw them."""

    seat: Seat
    gained: int
    spent: int
    left: int
    """Development Points, as the two above."""
    drawn: int
    """Cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reshuffled(Event, fact="Reshuffled"):
    """The discard pile became the new deck."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedInto(Played, fact="PlayedInto"):
    """A card went from hand into a system."""

    system: System
    power: int
    """The power of the system after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded(Event, fact="Discarded"):
    """A card went out of a system."""

    seat: Seat
    card: CardId
    system: System
    power: int
    """The power of the system after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event, fact="Moved"):
    seat: Seat
    card: CardId
    source: System
    target: System


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackBegan(Event, fact="AttackBegan"):
    """The Manage step ended, and the attack followed; powers without boosts."""

    seat: Seat
    attack: int
    defense: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackSkipped(Event, fact="AttackSkipped"):
    """The very first turn of a match without first attack ended."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackHit(Event, fact="AttackHit"):
    seat: Seat
    """The attacker."""
    defender: Seat
    attack: int
    defense: int
    maximum_power: int
    """After the hit."""
    life: int
    """The defender's Life cards after the hit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackBlocked(Event, fact="AttackBlocked"):
    seat: Seat
    """The attacker."""
    defender: Seat
    attack: int
    defense: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeTaken(Drew, fact="LifeTaken"):
    """What the Life card was that a seat had to take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Breached(Event, fact="Breached"):
    """An attack hit, and there was no Life left to take: the end."""

    seat: Seat
    """The attacker, who wins."""
    defender: Seat
    attack: int
    defense: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitReached(Event, fact="LimitReached"):
    """The last resort: the end. Life cards and total powers are by seat."""

    life: tuple[int, int]
    power: tuple[int, int]


# What happens at nearly every ply is made once and shared: finding a frozen object is much cheaper than making it.


@cache
def declined(seat: Seat) -> Declined:
    return Declined(seat=seat)


@cache
def played_into(seat: Seat, card: CardId, system: System, power: int) -> PlayedInto:
    return PlayedInto(seat=seat, card=card, system=system, power=power)


@cache
def discarded(seat: Seat, card: CardId, system: System, power: int) -> Discarded:
    return Discarded(seat=seat, card=card, system=system, power=power)


@cache
def moved_between(seat: Seat, card: CardId, source: System, target: System) -> Moved:
    return Moved(seat=seat, card=card, source=source, target=target)
