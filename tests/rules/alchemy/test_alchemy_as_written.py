"""Scenarios of a match as written. They follow the author's rules sentence by sentence, and nothing else."""

from dataclasses import replace
from typing import Any

import pytest

from rules.alchemy.cards import ElementCard, OpusCard
from rules.alchemy.observation import observe
from rules.alchemy.state import AlchemyState
from rules.core.options import RuleSet
from tests.rules.alchemy.tables import ANNA, BEN, GAME, act, asked, choices, names, refusal, side, table

DECK = next(iter(GAME.decks.values())).cards
DEEP = "air-1 " * 9
"""A deck that need not be refilled when a turn begins."""


def begun(seed: int = 1) -> AlchemyState:
    return GAME.begin(seats=2, options=GAME.by_rules(RuleSet.WRITTEN), decks=(DECK, DECK), seed=seed)


def as_written(g: AlchemyState) -> AlchemyState:
    """Return the state with the rules of a match as written."""
    match = begun()
    rules = {name: getattr(match, name) for name in ("damage_scoring", "tally", "brisk", "literal")}
    return replace(g, **rules)


def turn(hand: str = "fire-3", **more: Any) -> AlchemyState:
    """Return a state in which Anna's turn has just begun."""
    waiting = table(side("earth-1", deck=DEEP), side("fire-3", deck=DEEP), turn=2)
    waiting.sides = (side(hand, **{"deck": DEEP, "points": 0, **more}), waiting.sides[BEN])
    return act(as_written(waiting), "end")


def attacked(with_: str, hand: str, **more: Any) -> AlchemyState:
    """Return a state in which Anna attacks Ben with an element; this is his hand."""
    anna = side(f"{with_.replace('+', ' ')} earth-1 earth-1 water-3", points=2)
    return act(as_written(table(anna, side(hand, **more))), f"attack {with_}")


# The decks and the set-up


def test_a_deck_has_sixty_cards_with_three_of_a_type_and_two_of_a_process_at_most() -> None:
    assert GAME.deck_faults(DECK) == []
    assert GAME.deck_faults(DECK[1:])
    for card in GAME.cards.values():
        if not isinstance(card, OpusCard):
            most = 3 if isinstance(card, ElementCard) else 2
            others = [each for each in DECK if each != card.id]
            assert GAME.deck_faults((*others[: 65 - most - 1], *(most + 1) * [card.id])), card.name


@pytest.mark.parametrize("seed", range(5))
def test_both_players_draw_six_cards_and_the_first_turn_gives_two_action_points(seed: int) -> None:
    g = begun(seed)
    assert [len(each.hand) for each in g.sides] == [6, 6]
    assert [each.points for each in g.sides] == [2, 0]
    assert [len(each.deck) for each in g.sides] == [54, 54]


def test_one_of_five_magnum_opus_cards_lies_face_down_and_only_its_controller_looks_at_it() -> None:
    g = begun()
    own = observe(g, ANNA).own
    assert own is not None
    assert own.opus == g.sides[ANNA].opus
    for viewer in (BEN, None):
        assert observe(g, viewer).sides[ANNA].opus is None
    assert len({begun(seed).sides[ANNA].opus.id for seed in range(30)}) == 5, "it is picked at random"


# Action points


@pytest.mark.parametrize(("kept", "points"), [(0, 2), (3, 5), (5, 6), (6, 6)])
def test_a_turn_gives_two_action_points_and_six_are_stored_at_most(kept: int, points: int) -> None:
    g = turn(points=kept)
    assert g.sides[ANNA].points == points


def test_points_are_stored_if_none_is_used_in_the_turn() -> None:
    g = act(turn(points=1), "end")
    assert g.sides[ANNA].points == 3


def test_points_of_a_turn_in_which_some_are_used_are_not_stored() -> None:
    g = act(turn("fire-3 air-2"), "draw", "end")
    assert g.sides[ANNA].points == 0


# Processes, and the game processes


@pytest.mark.parametrize("process", ["draw", "refresh", "store"])
def test_a_game_process_costs_one_point(process: str) -> None:
    g = act(turn("fire-3 air-2"), process)
    assert g.sides[ANNA].points == 1


def test_a_hand_is_refreshed_as_often_as_points_allow() -> None:
    g = act(turn("fire-3 air-2", deck="air-1 " * 20), "refresh", "refresh")
    assert len(g.sides[ANNA].hand) == 6
    assert g.sides[ANNA].points == 0


def test_any_number_of_cards_goes_in_and_out_of_the_store_and_three_stay_at_most() -> None:
    g = act(turn("fire-3 fire-2 air-2 air-3"), "store", "put fire-3", "put fire-2", "put air-2")
    assert not choices(g, "put"), "there is room for three"
    g = act(g, "take fire-3", "put air-3", "take air-3", "put air-3", "close")
    assert sorted(stored.card.id for stored in g.sides[ANNA].store) == ["air-2", "air-3", "fire-2"]
    assert "fire-3" in names(g.sides[ANNA].hand)
    assert g.sides[ANNA].points == 1, "it is entered for one point, whatever is done there"


def test_cards_in_the_store_are_face_down_unless_the_opponent_has_seen_them() -> None:
    g = act(turn("air-2", shown="fire-3"), "store", "put fire-3", "put air-2", "close")
    assert {stored.card.id: stored.seen for stored in g.sides[ANNA].store} == {"fire-3": True, "air-2": False}


def test_a_process_that_was_played_is_exhausted_and_paid_for() -> None:
    g = act(turn("fermentation air-2"), "play fermentation")
    assert names(g.sides[ANNA].exhausted) == "fermentation"
    assert g.sides[ANNA].points == 1


