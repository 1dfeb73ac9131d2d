"""A novice plays the plans that beginners play, and none that wins before somebody's first match has got going."""

from collections import Counter
from collections.abc import Iterator

import pytest

from bot.computer.levels import Level, choose
from bot.content.seeds import load_games
from rules.alchemy.state import AlchemyState
from rules.allocator.actions import Boost
from rules.allocator.state import AllocatorState
from rules.arms_dealer.actions import Raise
from rules.arms_dealer.state import ArmsDealerState
from rules.circuitry.state import CircuitryState
from rules.core.events import Seat
from rules.core.notation import Action
from rules.core.play import State, apply
from rules.core.rng import split
from rules.tnb.state import TnbState
from tests.examples import thorough

BATCHES = [0, *thorough(*range(1, 10))]
"""The first seeds of batches of twenty matches."""


def played(key: str, seed: int) -> Iterator[tuple[State, Seat, Action]]:
    """Yield each choice of a match between two novices, with the state before it."""
    game = load_games()[key]
    decks = [deck.cards for deck in game.decks.values()]
    pair = [decks[seed % len(decks)], decks[seed // 2 % len(decks)]] if decks else []
    g: State = game.begin(seats=2, options={}, decks=pair, seed=split(41, seed))
    ply = 0
    while g.phase.waiting:
        seat = g.phase.waiting[0]
        action = choose(game, game.view(g, seat), split(seed, ply), Level.NOVICE).action
        assert action is not None
        yield g, seat, action
        g = apply(g, seat, action)
        ply += 1


@pytest.mark.parametrize("batch", BATCHES)
def test_a_novice_never_raises_by_more_than_a_quarter_of_what_either_has(batch: int) -> None:
    raises = 0
    for seed in range(20 * batch, 20 * batch + 20):
        for g, _, action in played("arms_dealer", seed):
            assert isinstance(g, ArmsDealerState)
            if g.turn > 1:
                break
            if isinstance(action, Raise):
                raises += 1
                assert action.coins <= max(min(side.coins for side in g.sides) // 4, 1_000)
    assert raises > 4, "it does raise"


@pytest.mark.parametrize("batch", BATCHES)
def test_a_novice_scores_at_most_four_points_in_its_first_turn(batch: int) -> None:
    scored = 0
    for seed in range(20 * batch, 20 * batch + 20):
        state = next(g for g, _, _ in played("alchemy", seed) if g.turn > 2)
        assert isinstance(state, AlchemyState)
        scores = [side.score for side in state.sides]
        scored += sum(scores)
        assert max(scores) <= 4
    assert scored > 0, "it does score"


def first_turns(key: str, seed: int, turns: int) -> Iterator[tuple[State, Seat, Action]]:
    """Yield the choices of a match between two novices in its first turns, with the state before each."""
    for g, seat, action in played(key, seed):
        if g.turn > turns:
            return
        yield g, seat, action


@pytest.mark.parametrize("batch", BATCHES)
def test_a_novice_of_allocator_builds_up_and_boosts_only_to_defend(batch: int) -> None:
    verbs = Counter[str]()
    for seed in range(10 * batch, 10 * batch + 10):
        for g, seat, action in first_turns("allocator", seed, 6):
            assert isinstance(g, AllocatorState)
            verbs[action.verb] += 1
            assert action.verb not in {"move", "discard"}
            assert not (isinstance(action, Boost) and g.phase.tag == "Duel" and g.active == seat)
    assert verbs["play"] > 50
    assert verbs["boost"] > 0


@pytest.mark.parametrize("batch", BATCHES)
def test_a_novice_of_tnb_attacks_with_one_card_a_round_and_moves_none(batch: int) -> None:
    attacks = Counter[tuple[int, int, Seat]]()
    for seed in range(10 * batch, 10 * batch + 10):
        for g, seat, action in first_turns("tnb", seed, 4):
            assert isinstance(g, TnbState)
            assert action.verb not in {"move", "withdraw"}
            if action.verb == "attack":
                attacks[seed, g.turn, seat] += 1
            assert action.verb != "block" or g.sides[1 - seat].attacks, "nothing to block"
    assert set(attacks.values()) == {1}


@pytest.mark.parametrize("batch", BATCHES)
def test_a_novice_of_circuitry_lays_walks_and_charges_before_it_plays_tricks(batch: int) -> None:
    simple = {"take", "place", "move", "charge", "deliver", "free", "turn-over", "discard", "done"}
    verbs = Counter[str]()
    for seed in range(3 * batch, 3 * batch + 3):
        for g, _, action in first_turns("circuitry", seed, 5):
            assert isinstance(g, CircuitryState)
            verbs[action.verb] += 1
            assert action.verb in simple
            assert action.verb != "take" or "gold" in str(action)
            assert action.verb != "charge" or g.turn > 3
    assert verbs["move"] > 5
