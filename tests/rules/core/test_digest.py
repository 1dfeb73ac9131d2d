from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any

import pytest

from rules.core.cards import Card, CardId
from rules.core.digest import digest
from rules.core.tags import LATER, REMEMBERED, Tagged


class Row(StrEnum):
    FRONT = "front"
    BACK = "back"


class Suit(Enum):
    SUN = "sun"


@dataclass(frozen=True, slots=True)
class Window(Tagged, tag="Window"):
    waiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Opening(Tagged, tag="Window"):
    """A phase that was renamed, and its field too."""

    asked: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Wider(Window):
    """A subclass without a tag of its own."""


@dataclass(frozen=True, slots=True)
class Nameless:
    waiting: tuple[int, ...]


class Line(StrEnum):
    """A class of rows that was renamed."""

    VAN = "front"
    REAR = "back"


class Depth(Enum):
    SHALLOW = 1


@dataclass(frozen=True, slots=True)
class Other(Tagged, tag="Other"):
    waiting: tuple[int, ...]


@dataclass(slots=True)
class Empty(Tagged, tag="Empty"):
    pass


def card(name: str, text: str = "") -> Card:
    return Card(id=CardId(name), name=text or name)


@dataclass(slots=True)
class Table(Tagged, tag="Table"):
    phase: Window | Other = field(default_factory=lambda: Window((0, 1)))
    hand: list[Card] = field(default_factory=lambda: [card("a"), card("b"), card("a")])
    rows: dict[Row, list[int]] = field(default_factory=lambda: {Row.FRONT: [1], Row.BACK: []})
    seen: set[int] = field(default_factory=lambda: {3, 1, 2})
    suit: Suit | None = Suit.SUN
    ready: bool = True
    random: int = 2**63
    name: str = "x"
    more: Any = None


def test_the_digest_of_a_table_is_the_same_on_every_python() -> None:
    assert digest(Table()) == "63cf23effbc38301"


def test_a_digest_has_16_hexadecimal_digits() -> None:
    assert len(digest(None)) == 16
    assert int(digest(None), 16) >= 0


def test_equal_tables_have_equal_digests() -> None:
    other = Table(seen={2, 3, 1}, hand=[card("a", "Another text"), card("b"), card("a")])
    assert digest(other) == digest(Table())


def test_names_in_the_code_do_not_count() -> None:
    assert digest(Opening((0, 1))) == digest(Window((0, 1))) != digest(Other((0, 1)))
    assert digest({Line.VAN: [Line.REAR]}) == digest({Row.FRONT: [Row.BACK]}) != digest({Row.BACK: [Row.FRONT]})


@pytest.mark.parametrize("value", [Wider((0, 1)), Nameless((0, 1)), [{0: Nameless(())}]])
def test_a_dataclass_without_a_tag_of_its_own_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match=r"a state may not hold a (Wider|Nameless): it names no tag of its own"):
        digest(value)


def test_an_enum_without_words_is_refused() -> None:
    with pytest.raises(TypeError, match="a state may not hold a Depth: its value 1 is no word"):
        digest(Depth.SHALLOW)


CHANGES: dict[str, Callable[[Table], object]] = {
    "a number": lambda t: setattr(t, "random", 2**63 + 1),
    "a flag": lambda t: setattr(t, "ready", False),
    "a flag by a number": lambda t: setattr(t, "ready", 1),
    "a number by its text": lambda t: setattr(t, "random", str(2**63)),
    "nothing by a word": lambda t: setattr(t, "suit", "None"),
    "the order of cards": lambda t: t.hand.sort(key=lambda c: c.id),
    "one card fewer": lambda t: t.hand.pop(),
    "a card of another row": lambda t: t.rows.update({Row.FRONT: [], Row.BACK: [1]}),
    "the order of rows": lambda t: setattr(t, "rows", dict(reversed(t.rows.items()))),
    "a set": lambda t: t.seen.add(9),
    "who is waiting": lambda t: setattr(t, "phase", Window((1, 0))),
    "another phase with the same fields": lambda t: setattr(t, "phase", Other((0, 1))),
    "an empty part": lambda t: setattr(t, "more", Empty()),
    "an empty list": lambda t: setattr(t, "more", []),
    "a nested list": lambda t: setattr(t, "more", [[], []]),
    "a list nested deeper": lambda t: setattr(t, "more", [[[]]]),
    "a word with signs": lambda t: setattr(t, "name", "x';'y"),
    "a word that is no ASCII": lambda t: setattr(t, "name", "é"),
}


def test_every_change_of_a_value_changes_its_digest() -> None:
    digests = {digest(Table())}
    for change in CHANGES.values():
        table = Table()
        change(table)
        digests.add(digest(table))
    assert len(digests) == 1 + len(CHANGES)


@pytest.mark.parametrize("value", [1.5, object(), Table, b"bytes", [1, [2.0]], {"x": object()}, 1j])
def test_unsupported_values_are_refused(value: object) -> None:
    with pytest.raises(TypeError, match="a state may not hold a"):
        digest(value)


@dataclass(frozen=True, slots=True)
class Grown(Tagged, tag="Window"):
    waiting: tuple[int, ...]
    tired: bool = field(default=False, metadata=LATER)
    pace: int = field(default=0, metadata=LATER)


@dataclass(frozen=True, slots=True)
class Minded(Tagged, tag="Window"):
    waiting: tuple[int, ...]
    seen: tuple[int, ...] = field(default=(), metadata=REMEMBERED)


@dataclass(frozen=True, slots=True)
class Unsaid(Tagged, tag="Unsaid"):
    late: int = field(metadata=LATER)


def test_a_later_field_does_not_count_while_it_has_its_default() -> None:
    assert digest(Grown((0, 1))) == digest(Window((0, 1)))


def test_a_later_field_counts_once_it_differs_from_its_default() -> None:
    values = [Grown((0,)), Grown((0,), tired=True), Grown((0,), pace=1), Grown((0,), tired=True, pace=1)]
    assert len(set(map(digest, values))) == len(values)


def test_a_later_field_needs_a_default() -> None:
    with pytest.raises(TypeError, match="Unsaid has a field that was added later, and no default"):
        digest(Unsaid(1))


def test_a_remembered_field_does_not_count() -> None:
    assert digest(Minded((0, 1), seen=(4,))) == digest(Minded((0, 1))) == digest(Window((0, 1)))
