"""The content of Alchemy, read in full: every card, every ready-made deck, and what is refused."""

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


def test_there_are_cards_enough_of_every_kind() -> None:
    kinds = [type(card) for card in GAME.cards.values()]
    assert (kinds.count(ElementCard), kinds.count(ProcessCard) >= 16, kinds.count(OpusCard) >= 8) == (12, True, True)
    assert sum(card.reaction for card in EFFECT_CARDS) >= 5
    assert {type(step) for card in EFFECT_CARDS for step in card.steps} == set(EFFECTS.values())


@pytest.mark.parametrize("card", EFFECT_CARDS, ids=repr)
def test_a_card_says_what_it_does_in_one_line(card: EffectCard) -> None:
    assert card.name == card.name.strip()
    assert card.text == card.text.strip()
    assert card.text.endswith(".")
    assert 10 <= len(card.text) <= 100
    assert len(f"{card.name} ({card.cost} AP, reaction)") <= 80


@pytest.mark.parametrize("card", list(GAME.cards.values()), ids=repr)
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


def test_the_rulebook_can_be_read_and_marks_what_is_a_ruling() -> None:
    clauses = rulebook.parse(FOLDER.joinpath("rulebook.md").read_text(encoding="utf-8"))
    assert {clause.ruling for clause in clauses} == {True, False}
    assert list(dict.fromkeys(clause.number.split(".")[0] for clause in clauses)) == list("12345678")


def test_a_deck_with_a_card_that_there_is_not_is_named_and_cut_short() -> None:
    faults = GAME.deck_faults([*DECKS[0].cards, CardId("x" * 99)])
    assert faults[-1] == f"There is no card {'x' * 40} (rule 1.3)."


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda c: c["elements"]["fire-1"].update(element="steam"), "card fire-1: there is no basic element steam"),
        (lambda c: c["elements"]["fire-1"].update(magnitude=0), "card fire-1: magnitude is a whole number from 1"),
        (lambda c: c["elements"]["fire-1"].update(magnitude=True), "card fire-1: magnitude is a whole number from 1"),
        (lambda c: c["elements"]["fire-1"].update(text="."), "card fire-1: has element, magnitude, text; wants"),
        (lambda c: c["elements"]["fire-1"].update(magnitude=2), "card fire-2: another card is called Fire 2, too"),
        (lambda c: c["elements"].update({"Fire!": {}}), "card Fire!: an id is made of lower-case"),
        (lambda c: c["opus"].update({"fixation": c["processes"]["fixation"]}), "card fixation: there are two of it"),
        (lambda c: c["processes"]["fixation"].pop("cost"), "card fixation: has name, reaction"),
        (
            lambda c: c["processes"]["fixation"].update(cost=7),
            "card fixation: cost is a number of AP from 0 to 6, not 7",
        ),
        (lambda c: c["opus"]["azoth"].update(cost=0), "card azoth: cost is a number of AP from 1 to 6, not 0"),
        (lambda c: c["processes"]["fixation"].update(reaction=1), "card fixation: reaction is true or false, not 1"),
        (lambda c: c["processes"]["fixation"].update(text="x" * 101), "card fixation: text is text of at most 100"),
        (lambda c: c["processes"]["fixation"].update(name=" "), "card fixation: name is text of at most 24"),
        (lambda c: c["processes"]["fixation"].update(steps=[]), "card fixation: it does nothing"),
        (lambda c: c["processes"]["fixation"].update(steps=[{"do": "win"}]), "card fixation: no effect is called win"),
        (
            lambda c: c["processes"]["fixation"].update(steps=[{"do": "draw", "cards": "two"}]),
            "card fixation: the effect draw has no cards = 'two'",
        ),
        (
            lambda c: c["processes"]["fixation"].update(steps=[{"do": "draw", "cards": 0}]),
            "card fixation: the effect draw has no cards = 0",
        ),
        (
            lambda c: c["processes"]["fixation"].update(steps=[{"do": "draw"}]),
            "card fixation: the effect draw needs cards",
        ),
        (
            lambda c: c["processes"]["fixation"].update(steps=[{"do": "counter"}, {"do": "refill"}]),
            "card fixation: a step that leads to another window comes last",
        ),
        (
            lambda c: c["processes"]["fixation"].update(steps=[{"do": "prepare"}]),
            "card fixation: the effect prepare is not for a reaction",
        ),
        (
            lambda c: c["processes"]["calcination"].update(steps=[{"do": "parry"}]),
            "card calcination: the effect parry is not for the own turn",
        ),
        (lambda c: c["decks"]["deep-vessel"].pop("opus"), "deck deep-vessel: has name, summary, cards; wants"),
        (lambda c: c["decks"]["deep-vessel"]["cards"].update(fixation="2"), "deck deep-vessel: fixation = '2'; wants"),
        (lambda c: c["decks"]["deep-vessel"]["cards"].update(fixation=3), "deck deep-vessel: A deck has exactly 60"),
        (lambda c: c["decks"]["deep-vessel"]["opus"].pop(), "deck deep-vessel: To a deck belong exactly 5"),
        (lambda c: c["decks"].update({"Deep": c["decks"]["deep-vessel"]}), "deck Deep: an id is made of"),
        (lambda c: c.pop("opus"), "opus.toml is missing"),
    ],
)
def test_content_that_cannot_be_used_is_refused_and_the_entry_named(
    spoil: Callable[[dict[str, Any]], object], fault: str
) -> None:
    spoiled = copy.deepcopy(CONTENT)
    Alchemy(spoiled)
    spoil(spoiled)
    with pytest.raises(ValueError, match=fault.split(":", maxsplit=1)[0]) as caught:
        Alchemy(spoiled)
    assert str(caught.value).startswith(fault)
