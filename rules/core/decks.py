"""Deck rules: the parts of a deck, and the faults of an illegal one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.core.cards import Card, CardId, copies
from rules.core.words import counted

_ECHO: Final = 40
"""Maximum number of characters that an error message quotes from a player's text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckPart:
    """A part of a deck and its rule. Most decks have one part."""

    size: int
    """The number of cards in this part."""
    copies: Mapping[type[Card], int]
    """The maximum number of copies of one card, by the card's class. Cards of other classes are not allowed."""
    clause: str
    title: str = "cards"
    """The name of the part: “Magnum Opus cards”."""
    column: str = "cards"
    """The column that lists this part in a ready-made deck (`rules.core.content.read_decks`)."""


def deck_faults(rule: Sequence[DeckPart], cards: Mapping[CardId, Card], listed: Sequence[CardId]) -> list[str]:
    """Return a sentence for each way in which the cards in `listed` break the deck rule; [] for a legal deck. Each
    sentence cites the clause and says how to fix the deck. Unknown cards count towards the first part.

    >>> deck_faults([DeckPart(size=3, copies={}, clause="1.2")], {}, [])
    ['A deck has exactly 3 cards, not 0: add 3 (rule 1.2).']
    """
    place_of: dict[type, int] = {kind: place for place, part in enumerate(rule) for kind in part.copies}
    parts: list[dict[CardId, int]] = [{} for _ in rule]
    for id_, count in copies(listed).items():
        parts[place_of.get(type(cards.get(id_)), 0)][id_] = count
    faults = [fault for part, counts in zip(rule, parts, strict=True) for fault in _faults_of_size(part, counts)]
    for part, counts in zip(rule, parts, strict=True):
        faults += (
            fault for id_, count in counts.items() for fault in _faults_of_card(part, id_, count, cards.get(id_))
        )
    return faults


def _faults_of_size(part: DeckPart, counts: Mapping[CardId, int]) -> Iterator[str]:
    count, size = sum(counts.values()), part.size
    if count != size:
        remedy = f"add {size - count}" if count < size else f"take out {count - size}"
        yield f"A deck has exactly {size} {part.title}, not {count}: {remedy} (rule {part.clause})."


def _faults_of_card(part: DeckPart, id_: CardId, count: int, card: Card | None) -> Iterator[str]:
    if card is None:
        yield f"There is no card {id_[:_ECHO]}: take it out (rule {part.clause})."
    elif (most := part.copies.get(type(card))) is None:
        yield f"No deck has the card {card.name}: take it out (rule {part.clause})."
    elif count > most:
        of = f"{counted(most, 'copy', 'copies')} of {card.name}"
        yield f"A deck has at most {of}, not {count}: take out {count - most} (rule {part.clause})."
