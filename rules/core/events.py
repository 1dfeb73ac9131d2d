"""What happens at a table, and who may know of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core.cards import CardId
from rules.core.facts import Fact

Seat = int
"""A place at the table, counted from 0 in the order of play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Fact):
    """Something that happened, for the log, the pictures and the announcements."""

    seats: frozenset[Seat] | None = None
    """Who may read it; None: everyone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(Event, fact="Drew"):
    """A seat took cards that nobody else saw: its own account. What everybody saw of it is an event of its own."""

    seat: Seat
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Event, fact="Played"):
    """A seat used a card; games extend it with what the card was used for."""

    seat: Seat
    card: CardId


def heard(news: Sequence[Event], seat: Seat | None) -> tuple[Event, ...]:
    """The events that a seat (None: a spectator) may read: the one place where news are kept from anybody."""
    return tuple(e for e in news if e.seats is None or (seat is not None and seat in e.seats))
