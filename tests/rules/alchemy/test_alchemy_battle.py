"""Chapter 5 of the rulebook: attack and defence."""

from dataclasses import replace

import pytest

from rules.alchemy.battle import AttackingBack, Defending
from rules.alchemy.elements import BASICS, STRENGTH, Element
from rules.alchemy.observation import observe
from rules.alchemy.phases import TURN
from rules.core.play import Outcome
from tests.rules.alchemy.tables import (
    ANNA,
    BEN,
    act,
    asked,
    attacked,
    choices,
    label,
    names,
    narrated,
    refusal,
    side,
    table,
)


@pytest.mark.clause("alchemy", "5.1")
def test_an_attack_costs_one_ap_and_lays_an_element_on_the_field() -> None:
    g = act(table(side("fire-3 water-1", points=2)), "attack fire-3")
    assert (g.sides[ANNA].points, names(g.sides[ANNA].hand), names(g.sides[ANNA].field)) == (1, "water-1", "fire-3")
    assert narrated(g) == ["Anna attacks with Fire 3."]
    assert asked(g) == BEN


@pytest.mark.clause("alchemy", "5.1")
def test_an_attack_needs_an_ap_and_the_element() -> None:
    broke = table(side("fire-3", points=0))
    assert choices(broke) == ["end"]
    assert refusal(broke, "attack fire-3") == (
        "That costs 1 AP, and you have none left: each of your turns brings 2 (rule 5.1)."
    )
    assert refusal(table(side("fire-3")), "attack fire-2") == "That card isn't in your hand (rule 5.1)."


@pytest.mark.clause("alchemy", "5.2")
def test_the_target_lets_the_attack_hit_or_defends_for_free() -> None:
    g = attacked("fire-3", "water-1 air-2", points=0)
    assert choices(g) == ["defend water-1", "defend air-2", "defend water-1+air-2", "let-hit"]
    assert act(g, "defend water-1").sides[BEN].points == 0
    assert refusal(g, "end") == "You're attacked with Fire 3: defend, use a reaction, or let it hit (rule 5.2)."
    assert refusal(g, "defend water-3") == "That card isn't in your hand (rule 5.2)."


@pytest.mark.clause("alchemy", "5.13")
def test_only_a_target_with_neither_card_nor_ap_is_hit_without_being_asked() -> None:
    g = attacked("fire-3", "", points=0)
    assert (g.phase, g.sides[ANNA].score) == (TURN[ANNA], 1)
    assert asked(attacked("fire-3", "", points=1)) == BEN
    assert choices(attacked("fire-3", "calcination", points=0)) == ["let-hit"]


@pytest.mark.clause("alchemy", "5.3")
@pytest.mark.parametrize("hand", ["fire-3", "fire-1 fire-2 fire-3"])
def test_an_element_does_not_defend_against_itself(hand: str) -> None:
    g = attacked("fire-3", hand, points=0)
    assert choices(g) == ["let-hit"]
    assert refusal(g, "defend fire-3") == "Fire doesn't defend against Fire (rule 5.3)."


@pytest.mark.clause("alchemy", "5.4")
@pytest.mark.clause("alchemy", "5.14")
def test_the_circle_of_strength() -> None:
    strong = {(one, other) for one in BASICS for other in BASICS if STRENGTH[one][other] > 0}
    fire, water, air, earth = Element.FIRE, Element.WATER, Element.AIR, Element.EARTH
    assert strong == {(water, fire), (fire, air), (air, earth), (earth, water)}
    weak = {(one, other) for one in BASICS for other in BASICS if STRENGTH[one][other] < 0}
    assert weak == {(other, one) for one, other in strong}


@pytest.mark.clause("alchemy", "5.5")
@pytest.mark.parametrize(
    ("defence", "counted", "sentence"),
    [
        ("air-3", 3, "Ben defends with Air 3: halved against Fire, it counts 1½ against 3."),
        ("water-2", 8, "Ben defends with Water 2: doubled against Fire, it counts 4 against 3."),
        ("earth-3", 6, "Ben defends with Earth 3: it counts 3 against 3."),
    ],
)
def test_the_sources_own_example_of_an_attack_with_fire_3(defence: str, counted: int, sentence: str) -> None:
    g = act(attacked("fire-3", f"{defence} fire-3"), f"defend {defence}")
    assert narrated(g)[0] == sentence
    links = [event.link for event in g.events if hasattr(event, "link")]
    assert [link.counted for link in links] == [counted]


@pytest.mark.clause("alchemy", "5.5")
def test_the_sources_fourth_example_fire_is_no_option_against_fire() -> None:
    assert "defend fire-3" not in choices(attacked("fire-3", "air-3 water-2 earth-3 fire-3"))


