"""Readings of a view: numbers and words that a plan can depend on, by names that fit every game.

`turn` and `phase` are fields of the view, and `board.turned_over` is one level deeper. `own.coins` belongs to the
seat's own side, `other.coins` is the highest value of the other sides, `lead.coins` the difference of the two. A row of
cards or other things gives its length. A word with hyphens gives its first part: “1” for the node “1-red”.
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
"""The fields of a view that say nothing about the match, or that have special readings."""


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
    """Return the value of a reading; None if the view has no value for it now."""
    first, _, more = name.partition(".")
    if first == OWN:
        return _plain(getattr(_side(view), more))
    if first in {OTHER, LEAD}:
        others = [
            value
            for seat, side in enumerate(getattr(view, _SIDES))
            if seat != view.seat and isinstance(value := _plain(getattr(side, more)), int)
        ]
        return _compared(first, _plain(getattr(_side(view), more)), others)
    value = getattr(view, first)
    return _plain(getattr(value, more, None) if more else value)


def _compared(name: str, value: Value | None, others: list[int]) -> int | None:
    if not others:
        return None
    most = max(others)
    return most if name == OTHER else value - most if isinstance(value, int) else None


@lru_cache(16)
def all_names(game: Game) -> frozenset[str]:
    """Return the names of all readings in the views at the beginning of a match."""
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
