"""Chapter 4 of Circuitry: taking cards, and the actions of a turn."""

from collections import Counter

import pytest

from rules.circuitry.events import ActiveTaken, GoldShuffled, GoldTaken, GreenShuffled, GreenTaken
from rules.circuitry.phases import TAKING
from rules.circuitry.state import CircuitryState, Side
from rules.core.events import Drew
from tests.rules.circuitry.tables import (
    ANNA,
    BEN,
    CLEO,
    act,
    asked,
    choices,
    hand,
    ids,
    next_turn,
    phase_of,
    refusal,
    side,
    table,
)

GREENS = ["rotate", "swap", "flip", "slide", "force", "portal"]


def taking(*sides: Side, left: int = 2, **more: str) -> CircuitryState:
    """Anna has to take cards."""
    return table(*(sides or (side("red"), side("green"))), phase=TAKING[ANNA][left], **more)  # type: ignore[arg-type]


@pytest.mark.clause("circuitry", "4.1")
def test_a_round_is_one_turn_of_each_player() -> None:
    g = table(side("red"), side("green"), side("purple"), turn=5)
    turns = []
    for _ in range(6):
        turns.append((asked(g), g.active, g.turn))
        g = next_turn(g)
    assert turns == [(0, 0, 5), (1, 1, 5), (2, 2, 5), (0, 0, 6), (1, 1, 6), (2, 2, 6)]


@pytest.mark.clause("circuitry", "4.2")
def test_two_gold_cards_are_taken_at_once() -> None:
    g = act(taking(gold="black orange red"), "take two-gold")
    assert (hand(g, ANNA), ids(g.gold), phase_of(g)) == ("orange black", "red", "Turn")
    assert g.events.count(GoldTaken(seat=ANNA)) == 2
    drawn = [event for event in g.events if isinstance(event, Drew)]
    assert [(event.seats, event.cards) for event in drawn] == [
        (frozenset({ANNA}), ("black",)),
        (frozenset({ANNA}), ("orange",)),
    ]
    assert choices(taking(left=1), "take two-gold") == [], "one is left to be taken"
    assert choices(taking(gold="black red"), "take two-gold") == ["take two-gold"]


@pytest.mark.clause("circuitry", "4.2")
def test_the_second_gold_card_can_come_from_the_discards() -> None:
    assert choices(taking(gold="black"), "take two-gold") == []
    g = act(taking(gold="black", gold_discard="red"), "take two-gold")
    assert (hand(g, ANNA), phase_of(g)) == ("red black", "Turn")


@pytest.mark.clause("circuitry", "4.2")
def test_a_turn_begins_with_taking_two_mini_cards_one_after_the_other() -> None:
    g = act(table(side("red"), side("green"), gold="black orange red"), "done")
    assert (asked(g), phase_of(g)) == (BEN, "Taking")
    assert choices(g) == ["take gold", "take two-gold", *(f"take {card}" for card in GREENS)]
    g = act(g, "take gold")
    assert hand(g, BEN) == "black"
    assert GoldTaken(seat=BEN) in g.events
    assert [event.seats for event in g.events if isinstance(event, Drew)] == [frozenset({BEN})]
    assert (asked(g), phase_of(g)) == (BEN, "Taking")
    g = act(g, "take slide")
    assert hand(g, BEN) == "black slide"
    assert GreenTaken(seat=BEN, card=g.sides[BEN].minis[1].id) in g.events
    assert (asked(g), phase_of(g)) == (BEN, "Turn")
    assert choices(g, "take") == []


@pytest.mark.clause("circuitry", "4.2")
@pytest.mark.parametrize("pair", ["gold gold", "gold flip", "flip gold", "flip flip", "flip swap"])
def test_any_two_cards_may_be_taken(pair: str) -> None:
    first, second = pair.split()
    g = act(taking(gold="red red"), f"take {first}", f"take {second}")
    assert phase_of(g) == "Turn"
    assert sorted(hand(g, ANNA).split()) == sorted(pair.replace("gold", "red").split())


@pytest.mark.clause("circuitry", "4.3")
def test_cards_are_played_in_any_order_and_one_circuit_card_is_laid() -> None:
    anna = side("red", hand="light-blue*2 rotate flip", cards="8 9")
    g = act(table(anna, side("green"), on="10@1,0"), "move 1-dark-blue light-blue", "rotate 10", "place 8 0,1 a0")
    assert choices(g, "place") == []
    assert refusal(g, "place 9 0,2 a0")
    g = act(g, "move 10-orange light-blue", "flip 8", "done")
    assert (asked(g), hand(g, ANNA)) == (BEN, "")
    assert ids(g.sides[ANNA].circuits) == "9"


@pytest.mark.clause("circuitry", "4.3")
def test_a_circuit_card_may_be_laid_in_every_turn() -> None:
    g = act(table(side("red", cards="8 9"), side("green")), "place 8 0,1 a0")
    g = next_turn(next_turn(g))
    assert choices(g, "place 9")


@pytest.mark.clause("circuitry", "4.3")
def test_doing_nothing_is_fine() -> None:
    g = act(table(side("red", hand="red", cards="8"), side("green")), "done")
    assert (asked(g), hand(g, ANNA), ids(g.sides[ANNA].circuits)) == (BEN, "red", "8")


@pytest.mark.clause("circuitry", "4.4")
def test_played_gold_cards_are_discarded_face_up() -> None:
    g = act(table(side("red", hand="red black"), side("purple")), "move 1-green red", "move 1-red black")
    assert ids(g.gold_discard) == "red black"


