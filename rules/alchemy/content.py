"""The content of seeds/alchemy as cards and decks, and the deck rule."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from rules.alchemy.cards import AlchemyCard, EffectCard, ElementCard, OpusCard, ProcessCard, Step
from rules.alchemy.effects import EFFECTS
from rules.alchemy.elements import BASICS, Element
from rules.core.cards import CardId, Deck, copies

DECK: Final = 60
ELEMENT_COPIES: Final = 3
PROCESS_COPIES: Final = 2
OPUS_CARDS: Final = 5

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST_NAME: Final = 24
_LONGEST_TEXT: Final = 100
_MOST_COST: Final = 6
_BASICS: Final = {element.value: element for element in BASICS}


def read_cards(content: Mapping[str, Any]) -> dict[CardId, AlchemyCard]:
    """The card list, by id: elements, processes, Magnum Opus cards, each in the order of their table.

    Raises:
        ValueError: an entry is not a card; names it.
    """
    cards: dict[CardId, AlchemyCard] = {}
    for table in ("elements", "processes", "opus"):
        for id_, entry in content[table].items():
            if not _ID.fullmatch(id_):
                raise ValueError(f"card {id_}: an id is made of lower-case words and hyphens")
            if id_ in cards:
                raise ValueError(f"card {id_}: there are two of it")
            order = len(cards)
            try:
                card = _element(id_, entry, order) if table == "elements" else _effect(table, id_, entry, order)
            except ValueError as error:
                raise ValueError(f"card {id_}: {error}") from None
            if any(card.name == other.name for other in cards.values()):
                raise ValueError(f"card {id_}: another card is called {card.name}, too")
            cards[CardId(id_)] = card
    return cards


def _element(id_: str, entry: Mapping[str, Any], order: int) -> ElementCard:
    _has(entry, "element", "magnitude")
    if entry["element"] not in _BASICS:
        raise ValueError(f"there is no basic element {entry['element']}")
    if type(entry["magnitude"]) is not int or entry["magnitude"] < 1:
        raise ValueError(f"magnitude is a whole number from 1, not {entry['magnitude']!r}")
    element: Element = _BASICS[entry["element"]]
    name = f"{element.label} {entry['magnitude']}"
    return ElementCard(id=CardId(id_), name=name, order=order, element=element, magnitude=entry["magnitude"])


def _effect(table: str, id_: str, entry: Mapping[str, Any], order: int) -> EffectCard:
    _has(entry, "name", "cost", "reaction", "text", "steps")
    for field, longest in (("name", _LONGEST_NAME), ("text", _LONGEST_TEXT)):
        if not isinstance(entry[field], str) or not 0 < len(entry[field].strip()) <= longest:
            raise ValueError(f"{field} is text of at most {longest} characters")
    least = 1 if table == "opus" else 0
    if type(entry["cost"]) is not int or not least <= entry["cost"] <= _MOST_COST:
        raise ValueError(f"cost is a number of AP from {least} to {_MOST_COST}, not {entry['cost']!r}")
    if type(entry["reaction"]) is not bool:
        raise ValueError(f"reaction is true or false, not {entry['reaction']!r}")
    if not entry["steps"]:
        raise ValueError("it does nothing: steps is empty")
    steps = tuple(_step(step, reaction=entry["reaction"]) for step in entry["steps"])
    if any(step.final for step in steps[:-1]):
        raise ValueError("a step that leads to another window comes last")
    kind = OpusCard if table == "opus" else ProcessCard
    return kind(id=CardId(id_), order=order, **{**entry, "steps": steps})


def _step(entry: Mapping[str, Any], *, reaction: bool) -> Step:
    name = entry.get("do")
    if name not in EFFECTS:
        raise ValueError(f"no effect is called {name}; there are {', '.join(EFFECTS)}")
    kind = EFFECTS[name]
    if not (kind.reaction if reaction else kind.turn):
        raise ValueError(f"the effect {name} is not for {'a reaction' if reaction else 'the own turn'}")
    numbers = {field: value for field, value in entry.items() if field != "do"}
    known = {field.name: field.type for field in fields(kind)}  # type: ignore[arg-type] # every effect is a dataclass
    for field, value in numbers.items():
        if field not in known or type(value) is not known[field] or (type(value) is int and value < 1):
            raise ValueError(f"the effect {name} has no {field} = {value!r}")
    try:
        return kind(**numbers)
    except TypeError:
        raise ValueError(f"the effect {name} needs {', '.join(known)}") from None


def _has(entry: Mapping[str, Any], *wanted: str) -> None:
    if set(entry) != set(wanted):
        raise ValueError(f"has {', '.join(entry)}; wants {', '.join(wanted)}")


def read_decks(table: Mapping[str, Any], cards: Mapping[CardId, AlchemyCard]) -> dict[str, Deck]:
    """The ready-made decks, by id, in the order of the table.

    Raises:
        ValueError: an entry is not a legal deck of these cards; names it.
    """
    decks = {}
    for id_, entry in table.items():
        try:
            decks[id_] = _deck(id_, entry, cards)
        except ValueError as error:
            raise ValueError(f"deck {id_}: {error}") from None
    return decks


def _deck(id_: str, entry: Mapping[str, Any], cards: Mapping[CardId, AlchemyCard]) -> Deck:
    if not _ID.fullmatch(id_):
        raise ValueError("an id is made of lower-case words and hyphens")
    _has(entry, "name", "summary", "cards", "opus")
    for card, count in entry["cards"].items():
        if type(count) is not int or count < 1:
            raise ValueError(f"{card} = {count!r}; wants a number of copies from 1")
    listed = [CardId(card) for card, count in entry["cards"].items() for _ in range(count)]
    listed += map(CardId, entry["opus"])
    if faults := deck_faults(listed, cards):
        raise ValueError(" ".join(faults))
    return Deck(id=id_, name=entry["name"], summary=entry["summary"], cards=tuple(listed))


def deck_faults(listed: Sequence[CardId], cards: Mapping[CardId, AlchemyCard]) -> list[str]:
    """Every way in which a deck breaks the deck rule (1.3, 1.4), each a sentence."""
    opus = [card for card in listed if isinstance(cards.get(card), OpusCard)]
    return [
        *_faults_of_number(len(listed) - len(opus), len(opus)),
        *(fault for card, count in copies(listed).items() for fault in _faults_of_card(card, count, cards.get(card))),
    ]


def _faults_of_number(cards: int, opus: int) -> Iterator[str]:
    if cards != DECK:
        yield f"A deck has exactly {DECK} elements and processes, not {cards} (rule 1.3)."
    if opus != OPUS_CARDS:
        yield f"To a deck belong exactly {OPUS_CARDS} Magnum Opus cards, not {opus} (rule 1.4)."


def _faults_of_card(id_: CardId, count: int, card: AlchemyCard | None) -> Iterator[str]:
    if card is None:
        yield f"There is no card {id_[:40]} (rule 1.3)."
    elif isinstance(card, OpusCard) and count > 1:
        yield f"The Magnum Opus cards of a deck differ, and {card.name} is there {count} times (rule 1.4)."
    elif (most := most_copies(card)) < count:
        yield f"A deck has at most {most} copies of {card.name}, not {count} (rule 1.3)."


def most_copies(card: AlchemyCard) -> int:
    """1.3, 1.4 How many copies of a card a deck may have."""
    if isinstance(card, OpusCard):
        return 1
    return ELEMENT_COPIES if isinstance(card, ElementCard) else PROCESS_COPIES
