"""The option by_the_letter: 2.5, 3.9 and 6.7 as the author wrote them."""

import pytest

from rules.alchemy.elements import STRENGTH, Element
from rules.alchemy.limits import MOST_PUTS
from rules.alchemy.observation import determinize, observe
from tests.rules.alchemy.tables import (
    ANNA,
    BEN,
    GAME,
    act,
    choices,
    label,
    names,
    narrated,
    refusal,
    side,
    table,
)

DOUBLES = [element for element in Element if element.is_double]


@pytest.mark.clause("alchemy", "2.5")
@pytest.mark.parametrize(
    ("before", "actions", "kept"),
    [
        (0, ["end"], 2),  # none used: all are kept
        (3, ["end"], 5),
        (0, ["draw", "end"], 0),  # one of two used: the other one is lost
        (1, ["draw", "end"], 1),  # those of earlier turns are kept
        (1, ["draw", "draw", "end"], 1),
        (1, ["draw", "draw", "draw", "end"], 0),
    ],
)
def test_ap_of_a_turn_in_which_any_are_used_are_lost(before: int, actions: list[str], kept: int) -> None:
    ben = side("fire-3", deck="air-1 " * 9, points=before)
    g = act(table(ben=ben, literal=True), "end")
    assert g.sides[BEN].points == before + 2
    g = act(g, *actions)
    assert g.sides[BEN].points == kept


@pytest.mark.clause("alchemy", "2.5")
def test_a_player_is_told_what_is_lost_before_and_after() -> None:
    g = act(table(ben=side("fire-3", deck="air-1 " * 9, points=1), literal=True), "end")
    assert label(g, "end").detail == "You keep 3 AP"
    g = act(g, "draw")
    assert label(g, "end").detail == "You keep 1 AP and lose 1, because you have used AP in this turn"
    assert narrated(act(g, "end"))[0] == "Ben loses the other 1 AP of this turn and keeps 1."


@pytest.mark.clause("alchemy", "2.5")
def test_ap_used_in_the_opponents_turn_cost_no_others() -> None:
    g = act(table(side("fire-3"), side("air-3", points=3, deck="air-1 " * 9), literal=True), "attack fire-3", "draw")
    g = act(g, "let-hit", "end")
    assert g.sides[BEN].points == 4
    assert act(g, "end").sides[BEN].points == 4


@pytest.mark.clause("alchemy", "3.9")
def test_what_was_just_put_in_can_be_taken_out_and_the_store_never_holds_more_than_three() -> None:
    g = act(table(side("fire-1 water-1", store="air-1 air-2"), literal=True), "store", "put fire-1")
    assert choices(g) == ["take air-1", "take air-2", "take fire-1", "close"]
    assert refusal(g, "put water-1") == "Your store holds 3 cards already: take one out first (rule 3.9)."
    g = act(g, "take air-1", "take fire-1", "put water-1", "close")
    assert names([stored.card for stored in g.sides[ANNA].store]) == "air-2 water-1"
    assert names(g.sides[ANNA].hand) == "fire-1 air-1"


@pytest.mark.clause("alchemy", "3.9")
def test_a_visit_to_the_store_ends() -> None:
    g = act(table(side("fire-1"), literal=True), "store")
    for _ in range(MOST_PUTS):
        g = act(g, "put fire-1", "take fire-1")
    assert choices(g) == ["close"]
    assert refusal(g, "put fire-1") == "You have put 30 cards in on this visit: close your store (rule 3.9)."
    assert choices(act(g, "close", "store"), "put") == ["put fire-1"]


@pytest.mark.clause("alchemy", "6.7")
def test_two_cards_of_one_element_make_a_complex_one() -> None:
    g = table(side("fire-1 fire-3 fire-3"), side("fire-2 water-1 air-2"), literal=True, brisk=False)
    assert choices(g, "attack") == [
        "attack fire-1",
        "attack fire-3",
        "attack fire-1+fire-3",
        "attack fire-3+fire-3",
    ]
    assert label(g, "attack", "fire-3+fire-3").text == "Blaze 6 (Fire 3 + Fire 3)"
    g = act(g, "attack fire-3+fire-3")
    assert choices(g, "defend")[:3] == ["defend fire-2", "defend water-1", "defend air-2"]
    g = act(g, "defend fire-2")
    assert narrated(g)[0] == "Ben defends with Fire 2: it counts 2 against 6."
    assert names(g.sides[ANNA].exhausted) == "fire-3 fire-3"
    assert names(g.sides[BEN].recharge) == "fire-2"


@pytest.mark.clause("alchemy", "6.7")
def test_a_pair_that_the_hand_does_not_hold_is_refused() -> None:
    g = table(side("fire-1 fire-3 water-1"), literal=True)
    assert refusal(g, "attack fire-3+fire-3") == "You don't have two elements that make this (rules 5.1 and 6.1)."
    assert refusal(g, "attack fire-3+fire-1") == (
        "Name its parts in the order Fire, Water, Air, Earth: fire-1+fire-3 (rule 6.8)."
    )


@pytest.mark.clause("alchemy", "6.7")
@pytest.mark.parametrize("double", DOUBLES)
def test_a_double_has_the_relations_of_its_element_and_is_neutral_to_it(double: Element) -> None:
    own = double.basics[0]
    assert STRENGTH[double] == STRENGTH[own]
    assert all(STRENGTH[other][double] == STRENGTH[other][own] for other in Element)
    assert STRENGTH[double][own] == 0


@pytest.mark.clause("alchemy", "6.7")
def test_a_double_does_not_defend_against_itself() -> None:
    g = act(table(side("fire-1 fire-3"), side("fire-1 fire-2 air-1"), literal=True), "attack fire-1+fire-3")
    assert "defend fire-1+fire-2" not in choices(g)
    assert refusal(g, "defend fire-1+fire-2") == "Blaze doesn't defend against Blaze (rule 6.5)."


def test_a_view_tells_enough_for_a_state_by_the_letter() -> None:
    g = act(table(side("fire-3 fire-3"), side("air-3", deck="air-1 " * 9, points=1), literal=True), "end", "draw")
    for seat in (ANNA, BEN, None):
        view = observe(g, seat)
        assert (view.literal, view.banked, view.used) == (True, 1, True)
        assert observe(determinize(GAME.cards, view, 3), seat) == view
