"""A short digest of a state. It shows whether a stored match still leads to the same states when it is replayed."""

from collections.abc import Callable, Iterable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from hashlib import blake2b
from types import NoneType
from typing import Any, Final

from rules.core.cards import Card
from rules.core.tags import Tagged

Add = Callable[[str], None]
Writer = Callable[[Any, Add], None]
"""Writes a value of one class, piece by piece."""


def digest(value: object) -> str:
    """Return 16 hexadecimal digits that depend on the whole value and on nothing else.

    The value consists of tagged dataclasses (`rules.core.tags`), lists, tuples, dicts (in their order), sets of
    integers, enums, strings, integers, booleans and None. Names in the code do not count, so code can be renamed while
    matches are running. A dataclass counts by its tag and its fields' values, in the order of the fields. A field that
    was added later counts only if its value differs from the default (`LATER`). A field marked with `REMEMBERED` does
    not count. An enum counts by its value. A card counts by its id, since a match keeps the content with which it
    began.

    Raises:
        TypeError: the value contains anything else, or a dataclass without a tag of its own.
    """
    pieces: list[str] = []
    _WRITERS[type(value)](value, pieces.append)
    return blake2b("".join(pieces).encode(), digest_size=8).hexdigest()


class _Writers(dict[type, Writer]):
    """The writer of each class, made on first use."""

    def __missing__(self, kind: type) -> Writer:
        writer = self[kind] = _writer_of(kind)
        return writer


_WRITERS: Final = _Writers()
_CARDS: Final[set[type]] = set()
"""The classes of cards met so far. They are remembered because a state consists mostly of cards: a list of cards is
written without one call per card.
"""


def _writer_of(kind: type) -> Writer:
    if issubclass(kind, Card):
        _CARDS.add(kind)
        return _write_card
    if issubclass(kind, list | tuple):
        return _write_row
    if issubclass(kind, Enum):
        return _writer_of_enum(kind)
    if issubclass(kind, NoneType | int | str):
        return _write_word
    if issubclass(kind, dict):
        return _write_dict
    if issubclass(kind, set | frozenset):
        return _write_set
    if is_dataclass(kind):
        return _writer_of_fact(kind)
    raise TypeError(f"a state may not hold a {kind.__name__}")


def _write_card(card: Card, add: Add) -> None:
    add(card.id)
    add(";")


def _write_row(row: Iterable[Any], add: Add) -> None:
    add("[")
    for item in row:
        kind = type(item)
        if kind in _CARDS:
            add(item.id)
            add(";")
        else:
            _WRITERS[kind](item, add)
    add("]")


def _write_word(word: object, add: Add) -> None:
    add(f"{word!a};")  # ASCII, because the set of printable characters grows with each Python version


def _write_dict(table: dict[Any, Any], add: Add) -> None:
    add("{")
    for key, item in table.items():
        _WRITERS[type(key)](key, add)
        _WRITERS[type(item)](item, add)
    add("}")


def _write_set(numbers: Iterable[int], add: Add) -> None:
    _write_row(sorted(numbers), add)


def _writer_of_enum(kind: type[Enum]) -> Writer:
    words = {}
    for member in kind:
        if not isinstance(member.value, str):
            raise TypeError(f"a state may not hold a {kind.__name__}: its value {member.value!r} is no word")
        words[member.value] = f"{member.value};"

    def write(member: Enum, add: Add) -> None:
        add(words[member._value_])

    return write


def _writer_of_fact(kind: type) -> Writer:
    later = {field.name: field.default for field in fields(kind) if field.metadata.get("later")}
    if MISSING in later.values():
        raise TypeError(f"{kind.__name__} has a field that was added later, and no default for it")
    counted = [field.name for field in fields(kind) if field.metadata.get("counted", True)]
    names = [name for name in counted if name not in later]
    tag = kind.tag if issubclass(kind, Tagged) else ""
    if not tag:
        raise TypeError(f"a state may not hold a {kind.__name__}: it names no tag of its own (rules.core.tags)")
    start = f"{tag}("

    def write(value: object, add: Add) -> None:
        add(start)
        for name in names:
            part = getattr(value, name)
            part_kind = type(part)
            if part_kind is int:
                add(f"{part};")
            else:
                _WRITERS[part_kind](part, add)
        for number, (name, default) in enumerate(later.items()):
            part = getattr(value, name)
            if part != default:
                add(f"{number}=")
                _WRITERS[type(part)](part, add)
        add(")")

    return write
