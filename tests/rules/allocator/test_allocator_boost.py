"""Chapter 6 of the rulebook: boosting."""

import pytest

from rules.allocator.events import Boosted
from rules.allocator.observation import observe
from rules.allocator.phases import Duel
from rules.allocator.state import AllocatorState
from tests.rules.allocator.tables import (
    ANNA,
    BEN,
    act,
    asked,
    choices,
    developing,
    in_duel,
    names,
    narrated,
    refusal,
    side,
    table,
)


def duel(anna_attack: str, anna_hand: str, ben_defense: str, ben_hand: str, *, maximum: int = 20) -> AllocatorState:
    """Return the state after Anna has attacked Ben."""
    anna = side(attack=anna_attack, hand=anna_hand)
    return act(table(anna, side(defense=ben_defense, hand=ben_hand), maximum=maximum), "end")


@pytest.mark.clause("allocator", "6.1")
def test_a_boost_discards_the_card_and_adds_to_the_power_in_this_step() -> None:
    g = act(duel("ram", "ram", "wall wall", "idle"), "boost ram")
    view = observe(g, None)
    assert view.duel is not None
    assert (view.duel.attack, view.duel.defense, view.duel.hits) == (6, 6, True)
    assert (names(g.sides[ANNA].hand), names(g.sides[ANNA].discard_pile)) == ("", "ram")
    g = act(g, "decline")
    assert not in_duel(g)
    assert [system.boosted for system in observe(g, None).sides[ANNA].systems] == [3, 0, 0]


@pytest.mark.clause("allocator", "6.1")
def test_only_a_card_in_hand_boosts() -> None:
    assert refusal(duel("ram", "idle", "wall wall", ""), "boost ram") == "Ram isn't in your hand (rule 6.1)."


@pytest.mark.clause("allocator", "6.2")
def test_function_match_counts_the_faction_in_the_boosted_system() -> None:
    assert choices(duel("ram", "titan ram", "wall wall", "")) == ["boost ram", "decline"]
    assert choices(duel("ram drone", "titan ram", "wall wall", "")) == ["boost ram", "boost titan", "decline"]


@pytest.mark.clause("allocator", "6.2")
def test_cards_in_other_systems_and_of_other_factions_do_not_match() -> None:
    anna = side(attack="wall wall", defense="ram ram", hand="titan ram")
    g = act(table(anna, side(defense="wall"), maximum=20), "end")
    assert choices(g) == ["decline"]
    assert refusal(g, "boost titan") == (
        "Titan needs 2 Titan-AI cards in your Attack system, and you have 0 (rule 6.2)."
    )


@pytest.mark.clause("allocator", "6.2")
@pytest.mark.parametrize(
    ("attack", "defense", "hand", "may"),
    [("ram drone", "", "titan", True), ("ram", "", "titan drone", False), ("wall", "ram drone", "titan", False)],
)
def test_a_titan_card_of_match_two_boosts_an_attack_with_two_titans(
    attack: str, defense: str, hand: str, may: bool
) -> None:
    g = act(table(side(attack=attack, defense=defense, hand=hand), side(defense="wall wall"), maximum=20), "end")
    assert ("boost titan" in choices(g)) == may


@pytest.mark.clause("allocator", "6.2")
@pytest.mark.clause("allocator", "6.9")
def test_a_defender_matches_in_defense_and_zero_needs_no_match() -> None:
    g = duel("titan", "", "ram", "ram titan wall spark")
    assert asked(g) == BEN
    assert choices(g) == ["boost ram", "boost spark", "decline"]
    assert refusal(g, "boost wall") == "Wall needs 1 Bastion card in your Defense system, and you have 0 (rule 6.2)."


@pytest.mark.clause("allocator", "6.9")
def test_a_card_that_needs_no_match_can_boost_an_empty_system() -> None:
    assert choices(duel("", "spark ram", "wall", "")) == ["boost spark", "decline"]


