"""Cards and decks as every game has them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, NewType, TypeVar

CardId = NewType("CardId", str)
"""A card's name in notation: lower case letters, digits and hyphens, unique in its game."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Card:
    """A card as it is printed. There is one object for each, shared by all states and compared by identity."""

    quality: ClassVar[Mapping[str, int]] = MappingProxyType({})
    """The fields that are numbers of which a player wants more (1) or less (-1), all else being alike."""

    id: CardId
    order: int = 0
    """Its place in the card list, by which hands are sorted."""
    name: str

    def __repr__(self) -> str:
        return self.id


C = TypeVar("C", bound=Card)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """A deck that can be chosen by name."""

    id: str
    name: str
    summary: str
    """One line on how it plays."""
    cards: tuple[CardId, ...]


def copies(cards: Sequence[CardId]) -> dict[CardId, int]:
    """How often each card is there, in the order of first appearance."""
    counts: dict[CardId, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return counts


def without(cards: Iterable[C], known: Iterable[C]) -> list[C]:
    """The cards in their order, less one for each that is known: those that somebody has not seen.

    Raises:
        ValueError: one is known that is not there.
    """
    rest = list(cards)
    for card in known:
        rest.remove(card)
    return rest
