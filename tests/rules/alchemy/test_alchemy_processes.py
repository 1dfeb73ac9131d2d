"""Chapter 4 of the rulebook: processes, and the effect of each."""

from itertools import takewhile

import pytest

from rules.alchemy.attacks import NOTHING_PREPARED, Preparation
from rules.alchemy.battle import AttackingBack, Defending
from rules.alchemy.cards import ProcessCard
from rules.alchemy.observation import observe
from rules.alchemy.phases import TURN
from rules.alchemy.processes import Choosing
from rules.alchemy.storing import Storing
from tests.rules.alchemy.tables import (
    ANNA,
    BEN,
    GAME,
    NAMES,
    act,
    asked,
    attacked,
    choices,
    effect,
    label,
    names,
    narrated,
    prepared,
    refusal,
    side,
    table,
)

PROCESSES = [card for card in GAME.cards.values() if isinstance(card, ProcessCard)]


@pytest.mark.clause("alchemy", "4.1")
def test_a_process_is_played_from_hand_for_its_cost() -> None:
    g = table(side("fermentation", points=1))
    assert choices(g, "play") == ["play fermentation"]
    assert label(g, "play", "fermentation").text == "Fermentation (1 AP)"
    g = act(g, "play fermentation")
    assert (g.sides[ANNA].points, asked(g)) == (0, ANNA)
    assert narrated(g) == ["Anna plays Fermentation (1 AP): Draw 3 cards.", "Anna draws 3 cards."]


@pytest.mark.clause("alchemy", "4.1")
def test_a_process_that_is_not_held_or_too_expensive_is_refused_and_free_ones_need_no_ap() -> None:
    g = table(side("fermentation multiplication", store="air-1", points=0))
    assert choices(g) == ["play multiplication", "end"]
    assert refusal(g, "play fermentation") == "Fermentation costs 1 AP, and you have 0 (rule 4.1)."
    assert refusal(g, "play separation") == "That card isn't in your hand (rule 4.1)."
    assert refusal(table(side("fire-3")), "play fire-3") == (
        "An element isn't played like a process: attack or defend with it (rule 4.1)."
    )


@pytest.mark.clause("alchemy", "4.2")
def test_the_effects_of_a_process_happen_in_order_and_then_it_is_exhausted() -> None:
    g = act(table(side("separation", deck="fire-1 fire-2 fire-3")), "play separation", "choose fire-1")
    assert isinstance(g.phase, Choosing)
    assert (names(g.sides[ANNA].field), names(g.sides[ANNA].exhausted)) == ("separation", "")
    g = act(g, "choose fire-2")
    assert (names(g.sides[ANNA].field), names(g.sides[ANNA].exhausted)) == ("", "separation")


@pytest.mark.clause("alchemy", "4.2")
def test_impossible_effects_are_skipped() -> None:
    g = act(table(side("dissolution"), side("fire-1")), "play dissolution")
    assert (g.phase, names(g.sides[BEN].recharge)) == (TURN[ANNA], "fire-1")
    g = act(table(side("putrefaction", deck=""), side("fire-1")), "play putrefaction")
    assert (g.phase, narrated(g)[-1]) == (TURN[ANNA], "Fire 1 goes from Ben's hand to the recharge pile.")


@pytest.mark.clause("alchemy", "4.3")
def test_a_reaction_can_only_be_played_when_attacked() -> None:
    mine = table(side("coagulation fixation calcination"))
    assert choices(mine, "play") == ["play calcination"]
    assert refusal(mine, "play coagulation") == "Coagulation is a reaction: use it when you are attacked (rule 4.3)."
    g = attacked("fire-3", "coagulation fixation calcination earth-1")
    assert choices(g, "play") == ["play coagulation", "play fixation"]
    assert refusal(g, "play calcination") == "Calcination isn't a reaction: use it in your own turn (rule 4.3)."
    assert refusal(g, "play ablution") == "That card isn't in your hand (rule 4.1)."
    back = act(g, "play coagulation", "defend earth-1")
    assert isinstance(back.phase, type(TURN[ANNA]))


