"""Deck rules: what a deck is made of, and what is wrong with one that is not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.core.cards import Card, CardId, copies

_ECHO: Final = 40
"""Characters of what somebody wrote that are said again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckPart:
    """Cards that belong to a deck, and what its rule says of them. Most decks have one part."""

    size: int
    """How many they are."""
    copies: Mapping[type[Card], int]
    """How often one card may be among them, by the class of the card; a card of another class may not."""
    clause: str
    title: str = "cards"
    """What they are called together: “Magnum Opus cards”."""
    column: str = "cards"
    """Where a ready-made deck lists them (`rules.core.content.read_decks`)."""


def deck_faults(rule: Sequence[DeckPart], cards: Mapping[CardId, Card], listed: Sequence[CardId]) -> list[str]:
    """Every way in which a deck breaks the rule of a game with these cards, each a sentence with its clause that says
    what to do; [] for a legal deck. What is no card counts as one of the first part.
    """
    place_of: dict[type, int] = {kind: place for place, part in enumerate(rule) for kind in part.copies}
    parts: list[dict[CardId, int]] = [{} for _ in rule]
    for id_, count in copies(listed).items():
        parts[place_of.get(type(cards.get(id_)), 0)][id_] = count
    faults = [fault for part, found in zip(rule, parts, strict=True) for fault in _faults_of_size(part, found)]
    for part, found in zip(rule, parts, strict=True):
        faults += (fault for id_, count in found.items() for fault in _faults_of_card(part, id_, count, cards.get(id_)))
    return faults


def _faults_of_size(part: DeckPart, found: Mapping[CardId, int]) -> Iterator[str]:
    count, size = sum(found.values()), part.size
    if count != size:
        remedy = f"add {size - count}" if count < size else f"take out {count - size}"
        yield f"A deck has exactly {size} {part.title}, not {count}: {remedy} (rule {part.clause})."


def _faults_of_card(part: DeckPart, id_: CardId, count: int, card: Card | None) -> Iterator[str]:
    if card is None:
        yield f"There is no card {id_[:_ECHO]}: take it out (rule {part.clause})."
    elif (most := part.copies.get(type(card))) is None:
        yield f"No deck has the card {card.name}: take it out (rule {part.clause})."
    elif count > most:
        of = f"{most} {'copy' if most == 1 else 'copies'} of {card.name}"
        yield f"A deck has at most {of}, not {count}: take out {count - most} (rule {part.clause})."
