"""The content of T&B: every entry of `seeds/tnb`."""

import tomllib
from collections.abc import Callable
from importlib.resources import files
from itertools import combinations
from typing import Any

import pytest

from rules.core import rulebook
from rules.core.cards import CardId
from rules.tnb.game import Tnb
from rules.tnb.grid import ROTATIONS, TILES_IN, turned
from tests.rules.tnb.tables import CARDS

FOLDER = files("seeds").joinpath("tnb")
CONTENT: dict[str, Any] = {
    name: tomllib.loads(FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8")) for name in ("cards", "decks")
}
GAME = Tnb(CONTENT)
ALL = list(GAME.cards.values())


def size(shape: int) -> int:
    return len(TILES_IN[shape])


def test_there_are_cards_of_every_kind() -> None:
    assert len(ALL) >= 24
    assert any(card.damage == 0 for card in ALL)
    assert any(card.speed == 0 for card in ALL)
    assert len({card.name for card in ALL}) == len(ALL)


@pytest.mark.parametrize("card", ALL, ids=lambda card: card.id)
def test_a_card_can_act_and_its_numbers_fit_in_one_line(card: Any) -> None:
    assert card.damage or card.defence
    assert 1 <= card.health <= 8
    assert card.speed <= 3
    assert card.damage <= 5
    assert card.defence <= 5
    assert len(card.name) <= 16
    assert card.id == card.name.lower().replace(" ", "-")


def test_no_two_cards_have_the_same_shape_however_turned() -> None:
    for one, two in combinations(ALL, 2):
        assert one.shape not in {turned(two.shape, rotation) for rotation in ROTATIONS}, f"{one} and {two}"


def test_no_card_is_worse_than_another_in_everything() -> None:
    def numbers(card: Any) -> tuple[int, ...]:
        return (card.health, card.speed, card.damage, card.defence, size(card.shape))

    for one, two in combinations(ALL, 2):
        pairs = list(zip(numbers(one), numbers(two), strict=True))
        assert any(a > b for a, b in pairs), f"{two} is as good as {one} everywhere"
        assert any(a < b for a, b in pairs), f"{one} is as good as {two} everywhere"


def test_wide_attacks_are_soft_and_defence_is_as_much_as_damage() -> None:
    assert all(card.damage * size(card.shape) <= 6 for card in ALL)
    assert sum(card.defence for card in ALL) >= sum(card.damage for card in ALL)


def test_there_are_six_decks_and_every_card_is_in_one() -> None:
    assert len(GAME.decks) == 6
    assert {card for deck in GAME.decks.values() for card in deck.cards} == set(GAME.cards)
    for deck in GAME.decks.values():
        assert GAME.deck_faults(deck.cards) == []
        assert 0 < len(deck.summary) <= 100
    for one, two in combinations(GAME.decks.values(), 2):
        assert len(set(one.cards) & set(two.cards)) <= 4, f"{one.name} and {two.name} are too much alike"


def test_the_rulebook_can_be_read_and_marks_its_rulings() -> None:
    clauses = rulebook.parse(FOLDER.joinpath("rulebook.md").read_text(encoding="utf-8"))
    assert {clause.ruling for clause in clauses} == {True, False}
    assert clauses[0].number == "1.1"


def without(field: str) -> Callable[[dict[str, Any]], None]:
    return lambda entry: entry.pop(field)


def changed(field: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda entry: entry.__setitem__(field, value)


@pytest.mark.parametrize(
    "spoil",
    [
        without("health"),
        without("shape"),
        changed("text", "more"),
        changed("health", 0),
        changed("speed", -1),
        changed("damage", 1.5),
        changed("defence", True),
        lambda entry: entry.update(damage=0, defence=0),
        changed("name", ""),
        changed("name", 3),
        changed("shape", "###"),
        changed("shape", 7),
    ],
)
def test_an_invalid_card_is_refused_with_its_name(spoil: Callable[[dict[str, Any]], None]) -> None:
    entry = dict(CARDS["ox"])
    spoil(entry)
    with pytest.raises(ValueError, match=r"cards\.toml, ox: "):
        Tnb({"cards": {"ox": entry}, "decks": {}})


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"name": "Few", "summary": "Few.", "cards": ["ox"]}, r"decks\.toml, few: A deck has exactly 8 cards, not 1"),
        ({"name": "Few", "cards": ["ox"]}, r"decks\.toml, few: summary is missing"),
        (
            {"name": "Few", "summary": "Few.", "cards": ["ox"] * 7 + ["cat"]},
            r"decks\.toml, few: .*There is no card cat",
        ),
    ],
)
def test_an_invalid_deck_is_refused_with_its_name(entry: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Tnb({"cards": CARDS, "decks": {"few": entry}})


def test_a_players_own_deck_has_to_keep_the_rule() -> None:
    deck = [CardId(card) for card in list(GAME.cards)[:8]]
    assert GAME.deck_faults(deck) == []
    assert len(GAME.deck_faults([*deck[:7], deck[0], deck[0], CardId("nobody")])) == 3
