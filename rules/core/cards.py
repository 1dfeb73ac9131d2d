"""Cards and decks, as every game has them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from types import MappingProxyType
from typing import ClassVar, Final, NewType, TypeVar

CardId = NewType("CardId", str)
"""A card's id in notation: lower-case letters, digits and hyphens, unique in its game."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Card:
    """A printed card. There is one object for each card; all states share it, and it is compared by identity."""

    quality: ClassVar[Mapping[str, int]] = MappingProxyType({})
    """By name of a numeric field: 1 if a higher number is better for the card's player, and -1 if a lower one is."""

    id: CardId
    order: int = 0
    """The card's position in the card list. Hands are sorted by this."""
    name: str

    def __repr__(self) -> str:
        return self.id

    @property
    def printed(self) -> str:
        """Everything printed on the card except its name, as sentences for players; by default the card's numbers."""
        numbers = [(field.name, getattr(self, field.name)) for field in fields(self) if field.name != "order"]
        listed = [f"{name.replace('_', ' ')} {value}" for name, value in numbers if type(value) is int]
        return f"{', '.join(listed).capitalize()}." if listed else ""


C = TypeVar("C", bound=Card)

BY_ORDER: Final = attrgetter("order")
"""The key by which hands are sorted: the order of the card list."""


def ids(cards: Iterable[Card]) -> tuple[CardId, ...]:
    """Return the ids of these cards."""
    return tuple([card.id for card in cards])


def printed_name(cards: Iterable[Card], card: str) -> str:
    """Return the name of the card with this id among these cards, as it begins a sentence; “That card” for none.

    >>> printed_name([], "dragon")
    'That card'
    """
    return next((each.name for each in cards if each.id == card), "That card")


def taken(cards: list[C], id_: CardId) -> C:
    """Take the first card with this id out of the list, and return it.

    Raises:
        StopIteration: the list has no such card.
    """
    place = next(place for place, card in enumerate(cards) if card.id == id_)
    return cards.pop(place)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """A ready-made deck, chosen by name."""

    id: str
    name: str
    summary: str
    """One line about the deck's style of play."""
    cards: tuple[CardId, ...]


def copies(cards: Sequence[CardId]) -> dict[CardId, int]:
    """Count the copies of each card, in the order of first appearance.

    >>> copies(["ox", "hub", "ox"])
    {'ox': 2, 'hub': 1}
    """
    counts: dict[CardId, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return counts


def without(cards: Iterable[C], seen: Iterable[C]) -> list[C]:
    """Return the cards that a player has not seen: `cards`, in their order, with one copy removed for each card in
    `seen`.

    Raises:
        ValueError: `seen` has more copies of a card than `cards`.

    >>> without("abcab", "ba")
    ['c', 'a', 'b']
    """
    unseen = list(cards)
    for card in seen:
        unseen.remove(card)
    return unseen
