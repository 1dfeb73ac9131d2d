"""Chapters 2 and 3 of the rulebook: the turn and the game's own processes."""

from dataclasses import replace

import pytest

from rules.alchemy.observation import observe
from rules.alchemy.phases import TURN
from rules.alchemy.piles import take_from_deck
from rules.alchemy.state import AlchemyState
from rules.core.digest import digest
from rules.core.play import Outcome
from tests.rules.alchemy.tables import (
    ANNA,
    BEN,
    GAME,
    NAMES,
    act,
    asked,
    choices,
    label,
    names,
    narrated,
    refusal,
    side,
    table,
)


def store(g: AlchemyState, seat: int) -> str:
    return " ".join(stored.card.id + "!" * stored.seen for stored in g.sides[seat].store)


@pytest.mark.parametrize(("count", "taken", "left"), [(0, "", "air-1 earth-1 fire-1"), (2, "fire-1 earth-1", "air-1")])
def test_as_many_cards_are_taken_off_the_deck_as_asked_for(count: int, taken: str, left: str) -> None:
    g = table(side(deck="fire-1 earth-1 air-1"))
    assert names(take_from_deck(g, ANNA, count)) == taken
    assert names(g.sides[ANNA].deck) == left


@pytest.mark.clause("alchemy", "2.1")
def test_a_turn_begins_with_2_ap() -> None:
    g = act(table(side(points=1), side(points=1)), "end")
    assert (asked(g), g.sides[BEN].points, g.sides[ANNA].points) == (BEN, 3, 1)
    assert narrated(g) == ["Turn 4: Ben, with 3 AP."]


@pytest.mark.clause("alchemy", "2.2")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (3, 5), (4, 6), (5, 6), (6, 6)])
def test_unspent_ap_are_kept_up_to_six(before: int, after: int) -> None:
    assert act(table(ben=side(points=before)), "end").sides[BEN].points == after


@pytest.mark.clause("alchemy", "2.2")
def test_ending_a_turn_warns_of_ap_that_would_be_lost() -> None:
    assert label(table(side(points=5)), "end").detail == "You keep 5 AP, so you get only 1 of the next 2"
    assert label(table(side(points=0)), "end").detail == "You'll have no AP to defend with"


@pytest.mark.clause("alchemy", "2.5")
def test_ap_left_over_in_a_turn_are_kept_too() -> None:
    g = act(table(side("fire-3", points=3), side("", points=0)), "attack fire-3", "end", "end")
    assert g.sides[ANNA].points == 4


@pytest.mark.clause("alchemy", "2.8")
@pytest.mark.clause("alchemy", "2.3")
def test_a_deck_of_fewer_than_six_cards_is_refilled_from_below() -> None:
    ben = side(deck="fire-1 fire-2 fire-3 air-1 air-2", recharge="earth-1 earth-2 earth-3")
    g = act(table(ben=ben), "end")
    deck = names(g.sides[BEN].deck[::-1]).split()
    assert deck[:5] == ["fire-1", "fire-2", "fire-3", "air-1", "air-2"]
    assert sorted(deck[5:]) == ["earth-1", "earth-2", "earth-3"]
    assert g.sides[BEN].recharge == []
    assert narrated(g)[-1] == "Ben's recharge pile (3 cards) is shuffled and put under the deck."


@pytest.mark.clause("alchemy", "2.3")
def test_a_deck_of_six_cards_is_not_refilled_nor_one_of_the_other_player() -> None:
    few = side(deck="fire-1", recharge="earth-1")
    g = act(table(few, side(recharge="earth-3")), "end")
    assert [names(each.recharge) for each in g.sides] == ["earth-1", "earth-3"]


@pytest.mark.clause("alchemy", "2.4")
def test_actions_of_a_turn_come_in_any_order_as_often_as_ap_allow() -> None:
    g = table(side("multiplication fermentation fire-3", store="air-1", points=2), side("earth-3", points=0))
    g = act(g, "draw", "play multiplication", "attack fire-3", "let-hit", "play fermentation")
    assert (asked(g), g.sides[ANNA].points, g.phase) == (ANNA, 0, TURN[ANNA])
    assert act(g, "end").active == BEN


