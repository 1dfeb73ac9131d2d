"""Scenarios of a match as written. They follow the author's rules section by section, and nothing else."""

from dataclasses import replace

import pytest

from rules.core.options import RuleSet
from rules.tnb.observation import observe
from rules.tnb.state import TnbState
from tests.rules.tnb.tables import (
    ANNA,
    BEN,
    DECK,
    GAME,
    act,
    asked,
    choices,
    health,
    next_round,
    places,
    refusal,
    side,
    table,
)


def begun(seed: int = 1) -> TnbState:
    return GAME.begin(seats=2, options=GAME.by_rules(RuleSet.WRITTEN), decks=(DECK, DECK), seed=seed)


def as_written(g: TnbState) -> TnbState:
    """Return the state with the rules of a match as written."""
    match = begun()
    rules = {name: getattr(match, name) for name in ("overdrive", "going_first", "opener", "ready", "withdraws")}
    return replace(g, **rules)


# Game elements


@pytest.mark.parametrize("seed", range(5))
def test_players_start_with_six_life_points_and_two_random_cards_of_eight(seed: int) -> None:
    g = begun(seed)
    for each in g.sides:
        assert each.life_points == 6
        assert len(each.hand) == 2
        assert len(each.deck) == 6
        assert not each.board
        assert {card.id for card in (*each.hand, *each.deck)} == set(DECK)


def test_a_deck_has_eight_different_cards() -> None:
    assert GAME.deck_faults(DECK) == []
    assert GAME.deck_faults((*DECK[:7], DECK[0]))
    assert GAME.deck_faults(DECK[:7])


def test_only_its_owner_sees_a_hand_and_nobody_the_order_of_a_deck() -> None:
    one, other = (
        as_written(table(side("ox@a1", hand=hand, deck=deck))) for hand, deck in (("hub", "wall"), ("wall", "hub"))
    )
    assert observe(one, BEN) == observe(other, BEN)
    assert observe(one, ANNA) != observe(other, ANNA)
    orders = [as_written(table(side("ox@a1", deck=deck))) for deck in ("hub wall", "wall hub")]
    assert observe(orders[0], ANNA) == observe(orders[1], ANNA)


# Round structure


def test_each_round_gives_a_tactical_point_and_unused_ones_are_kept() -> None:
    g = as_written(table(side("ox@a1", points=2), side("ox@a1", points=0)))
    g = next_round(g)
    assert [each.tactical_points for each in g.sides] == [3, 1]


def test_tactical_actions_come_before_card_actions() -> None:
    g = act(as_written(table(side("archer@a1 ox@b2", hand="hub", points=3))), "draw", "play hub c3", "attack archer 0")
    assert not choices(g, "draw")
    assert not choices(g, "play")
    assert refusal(g, "draw")


def test_tactical_actions_and_moves_happen_at_once_and_attacks_at_the_start_of_the_next_round() -> None:
    g = act(as_written(table(side("runner@b2", hand="hub"))), "play hub a1")
    assert places(g, ANNA) == {"runner": "b2", "hub": "a1"}
    g = act(g, "attack runner 0")
    assert g.sides[BEN].life_points == 6
    g = next_round(g)
    assert g.sides[BEN].life_points == 5


@pytest.mark.parametrize("life", [1, 2])
def test_a_player_without_life_points_has_lost(life: int) -> None:
    g = as_written(table(side("runner@b2"), side("ox@c3", life=life)))
    g = next_round_or_end(act(g, "attack runner 0"))
    assert (g.outcome is not None) == (life == 1)
    if g.outcome is not None:
        assert g.outcome.winners == (ANNA,)


def test_a_player_without_a_card_in_deck_hand_and_board_has_lost() -> None:
    g = as_written(table(side("storm@b2"), side("archer@a1", deck="", hand="")))
    g = next_round_or_end(act(g, "attack storm 0"))
    assert g.outcome is not None
    assert g.outcome.winners == (ANNA,)


def next_round_or_end(g: TnbState) -> TnbState:
    """Return the state in the next round, or at the end of the match."""
    turn = g.turn
    while g.outcome is None and g.turn == turn:
        g = act(g, "done")
    return g


# Tactical actions


def test_drawing_costs_a_point_and_takes_a_card_from_the_deck_into_the_hand() -> None:
    g = act(as_written(table(side("ox@a1", deck="hub wall"))), "draw")
    assert [card.id for card in g.sides[ANNA].hand] == ["hub"]
    assert g.sides[ANNA].tactical_points == 0
    assert not choices(g, "draw"), "no point is left"


def test_a_hand_holds_four_cards_at_most() -> None:
    g = as_written(table(side("ox@a1", hand="hub wall dove lance", deck="storm", points=3)))
    assert not choices(g, "draw")


def test_a_card_is_placed_anywhere_on_ones_own_board_where_there_is_none() -> None:
    g = as_written(table(side("ox@a1", hand="hub")))
    assert choices(g, "play hub") == [f"play hub {tile}" for tile in ("b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")]
    g = act(g, "play hub c2")
    assert g.sides[ANNA].tactical_points == 0


