"""A short digest of a state, by which a stored match is told from one that no longer replays alike."""

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
    parts: list[str] = []
    _write(value, parts)
    return blake2b("".join(parts).encode(), digest_size=8).hexdigest()


def _write(value: object, parts: list[str]) -> None:
    match value:
        case Card():
            parts.append(f"{value.id};")
        case list() | tuple():
            parts.append("[")
            for item in value:
                _write(item, parts)
            parts.append("]")
        case Enum():
            parts.append(f"{value.name};")
        case None | bool() | int() | str():
            parts.append(f"{value!a};")  # ASCII: what Unicode calls printable grows from one Python to the next
        case dict():
            parts.append("{")
            for key, item in value.items():
                _write(key, parts)
                _write(item, parts)
            parts.append("}")
        case set() | frozenset():
            _write(sorted(value), parts)
        case _ if is_dataclass(value) and not isinstance(value, type):
            parts.append(f"{type(value).__name__}(")
            for f in _FIELDS(type(value)):
                _write(getattr(value, f.name), parts)
            parts.append(")")
        case _:
            raise TypeError(f"a state may not hold a {type(value).__name__}")