@pytest.mark.clause("alchemy", "2.4")
def test_actions_of_other_phases_are_refused_in_a_turn() -> None:
    g = table(side("fire-3"))
    sentence = "It's your turn: attack, play a process, draw, refresh, open your store, or end (rule 2.4)."
    assert refusal(g, "close") == refusal(g, "choose fire-3") == refusal(g, "hold") == sentence
    assert refusal(g, "let-hit") == "You aren't being attacked: it's your own turn (rule 5.2)."


@pytest.mark.clause("alchemy", "2.6")
def test_the_third_turn_without_an_attack_and_each_further_one_give_the_opponent_a_point() -> None:
    g = table(side("fire-3", points=0, idle=1), side("fire-3", points=0))
    assert label(g, "end").detail == "You'll have no AP to defend with"
    g = act(g, "end", "end")
    assert (g.sides[ANNA].idle, g.sides[BEN].score) == (2, 0)
    assert label(g, "end").detail == "You keep 2 AP. You have not attacked, so your opponent scores 1 point"
    g = act(g, "end")
    assert narrated(g)[0] == "Anna has not attacked for 3 turns: Ben scores 1 point and has 1."
    assert act(g, "end", "end").sides[BEN].score == 2


@pytest.mark.clause("alchemy", "2.6")
def test_an_attack_or_an_attack_back_restarts_the_count_of_idle_turns() -> None:
    g = act(table(side("fire-3", idle=2), side("water-3 air-1", idle=2)), "attack fire-3", "defend water-3")
    g = act(g, "attack air-1", "let-hit", "end")
    assert ([each.idle for each in g.sides], [each.score for each in g.sides]) == ([0, 0], [0, 1])


@pytest.mark.clause("alchemy", "2.6")
@pytest.mark.parametrize(("turn", "answer", "idle"), [(24, "parry", 0), (25, "parry", 3), (25, "let-hit", 0)])
def test_after_turn_24_only_an_attack_that_deals_damage_restarts_the_count(turn: int, answer: str, idle: int) -> None:
    g = replace(table(side("fire-3", idle=2), side("water-3")), turn=turn)
    assert label(g, "end").warning.startswith(
        "You can still attack. If you " + ("don't" if turn == 24 else "deal no damage")
    )
    g = act(g, "attack fire-3", *(["defend water-3"] if answer == "parry" else [answer]))
    g = act(g, "end")
    assert g.sides[ANNA].idle == idle
    assert (g.sides[BEN].score, narrated(g)[0].startswith("Anna has dealt no damage for 3 turns: Ben")) == (
        (1, True) if idle else (0, False)
    )


@pytest.mark.clause("alchemy", "2.6")
def test_a_point_for_idle_turns_can_win_and_is_not_given_with_a_free_pace() -> None:
    def ended(*, brisk: bool) -> AlchemyState:
        return act(table(side("", idle=2), side("", score=9), brisk=brisk), "end")

    assert ended(brisk=True).outcome == Outcome("points", (2, 1))
    assert (ended(brisk=False).outcome, ended(brisk=False).sides[ANNA].idle) == (None, 2)


@pytest.mark.clause("alchemy", "2.7")
@pytest.mark.parametrize(("ahead", "behind", "points"), [(3, 0, 3), (9, 6, 3), (2, 0, 2), (0, 3, 2)])
def test_a_player_who_is_3_points_behind_gains_1_ap_more(ahead: int, behind: int, points: int) -> None:
    g = act(table(side("fire-3", score=ahead), side("fire-3", score=behind, points=0)), "end")
    assert g.sides[BEN].points == points
    assert ("Ben is 3 points behind and gains 1 AP more." in narrated(g)) == (points == 3)


@pytest.mark.clause("alchemy", "2.7")
def test_a_player_far_behind_gains_no_more_ap_with_a_free_pace_and_never_has_more_than_6() -> None:
    def gained(*, brisk: bool, before: int) -> int:
        return act(table(side("fire-3", score=9), side("fire-3", points=before), brisk=brisk), "end").sides[BEN].points

    assert (gained(brisk=False, before=0), gained(brisk=True, before=5)) == (2, 6)


