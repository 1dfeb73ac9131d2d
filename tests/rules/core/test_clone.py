"""Copies of states: field types decide which values are shared and which are copied."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from rules.core.cards import Card, CardId
from rules.core.clone import COPIERS, NOT_COPIED
from rules.core.tags import Tagged

CARD = Card(id=CardId("card"), name="Card")


class Stored(NamedTuple):
    card: Card
    seen: bool


class Nested(NamedTuple):
    cards: list[Card]


@dataclass(frozen=True, slots=True)
class Fixed(Tagged):
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Loose(Tagged):
    cards: list[Card]


@dataclass(slots=True)
class Pile(Tagged):
    cards: list[Card]
    below: "Pile | None" = None


@dataclass(slots=True, kw_only=True)
class Table(Tagged):
    half: Fraction
    fixed: Fixed
    looked: set[int]
    stored: list[Stored]
    dealt: frozenset[CardId]
    row: list[Card | None]
    rows: list[list[Card]]
    by_name: dict[str, int]
    piles: dict[CardId, list[Card]]
    pair: tuple[int, Pile]
    several: tuple[Pile, ...]
    lists: tuple[list[Card], list[Card]]
    perhaps: Pile | None
    story: list[str] = field(metadata=NOT_COPIED)


def table() -> Table:
    return Table(
        half=Fraction(1, 2),
        fixed=Fixed((CARD,)),
        looked={1},
        stored=[Stored(CARD, seen=True)],
        dealt=frozenset({CARD.id}),
        row=[CARD, None],
        rows=[[CARD], []],
        by_name={"b": 1, "a": 2},
        piles={CARD.id: [CARD]},
        pair=(3, Pile([CARD], Pile([]))),
        several=(Pile([CARD]),),
        lists=([CARD], []),
        perhaps=None,
        story=["once"],
    )


def copied(value: object) -> Any:
    return COPIERS[type(value)](value)


def test_a_copy_is_equal_except_for_fields_that_are_not_copied() -> None:
    copy = copied(table())
    assert copy.story == []
    copy.story.append("once")
    assert copy == table()


def test_changing_a_copy_leaves_the_original_alone() -> None:
    original = table()
    copy = copied(original)
    copy.looked.add(2)
    copy.stored.clear()
    copy.row[0] = None
    copy.rows[1].append(CARD)
    copy.by_name["a"] = 3
    copy.piles[CARD.id].clear()
    copy.pair[1].cards.clear()
    copy.pair[1].below.cards.append(CARD)
    copy.several[0].cards.clear()
    copy.lists[0].clear()
    assert original == table()


def test_immutable_values_are_shared() -> None:
    original = table()
    copy = copied(original)
    for name in ("half", "fixed", "dealt"):
        assert getattr(copy, name) is getattr(original, name)
    assert copy.rows[0][0] is CARD


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        (Any, "typing.Any leaves open whether it changes"),
        (object, "leaves open whether it changes"),
        (Sequence[Card], "leaves open whether it changes"),
        (list, "leaves open whether it changes"),
        (tuple, "leaves open whether it changes"),
        (list[Any], "leaves open whether it changes"),
        (Loose, "a Loose is frozen, and yet something in it changes"),
        (tuple[Nested, ...], "a Nested is frozen, and yet something in it changes"),
        (dict[tuple[list[int], ...], int], "the keys of a .* change"),
        (list[int] | Pile, "which it is of .* decides whether it changes"),
    ],
)
def test_a_field_of_unclear_type_is_refused_by_name(kind: Any, why: str) -> None:
    @dataclass
    class Odd:
        part: kind

    with pytest.raises(TypeError, match=f"Odd.part cannot be copied: .*{why}"):
        copied(Odd(None))
