"""The content of Alchemy: every card, every ready-made deck, and refused content."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from rules.alchemy.cards import EffectCard, ElementCard, OpusCard, ProcessCard
from rules.alchemy.effects import EFFECTS
from rules.alchemy.game import Alchemy
from rules.core import rulebook
from rules.core.cards import CardId, Deck, copies
from tests.rules.alchemy.tables import CONTENT, FOLDER, GAME

EFFECT_CARDS = [card for card in GAME.cards.values() if isinstance(card, EffectCard)]
DECKS = list(GAME.decks.values())


def test_there_are_enough_cards_of_every_kind() -> None:
    kinds = [type(card) for card in GAME.cards.values()]
    assert (kinds.count(ElementCard), kinds.count(ProcessCard) >= 16, kinds.count(OpusCard) >= 8) == (12, True, True)
    assert sum(card.reaction for card in EFFECT_CARDS) >= 5
    assert {type(step) for card in EFFECT_CARDS for step in card.steps} == set(EFFECTS.values())


@pytest.mark.parametrize("card", EFFECT_CARDS, ids=lambda card: card.id)
def test_the_text_of_a_card_is_one_line(card: EffectCard) -> None:
    assert card.name == card.name.strip()
    assert card.text == card.text.strip()
    assert card.text.endswith(".")
    assert 10 <= len(card.text) <= 100
    assert len(f"{card.name} ({card.cost} AP, reaction)") <= 80


@pytest.mark.parametrize("card", GAME.cards.values(), ids=lambda card: card.id)
def test_a_card_is_in_a_ready_made_deck(card: EffectCard) -> None:
    assert any(card.id in deck.cards for deck in DECKS)


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.id)
def test_a_ready_made_deck_keeps_the_deck_rule(deck: Deck) -> None:
    assert GAME.deck_faults(deck.cards) == []
    assert len(deck.cards) == 65
    assert 0 < len(deck.name) <= 30
    assert 0 < len(deck.summary) <= 100


def test_the_ready_made_decks_differ() -> None:
    assert len(DECKS) == 3
    for one in DECKS:
        for other in DECKS:
            if one is not other:
                left = copies(one.cards)
                shared = sum(min(count, left.get(card, 0)) for card, count in copies(other.cards).items())
                assert shared <= 55, f"{one.name} and {other.name} are too much alike"


def test_the_rulebook_can_be_read_and_marks_its_rulings() -> None:
    clauses = rulebook.parse(FOLDER.joinpath("rulebook.md").read_text(encoding="utf-8"))
    assert {clause.ruling for clause in clauses} == {True, False}
    assert list(dict.fromkeys(clause.number.split(".")[0] for clause in clauses)) == list("123456789")


def test_a_deck_with_an_unknown_card_is_refused_in_few_words() -> None:
    faults = GAME.deck_faults([*DECKS[0].cards, CardId("x" * 99)])
    assert faults[-1] == f"There is no card {'x' * 40}: take it out (rule 1.3)."


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (
            lambda c: c["elements"]["fire-1"].update(element="steam"),
            "elements.toml, fire-1: element: expected one of fire, water, air, earth, not 'steam'",
        ),
        (
            lambda c: c["elements"]["fire-1"].update(magnitude=0),
            "elements.toml, fire-1: magnitude: expected a whole number from 1",
        ),
        (
            lambda c: c["elements"]["fire-1"].update(magnitude=True),
            "elements.toml, fire-1: magnitude: expected a whole number from 1",
        ),
        (
            lambda c: c["elements"]["fire-1"].update(text="."),
            "elements.toml, fire-1: unknown text; expected element, magnitude",
        ),
        (lambda c: c["elements"]["fire-1"].update(magnitude=2), "two cards have the same name: Fire 2"),
        (lambda c: c["elements"].update({"Fire!": {}}), "elements.toml, Fire!: an id is made of lower-case"),
        (
            lambda c: c["opus"].update({"fixation": {**c["processes"]["fixation"], "cost": 1}}),
            "two cards have the same id: fixation",
        ),
        (lambda c: c["processes"]["fixation"].pop("cost"), "processes.toml, fixation: cost is missing"),
        (
            lambda c: c["processes"]["fixation"].update(cost=7),
            "processes.toml, fixation: cost: expected a whole number from 0 to 6, not 7",
        ),
        (
            lambda c: c["opus"]["azoth"].update(cost=0),
            "opus.toml, azoth: cost: expected a whole number from 1 to 6, not 0",
        ),
        (
            lambda c: c["processes"]["fixation"].update(reaction=1),
            "processes.toml, fixation: reaction: expected true or false, not 1",
        ),
        (
            lambda c: c["processes"]["fixation"].update(text="x" * 101),
            "processes.toml, fixation: text: expected text of at most 100",
        ),
        (
            lambda c: c["processes"]["fixation"].update(name=" "),
            "processes.toml, fixation: name: expected text of at most 24",
        ),
        (lambda c: c["processes"]["fixation"].update(steps=[]), "processes.toml, fixation: it does nothing"),
        (
            lambda c: c["processes"]["fixation"].update(steps=[{"do": "win"}]),
            "processes.toml, fixation: steps: expected one of draw, gain",
        ),
        (
            lambda c: c["processes"]["fixation"].update(steps=[{"do": "draw", "cards": "two"}]),
            "processes.toml, fixation: steps: draw: cards: expected a whole number from 1 to 100, not 'two'",
        ),
        (
            lambda c: c["processes"]["fixation"].update(steps=[{"do": "draw", "cards": 0}]),
            "processes.toml, fixation: steps: draw: cards: expected a whole number from 1 to 100, not 0",
        ),
        (
            lambda c: c["processes"]["fixation"].update(steps=[{"do": "draw"}]),
            "processes.toml, fixation: steps: draw: cards is missing",
        ),
        (
            lambda c: c["processes"]["fixation"].update(steps=[{"do": "counter"}, {"do": "refill"}]),
            "processes.toml, fixation: a step that leads to another phase comes last",
        ),
        (
            lambda c: c["processes"]["fixation"].update(steps=[{"do": "prepare"}]),
            "processes.toml, fixation: it has a step that is not for a reaction",
        ),
        (
            lambda c: c["processes"]["calcination"].update(steps=[{"do": "parry"}]),
            "processes.toml, calcination: it has a step that is not for the own turn",
        ),
        (lambda c: c["decks"]["deep-vessel"].pop("opus"), "decks.toml, deep-vessel: opus is missing"),
        (
            lambda c: c["decks"]["deep-vessel"]["cards"].update(fixation="2"),
            "decks.toml, deep-vessel: cards: fixation: expected a whole number",
        ),
        (
            lambda c: c["decks"]["deep-vessel"]["cards"].update(fixation=3),
            "decks.toml, deep-vessel: A deck has exactly 60",
        ),
        (
            lambda c: c["decks"]["deep-vessel"]["opus"].pop(),
            "decks.toml, deep-vessel: A deck has exactly 5 Magnum Opus cards",
        ),
        (lambda c: c["decks"].update({"Deep": c["decks"]["deep-vessel"]}), "decks.toml, Deep: an id is made of"),
        (lambda c: c.pop("opus"), "opus.toml is missing"),
    ],
)
def test_unusable_content_is_refused_with_the_name_of_its_entry(
    spoil: Callable[[dict[str, Any]], object], fault: str
) -> None:
    spoiled = copy.deepcopy(CONTENT)
    Alchemy(spoiled)
    spoil(spoiled)
    with pytest.raises(ValueError, match=fault.split(":", maxsplit=1)[0]) as caught:
        Alchemy(spoiled)
    assert str(caught.value).startswith(fault)
