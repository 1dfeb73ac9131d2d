"""Laws of computer players on every level, for every game (`bot.computer`)."""

import pickle
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.computer import levels
from bot.computer.levels import Level, choose
from bot.computer.quick_player import ranked
from bot.computer.search import Effort
from bot.lab.autoplay import Setup
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.options import RuleSet
from rules.core.play import State, options
from rules.core.rng import split
from tests.examples import examples
from tests.laws.matches import deciding, matches, one_of, played, walk

STRIDES = range(11, 31)
LOOKS = 4
"""The number of states of a match in which experts decide: each takes as long as a short match."""


@pytest.fixture(autouse=True, scope="module")
def little_effort() -> Iterator[None]:
    """Let the expert search as usual, but briefly."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(levels, "EFFORT", Effort(rollouts=4, candidates=2))
        yield


def _some(setup: Setup, seed: int) -> Iterator[State]:
    """Return states, spread over the match, in which a seat may act."""
    stride = max(1, len(played(setup, seed).decisions) // LOOKS)
    return (g for g in walk(setup, seed, stride | 1) if g.phase.waiting)


@examples(2)
@given(st.data())
def test_the_quick_levels_act_legally_and_by_their_view_alone(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for seat, _ in deciding(g, setup):
            for level in (Level.NOVICE, Level.REGULAR):
                _by_the_view(game, g, seat, level, split(seed, g.turn))


@examples(1)
@given(st.data())
def test_the_expert_acts_legally_and_by_its_view_alone(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game, players=("greedy",)))
    for g in _some(setup, seed):
        for seat, _ in deciding(g, setup):
            _by_the_view(game, g, seat, Level.EXPERT, split(seed, g.turn))


@examples(1)
@given(st.integers(0, 2**32))
def test_the_expert_plays_as_written_too(game: Game, seed: int) -> None:
    written = game.by_rules(RuleSet.WRITTEN)
    setup = Setup(game=game, players=("greedy",) * game.playable(written)[0], options=written)
    for g in _some(setup, seed):
        for seat, _ in deciding(g, setup):
            _by_the_view(game, g, seat, Level.EXPERT, split(seed, g.turn))


def _by_the_view(game: Game, g: State, seat: Seat, level: Level, random: int) -> None:
    """Check that the choice is legal, and that it is the same in every state that looks the same to the seat."""
    view = game.view(g, seat)
    choice = choose(game, view, random, level)
    assert choice.action in view.options or (choice.action is None and seat not in view.waiting)
    assert not choice.aborted
    twin = game.view(game.determinize(view, random ^ 1), seat)
    assert choose(game, twin, random, level) == choice


@examples(1)
@given(st.data())
def test_a_choice_can_be_made_in_another_process(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game, players=("greedy",)))
    for g in islice(_some(setup, seed), 1, 3):
        view = game.view(g, g.phase.waiting[0])
        local = choose(game, view, seed, Level.EXPERT)
        sent, seen = pickle.loads(pickle.dumps((game, view)))  # noqa: S301 # our own
        remote = choose(sent, seen, seed, Level.EXPERT)
        assert remote == local
        assert pickle.loads(pickle.dumps(remote)) == local  # noqa: S301 # our own


@examples(1)
@given(st.data())
def test_the_quick_player_ranks_every_option_once(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game, players=("greedy",)))
    for g in _some(setup, seed):
        for seat in g.phase.waiting:
            view = game.view(g, seat)
            order = list(ranked(game, view, view.options, seed))
            assert order[0] == game.greedy(view, seed)
            assert sorted(map(str, order)) == sorted(map(str, options(g, seat)))


@examples(1)
@given(st.data())
def test_the_quick_player_chooses_a_sound_option(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game, players=("greedy",)))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for seat in g.phase.waiting:
            view = game.view(g, seat)
            sound = game.sound(view)
            assert sound
            assert set(sound) <= set(view.options)
            assert game.greedy(view, seed) in sound


@examples(3)
@given(st.data())
def test_the_evaluations_of_all_seats_add_up_to_one_win(catalog_game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(catalog_game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        shares = [catalog_game.evaluate(g, seat) for seat in range(len(setup.players))]
        assert min(shares) >= 0
        assert sum(shares) == pytest.approx(1), "a game for more than two says `Game.prospects` itself"