@pytest.mark.clause("alchemy", "4.3")
def test_any_number_of_reactions_can_be_played_with_stored_ap() -> None:
    g = attacked("air-3", "ablution ablution digestion coagulation earth-1", points=2)
    g = act(g, "play ablution", "play ablution")
    assert (g.sides[BEN].points, choices(g, "play")) == (0, ["play coagulation"])
    assert refusal(g, "play digestion") == "Digestion costs 1 AP, and you have 0 (rule 4.1)."
    assert label(act(g, "play coagulation"), "defend", "earth-1").text == "Earth 1: blocked, you take 2"


@pytest.mark.clause("alchemy", "4.3")
def test_free_reactions_can_be_played_without_ap() -> None:
    g = attacked("fire-3", "fixation", points=0)
    assert choices(g) == ["play fixation", "let-hit"]


@pytest.mark.clause("alchemy", "4.4")
@pytest.mark.parametrize(
    "hand",
    [
        *("distillation", "amalgamation", "cohobation", "putrefaction"),
        *("trituration", "separation", "fermentation", "cementation"),
    ],
)
def test_a_process_whose_first_effect_would_do_nothing_cannot_be_played(hand: str) -> None:
    g = table(side(hand, deck=""), side(""))
    assert choices(g, "play") == []
    assert refusal(g, f"play {hand}") == f"{effect(hand).name} would do nothing now: {effect(hand).text} (rule 4.4)"


@pytest.mark.clause("alchemy", "4.5")
def test_preparations_add_up_for_the_next_attack_of_the_turn() -> None:
    g = act(table(side("calcination sublimation conjunction fire-1")), "play calcination", "play sublimation")
    assert prepared(g) == Preparation(magnitude=2, undoubled=True)
    g = act(g, "play conjunction")
    assert label(g, "attack", "fire-1").text == "Fire 1, counts 5 (prepared)"
    assert narrated(act(g, "attack fire-1")) == ["Anna attacks with Fire 1, which counts 5."]


@pytest.mark.clause("alchemy", "4.5")
def test_preparations_are_lost_at_the_end_of_the_turn_and_after_one_attack() -> None:
    g = act(table(side("calcination fire-1 fire-2", points=4), side("")), "play calcination")
    assert prepared(act(g, "end", "end")) == NOTHING_PREPARED
    assert prepared(act(g, "attack fire-1", "let-hit")) == NOTHING_PREPARED
    assert prepared(act(g, "store", "close")) == Preparation(magnitude=1)


@pytest.mark.clause("alchemy", "4.5")
def test_preparations_do_not_count_for_attacks_back() -> None:
    anna = side("calcination fire-1 fire-2 water-3", points=2)
    g = act(table(anna, side("water-3 air-1 air-3")), "play calcination", "attack fire-1", "defend water-3")
    assert act(g, "attack air-1").events[-1].link.counted == 2  # type: ignore[attr-defined]
    g = act(g, "attack air-1", "defend fire-2")
    assert isinstance(g.phase, AttackingBack)
    assert act(g, "attack water-3").events[-1].link.counted == 6  # type: ignore[attr-defined]


@pytest.mark.clause("alchemy", "4.6")
def test_reactions_add_up_until_the_attack_is_resolved() -> None:
    g = act(attacked("air-3", "coagulation fixation fire-1 water-1", points=2), "play coagulation", "play fixation")
    assert isinstance(g.phase, Defending)
    assert (g.phase.guard.magnitude, g.phase.guard.unhalved, g.phase.guard.drawn) == (2, True, False)
    assert label(g, "defend", "water-1").text == "Water 1: countered"
    g = act(g, "let-hit", "attack earth-1")
    assert isinstance(g.phase, Defending)
    assert g.phase.guard.magnitude == 0


@pytest.mark.clause("alchemy", "4.6")
@pytest.mark.parametrize(("defence", "counts"), [("water-1", 8), ("earth-1", 4), ("air-3", 4)])
def test_added_magnitude_counts_before_it_is_doubled_or_halved(defence: str, counts: int) -> None:
    g = act(attacked("fire-3", f"coagulation {defence}"), "play coagulation", f"defend {defence}")
    assert [event.link.counted for event in g.events if hasattr(event, "link")] == [counts]


