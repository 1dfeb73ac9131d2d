"""Chapter 7 of the rulebook: the Magnum Opus, and the effect of each."""

from typing import Any

import pytest

from rules.alchemy.battle import AttackingBack
from rules.alchemy.cards import OpusCard
from rules.alchemy.observation import observe
from rules.alchemy.phases import TURN
from rules.alchemy.state import AlchemyState
from rules.core.play import Outcome
from tests.rules.alchemy.tables import (
    ANNA,
    BEN,
    OPUS,
    act,
    attacked,
    choices,
    effect,
    label,
    names,
    narrated,
    refusal,
    side,
    table,
)


def using(opus: str, hand: str = "fire-3", *, points: int = 6, ben: Any = None, **more: Any) -> AlchemyState:
    """Return the state after Anna has used a Magnum Opus in her turn."""
    return act(table(side(hand, opus=opus, points=points, **more), ben), "opus")


@pytest.mark.clause("alchemy", "7.1")
def test_only_its_owner_may_look_at_a_magnum_opus() -> None:
    g = table(side("fire-3", opus="azoth"), side("fire-3", opus="homunculus"))
    for viewer, known in ((None, None), (ANNA, "azoth"), (BEN, "homunculus")):
        view = observe(g, viewer)
        assert [each.opus for each in view.sides] == [None, None]
        assert (view.own.opus.id if view.own else None) == known
    assert label(g, "opus").text == "Magnum Opus: Azoth (1 AP)"


@pytest.mark.clause("alchemy", "7.2")
def test_a_magnum_opus_is_used_once_for_its_cost() -> None:
    g = table(side("fire-3", opus="azoth", points=1))
    assert "opus" in choices(g)
    g = act(g, "opus")
    assert g.sides[ANNA].points == 0
    assert refusal(g, "opus") == "You have already used your Magnum Opus: it works only once a match (rule 7.2)."
    poor = table(side("fire-3", opus="chrysopoeia", points=1))
    assert "opus" not in choices(poor)
    assert refusal(poor, "opus") == "Chrysopoeia costs 2 AP, and you have 1 (rule 4.1)."


@pytest.mark.clause("alchemy", "7.2")
def test_a_reaction_is_used_when_attacked_only() -> None:
    mine = table(side("fire-3", opus="homunculus"))
    assert refusal(mine, "opus") == "Homunculus is a reaction: use it when you are attacked (rule 4.3)."
    assert "opus" in choices(attacked("fire-3", "", opus="homunculus", points=1))
    other = attacked("fire-3", "", opus="azoth", points=1)
    assert "opus" not in choices(other)
    assert refusal(other, "opus") == "Azoth isn't a reaction: use it in your own turn (rule 4.3)."
    used = attacked("fire-3", "", opus="homunculus", used=True)
    assert refusal(used, "opus") == "You have already used your Magnum Opus: it works only once a match (rule 7.2)."


@pytest.mark.clause("alchemy", "7.3")
def test_a_used_magnum_opus_stays_face_up() -> None:
    g = using("azoth")
    assert (g.sides[ANNA].opus.id, g.sides[ANNA].opus_used) == ("azoth", True)
    assert observe(g, BEN).sides[ANNA].opus is effect("azoth")
    assert (names(g.sides[ANNA].field), names(g.sides[ANNA].exhausted)) == ("", "")
    assert narrated(g)[0].startswith("Anna uses their Magnum Opus, Azoth (1 AP): Your next attack")


def test_philosophers_stone_makes_an_attack_heavy_and_worth_more() -> None:
    g = act(using("philosophers-stone", "fire-1", ben=side("")), "attack fire-1", "let-hit")
    assert (g.sides[ANNA].damage, g.sides[ANNA].score) == (10, 3)


def test_aqua_regia_is_defended_against_by_complex_elements_only() -> None:
    g = act(using("aqua-regia", "fire-3", ben=side("water-3 air-1 earth-1")), "attack fire-3")
    assert choices(g, "defend") == ["defend water-3+air-1", "defend water-3+earth-1", "defend air-1+earth-1"]
    assert refusal(g, "defend water-3") == (
        "Only a complex element, made of two cards, defends against this attack (rule 4.5)."
    )
    assert act(g, "let-hit").sides[ANNA].score == 3


