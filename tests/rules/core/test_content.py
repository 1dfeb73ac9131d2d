"""Tables become cards and ready-made decks, and their faults are named."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Any

import pytest

from rules.core.cards import Card, Deck
from rules.core.content import card_list, line, one_of, read_cards, read_decks, read_table, whole
from rules.core.decks import DeckPart, deck_faults


class Suit(Enum):
    MOON = "moon"
    SUN = "sun"


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Beast(Card):
    name: Annotated[str, line(8)]
    suit: Suit
    legs: Annotated[int, "feet", whole(2, 8)]
    tame: bool = False
    power: Annotated[int, "suit"]
    tail: Annotated[str | None, one_of({"long": "a long one"})] = None
    noise: str = field(init=False)

    def __post_init__(self) -> None:
        if self.tame and self.legs > 4:
            raise ValueError("it has too many legs to be tame")
        object.__setattr__(self, "noise", self.name.upper())


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Token(Card):
    """A card that belongs to no deck."""


OX = {"name": "Ox", "suit": "sun", "feet": 4}
ANT = {"name": "Ant", "suit": "moon", "feet": 6, "tail": "long", "tame": False}
POWERS = one_of({"sun": 5, "moon": 3})
RULE = (
    DeckPart(size=3, copies={Beast: 2}, clause="1.1", title="beasts"),
    DeckPart(size=1, copies={Card: 1}, clause="1.2", title="plain card", column="plain"),
)


def beasts(**table: Any) -> dict[Any, Beast]:
    return read_table({"beasts": table}, "beasts", Beast, power=POWERS)


def test_a_card_has_the_fields_of_its_class() -> None:
    ox, ant = beasts(ox=OX, ant=ANT).values()
    assert (ox.id, ox.order, ox.name, ox.suit, ox.legs, ox.tame) == ("ox", 0, "Ox", Suit.SUN, 4, False)
    assert (ox.power, ox.tail, ox.noise) == (5, None, "OX")
    assert (ant.id, ant.order, ant.suit, ant.power, ant.tail) == ("ant", 1, Suit.MOON, 3, "a long one")


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"name": " "}, "name: expected text of at most 8 characters, not ' '"),
        ({"name": "Centipede"}, "name: expected text of at most 8 characters, not 'Centipede'"),
        ({"name": 3}, "name: expected text of at most 8 characters, not 3"),
        ({"suit": "star"}, "suit: expected one of moon, sun, not 'star'"),
        ({"suit": ["sun"]}, "suit: expected one of moon, sun, not ['sun']"),
        ({"feet": 1}, "feet: expected a whole number from 2 to 8, not 1"),
        ({"feet": 9}, "feet: expected a whole number from 2 to 8, not 9"),
        ({"feet": True}, "feet: expected a whole number from 2 to 8, not True"),
        ({"tame": 0}, "tame: expected true or false, not 0"),
        ({"tail": "none"}, "tail: expected one of long, not 'none'"),
        ({"legs": 4, "id": "ant"}, "unknown legs, id; expected name, suit, feet, tame, tail"),
        ({"tame": True, "feet": 6}, "it has too many legs to be tame"),
    ],
)
def test_an_invalid_card_is_named_with_the_expected_value(changes: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=r"^beasts\.toml, ox: ") as refused:
        beasts(ox={**OX, **changes})
    assert str(refused.value) == f"beasts.toml, ox: {fault}"


@pytest.mark.parametrize("column", OX)
def test_a_missing_column_is_named(column: str) -> None:
    with pytest.raises(ValueError, match=rf"^beasts\.toml, ox: {column} is missing$"):
        beasts(ox={name: value for name, value in OX.items() if name != column})


@pytest.mark.parametrize("entry", [7, "Ox", [OX]])
def test_an_entry_that_is_not_a_table_is_named(entry: object) -> None:
    with pytest.raises(ValueError, match=r"^beasts\.toml, ox: expected name, suit, feet, tame, tail, not "):
        beasts(ox=entry)


@pytest.mark.parametrize("id_", ["Ox", "ox_2", "-ox", "", "ox--2", "öx"])
def test_an_id_is_a_word_of_notation(id_: str) -> None:
    with pytest.raises(ValueError, match=f"^beasts.toml, {id_}: an id is made of lower-case words and hyphens$"):
        beasts(**{id_: OX})


def test_a_card_list_joins_tables_in_order() -> None:
    content = {"tokens": {"coin": {"name": "Coin"}}, "plain": {"joker": {"name": "Joker"}}}
    cards = read_cards(content, {"plain": Card, "tokens": Token})
    assert [(card.id, card.order, type(card)) for card in cards.values()] == [("joker", 0, Card), ("coin", 1, Token)]
    with pytest.raises(ValueError, match=r"^plain\.toml is missing$"):
        read_cards({"tokens": {}}, {"plain": Card})


def test_cards_differ_in_id_and_name() -> None:
    with pytest.raises(ValueError, match=r"^two cards have the same id: ox$"):
        card_list(beasts(ox=OX), beasts(ox=ANT))
    with pytest.raises(ValueError, match=r"^two cards have the same name: Ox$"):
        card_list(beasts(ox=OX, cow=OX))


CARDS = card_list(
    beasts(ox=OX, ant=ANT), read_cards({"all": {"joker": {"name": "Joker"}, "fool": {"name": "Fool"}}}, {"all": Card}),
    read_cards({"all": {"coin": {"name": "Coin"}}}, {"all": Token}),
)  # fmt: skip
HERD = {"name": "Herd", "summary": "Many feet.", "cards": ["ox", "ant", "ox"], "plain": ["joker"]}


def decks(**table: Any) -> dict[str, Deck]:
    return read_decks({"decks": table}, RULE, CARDS)


def test_a_deck_lists_its_cards_or_counts_their_copies() -> None:
    listed, counted = decks(herd=HERD, swarm={**HERD, "cards": {"ant": 2, "ox": 1}}).values()
    assert (listed.id, listed.name, listed.summary) == ("herd", "Herd", "Many feet.")
    assert listed.cards == ("ox", "ant", "ox", "joker")
    assert counted.cards == ("ant", "ant", "ox", "joker")


def test_a_game_without_a_deck_rule_needs_no_decks() -> None:
    assert read_decks({}, (), CARDS) == {}
    with pytest.raises(ValueError, match=r"^decks\.toml is missing$"):
        read_decks({}, RULE, CARDS)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"summary": ""}, "summary: expected text of at most 300 characters, not ''"),
        ({"cards": "ox"}, "cards: expected a list of cards, or a table of their copies, not 'ox'"),
        ({"cards": ["ox", 2]}, "cards: expected a list of cards, or a table of their copies, not ['ox', 2]"),
        ({"cards": {"ox": 0}}, "cards: ox: expected a whole number from 1 to 100, not 0"),
        ({"cards": ["ox", "ox"]}, "A deck has exactly 3 beasts, not 2: add 1 (rule 1.1)."),
        ({"side": []}, "unknown side; expected name, summary, cards, plain"),
    ],
)
def test_an_invalid_deck_is_named(changes: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=r"^decks\.toml, herd: ") as refused:
        decks(herd={**HERD, **changes})
    assert str(refused.value) == f"decks.toml, herd: {fault}"


@pytest.mark.parametrize(
    ("listed", "faults"),
    [
        ("ox ant ox joker", []),
        ("ox ant joker", ["A deck has exactly 3 beasts, not 2: add 1 (rule 1.1)."]),
        (
            "ox ox ox ox joker",
            [
                "A deck has exactly 3 beasts, not 4: take out 1 (rule 1.1).",
                "A deck has at most 2 copies of Ox, not 4: take out 2 (rule 1.1).",
            ],
        ),
        (
            "ox ant ant joker joker",
            [
                "A deck has exactly 1 plain card, not 2: take out 1 (rule 1.2).",
                "A deck has at most 1 copy of Joker, not 2: take out 1 (rule 1.2).",
            ],
        ),
        ("ox ant cow joker", ["There is no card cow: take it out (rule 1.1)."]),
        ("ox ant coin joker", ["No deck has the card Coin: take it out (rule 1.1)."]),
        (f"ox ant {'x' * 99} joker", [f"There is no card {'x' * 40}: take it out (rule 1.1)."]),
        (
            "",
            [
                "A deck has exactly 3 beasts, not 0: add 3 (rule 1.1).",
                "A deck has exactly 1 plain card, not 0: add 1 (rule 1.2).",
            ],
        ),
    ],
)
def test_every_fault_of_a_deck_cites_its_clause_and_a_remedy(listed: str, faults: list[str]) -> None:
    assert deck_faults(RULE, CARDS, listed.split()) == faults  # type: ignore[arg-type] # ids are words
