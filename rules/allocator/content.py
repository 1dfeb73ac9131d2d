"""The content of seeds/allocator as cards and decks, and the deck rule."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.allocator.cards import AllocatorCard, Faction
from rules.core.cards import CardId, Deck, copies

DECK_SIZE: Final = 40
COPIES: Final = 3

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_NUMBERS: Final = ("attack", "defense", "development", "boost", "function_match")
_WORDS: Final = ("name", "faction", "text")
_LONGEST_NAME: Final = 24
_FACTIONS: Final = {faction.value: faction for faction in Faction}


def read_cards(table: Mapping[str, Any]) -> dict[CardId, AllocatorCard]:
    """The card list, by id, in the order of the table.

    Raises:
        ValueError: an entry is not a card; names it.
    """
    cards = {CardId(id_): _card(CardId(id_), entry, order) for order, (id_, entry) in enumerate(table.items())}
    names = [card.name for card in cards.values()]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"two cards have the same name: {name}")
    return cards


def _card(id_: CardId, entry: Mapping[str, Any], order: int) -> AllocatorCard:
    if not _ID.fullmatch(id_):
        raise ValueError(f"card {id_}: an id is made of lower-case words and hyphens")
    if set(entry) != {*_NUMBERS, *_WORDS}:
        raise ValueError(f"card {id_}: has {', '.join(entry)}; wants {', '.join((*_WORDS, *_NUMBERS))}")
    for name in _NUMBERS:
        if type(entry[name]) is not int or entry[name] < 0:
            raise ValueError(f"card {id_}: {name} is a whole number from 0, not {entry[name]!r}")
    for name in _WORDS:
        if not isinstance(entry[name], str) or not entry[name].strip():
            raise ValueError(f"card {id_}: {name} is text, not {entry[name]!r}")
    if len(entry["name"]) > _LONGEST_NAME:
        raise ValueError(f"card {id_}: a name has at most {_LONGEST_NAME} characters")
    if entry["faction"] not in _FACTIONS:
        raise ValueError(f"card {id_}: there is no faction {entry['faction']}")
    if entry["boost"] < 1:
        raise ValueError(f"card {id_}: boosts nothing")
    return AllocatorCard(id=id_, order=order, **{**entry, "faction": _FACTIONS[entry["faction"]]})


def read_decks(table: Mapping[str, Any], cards: Mapping[CardId, AllocatorCard]) -> dict[str, Deck]:
    """The ready-made decks, by id, in the order of the table.

    Raises:
        ValueError: an entry is not a legal deck of these cards; names it.
    """
    return {id_: _deck(id_, entry, cards) for id_, entry in table.items()}


def _deck(id_: str, entry: Mapping[str, Any], cards: Mapping[CardId, AllocatorCard]) -> Deck:
    if not _ID.fullmatch(id_):
        raise ValueError(f"deck {id_}: an id is made of lower-case words and hyphens")
    if set(entry) != {"name", "summary", "cards"}:
        raise ValueError(f"deck {id_}: has {', '.join(entry)}; wants name, summary, cards")
    for name in ("name", "summary"):
        if not isinstance(entry[name], str) or not entry[name].strip():
            raise ValueError(f"deck {id_}: {name} is text, not {entry[name]!r}")
    for card, count in entry["cards"].items():
        if type(count) is not int or count < 1:
            raise ValueError(f"deck {id_}: {card} = {count!r}; wants a number of copies from 1")
    listed = tuple(CardId(card) for card, count in entry["cards"].items() for _ in range(count))
    faults = deck_faults(listed, cards)
    if faults:
        raise ValueError(f"deck {id_}: {' '.join(faults)}")
    return Deck(id=id_, name=entry["name"], summary=entry["summary"], cards=listed)


def deck_faults(listed: Sequence[CardId], cards: Mapping[CardId, AllocatorCard]) -> list[str]:
    """Every way in which a deck breaks the deck rule (1.5), each a sentence."""
    faults = []
    if len(listed) != DECK_SIZE:
        faults.append(f"A deck has exactly {DECK_SIZE} cards, not {len(listed)} (rule 1.5).")
    for card, count in copies(listed).items():
        if card not in cards:
            faults.append(f"There is no card {card[:40]} (rule 1.5).")
        elif count > COPIES:
            faults.append(
                f"A deck has at most {COPIES} copies of a card, not {count} of {cards[card].name} (rule 1.5)."
            )
    return faults
