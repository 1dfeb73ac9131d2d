"""The option mini_cards: no gold cards at the start (3.5), and piles that are turned over as they lie (4.4, 4.5)."""

import pytest

from rules.circuitry.events import GoldTurned, GreenTurned, OpenTaken
from rules.circuitry.observation import determinize, observe
from rules.circuitry.phases import TAKING
from rules.circuitry.state import CircuitryState
from rules.core.cards import CardId
from tests.rules.circuitry.tables import (
    ANNA,
    BEN,
    GAME,
    SIMPLE,
    act,
    choices,
    hand,
    ids,
    side,
    table,
)


def taking(**more: str) -> CircuitryState:
    """Anna has to take two cards, in a match with plain mini cards."""
    sides = (side("red"), side("green"))
    return table(*sides, phase=TAKING[ANNA][2], mini_cards="plain", **more)  # type: ignore[arg-type]


@pytest.mark.clause("circuitry", "3.5")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_nobody_starts_with_gold_cards(seats: int) -> None:
    g = GAME.begin(seats=seats, options={"mini_cards": "plain"}, decks=(), seed=1)
    assert [each.minis for each in g.sides] == [[]] * seats
    assert len(g.gold) == 62


@pytest.mark.clause("circuitry", "4.4")
def test_the_gold_pile_is_turned_over_and_its_oldest_card_is_taken_first() -> None:
    g = act(taking(gold="inhibit", gold_discard="red green black"), "take gold")
    assert GoldTurned() in g.events
    assert (ids(g.gold[::-1]), g.gold_discard) == ("red green black", [])
    g = act(g, "take gold")
    assert (hand(g, ANNA), ids(g.gold[::-1])) == ("red inhibit", "green black")


@pytest.mark.clause("circuitry", "4.4")
def test_everyone_knows_what_is_taken_from_a_deck_that_was_turned_over() -> None:
    g = act(taking(gold="inhibit", gold_discard="red green black"), "take gold", "take gold")
    assert OpenTaken(seat=ANNA, card=CardId("red")) in g.events
    for viewer in (BEN, None):
        view = observe(SIMPLE.content, g, viewer)
        assert view.sides[ANNA].shown == ("red",), "the Inhibit was taken before"
        assert ids(view.open_gold[::-1]) == "green black"
        twin = determinize(SIMPLE.content, view, 7)
        assert observe(SIMPLE.content, twin, viewer) == view
        assert ids(twin.gold) == ids(g.gold)
    assert [len(order) for order in SIMPLE.hidden_orders(g)] == [0, 0]
    label = SIMPLE.label(observe(SIMPLE.content, act(g, "done"), BEN), ("take", "two-gold"))
    assert label.text == "Two gold: Green movement, Black movement"


@pytest.mark.clause("circuitry", "4.4")
def test_before_that_nobody_knows_the_gold_deck() -> None:
    g = taking(gold="inhibit red")
    view = observe(SIMPLE.content, act(g, "take gold"), BEN)
    assert (view.open_gold, view.sides[ANNA].shown) == ((), ())
    assert [len(order) for order in SIMPLE.hidden_orders(g)] == [2, 0]


@pytest.mark.clause("circuitry", "4.5")
def test_the_green_pile_is_turned_over_as_it_lies() -> None:
    g = act(taking(piles="flip", green_discard="slide swap force"), "take flip")
    assert GreenTurned(cards=3) in g.events
    assert ids(g.active_green[::-1]) == "slide swap force"
    assert SIMPLE.label(observe(SIMPLE.content, g, ANNA), ("take", "active")).text == "Green: Slide"
    g = act(g, "take active")
    assert OpenTaken(seat=ANNA, card=CardId("slide")) in g.events
    assert g.sides[ANNA].shown == ("flip", "slide")
    assert ids(observe(SIMPLE.content, g, None).open_green[::-1]) == "swap force"


@pytest.mark.clause("circuitry", "10.4")
def test_without_a_limit_to_hands_gathering_is_no_standstill() -> None:
    g = table(side("red"), side("green"), turn=12, stirred=2, active=BEN)
    assert act(g, "done").outcome is None


@pytest.mark.clause("circuitry", "9.1")
@pytest.mark.clause("circuitry", "9.6")
def test_a_player_who_has_to_take_cards_may_inhibit_before() -> None:
    g = table(side("red", hand="inhibit"), side("green"), phase=TAKING[ANNA][2])
    assert choices(g, "inhibit") == ["inhibit green"]
    g = act(g, "inhibit green")
    assert (type(g.phase).__name__, g.sides[BEN].inhibited) == ("Taking", 4)
    assert choices(act(g, "take gold"), "take")
