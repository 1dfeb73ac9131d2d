"""What happens at a table, and who may know of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, TypeVar

from rules.core.cards import CardId
from rules.core.telling import Told

Seat = int
"""A place at the table, counted from 0 in the order of play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Told):
    """Something that happened, for the log, the pictures and the announcements."""

    seats: frozenset[Seat] | None = None
    """Who may read it; None: everyone."""


E = TypeVar("E", bound=Event)


def shared(kind: type[E], *, private: bool = False) -> Callable[..., E]:
    """Makes events of this kind out of their own fields in order; if private, for the seat that is the first of these.

    The same fields give the same object. For what happens at nearly every ply: finding a frozen object is much cheaper
    than making it.
    """
    names = [field.name for field in fields(kind) if field.name != "seats"]

    @cache
    def made(*values: Any) -> E:
        seats = frozenset(values[:1]) if private else None
        return kind(seats=seats, **dict(zip(names, values, strict=True)))

    return made


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(Event, fact="Drew"):
    """A seat took cards that nobody else saw: its own account. What everybody saw of it is an event of its own."""

    says = "You draw {cards:cards}."

    seat: Seat
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Event, fact="Played"):
    """A seat used a card; games extend it with what the card was used for."""

    says = "{seat:player} plays {card:card}."

    seat: Seat
    card: CardId


def visible(events: Sequence[Event], seat: Seat | None) -> tuple[Event, ...]:
    """The events that a seat (None: a spectator) may read: the one place where an event is kept from anybody."""
    return tuple(e for e in events if e.seats is None or (seat is not None and seat in e.seats))