@pytest.mark.clause("alchemy", "5.5")
@pytest.mark.parametrize("attack", BASICS)
@pytest.mark.parametrize("defence", BASICS)
def test_a_defence_is_doubled_halved_or_unchanged_for_every_pair_of_basic_elements(
    attack: Element, defence: Element
) -> None:
    if attack is defence:
        return
    g = act(attacked(f"{attack}-3", f"{defence}-1"), f"defend {defence}-1")
    (counted,) = [event.link.counted for event in g.events if hasattr(event, "link")]
    assert counted == {1: 4, 0: 2, -1: 1}[STRENGTH[defence][attack]]


@pytest.mark.clause("alchemy", "5.6")
def test_equal_magnitudes_counter_and_nobody_scores() -> None:
    g = act(attacked("fire-3", "earth-3"), "defend earth-3")
    assert g.phase == TURN[ANNA]
    assert [each.score for each in g.sides] == [0, 0]
    assert narrated(g)[-1] == "The attack is countered: the battle ends, and nobody scores."
    assert act(attacked("fire-2", "water-1"), "defend water-1").phase == TURN[ANNA]


@pytest.mark.clause("alchemy", "5.7")
def test_a_higher_defence_parries_and_its_player_may_attack_back_for_free() -> None:
    g = act(attacked("fire-3", "water-2 air-3", points=0), "defend water-2")
    assert isinstance(g.phase, AttackingBack)
    assert narrated(g)[-1] == "Ben parries, and may attack back for free."
    assert choices(g) == ["attack air-3", "hold"]
    assert refusal(g, "end") == ("You have parried: attack back for free with an element, or hold back (rule 5.7).")
    g = act(g, "attack air-3")
    assert narrated(g) == ["Ben attacks back with Air 3."]
    assert (asked(g), g.sides[BEN].points) == (ANNA, 0)
    g = act(g, "let-hit")
    assert ([each.score for each in g.sides], g.phase) == ([0, 1], TURN[ANNA])


@pytest.mark.clause("alchemy", "5.7")
def test_an_attack_back_may_be_blocked_and_parried_in_its_turn() -> None:
    anna = side("fire-3 fire-2 water-3", points=1)
    g = act(table(anna, side("water-2 air-3 earth-1 earth-2")), "attack fire-3", "defend water-2", "attack air-3")
    blocked = act(g, "defend water-3")
    assert narrated(blocked)[-1] == "The attack is countered: the battle ends, and nobody scores."
    g = act(g, "defend fire-2")
    assert narrated(g) == [
        "Anna defends with Fire 2: doubled against Air, it counts 4 against 3.",
        "Anna parries, and may attack back for free.",
    ]
    g = act(g, "attack water-3")
    assert (asked(g), len(observe(g, None).battle.chain)) == (BEN, 5)  # type: ignore[union-attr]
    g = act(g, "defend earth-2", "hold")
    assert narrated(g) == ["Ben holds back: the battle ends, and nobody scores."]
    assert [each.score for each in g.sides] == [0, 0]
    assert [len(each.field) for each in g.sides] == [0, 0]


@pytest.mark.clause("alchemy", "5.15")
def test_a_parry_with_the_last_card_ends_the_battle() -> None:
    g = act(attacked("fire-3", "water-2"), "defend water-2")
    assert (g.phase, [each.score for each in g.sides]) == (TURN[ANNA], [0, 0])


@pytest.mark.clause("alchemy", "5.8")
def test_a_lower_defence_blocks_and_the_difference_is_dealt_as_damage() -> None:
    g = act(attacked("fire-3", "air-3"), "defend air-3")
    assert narrated(g)[1] == "Blocked, but Ben takes 1½ damage. Anna scores 1 point and has 1."
    assert (g.sides[ANNA].damage, g.sides[ANNA].score) == (3, 1)


@pytest.mark.clause("alchemy", "5.8")
def test_labels_show_a_defender_the_result_of_each_block() -> None:
    g = attacked("fire-3", "air-3 water-2 earth-3")
    assert label(g, "defend", "air-3").text == "Air 3: blocked, you take 1½"
    assert label(g, "defend", "air-3").detail == "Counts 1½, halved. The hit still scores 1 point."
    assert label(g, "defend", "water-2").text == "Water 2: parried"
    assert label(g, "defend", "water-2").detail == "Counts 4, doubled. No damage, and you may attack back for free."
    assert label(g, "defend", "earth-3").detail == "Counts 3. The battle ends, nobody scores."
    assert label(g, "let-hit").detail == "3 damage. Your opponent scores 1 point."


@pytest.mark.clause("alchemy", "5.9")
def test_an_unblocked_attack_deals_all_of_its_magnitude() -> None:
    g = act(attacked("fire-3", "water-3"), "let-hit")
    assert narrated(g) == ["Unblocked: Ben takes 3 damage. Anna scores 1 point and has 1."]
    assert g.sides[ANNA].damage == 6


@pytest.mark.clause("alchemy", "5.10")
def test_the_player_whose_element_dealt_the_damage_wins_the_battle() -> None:
    g = act(table(side("fire-1", points=1), side("water-3 air-1")), "attack fire-1", "defend water-3", "attack air-1")
    assert ([each.score for each in g.sides], [each.damage for each in g.sides]) == ([0, 1], [0, 2])
    assert g.outcome is None


