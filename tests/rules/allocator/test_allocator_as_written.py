"""Scenarios of a match as written. They follow the author's rules section by section, and nothing else."""

from dataclasses import replace

import pytest

from rules.allocator.cards import System
from rules.allocator.observation import observe
from rules.allocator.phases import Develop, Manage
from rules.allocator.state import AllocatorState
from rules.core.cards import CardId
from rules.core.options import RuleSet
from tests.rules.allocator.tables import (
    ANNA,
    BEN,
    CARDS,
    GAME,
    act,
    asked,
    choices,
    developing,
    in_duel,
    names,
    refusal,
    side,
    table,
)

DECK = tuple(CardId(name) for name in CARDS) * 5


def begun(seed: int = 1) -> AllocatorState:
    return GAME.deal(seats=2, options=GAME.by_rules(RuleSet.WRITTEN), decks=(DECK, DECK), seed=seed)


def as_written(g: AllocatorState) -> AllocatorState:
    """Return the state with the rules of a match as written."""
    match = begun()
    return replace(g, first_attack=match.first_attack, sieges=match.sieges)


# Setup


@pytest.mark.parametrize("seed", range(5))
def test_setup(seed: int) -> None:
    """Five cards in hand, five face down as Life, no points, and a Maximum Power of six: the same for both."""
    g = begun(seed)
    for each in g.sides:
        assert len(each.hand) == 5
        assert len(each.life) == 5
        assert each.development_points == 0
        assert sorted(card.id for card in each.cards) == sorted(DECK)
        assert not any(each.systems.values())
    assert g.maximum_power == 6


@pytest.mark.parametrize("seat", [ANNA, BEN, None])
def test_nobody_has_looked_at_a_life_card(seat: int | None) -> None:
    one, other = (as_written(table(side(life=life), side(life=life))) for life in ("drone ram", "ram drone"))
    assert observe(one, seat) == observe(other, seat)


# Systems


def test_a_system_counts_its_own_stat_alone() -> None:
    each = side(attack="titan ram", defense="titan wall", development="farm ram")
    assert each.powers == {System.ATTACK: 8, System.DEFENSE: 5, System.DEVELOPMENT: 3}


@pytest.mark.parametrize(("development", "allowed"), [("farm", True), ("farm drone", False)])
def test_the_three_powers_together_may_not_exceed_the_maximum_power(development: str, allowed: bool) -> None:
    g = as_written(table(side(attack="ram", development=development)))
    assert (g.sides[ANNA].power <= g.maximum_power) == allowed
    assert ("end" in choices(g)) == allowed


# Turn structure


def test_turns_alternate() -> None:
    g = as_written(table())
    order = [g.active]
    for _ in range(3):
        turn = g.turn
        while g.turn == turn:
            g = act(g, "decline" if "decline" in choices(g) else "end")
        order.append(g.active)
    assert order == [ANNA, BEN, ANNA, BEN]


def test_the_very_first_turn_ends_with_an_attack_too() -> None:
    """An attack comes at the end of each turn. Nothing makes up for it: the other player begins with no points."""
    g = as_written(table(turn=1))
    g = act(g, "end")
    assert len(g.sides[BEN].life) == 4
    assert g.sides[BEN].development_points == 0


# 1 Develop


def test_development_gives_as_many_points_as_its_power() -> None:
    g = act(as_written(developing(side(development="farm", hand="idle", points=1))), "decline")
    assert g.sides[ANNA].development_points == (1 + 3) % 3


def test_without_development_there_are_no_points() -> None:
    g = act(as_written(developing(side(hand="idle", points=2))), "decline")
    assert g.sides[ANNA].development_points == 2


# 2 Draw cards


@pytest.mark.parametrize(("points", "drawn", "left"), [(0, 1, 0), (2, 1, 2), (3, 2, 0), (5, 2, 2), (7, 3, 1)])
def test_one_card_is_always_drawn_and_each_three_points_must_be_spent_on_another(
    points: int, drawn: int, left: int
) -> None:
    g = act(as_written(developing(side(hand="idle", points=points))), "decline")
    assert len(g.sides[ANNA].hand) == 1 + drawn
    assert g.sides[ANNA].development_points == left


# 3 Manage systems


def test_any_number_of_cards_goes_from_hand_into_any_systems() -> None:
    g = as_written(table(side(hand="drone idle wall farm"), maximum=20))
    g = act(g, "play drone attack", "play wall defense", "play farm development", "play idle attack")
    assert names(g.sides[ANNA].systems[System.ATTACK]) == "drone idle"
    assert not g.sides[ANNA].hand
    assert isinstance(g.phase, Manage)


def test_any_number_of_cards_may_be_discarded_out_of_the_systems() -> None:
    g = as_written(table(side(attack="ram drone", defense="wall")))
    g = act(g, "discard ram attack", "discard drone attack", "discard wall defense")
    assert not any(g.sides[ANNA].systems.values())