def test_a_board_holds_four_cards_at_most_and_none_is_taken_off_it() -> None:
    g = as_written(table(side("ox@a1 wall@b1 dove@c1 lance@a2", hand="hub", points=3)))
    assert not choices(g, "play")
    assert not choices(g, "withdraw")
    assert refusal(g, "withdraw ox")


def test_a_card_that_was_just_played_has_no_action_but_for_a_point() -> None:
    """It waits until the next round, or a point is spent."""
    g = act(as_written(table(side("ox@a1", hand="hub", points=1))), "play hub b2", "move ox a2")
    assert not choices(g, "attack hub")
    g = act(as_written(table(side("ox@a1", hand="hub", points=2))), "play hub b2", "attack hub 0")
    assert g.sides[ANNA].tactical_points == 0
    g = next_round(act(as_written(table(side("ox@a1", hand="hub", points=1))), "play hub b2"))
    while asked(g) != ANNA:
        g = act(g, "done")
    assert choices(g, "attack hub")


# Card actions


def test_a_card_on_the_board_has_one_action_a_round() -> None:
    g = act(as_written(table(side("lance@a1 ox@c3", points=5))), "attack lance 0")
    for verb in ("attack lance", "block lance", "move lance"):
        assert not choices(g, verb), "what was struck out is not played"
    assert choices(g, "move ox")


def test_a_card_moves_as_far_as_its_speed_through_free_spaces_and_never_diagonally() -> None:
    g = as_written(table(side("lance@a1 ox@b1 wall@a3")))
    assert choices(g, "move lance") == ["move lance a2", "move lance b2"]
    assert not choices(g, "move wall"), "its Speed is 0"
    g = act(g, "move lance a2")
    assert places(g, ANNA)["lance"] == "a2"


def test_a_card_need_not_move_as_far_as_it_can() -> None:
    g = as_written(table(side("runner@a1")))
    assert {"move runner b1", "move runner c1", "move runner c2"} <= set(choices(g, "move runner"))


@pytest.mark.parametrize(("card", "verb"), [("runner", "block"), ("wall", "attack"), ("dove", "attack")])
def test_without_defence_there_is_no_block_and_without_damage_no_attack(card: str, verb: str) -> None:
    g = as_written(table(side(f"{card}@b2")))
    assert not choices(g, f"{verb} {card}")


def test_a_shape_is_rotated_over_the_enemy_board_to_attack_and_over_ones_own_to_block() -> None:
    g = as_written(table(side("lance@b2", points=0), side("ox@b1", points=0)))
    assert choices(g, "attack lance") == [f"attack lance {angle}" for angle in (0, 90, 180, 270)]
    assert choices(g, "block lance") == [f"block lance {angle}" for angle in (0, 90, 180, 270)]


# Resolving attacks


@pytest.mark.parametrize(("blocks", "left"), [("", 9 - 6), ("wall:0", 9 - 3), ("wall:0 cross:0", 9)])
def test_blocks_are_taken_from_attacks_on_each_tile(blocks: str, left: int) -> None:
    """Attacked for 6 on a1. A block of 3 leaves 3; a higher block leaves nothing, and does nothing else."""
    anna = side("ox@c3", attacks="archer:0 archer:0 archer:0", points=0)
    g = next_round(as_written(table(anna, side("ox@a1", blocks=blocks, points=0))))
    assert health(g, BEN) == {"ox": left}
    assert g.sides[BEN].life_points == 6


@pytest.mark.parametrize(("attacks", "remains"), [("archer:0", True), ("archer:0 archer:0", False)])
def test_a_card_with_more_damage_than_health_is_removed(attacks: str, remains: bool) -> None:
    g = next_round(as_written(table(side("ox@c3", attacks=attacks), side("lance@a1 ox@c3"))))
    assert ("lance" in health(g, BEN)) == remains
    if remains:
        assert health(g, BEN)["lance"] == 1


def test_a_card_with_no_health_left_is_removed() -> None:
    """One place removes a card with 0 HP, another one with less: the first is played (a marked ruling)."""
    g = next_round(as_written(table(side("ox@c3", attacks="archer:0"), side("lance@a1/2 ox@c3"))))
    assert "lance" not in health(g, BEN)


@pytest.mark.parametrize(("attacks", "lost"), [("archer:0", 1), ("storm:0", 8), ("lance:0", 2)])
def test_each_empty_tile_with_net_damage_costs_one_life_point_whatever_the_damage(attacks: str, lost: int) -> None:
    g = as_written(table(side("ox@c3", attacks=attacks), side("ox@c3", life=20)))
    g = next_round_or_end(g)
    assert g.sides[BEN].life_points == 20 - lost


def test_an_empty_tile_that_is_blocked_costs_nothing() -> None:
    g = next_round(as_written(table(side("ox@c3", attacks="archer:0"), side("ox@c3", blocks="wall:0"))))
    assert g.sides[BEN].life_points == 6