@pytest.mark.clause("alchemy", "5.10")
def test_the_tenth_point_may_be_won_by_the_target() -> None:
    g = table(side("fire-1", points=1, score=9), side("water-3 air-1", score=9))
    g = act(g, "attack fire-1", "defend water-3", "attack air-1")
    assert g.outcome == Outcome("points", (2, 1))


@pytest.mark.clause("alchemy", "5.11")
def test_the_target_may_pay_1_ap_to_draw_a_card_once_for_each_attack() -> None:
    g = attacked("fire-3", "fire-1", points=3, deck="water-3 air-2 air-3")
    assert choices(g) == ["draw", "let-hit"]
    g = act(g, "draw")
    assert (g.sides[BEN].points, names(g.sides[BEN].hand)) == (2, "fire-1 water-3")
    assert narrated(g) == ["Ben draws 1 card."]
    assert choices(g, "draw") == []
    assert refusal(g, "draw") == "You have drawn a card against this attack already: answer it now (rule 5.11)."
    g = act(g, "defend water-3", "hold", "attack earth-1")
    assert "draw" in choices(g)


@pytest.mark.clause("alchemy", "5.11")
def test_the_attacker_who_is_attacked_back_may_draw_too() -> None:
    g = act(table(side("fire-3", points=2), side("water-3 air-1")), "attack fire-3", "defend water-3", "attack air-1")
    assert (asked(g), choices(g)) == (ANNA, ["draw", "let-hit"])


@pytest.mark.clause("alchemy", "5.12")
def test_elements_leave_the_field_for_the_recharge_piles_when_the_battle_ends() -> None:
    g = act(attacked("fire-3", "water-2 air-3"), "defend water-2")
    assert [names(each.field) for each in g.sides] == ["fire-3", "water-2"]
    g = act(g, "attack air-3", "let-hit")
    assert [names(each.field) for each in g.sides] == ["", ""]
    assert [names(each.recharge) for each in g.sides] == ["fire-3", "water-2 air-3"]


def test_an_attack_uses_up_its_preparation() -> None:
    g = act(table(side("calcination fire-1 fire-1", points=4)), "play calcination", "attack fire-1")
    assert isinstance(g.phase, Defending)
    assert g.phase.chain[-1].counted == 4
    g = act(g, "let-hit")
    assert g.phase == TURN[ANNA]
    assert replace(TURN[ANNA]) == g.phase


@pytest.mark.clause("alchemy", "5.11")
def test_the_target_may_pay_1_ap_to_open_the_store_once_for_each_attack() -> None:
    g = attacked("fire-3", "air-1", points=2, store="water-3 earth-3", deck="")
    assert choices(g) == ["defend air-1", "store", "let-hit"]
    g = act(g, "store")
    assert (g.sides[BEN].points, choices(g)) == (1, ["put air-1", "take water-3", "take earth-3", "close"])
    assert label(g, "close").detail == "Then answer the attack"
    battle = observe(g, ANNA).battle
    assert battle is not None
    assert (battle.target, battle.guard.opened) == (BEN, True)
    g = act(g, "take water-3", "close")
    assert choices(g) == ["defend water-3", "defend air-1", "defend water-3+air-1", "let-hit"]
    assert refusal(g, "store") == "You have opened your store against this attack already: answer it now (rule 5.11)."
    assert refusal(g, "draw") == "Your deck is empty: there is nothing to draw (rule 3.6)."
    g = act(g, "defend water-3", "hold", "attack earth-1")
    assert "store" in choices(g)


@pytest.mark.clause("alchemy", "5.11")
def test_opening_the_store_when_attacked_needs_a_stored_card_and_an_ap() -> None:
    assert refusal(attacked("fire-3", "air-1"), "store") == (
        "Your store is empty: there is nothing to take out (rule 5.11)."
    )
    assert refusal(attacked("fire-3", "air-1", store="water-3", points=0), "store").endswith("(rule 5.11).")


@pytest.mark.clause("alchemy", "5.16")
def test_a_player_who_has_blocked_draws_a_card() -> None:
    g = act(attacked("fire-3", "air-3", deck="water-1"), "defend air-3")
    assert narrated(g)[1:] == ["Blocked, but Ben takes 1½ damage. Anna scores 1 point and has 1.", "Ben draws 1 card."]
    assert names(g.sides[BEN].hand) == "water-1"
    assert names(act(attacked("fire-3", "air-3", deck=""), "defend air-3").sides[BEN].hand) == ""


@pytest.mark.clause("alchemy", "5.16")
def test_a_block_draws_no_card_with_a_free_pace_or_at_the_end() -> None:
    def drawn(*, brisk: bool, score: int) -> int:
        g = table(side("fire-3", score=score), side("air-3"), brisk=brisk)
        return len(act(g, "attack fire-3", "defend air-3").sides[BEN].hand)

    assert (drawn(brisk=True, score=0), drawn(brisk=False, score=0), drawn(brisk=True, score=9)) == (1, 0, 0)