def test_the_maximum_power_may_be_exceeded_while_managing_but_not_when_combat_comes() -> None:
    g = act(as_written(table(side(attack="titan", hand="wall"))), "play wall defense")
    assert g.sides[ANNA].power == 8 > g.maximum_power
    assert "end" not in choices(g)
    assert refusal(g, "end")
    assert in_duel(act(as_written(table(side(attack="ram", hand="idle"), side(hand="idle"))), "end"))


def test_a_single_card_may_move_from_one_system_to_another() -> None:
    g = act(as_written(table(side(attack="drone spark"))), "move drone attack defense")
    assert names(g.sides[ANNA].systems[System.DEFENSE]) == "drone"
    assert not [choice for choice in choices(g) if choice.startswith("move")]
    assert refusal(g, "move spark attack defense")


# 4 Attack


@pytest.mark.parametrize(("attack", "hits"), [("drone", False), ("ram", True), ("ram drone", True)])
def test_an_attack_hits_if_it_is_at_least_as_high_as_the_defense(attack: str, hits: bool) -> None:
    g = act(as_written(table(side(attack=attack), side(defense="wall"))), "end")
    assert (len(g.sides[BEN].life) == 4) == hits


def test_a_hit_raises_the_maximum_power_of_both_and_gives_the_top_life_card_to_the_hand() -> None:
    g = act(as_written(table(side(attack="ram"), side(life="titan drone"))), "end")
    assert g.maximum_power == 7
    assert "titan" in names(g.sides[BEN].hand)
    assert names(g.sides[BEN].life) == "drone"


def test_whoever_has_no_life_card_to_take_loses() -> None:
    g = act(as_written(table(side(attack="ram"), side(life=""))), "end")
    assert g.outcome is not None
    assert g.outcome.winners == (ANNA,)


@pytest.mark.parametrize("turn", [25, 59, 199])
def test_an_attack_is_never_stronger_than_its_cards(turn: int) -> None:
    """Two players behind walls are not hurried, however long they wait."""
    g = act(as_written(table(side(attack="drone"), side(defense="wall"), turn=turn)), "end")
    assert len(g.sides[BEN].life) == 5


# Boosting


def test_development_may_be_boosted_when_it_is_checked() -> None:
    g = as_written(developing(side(development="drone", hand="spark")))
    assert isinstance(g.phase, Develop)
    g = act(g, "boost spark")
    assert len(g.sides[ANNA].hand) == 2  # one card, and another for the three points
    assert g.sides[ANNA].powers[System.DEVELOPMENT] == 1, "for that step alone"


def test_a_boost_does_not_count_towards_the_maximum_power() -> None:
    g = act(as_written(table(side(attack="titan drone", hand="drone"), side(hand="idle"))), "end")
    assert g.sides[ANNA].power == g.maximum_power
    while asked(g) != ANNA:
        g = act(g, "decline")
    assert "boost drone" in choices(g)


@pytest.mark.parametrize(("attack", "matches"), [("ram", False), ("ram drone", True), ("ram spark", False)])
def test_a_boost_needs_as_many_cards_of_its_faction_in_that_system(attack: str, matches: bool) -> None:
    """A Titan-AI card with FM 2 needs two Titan-AI cards in the system that it boosts."""
    anna = side(attack=attack, defense="drone", hand="titan")
    g = act(as_written(table(anna, side(defense="wall wall", hand="idle"), maximum=20)), "end")
    assert asked(g) == ANNA
    assert ("boost titan" in choices(g)) == matches


def test_a_card_that_boosts_is_discarded() -> None:
    g = act(as_written(table(side(attack="drone", hand="drone"), side(defense="wall"))), "end", "boost drone")
    assert "drone" in names(g.sides[ANNA].discard_pile)


@pytest.mark.parametrize(("attack", "first"), [("drone", ANNA), ("ram", ANNA), ("ram drone", BEN)])
def test_the_defender_is_asked_first_if_their_power_is_lower(attack: str, first: int) -> None:
    g = act(as_written(table(side(attack=attack, hand="idle"), side(defense="wall", hand="idle"))), "end")
    assert asked(g) == first


def test_boosts_go_back_and_forth_until_neither_wants_to_boost() -> None:
    anna, ben = side(attack="ram", hand="drone drone"), side(defense="spark", hand="spark idle")
    g = act(as_written(table(anna, ben)), "end")
    order = []
    for said in ("boost spark", "boost drone", "decline", "boost drone", "decline"):
        order.append(asked(g))
        g = act(g, said)
    assert order == [BEN, ANNA, BEN, ANNA, BEN]
    assert len(g.sides[BEN].life) == 4