@pytest.mark.parametrize(("deck", "refilled"), [("air-1 " * 5, True), ("air-1 " * 6, False)])
def test_a_deck_of_less_than_six_cards_is_refilled_when_the_turn_starts(deck: str, refilled: bool) -> None:
    g = turn(deck=deck, recharge="water-1 water-2")
    assert (g.sides[ANNA].recharge == []) == refilled
    assert len(g.sides[ANNA].deck) == (7 if refilled else 6)


@pytest.mark.parametrize("turns", [3, 9])
def test_a_player_may_end_as_many_turns_as_they_like_without_an_attack(turns: int) -> None:
    g = turn("fire-3")
    for _ in range(2 * turns):
        g = act(g, "end")
        if g.outcome is not None:
            break
    assert [each.score for each in g.sides] == [0, 0]


@pytest.mark.parametrize("behind", [0, 3, 9])
def test_a_player_behind_gains_no_more_points_than_others(behind: int) -> None:
    waiting = table(side(deck=DEEP, points=0), side("fire-3", deck=DEEP, score=behind), turn=2)
    assert act(as_written(waiting), "end").sides[ANNA].points == 2


# Attack and defence


def test_an_attack_costs_a_point_and_puts_an_element_on_the_field() -> None:
    g = attacked("fire-3", "air-3")
    assert g.sides[ANNA].points == 1
    assert asked(g) == BEN


def test_the_target_may_play_an_element_or_let_it_hit() -> None:
    g = attacked("fire-3", "air-3 water-1 earth-2", points=0)
    assert {"let-hit", "defend air-3", "defend water-1", "defend earth-2"} <= set(choices(g))


def test_an_attack_that_hits_scores_one_point() -> None:
    g = act(attacked("fire-3", "air-3"), "let-hit")
    assert [each.score for each in g.sides] == [1, 0]


def test_the_first_player_to_reach_ten_points_wins() -> None:
    anna = side("fire-3", points=2, score=9)
    g = act(as_written(table(anna, side("air-1"))), "attack fire-3", "let-hit")
    assert g.outcome is not None
    assert g.outcome.winners == (ANNA,)


def test_fire_is_not_fought_with_fire() -> None:
    g = attacked("fire-3", "fire-3 fire-1 air-1")
    assert not {"defend fire-3", "defend fire-1"} & set(choices(g))
    assert refusal(g, "defend fire-3")


@pytest.mark.parametrize(
    ("defence", "score"),
    [
        ("air-3", 1),  # counts 1.5: blocked, with 1.5 damage
        ("water-2", 0),  # counts 4: parried
        ("earth-3", 0),  # counts 3: countered
        ("water-1", 1),  # counts 2: blocked
        ("earth-2", 1),
    ],
)
def test_the_authors_example_of_fire_three(defence: str, score: int) -> None:
    g = act(attacked("fire-3", defence), f"defend {defence}")
    assert g.sides[ANNA].score == score


def test_equal_magnitudes_counter_and_end_the_battle() -> None:
    g = act(attacked("fire-3", "earth-3"), "defend earth-3")
    assert [each.score for each in g.sides] == [0, 0]
    assert asked(g) == ANNA, "her turn goes on"


def test_a_parry_gives_a_free_attack_which_can_be_parried_in_turn() -> None:
    g = act(attacked("fire-3", "water-2 earth-3", points=0), "defend water-2")
    assert asked(g) == BEN
    g = act(g, "attack earth-3")
    assert g.sides[BEN].points == 0, "at no cost"
    assert asked(g) == ANNA
    g = act(g, "let-hit")
    assert [each.score for each in g.sides] == [0, 1], "the last card that caused damage wins the battle"


def test_a_block_takes_the_difference_as_damage_and_nothing_else_comes_of_it() -> None:
    g = act(attacked("fire-3", "earth-1", deck=DEEP), "defend earth-1")
    assert g.sides[ANNA].score == 1
    assert g.sides[BEN].hand == [], "no card for it"


@pytest.mark.parametrize("damage", [0, 10, 11, 100])
def test_damage_scores_nothing_besides_the_battle(damage: int) -> None:
    """However much a player has dealt before."""
    g = act(as_written(table(side("fire-3", damage=damage), side("air-1"))), "attack fire-3", "let-hit")
    assert g.sides[ANNA].score == 1


def test_elements_that_were_used_go_to_the_recharge_pile() -> None:
    g = act(attacked("fire-3", "earth-3"), "defend earth-3")
    assert names(g.sides[ANNA].recharge) == "fire-3"
    assert names(g.sides[BEN].recharge) == "earth-3"


# Complex elements


def test_two_elements_make_a_complex_one_with_the_magnitude_of_both() -> None:
    g = act(attacked("fire-3+water-2", "earth-3", points=0), "let-hit")
    assert g.sides[ANNA].score == 1
    assert g.sides[ANNA].damage == 2 * 5, "counted in halves"


def test_a_complex_element_is_played_whenever_an_element_is() -> None:
    g = attacked("fire-3", "earth-1 air-1", points=0)
    assert "defend earth-1+air-1" in choices(g) or "defend air-1+earth-1" in choices(g)


def test_two_cards_of_one_element_make_a_complex_element_too() -> None:
    g = turn("fire-3 fire-2")
    assert [choice for choice in choices(g, "attack") if "+" in choice]


def test_the_cards_of_a_complex_element_are_exhausted() -> None:
    g = act(attacked("fire-3+water-2", "earth-3", points=0), "let-hit")
    assert sorted(card.id for card in g.sides[ANNA].exhausted) == ["fire-3", "water-2"]
    assert g.sides[ANNA].recharge == []