@pytest.mark.clause("alchemy", "4.7")
def test_each_choice_of_a_card_is_made_at_the_moment_of_its_effect() -> None:
    g = act(table(side("distillation", recharge="fire-1 fire-3 fire-3 calcination")), "play distillation")
    assert choices(g) == ["choose fire-1", "choose fire-3"]
    assert refusal(g, "choose fire-2") == "Distillation doesn't work on that: choose one of the options (rule 4.7)."
    assert refusal(g, "end") == "Distillation is working: choose what it works on (rule 4.7)."
    assert GAME.prompt(observe(g, BEN), NAMES) == "Anna chooses what Distillation works on."
    assert GAME.prompt(observe(g, ANNA), NAMES).startswith("Distillation: choose. Take two elements")


@pytest.mark.clause("alchemy", "4.7")
def test_a_single_choice_is_made_without_asking() -> None:
    g = act(table(side("distillation", recharge="fire-3 fire-3 calcination")), "play distillation")
    assert (g.phase, names(g.sides[ANNA].hand)) == (TURN[ANNA], "fire-3 fire-3")


@pytest.mark.clause("alchemy", "4.8")
def test_cards_looked_at_stay_hidden_and_those_not_taken_are_recharged() -> None:
    g = act(table(side("separation", deck="fire-1 fire-2 fire-3 air-1")), "play separation")
    assert narrated(g, ANNA)[-1] == "You look at Fire 1, Fire 2, Fire 3 and Air 1."
    assert narrated(g, BEN) == narrated(g) == [narrated(g)[0]]
    assert observe(g, BEN).sides[ANNA].looking == 4
    assert observe(g, BEN).options == ()
    g = act(g, "choose fire-3", "choose fire-2")
    assert narrated(g) == ["Anna keeps a card.", "Fire 1 and Air 1 go from Anna's deck to the recharge pile."]
    assert (names(g.sides[ANNA].hand), names(g.sides[ANNA].deck)) == ("fire-2 fire-3", "")
    assert g.sides[ANNA].shown == []


@pytest.mark.parametrize(("store", "damage"), [("", 4), ("air-1", 6), ("air-1 air-1 earth-2", 10)])
def test_calcination_adds_1_and_1_for_each_stored_card(store: str, damage: int) -> None:
    g = act(table(side("calcination fire-1", store=store)), "play calcination", "attack fire-1", "let-hit")
    assert g.sides[ANNA].damage == damage


def test_sublimation_adds_1_and_keeps_defences_from_being_doubled() -> None:
    g = act(table(side("sublimation fire-3"), side("water-2 earth-1")), "play sublimation", "attack fire-3")
    assert label(g, "defend", "water-2").text == "Water 2: blocked, you take 2"
    assert GAME.prompt(observe(g, BEN), NAMES) == (
        "Defend against Fire 3 (counts 4), or let it hit. You have 2 action points (AP). No defence is doubled."
    )


def test_conjunction_adds_2_and_recharges_what_a_complex_element_would_exhaust() -> None:
    g = act(table(side("conjunction fire-3 water-3"), side("")), "play conjunction")
    assert "exhausts" not in label(g, "attack", "fire-3+water-3").detail
    g = act(g, "attack fire-3+water-3", "let-hit")
    assert (names(g.sides[ANNA].recharge), names(g.sides[ANNA].exhausted)) == ("fire-3 water-3", "conjunction")
    assert g.sides[ANNA].damage == 16


def test_exaltation_adds_2_and_scores_one_more_if_the_battle_is_won() -> None:
    g = act(table(side("exaltation fire-1"), side("earth-3")), "play exaltation", "attack fire-1")
    assert label(g, "let-hit").detail == "3 damage. Your opponent scores 2 points."
    assert act(g, "let-hit").sides[ANNA].score == 2
    assert act(g, "defend earth-3").sides[ANNA].score == 0


@pytest.mark.parametrize(("element", "points"), [("fire-3", 3), ("fire-2", 1)])
def test_ceration_gives_2_ap_for_3_damage(element: str, points: int) -> None:
    g = act(table(side(f"ceration {element}"), side("")), "play ceration", f"attack {element}", "let-hit")
    assert g.sides[ANNA].points == points
    assert ("Anna gains AP and has 3." in narrated(g)) == (points == 3)


