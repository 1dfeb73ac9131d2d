"""Events at a table, and the players who may read them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, TypeVar

from rules.core.cards import CardId
from rules.core.narration import Narrated

Seat = int
"""A seat at the table, counted from 0 in the order of play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Narrated):
    """Something that happened, for the log, the pictures and the announcements."""

    seats: frozenset[Seat] | None = None
    """The seats that may read the event; None if everyone may."""


E = TypeVar("E", bound=Event)


@cache
def only(seat: Seat) -> frozenset[Seat]:
    """Return the readers of an event that only this seat may read (`Event.seats`)."""
    return frozenset({seat})


def shared(kind: type[E], *, private: bool = False) -> Callable[..., E]:
    """Return a factory for events of this kind, which takes the kind's own fields in order. If private, only the seat
    in the first field may read the event.

    Equal fields give the same object. Use the factory for events of nearly every ply: looking up a frozen object is
    much cheaper than making one.
    """
    names = [field.name for field in fields(kind) if field.name != "seats"]

    @cache
    def make(*values: Any) -> E:
        seats = frozenset(values[:1]) if private else None
        return kind(seats=seats, **dict(zip(names, values, strict=True)))

    return make


@dataclass(frozen=True, slots=True, kw_only=True)
class Drew(Event, tag="Drew"):
    """A seat drew cards that nobody else saw. Only that seat may read this event; another event tells everyone about
    the draw.
    """

    template = "You draw {cards:cards}."

    seat: Seat
    cards: tuple[CardId, ...]


def drew(seat: Seat, cards: tuple[CardId, ...]) -> Drew:
    """Return the event by which a seat learns which cards it has drawn."""
    return Drew(seats=only(seat), seat=seat, cards=cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Event, tag="Played"):
    """A seat used a card. Games add fields for what the card was used for."""

    template = "{seat:player} plays {card:card}."

    seat: Seat
    card: CardId


def visible(events: Sequence[Event], seat: Seat | None) -> tuple[Event, ...]:
    """Return the events that a seat (None: a spectator) may read. No other code hides events from viewers."""
    return tuple(e for e in events if e.seats is None or (seat is not None and seat in e.seats))