@pytest.mark.clause("circuitry", "4.4")
def test_an_empty_gold_deck_is_replaced_by_the_shuffled_discards() -> None:
    discarded = "red green orange purple black light-blue dark-blue free"
    g = taking(gold="inhibit", gold_discard=discarded)
    g = act(g, "take gold")
    assert hand(g, ANNA) == "inhibit"
    assert GoldShuffled() in g.events
    assert g.gold_discard == []
    assert Counter(ids(g.gold).split()) == Counter(discarded.split())


@pytest.mark.clause("circuitry", "4.4")
def test_a_gold_card_played_while_the_deck_is_empty_becomes_the_deck() -> None:
    g = act(table(side("red", hand="red black"), side("purple"), gold=""), "move 1-green red")
    assert (ids(g.gold), g.gold_discard) == ("red", [])
    assert GoldShuffled() in g.events


@pytest.mark.clause("circuitry", "4.4")
def test_the_new_gold_deck_is_shuffled() -> None:
    firsts = set()
    for seed in range(40):
        g = taking(gold="free", gold_discard="red green orange purple")
        g.random = seed
        firsts.add(act(g, "take gold").gold[-1].id)
    assert firsts == {"red", "green", "orange", "purple"}


@pytest.mark.clause("circuitry", "4.5")
def test_played_green_cards_are_discarded_while_a_pile_is_left() -> None:
    g = table(side("red", hand="rotate"), side("green"), on="10@1,0", piles="flip", green_discard="slide")
    g = act(g, "rotate 10")
    assert (ids(g.green_discard), g.active_green) == ("slide rotate", [])


@pytest.mark.clause("circuitry", "4.5")
def test_once_all_piles_are_empty_the_discards_become_the_active_deck() -> None:
    g = taking(piles="flip", green_discard="slide swap force")
    assert choices(g) == ["take gold", "take two-gold", "take flip"]
    g = act(g, "take flip")
    assert GreenShuffled(cards=3) in g.events
    assert sorted(ids(g.active_green).split()) == ["force", "slide", "swap"]
    assert g.green_discard == []
    assert choices(g) == ["take gold", "take active"]
    g = act(g, "take active")
    assert ActiveTaken(seat=ANNA) in g.events
    assert len(g.active_green) == 2
    assert g.sides[ANNA].shown == ("flip",), "what comes from the active deck is not shown"


@pytest.mark.clause("circuitry", "4.5")
def test_while_the_active_deck_lasts_played_green_cards_go_back_to_the_piles_and_stay_there() -> None:
    anna = side("red", hand="rotate*2")
    g = table(anna, side("green"), on="10@1,0", piles="", active_green="swap force")
    g = act(g, "rotate 10", "rotate 10")
    assert (len(g.piles[g.active_green[0].id]), ids(g.green_discard)) == (0, "")
    assert {card: len(pile) for card, pile in g.piles.items() if pile} == {"rotate": 2}
    g = act(g, "done")
    assert choices(g) == ["take gold", "take two-gold", "take active"], "the piles may not be chosen from yet"
    g = act(g, "take active")
    assert choices(g) == ["take gold", "take active"]
    g = act(g, "take active", "done")
    assert choices(g) == ["take gold", "take two-gold", "take rotate"], "now they may"
    assert ids(g.green_discard) == ""


@pytest.mark.clause("circuitry", "4.5")
def test_once_the_active_deck_is_empty_played_green_cards_are_discarded_again() -> None:
    g = taking(side("red", hand="rotate*2"), side("green"), on="10@1,0", piles="flip*2", active_green="swap", left=1)
    g = act(g, "take active", "rotate 10")
    assert (ids(g.green_discard), g.active_green) == ("rotate", [])
    assert len(g.piles[g.sides[ANNA].minis[0].id]) == 0


@pytest.mark.clause("circuitry", "4.5")
def test_the_active_deck_can_run_out() -> None:
    g = act(taking(piles="", active_green="swap"), "take active")
    assert choices(g) == ["take gold"]
    assert g.active_green == []


@pytest.mark.clause("circuitry", "4.5")
def test_a_lone_played_green_card_becomes_the_active_deck() -> None:
    g = act(table(side("red", hand="rotate"), side("green"), on="10@1,0", piles=""), "rotate 10")
    assert (ids(g.active_green), g.green_discard, any(g.piles.values())) == ("rotate", [], False)
    assert GreenShuffled(cards=1) in g.events
    assert choices(act(g, "done")) == ["take gold", "take two-gold", "take active"]


@pytest.mark.clause("circuitry", "4.5")
def test_the_active_deck_is_shuffled() -> None:
    orders = set()
    for seed in range(60):
        g = taking(piles="flip", green_discard="slide swap force")
        g.random = seed
        orders.add(ids(act(g, "take flip").active_green))
    assert len(orders) == 6


@pytest.mark.clause("circuitry", "4.6")
def test_missing_gold_is_replaced_by_green_and_vice_versa() -> None:
    assert choices(taking(gold="", piles="flip slide")) == ["take flip", "take slide"]
    assert choices(taking(gold="red", piles="")) == ["take gold"]
    assert refusal(taking(gold="", piles="flip"), "take gold")
    assert refusal(taking(piles="flip"), "take slide")
    assert refusal(taking(piles="flip"), "take active")


@pytest.mark.clause("circuitry", "4.6")
def test_fewer_cards_are_taken_if_there_are_none_left() -> None:
    g = act(taking(gold="red", piles=""), "take gold")
    assert (phase_of(g), hand(g, ANNA)) == ("Turn", "red")
    none = table(side("red"), side("green"), side("purple"), active=BEN, gold="", piles="")
    g = act(none, "done")
    assert (asked(g), phase_of(g), hand(g, CLEO)) == (CLEO, "Turn", "")