def test_fermentation_draws_three() -> None:
    g = act(table(side("fermentation", deck="fire-1 fire-2 fire-3 air-1")), "play fermentation")
    assert names(g.sides[ANNA].hand) == "fire-1 fire-2 fire-3"


def test_separation_takes_two_of_six() -> None:
    g = act(table(side("separation", deck="fire-1 congelation fire-3 air-1 air-2 air-3 earth-1")), "play separation")
    assert len(choices(g)) == 6
    g = act(g, "choose congelation", "choose fire-3")
    assert names(g.sides[ANNA].hand) == "fire-3 congelation"
    assert names(g.sides[ANNA].recharge) == "fire-1 air-1 air-2 air-3"


def test_distillation_takes_two_elements_back_and_they_have_been_seen() -> None:
    g = act(table(side("distillation", recharge="fire-1 air-3 earth-2 water-1")), "play distillation")
    g = act(g, "choose air-3", "choose earth-2")
    assert (names(g.sides[ANNA].hand), g.sides[ANNA].shown) == ("air-3 earth-2", ["air-3", "earth-2"])
    assert narrated(g) == ["Anna takes Earth 2 from the recharge pile into hand."]


def test_cohobation_refills_the_deck_and_draws() -> None:
    g = act(table(side("cohobation", deck="fire-1 fire-2 fire-3", recharge="air-1 air-2")), "play cohobation")
    anna = g.sides[ANNA]
    assert names(anna.hand) == "fire-1 fire-2 fire-3"
    assert (sorted(card.id for card in anna.deck), anna.recharge) == (["air-1", "air-2"], [])


def test_amalgamation_takes_two_exhausted_elements_back() -> None:
    anna = side("amalgamation", exhausted="fire-3 water-2 calcination air-1 earth-1")
    g = act(table(anna), "play amalgamation")
    assert choices(g) == ["choose fire-3", "choose water-2", "choose air-1", "choose earth-1"]
    g = act(g, "choose water-2", "choose fire-3")
    assert (names(g.sides[ANNA].hand), names(g.sides[ANNA].exhausted)) == (
        "fire-3 water-2",
        "calcination air-1 earth-1 amalgamation",
    )
    assert narrated(g) == ["Anna takes Fire 3 from the exhausted pile into hand."]


def test_multiplication_gains_an_ap_for_each_stored_card_up_to_six() -> None:
    def gained(points: int, store: str) -> int:
        g = act(table(side("multiplication", store=store, points=points)), "play multiplication")
        return g.sides[ANNA].points

    assert (gained(2, "air-1"), gained(2, "air-1 air-2 fire-1"), gained(5, "air-1 air-2")) == (3, 5, 6)
    assert choices(table(side("multiplication")), "play") == []


def test_cementation_opens_the_store_for_nothing() -> None:
    g = act(table(side("cementation fire-3", points=0)), "play cementation")
    assert isinstance(g.phase, Storing)
    assert choices(g) == ["put fire-3", "close"]
    g = act(g, "put fire-3", "close")
    assert (g.phase, names(g.sides[ANNA].exhausted)) == (TURN[ANNA], "cementation")


def test_dissolution_takes_a_card_of_the_hand_and_one_of_the_store() -> None:
    g = act(table(side("dissolution"), side("earth-1", store="fire-3 water-2! air-1")), "play dissolution")
    assert [label(g, "choose", place).text for place in "123"] == [
        "Place 1: face down",
        "Place 2: Water 2",
        "Place 3: face down",
    ]
    g = act(g, "choose 1")
    assert narrated(g) == ["Fire 3 goes from Ben's store to the recharge pile."]
    assert (names(g.sides[BEN].recharge), len(g.sides[BEN].store), g.sides[BEN].hand) == ("earth-1 fire-3", 2, [])