@pytest.mark.clause("allocator", "6.8")
def test_only_development_can_be_boosted_in_develop_and_only_attack_and_defense_in_an_attack() -> None:
    checked: list[object] = []
    g = developing(side(attack="drone", development="drone", hand="spark spark"), side(defense="drone", hand="spark"))
    for text in ("boost spark", "decline", "end", "boost spark", "boost spark"):
        if text == "boost spark":
            checked.append((type(g.phase).__name__, asked(g)))
        g = act(g, text)
        checked += [event.system.label for event in g.events if isinstance(event, Boosted)]
    assert checked == [("Develop", ANNA), "Development", ("Duel", ANNA), "Attack", ("Duel", BEN), "Defense"]


@pytest.mark.clause("allocator", "6.3")
def test_boosts_do_not_count_towards_the_maximum() -> None:
    g = act(duel("titan", "ram", "wall wall", "idle", maximum=6), "boost ram")
    assert observe(g, None).sides[ANNA].power == 5
    assert observe(g, None).sides[ANNA].systems[0].boosted == 8


@pytest.mark.clause("allocator", "6.4")
def test_players_take_turns_to_boost() -> None:
    g = duel("ram", "spark spark", "wall drone", "spark spark")
    seen = []
    for _ in range(3):
        seen.append(asked(g))
        g = act(g, "boost spark")
    assert seen == [ANNA, BEN, ANNA]
    assert asked(g) == BEN


@pytest.mark.clause("allocator", "6.4")
def test_a_duel_allows_nothing_but_boosts() -> None:
    g = duel("ram", "spark", "wall drone", "")
    assert refusal(g, "end") == "You're asked whether to boost your Attack: boost with a card or decline (rule 6.4)."


@pytest.mark.clause("allocator", "6.5")
def test_two_declines_in_a_row_end_the_duel() -> None:
    g = act(duel("ram", "spark", "wall drone", "spark"), "decline")
    assert narrated(g) == ["Anna declines to boost."]
    assert in_duel(g)
    g = act(g, "decline")
    assert not in_duel(g)
    assert narrated(g)[:2] == ["Ben declines to boost.", "Ben blocks: Attack 3 is less than Defense 4."]


@pytest.mark.clause("allocator", "6.5")
def test_a_player_who_declined_may_boost_again_after_the_other_boosts() -> None:
    g = act(duel("ram", "spark", "wall drone", "spark"), "decline", "boost spark")
    assert asked(g) == ANNA
    assert choices(g) == ["boost spark", "decline"]
    g = act(g, "decline")
    assert not in_duel(g)


@pytest.mark.clause("allocator", "6.6")
def test_a_player_is_asked_even_if_no_card_can_boost() -> None:
    g = duel("drone", "titan", "wall", "farm")
    assert (asked(g), choices(g)) == (ANNA, ["decline"])
    g = act(g, "decline")
    assert (asked(g), choices(g)) == (BEN, ["decline"])


@pytest.mark.clause("allocator", "6.6")
def test_a_player_with_an_empty_hand_declines_without_being_asked() -> None:
    assert not in_duel(duel("drone", "", "wall", ""))
    g = duel("drone", "", "wall", "idle idle")
    assert g.phase == Duel((BEN,), declined=True)
    assert not in_duel(act(g, "decline"))


@pytest.mark.clause("allocator", "6.6")
def test_a_player_whose_last_card_boosted_declines_and_the_other_is_asked() -> None:
    g = duel("ram", "spark spark", "wall drone", "spark")
    g = act(g, "boost spark", "boost spark")
    assert asked(g) == ANNA
    g = act(g, "boost spark")
    assert not in_duel(g)
    g = act(duel("ram drone", "idle", "wall", "spark spark"), "boost spark", "boost idle")
    assert (asked(g), narrated(g)) == (BEN, ["Anna boosts Attack with Idle: +1, now 5."])
    g = act(g, "boost spark")
    assert not in_duel(g)


@pytest.mark.clause("allocator", "6.7")
def test_a_card_that_adds_nothing_matches_and_a_card_that_boosted_does_not() -> None:
    assert "boost farm" in choices(duel("farm", "farm", "wall", ""))
    g = act(duel("drone spark", "drone titan", "wall wall", "idle idle"), "boost drone", "boost idle")
    assert choices(g) == ["decline"]