def test_elixir_of_life_draws_three_and_gives_an_ap() -> None:
    g = using("elixir-of-life", "", points=1, deck="fire-1 fire-2 fire-3 air-1")
    assert (names(g.sides[ANNA].hand), g.sides[ANNA].points) == ("fire-1 fire-2 fire-3", 1)


def test_alkahest_dissolves_four_cards_of_the_hand_and_the_whole_store() -> None:
    g = using("alkahest", ben=side("fire-1 fire-2 fire-3 air-1 air-2 air-3", store="water-1 water-2!"))
    ben = g.sides[BEN]
    assert (len(ben.hand), ben.store, len(ben.recharge)) == (2, [], 6)
    assert narrated(g)[-1] == "Water 1 and Water 2 go from Ben's store to the recharge pile."
    assert "opus" not in choices(table(side("fire-3", opus="alkahest"), side("")))


def test_ouroboros_brings_six_exhausted_elements_back_and_draws_five() -> None:
    g = using("ouroboros", "", exhausted="fire-1 fire-2 fire-3 calcination air-1 air-2 air-3 earth-1")
    anna = g.sides[ANNA]
    assert (names(anna.recharge), names(anna.exhausted)) == (
        "earth-1 air-3 air-2 air-1 fire-3 fire-2",
        "fire-1 calcination",
    )
    assert len(anna.hand) == 5


def test_emerald_tablet_takes_four_of_ten() -> None:
    deck = "fire-1 fire-2 fire-3 air-1 air-2 air-3 water-1 water-2 earth-1 earth-2 earth-3"
    g = using("emerald-tablet", "", deck=deck)
    assert len(choices(g)) == 10
    g = act(g, "choose fire-3", "choose air-3", "choose water-2", "choose fire-1")
    anna = g.sides[ANNA]
    assert (names(anna.hand), names(anna.deck), len(anna.recharge)) == ("fire-1 fire-3 water-2 air-3", "earth-3", 6)
    few = using("emerald-tablet", "", deck="fire-1 fire-1")
    assert (names(few.sides[ANNA].hand), few.phase) == ("fire-1 fire-1", TURN[ANNA])


def test_azoth_adds_6_spares_a_complex_element_and_scores_two_more() -> None:
    g = act(using("azoth", "fire-3 water-3", ben=side("")), "attack fire-3+water-3", "let-hit")
    assert (g.sides[ANNA].damage, names(g.sides[ANNA].recharge)) == (24, "fire-3 water-3")
    assert g.sides[ANNA].score == 5


def test_chrysopoeia_scores_two_points_and_can_win() -> None:
    assert using("chrysopoeia").sides[ANNA].score == 2
    assert narrated(using("chrysopoeia"))[-1] == "Anna scores 2 points and has 2."
    assert using("chrysopoeia", score=8).outcome == Outcome("points", (1, 2))


def test_homunculus_parries() -> None:
    g = act(attacked("fire-3", "air-1", opus="homunculus", points=1), "opus")
    assert isinstance(g.phase, AttackingBack)
    assert choices(g) == ["attack air-1", "hold"]
    g = act(attacked("fire-3", "", opus="homunculus", points=1), "opus")
    assert (g.phase, names(g.sides[ANNA].recharge), g.sides[ANNA].score) == (TURN[ANNA], "fire-3", 0)


@pytest.mark.parametrize(("prepared", "scored"), [("", 0), ("play calcination", 2)])
def test_panacea_wards_off_6_damage_and_draws_three(prepared: str, scored: int) -> None:
    g = table(side("fire-3 water-3 calcination"), side("", opus="panacea", points=1))
    g = act(g, *filter(None, (prepared,)), "attack fire-3+water-3", "opus")
    assert len(g.sides[BEN].hand) == 3
    assert act(g, "let-hit").sides[ANNA].score == scored + (not prepared)


@pytest.mark.parametrize("card", OPUS, ids=lambda card: card.id)
def test_every_magnum_opus_is_proven_here(card: OpusCard) -> None:
    assert any(name.startswith(f"test_{card.id.replace('-', '_')}_") for name in globals())