@pytest.mark.clause("alchemy", "3.7")
def test_a_refreshed_hand_cannot_be_refreshed_in_the_next_turn() -> None:
    g = act(table(side("fire-3", points=6), side("")), "refresh")
    sentence = "You have refreshed your hand in this turn or in your last one, so you can't do it now (rule 3.7)."
    assert (choices(g, "refresh"), refusal(g, "refresh")) == ([], sentence)
    g = act(g, "end", "end")
    assert (asked(g), choices(g, "refresh"), choices(g, "draw")) == (ANNA, [], ["draw"])
    assert choices(act(g, "end", "end"), "refresh") == ["refresh"] * bool(g.sides[ANNA].deck)


@pytest.mark.clause("alchemy", "3.7")
def test_a_hand_can_be_refreshed_every_turn_with_a_free_pace() -> None:
    g = act(table(side("fire-3", deck="air-1 " * 20), brisk=False), "refresh", "refresh")
    assert (g.sides[ANNA].points, g.sides[ANNA].refreshed) == (0, 0)


@pytest.mark.clause("alchemy", "3.1")
def test_refreshing_recharges_the_hand_and_draws_six() -> None:
    g = act(table(side("fire-3 calcination", deck="air-1 air-2 air-3 water-1 water-2 water-3 earth-1")), "refresh")
    anna = g.sides[ANNA]
    assert names(anna.hand) == "water-1 water-2 water-3 air-1 air-2 air-3"
    assert (names(anna.recharge), names(anna.deck), anna.points) == ("fire-3 calcination", "earth-1", 1)
    assert narrated(g) == ["Anna recharges Fire 3 and Calcination and draws 6 cards."]
    assert narrated(g, ANNA)[1] == "You draw Air 1, Air 2, Air 3, Water 1, Water 2 and Water 3."


@pytest.mark.clause("alchemy", "3.1")
def test_refreshing_draws_fewer_cards_from_a_short_deck_and_works_with_an_empty_hand() -> None:
    g = act(table(side("", shown="fire-3", deck="air-1")), "refresh")
    assert (names(g.sides[ANNA].hand), g.sides[ANNA].shown) == ("air-1", [])
    assert (
        narrated(act(table(side("", deck="air-1")), "refresh"))[0] == "Anna recharges an empty hand and draws 1 card."
    )


@pytest.mark.clause("alchemy", "3.2")
def test_drawing_costs_1_ap_and_a_hand_may_exceed_six() -> None:
    g = act(table(side("fire-1 fire-1 fire-1 air-1 air-1 air-1", deck="water-3 air-2")), "draw", "draw")
    assert (len(g.sides[ANNA].hand), g.sides[ANNA].points) == (8, 0)
    assert narrated(g) == ["Anna draws 1 card."]
    assert narrated(g, ANNA)[1] == "You draw Air 2."
    assert refusal(g, "draw") == ("That costs 1 AP, and you have none left: each of your turns brings 2 (rule 2.2).")


@pytest.mark.clause("alchemy", "3.3")
def test_any_number_of_cards_can_be_put_into_and_taken_from_a_store_for_1_ap() -> None:
    g = act(table(side("fire-3 water-2 ablution", store="air-1 air-2")), "store")
    assert choices(g) == ["put fire-3", "put water-2", "put ablution", "take air-1", "take air-2", "close"]
    g = act(g, "take air-1", "put fire-3", "put ablution", "take air-2", "close")
    assert (store(g, ANNA), names(g.sides[ANNA].hand)) == ("fire-3 ablution", "water-2 air-1 air-2")
    assert (g.phase, g.sides[ANNA].points) == (TURN[ANNA], 1)
    assert narrated(g) == ["Anna's store is closed, with 2 cards."]


@pytest.mark.clause("alchemy", "3.8")
def test_cards_cannot_be_played_from_the_store() -> None:
    g = table(side("fire-1", store="water-3 calcination"))
    assert choices(g, "attack") == ["attack fire-1"]
    assert refusal(g, "attack water-3") == "Water 3 isn't in your hand (rule 5.1)."
    assert refusal(g, "play calcination") == "Calcination isn't in your hand (rule 4.1)."