def test_putrefaction_takes_two_cards_at_random() -> None:
    gone = set[str]()
    for random in takewhile(lambda random: len(gone) < 6, range(1000)):
        g = table(side("putrefaction"), side("fire-1 water-2", shown="air-3"))
        g.random = random
        g = act(g, "play putrefaction")
        ben = g.sides[BEN]
        assert (len(ben.hand), len(ben.recharge)) == (1, 2)
        assert ben.shown == [card.id for card in ben.hand if card.id == "air-3"]
        gone.add(names(ben.recharge))
    assert len(gone) == 6
    assert names(act(table(side("putrefaction"), side("fire-1")), "play putrefaction").sides[BEN].recharge) == "fire-1"


def test_trituration_shows_the_opponents_hand_and_adds_1() -> None:
    g = act(table(side("trituration"), side("fire-1 water-2 water-2", shown="air-3")), "play trituration")
    assert names(observe(g, ANNA).sides[BEN].shown) == "fire-1 water-2 water-2 air-3"
    assert narrated(g)[1] == "Ben shows Fire 1, Water 2 (2) and Air 3."
    assert prepared(g) == Preparation(magnitude=1)
    assert choices(table(side("trituration"), side("", shown="fire-1")), "play") == []


@pytest.mark.parametrize(("store", "verdict"), [("", "blocked, you take 1"), ("air-1", "countered")])
def test_coagulation_adds_1_and_1_for_each_stored_card(store: str, verdict: str) -> None:
    g = act(attacked("fire-3", "coagulation earth-1", points=0, store=store), "play coagulation")
    assert label(g, "defend", "earth-1").text == f"Earth 1: {verdict}"


def test_fixation_adds_1_and_keeps_the_defence_from_being_halved() -> None:
    g = act(attacked("fire-3", "fixation air-2", points=0), "play fixation")
    assert label(g, "defend", "air-2").text == "Air 2: countered"


def test_digestion_draws_three() -> None:
    g = act(attacked("fire-3", "digestion", deck="water-3 air-1 air-2 air-3", points=1), "play digestion")
    assert (names(g.sides[BEN].hand), g.sides[BEN].points) == ("water-3 air-1 air-2", 0)


def test_cibation_takes_two_cards_from_the_players_own_store() -> None:
    g = act(attacked("fire-3", "cibation", store="water-3 air-1! earth-2", points=0), "play cibation")
    assert [label(g, "choose", place).text for place in "123"] == [
        "Place 1: Water 3",
        "Place 2: Air 1",
        "Place 3: Earth 2",
    ]
    g = act(g, "choose 1", "choose 2")
    assert (names(g.sides[BEN].hand), [stored.card.id for stored in g.sides[BEN].store]) == (
        "water-3 earth-2",
        ["air-1"],
    )
    assert narrated(g, ANNA) == ["Ben takes a card out of the store."]
    assert "defend water-3+earth-2" in choices(g)


@pytest.mark.parametrize(("element", "scored"), [("fire-3", 0), ("fire-3+air-1", 1)])
def test_ablution_wards_off_3_damage(element: str, scored: int) -> None:
    g = act(attacked(element, "ablution", points=1), "play ablution", "let-hit")
    assert g.sides[ANNA].score == scored
    if not scored:
        assert narrated(g) == ["Unblocked: Ben takes 3 damage. It is warded off: nobody scores."]


def test_ablution_rewards_a_block() -> None:
    g = act(attacked("fire-3", "ablution air-3", points=1), "play ablution")
    detail = "Counts 1½, halved. Warded off: the battle scores nothing."
    assert label(g, "defend", "air-3").detail == detail
    assert act(g, "defend air-3").sides[ANNA].score == 0


def test_congelation_counters_the_attack() -> None:
    g = act(attacked("fire-3+water-3", "congelation", points=2), "play congelation")
    assert (g.phase, g.sides[BEN].points, g.sides[ANNA].score) == (TURN[ANNA], 0, 0)
    assert narrated(g)[-1] == "The attack is countered: the battle ends, and nobody scores."
    assert [names(each.exhausted) for each in g.sides] == ["fire-3 water-3", "congelation"]
    assert [names(each.field) for each in g.sides] == ["", ""]


@pytest.mark.parametrize("card", PROCESSES, ids=lambda card: card.id)
def test_every_process_is_proven_here(card: ProcessCard) -> None:
    assert any(name.startswith(f"test_{card.id}_") for name in globals())
