"""A short digest of a state, by which a stored match is told from one that no longer replays alike."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import blake2b

from rules.core.cards import Card

_FIELDS = cache(fields)


def digest(value: object) -> str:
    """16 hexadecimal digits that depend on everything in the value, and on nothing else.

    The value is made of dataclasses, lists, tuples, dicts (in their order), sets of integers, enums, strings, integers,
    booleans and None. A card counts as its id: its texts and pictures may be improved under a running match.

    Raises:
        TypeError: something else is in it.
    """
    return blake2b("".join(_parts(value)).encode(), digest_size=8).hexdigest()


def _parts(value: object) -> Iterator[str]:
    match value:
        case Card():
            yield f"{value.id};"
        case Enum():
            yield f"{value.name};"
        case None | bool() | int() | str():
            yield f"{value!r};"
        case list() | tuple():
            yield "["
            for item in value:
                yield from _parts(item)
            yield "]"
        case dict():
            yield "{"
            for key, item in value.items():
                yield from _parts(key)
                yield from _parts(item)
            yield "}"
        case set() | frozenset():
            yield from _parts(sorted(value))
        case _ if is_dataclass(value) and not isinstance(value, type):
            yield type(value).__name__ + "("
            for f in _FIELDS(type(value)):
                yield from _parts(getattr(value, f.name))
            yield ")"
        case _:
            raise TypeError(f"a state may not hold a {type(value).__name__}")