@pytest.mark.clause("alchemy", "3.3")
def test_an_open_store_allows_no_other_actions() -> None:
    g = act(table(side("fire-3", store="air-1")), "store")
    assert refusal(g, "end") == "Your store is open: put cards in, take cards back, or close it (rule 3.3)."
    assert refusal(g, "put water-1") == "That card isn't in your hand (rule 3.3)."
    assert refusal(g, "take water-1") == "That card isn't in your store (rule 3.3)."
    assert GAME.prompt(observe(g, ANNA), NAMES) == "Put cards into your store or take them out, then close it."
    assert GAME.prompt(observe(g, BEN), NAMES) == "Anna's store is open."
    empty = table(side("", points=1))
    assert (
        refusal(empty, "store") == "You have no card in hand to put into your store, and none in it to take (rule 3.3)."
    )


@pytest.mark.clause("alchemy", "3.4")
def test_a_store_cannot_be_closed_with_more_than_three_cards() -> None:
    g = act(table(side("fire-1 fire-2 fire-3", store="air-1 air-2 air-3")), "store", "put fire-1", "put fire-2")
    assert choices(g) == ["put fire-3", "take air-1", "take air-2", "take air-3"]
    assert refusal(g, "close") == "A store holds at most 3 cards when it closes: take 2 or more out (rule 3.4)."
    g = act(g, "take air-1", "take air-3", "close")
    assert store(g, ANNA) == "air-2 fire-1 fire-2"


@pytest.mark.clause("alchemy", "3.9")
def test_a_card_just_put_into_an_open_store_cannot_be_taken_out() -> None:
    g = act(table(side("fire-1 fire-2 fire-3 water-1")), "store", "put fire-1", "put fire-2", "put fire-3")
    assert choices(g) == ["close"]
    assert refusal(g, "take fire-1") == (
        "You have just put that card in: it comes out when you open your store again (rule 3.9)."
    )
    assert refusal(g, "put water-1") == "You have put 3 cards in, and a store holds no more than 3 (rule 3.4)."
    assert choices(act(g, "close", "store"), "take") == ["take fire-1", "take fire-2", "take fire-3"]


@pytest.mark.clause("alchemy", "3.5")
def test_cards_lie_face_down_except_those_the_opponent_has_seen() -> None:
    g = act(table(side("fire-3", shown="water-2")), "store", "put fire-3")
    assert narrated(g, BEN) == ["Anna puts a card into the store."]
    g = act(g, "put water-2")
    assert narrated(g, BEN) == ["Anna puts Water 2 into the store."]
    assert [card.id if card else None for card in observe(g, BEN).sides[ANNA].store] == [None, "water-2"]
    anna = observe(g, ANNA).own
    assert anna is not None
    assert names(anna.store) == "fire-3 water-2"


@pytest.mark.clause("alchemy", "3.5")
def test_events_name_a_card_taken_from_the_store_only_if_it_lay_face_up() -> None:
    g = act(table(side("", store="fire-3 water-2!")), "store", "take fire-3")
    assert narrated(g, BEN) == ["Anna takes a card out of the store."]
    g = act(g, "take water-2")
    assert narrated(g, BEN) == ["Anna takes Water 2 out of the store."]
    assert names(observe(g, BEN).sides[ANNA].shown) == "water-2"


@pytest.mark.clause("alchemy", "3.6")
def test_an_empty_deck_gives_no_card_until_the_owners_turn_begins() -> None:
    g = table(side("fire-3", deck="", recharge="air-1 air-2"))
    assert choices(g) == ["attack fire-3", "store", "end"]
    sentence = "Your deck is empty: there is nothing to draw until your next turn begins (rule 3.6)."
    assert refusal(g, "draw") == refusal(g, "refresh") == sentence
    attacked = act(table(side("fire-3"), side("fire-1", deck="", points=2)), "attack fire-3")
    assert refusal(attacked, "draw") == "Your deck is empty: there is nothing to draw (rule 3.6)."
    g = act(g, "end", "end")
    assert choices(g, "draw") == ["draw"]


def test_apply_leaves_the_earlier_state_unchanged() -> None:
    before = table(side("fire-3 fermentation", store="air-1"))
    was = digest(before)
    for text in choices(before):
        act(before, text)
    assert digest(before) == was
