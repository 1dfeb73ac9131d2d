"""The content of Allocator: every card and every ready-made deck."""

import copy
import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from rules.allocator.cards import AllocatorCard, Faction
from rules.allocator.game import Allocator
from rules.core.cards import copies
from tests.rules.allocator.walks import seeded

SEEDS = files("seeds").joinpath("allocator")


def content() -> dict[str, Any]:
    return {
        name: tomllib.loads(SEEDS.joinpath(f"{name}.toml").read_text(encoding="utf-8")) for name in ("cards", "decks")
    }


CARDS = list(seeded().cards.values())
DECKS = list(seeded().decks.values())


@pytest.mark.clause("allocator", "1.11")
def test_there_are_enough_cards_and_factions() -> None:
    assert len(CARDS) >= 40
    assert {card.faction for card in CARDS} == set(Faction)
    assert len({faction.sign for faction in Faction}) == len(Faction) >= 4
    assert "Titan-AI" in {faction.label for faction in Faction}


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_card_is_described_fully(card: AllocatorCard) -> None:
    assert card.name.strip() == card.name != ""
    assert card.text.strip() == card.text
    assert 0 < len(card.text) <= 60
    assert max(card.attack, card.defense, card.development) >= 1
    assert 1 <= card.boost <= 9
    assert 0 <= card.function_match <= 3


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_boost_that_needs_no_match_is_small(card: AllocatorCard) -> None:
    if card.function_match == 0:
        assert card.boost <= 2
    else:
        assert card.boost >= 2


def figures(card: AllocatorCard) -> tuple[int, ...]:
    """Return a card's numbers, ordered so that more is better for each."""
    return card.attack, card.defense, card.development, card.boost, -card.function_match


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_card_is_better_at_something_than_any_other_of_its_faction(card: AllocatorCard) -> None:
    for other in CARDS:
        if other.faction is card.faction and other is not card:
            assert any(mine > theirs for mine, theirs in zip(figures(card), figures(other), strict=True)), other


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_card_is_in_a_ready_made_deck(card: AllocatorCard) -> None:
    assert any(card.id in deck.cards for deck in DECKS)


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.id)
def test_a_ready_made_deck_keeps_the_deck_rule(deck: Any) -> None:
    assert len(deck.cards) == 40
    assert max(copies(deck.cards).values()) <= 3
    assert 0 < len(deck.name) <= 30
    assert 0 < len(deck.summary) <= 100


def test_each_faction_leads_a_deck_and_one_deck_is_mixed() -> None:
    cards = seeded().cards
    led = set()
    mixed = []
    for deck in DECKS:
        counts = {faction: sum(cards[card].faction is faction for card in deck.cards) for faction in Faction}
        leader = max(counts, key=counts.__getitem__)
        if counts[leader] >= 30:
            led.add(leader)
        else:
            mixed.append(deck.id)
    assert led == set(Faction)
    assert mixed


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (
            lambda c: c["cards"]["glint"].update(faction="fog"),
            "cards.toml, glint: faction: expected one of titan-ai, bastion",
        ),
        (lambda c: c["cards"]["glint"].pop("boost"), "cards.toml, glint: boost is missing"),
        (
            lambda c: c["cards"]["glint"].update(cost=1),
            "cards.toml, glint: unknown cost; expected name, faction, attack",
        ),
        (
            lambda c: c["cards"]["glint"].update(boost=0),
            "cards.toml, glint: boost: expected a whole number from 1 to 100000, not 0",
        ),
        (
            lambda c: c["cards"]["glint"].update(attack="3"),
            "cards.toml, glint: attack: expected a whole number from 0 to 100000, not '3'",
        ),
        (
            lambda c: c["cards"]["glint"].update(attack=True),
            "cards.toml, glint: attack: expected a whole number from 0 to 100000, not True",
        ),
        (
            lambda c: c["cards"]["glint"].update(text=" "),
            "cards.toml, glint: text: expected text of at most 300 characters, not ' '",
        ),
        (
            lambda c: c["cards"]["glint"].update(name="G" * 25),
            "cards.toml, glint: name: expected text of at most 24 characters, not",
        ),
        (lambda c: c["cards"]["glint"].update(name="Zenith"), "two cards have the same name: Zenith"),
        (lambda c: c["cards"].update({"Glint!": c["cards"].pop("glint")}), "cards.toml, Glint!: an id"),
        (lambda c: c["decks"]["iron-tide"].pop("summary"), "decks.toml, iron-tide: summary is missing"),
        (
            lambda c: c["decks"]["iron-tide"].update(summary=""),
            "decks.toml, iron-tide: summary: expected text of at most 300 characters, not ''",
        ),
        (lambda c: c["decks"]["iron-tide"]["cards"].update(colossus=4), "decks.toml, iron-tide: A deck has exactly 40"),
        (
            lambda c: c["decks"]["iron-tide"]["cards"].update(colossus="3"),
            "decks.toml, iron-tide: cards: colossus: expected a whole number from 1 to 100, not '3'",
        ),
        (lambda c: c["decks"].update({"Iron": c["decks"].pop("iron-tide")}), "decks.toml, Iron: an id"),
        (lambda c: c.pop("decks"), "decks.toml is missing"),
    ],
)
def test_unusable_content_is_refused_with_the_name_of_its_entry(
    spoil: Callable[[dict[str, Any]], object], fault: str
) -> None:
    spoiled = copy.deepcopy(content())
    Allocator(spoiled)
    spoil(spoiled)
    with pytest.raises(ValueError, match=fault.split(":", maxsplit=1)[0]) as caught:
        Allocator(spoiled)
    assert str(caught.value).startswith(fault)
