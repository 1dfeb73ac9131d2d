"""Chapters 2 and 3 of the rulebook: Develop and Draw."""

import pytest

from rules.allocator.phases import Develop, Manage
from tests.rules.allocator.tables import ANNA, BEN, act, choices, developing, names, narrated, refusal, side, table


@pytest.mark.clause("allocator", "2.1")
def test_a_turn_begins_with_develop() -> None:
    g = act(table(ben=side(hand="spark")), "end", "decline")
    assert g.phase == Develop((BEN,))
    assert narrated(g)[-1] == "Turn 4: Ben."


@pytest.mark.clause("allocator", "2.2")
def test_development_may_be_boosted_with_one_card_after_another() -> None:
    g = act(developing(side(development="farm", hand="spark farm idle")), "boost farm", "boost spark")
    assert narrated(g) == ["Anna boosts Development with Spark: +2, now 9."]
    assert choices(g) == ["boost idle", "decline"]
    g = act(g, "decline")
    assert narrated(g)[0] == "Anna gains 9 DP, spends 9 and draws 4 cards; 0 DP left."


@pytest.mark.clause("allocator", "2.2")
def test_a_player_is_asked_in_develop_even_if_no_card_can_boost() -> None:
    assert choices(developing(side(hand="ram titan"))) == ["decline"]


@pytest.mark.clause("allocator", "2.2")
def test_a_player_without_cards_is_not_asked_in_develop() -> None:
    g = act(developing(side(hand="spark")), "boost spark")
    assert isinstance(g.phase, Manage)
    assert narrated(g, ANNA) == [
        "Anna boosts Development with Spark: +2, now 2.",
        "Anna gains 2 DP and draws 1 card; 2 DP left.",
        "You draw Idle.",
    ]
    g = act(table(side(defense="wall"), turn=2), "end")
    assert g.phase == Manage((ANNA,))


@pytest.mark.clause("allocator", "2.2")
def test_only_the_active_player_is_asked_and_cannot_manage_yet() -> None:
    g = developing(side(hand="spark"), side(hand="spark"))
    assert g.phase.waiting == (ANNA,)
    assert refusal(g, "play spark attack") == (
        "You're asked whether to boost your Development: boost with a card or decline (rule 2.2)."
    )


@pytest.mark.clause("allocator", "2.3")
@pytest.mark.parametrize(("development", "gained"), [("", 0), ("drone", 1), ("drone spark", 2)])
def test_points_are_gained_by_development_power(development: str, gained: int) -> None:
    g = act(developing(side(development=development, hand="ram")), "decline")
    assert g.sides[ANNA].development_points == gained


@pytest.mark.clause("allocator", "3.1")
def test_one_card_is_drawn_from_the_top() -> None:
    g = act(developing(side(hand="ram", deck="spark wall idle")), "decline")
    assert names(g.sides[ANNA].hand) == "ram spark"
    assert narrated(g, ANNA) == ["Anna draws 1 card; 0 DP left.", "You draw Spark."]
    assert narrated(g, BEN) == narrated(g) == ["Anna draws 1 card; 0 DP left."]


@pytest.mark.clause("allocator", "3.2")
@pytest.mark.parametrize(("points", "drawn", "left"), [(0, 2, 0), (1, 2, 1), (2, 2, 2), (3, 3, 0), (5, 3, 2)])
def test_every_three_points_buy_a_card_and_the_remainder_is_kept(points: int, drawn: int, left: int) -> None:
    g = act(developing(side(development="farm", hand="ram", points=points)), "decline")
    assert len(g.sides[ANNA].hand) == 1 + drawn
    assert g.sides[ANNA].development_points == left


@pytest.mark.clause("allocator", "3.3")
def test_the_discard_pile_becomes_the_deck_when_a_card_is_missing() -> None:
    g = act(developing(side(development="farm", hand="ram", deck="spark", discard="wall drone")), "decline")
    player = g.sides[ANNA]
    assert narrated(g)[0] == "Anna shuffles the discard pile into a new deck."
    assert len(player.hand) == 3
    assert (len(player.deck), player.discard_pile) == (1, [])


@pytest.mark.clause("allocator", "3.3")
def test_an_empty_deck_stays_empty_until_a_card_is_missing() -> None:
    g = act(developing(side(hand="ram", deck="spark", discard="wall")), "decline")
    assert (g.sides[ANNA].deck, names(g.sides[ANNA].discard_pile)) == ([], "wall")


@pytest.mark.clause("allocator", "3.6")
def test_a_card_that_boosted_development_may_be_drawn_again_in_the_same_step() -> None:
    g = act(developing(side(development="farm", hand="farm", deck="", discard="")), "boost farm")
    assert narrated(g, ANNA) == [
        "Anna boosts Development with Farm: +4, now 7.",
        "Anna shuffles the discard pile into a new deck.",
        "Anna gains 7 DP and draws 1 card; 7 DP left.",
        "You draw Farm.",
    ]


@pytest.mark.clause("allocator", "3.4")
def test_points_that_buy_no_card_are_kept_when_both_piles_are_empty() -> None:
    g = act(developing(side(development="farm farm", hand="ram", deck="spark", discard="wall")), "decline")
    player = g.sides[ANNA]
    assert names(player.hand) == "ram wall spark"
    assert player.development_points == 3
    assert narrated(g)[1] == "Anna gains 6 DP, spends 3 and draws 2 cards; 3 DP left."


@pytest.mark.clause("allocator", "3.4")
def test_a_player_without_deck_and_discard_pile_draws_nothing() -> None:
    g = act(developing(side(development="farm", hand="ram", deck="")), "decline")
    assert narrated(g, ANNA) == ["Anna gains 3 DP and draws 0 cards; 3 DP left."]
    assert g.sides[ANNA].development_points == 3


@pytest.mark.clause("allocator", "3.5")
def test_a_hand_has_no_limit() -> None:
    many = "idle " * 30
    g = act(developing(side(hand=many)), "decline")
    assert len(g.sides[ANNA].hand) == 31
