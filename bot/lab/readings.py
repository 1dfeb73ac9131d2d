"""Readings of a view: numbers and words on it that a plan can depend on, by names that fit every game.

`turn` and `phase` are the view's own, as are `board.turned_over` and others that stand one level deeper. `own.coins` is
of the seat's own side, `other.coins` the most that another side has, `lead.coins` the difference of the two. Of cards
and other things in a row it is counted how many there are. Of a word with hyphens the first part is read: “1” of the
node “1-red”.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache
from typing import Any, Final, TypeAlias

from rules.core.game import Game
from rules.core.play import View

Value: TypeAlias = int | str

OWN: Final = "own"
OTHER: Final = "other"
LEAD: Final = "lead"
_SIDES: Final = "sides"
_PASSED_OVER: Final = frozenset({"seat", "clause", "waiting", "options", "events", "outcome", _SIDES, OWN})
"""What of a view says nothing about the match, or is read otherwise."""


def names(view: View) -> Iterator[str]:
    """Yield the name of each reading that a view has."""
    for name in _columns_of(view):
        value = getattr(view, name)
        if name in _PASSED_OVER:
            continue
        if _plain(value) is not None:
            yield name
        elif is_dataclass(value):
            yield from (f"{name}.{more}" for more in _columns_of(value) if _plain(getattr(value, more)) is not None)
    for name in _columns_of(_side(view)) if hasattr(view, _SIDES) else ():
        value = _plain(getattr(_side(view), name))
        if value is not None and name != "seat":
            yield f"{OWN}.{name}"
            if isinstance(value, int):
                yield from (f"{OTHER}.{name}", f"{LEAD}.{name}")


def read(view: View, name: str) -> Value | None:
    """Return what stands there; None: nothing does now."""
    first, _, more = name.partition(".")
    if first == OWN:
        return _plain(getattr(_side(view), more))
    if first in {OTHER, LEAD}:
        others = [
            value
            for seat, side in enumerate(getattr(view, _SIDES))
            if seat != view.seat and isinstance(value := _plain(getattr(side, more)), int)
        ]
        own = _plain(getattr(_side(view), more))
        return _compared(first, own, others)
    value = getattr(view, first)
    return _plain(getattr(value, more, None) if more else value)


def _compared(name: str, own: Value | None, others: list[int]) -> int | None:
    if not others:
        return None
    most = max(others)
    return most if name == OTHER else own - most if isinstance(own, int) else None


@lru_cache(16)
def known(game: Game) -> frozenset[str]:
    """Return the names of all readings that some view of the game has at the beginning of a match."""
    seats = game.playable({})[0]
    decks = [deck.cards for deck in game.decks.values()][:1] * seats
    g = game.begin(seats=seats, options={}, decks=decks, seed=1)
    return frozenset(names(game.view(g, g.phase.waiting[0])))


def _side(view: View) -> Any:
    return getattr(view, _SIDES)[view.seat]


def _plain(value: object) -> Value | None:
    match value:
        case Enum():
            return _plain(value.value)
        case int():
            return int(value)
        case str():
            first = value.partition("-")[0]
            return int(first) if first.isdecimal() else first
        case tuple():
            return len(value)
        case _:
            return None


def _columns_of(value: Any) -> tuple[str, ...]:
    kind: Any = type(value)
    return _columns(kind)


@cache
def _columns(kind: Any) -> tuple[str, ...]:
    """List the fields of a class, and its properties that are numbers."""
    numbers = [
        name
        for base in kind.__mro__
        for name, value in vars(base).items()
        if isinstance(value, property) and value.fget and value.fget.__annotations__.get("return") in {int, bool}
    ]
    columns = [column.name for column in fields(kind) if not column.name.startswith("_")]
    return tuple(dict.fromkeys((*columns, *numbers)))
