"""A novice plays the plans that beginners play: no bet of half the coins, and no five points in its first turns."""

from collections.abc import Iterator

import pytest

from bot.computer.levels import Level, choose
from bot.content.seeds import load_games
from rules.alchemy.state import AlchemyState
from rules.arms_dealer.actions import Raise
from rules.arms_dealer.state import ArmsDealerState
from rules.core.events import Seat
from rules.core.notation import Action
from rules.core.play import State, apply
from rules.core.rng import split
from tests.examples import thorough

BATCHES = [0, *thorough(*range(1, 10))]
"""The first seeds of batches of twenty matches."""


def played(key: str, seed: int) -> Iterator[tuple[State, Seat, Action]]:
    """Yield each choice of a match between two novices, with the state before it."""
    game = load_games()[key]
    decks = [deck.cards for deck in game.decks.values()]
    g: State = game.begin(
        seats=2, options={}, decks=[decks[seed % len(decks)], decks[seed // 2 % len(decks)]], seed=split(41, seed)
    )
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
