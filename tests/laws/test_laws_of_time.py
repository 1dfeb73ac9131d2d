"""Laws of every game for players whose time is over (`rules.core.game.Game.default_action`)."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.play import State, advance
from rules.core.rng import split
from tests.examples import examples
from tests.laws.matches import FAR_TOO_LONG, lying, matches, one_of, walk

STRIDES = range(5, 24)


@examples(4)
@given(st.data())
def test_the_default_action_is_an_option_and_depends_on_the_view_alone(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for seat in g.phase.waiting:
            view, random = game.view(g, seat), split(seed, g.turn)
            done = game.default_action(view, random)
            assert done in view.options
            assert game.default_action(game.view(game.determinize(view, random), seat), random) == done


@examples(4)
@given(st.data())
def test_a_default_action_costs_no_card_if_the_decision_can_pass(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for seat in g.phase.waiting:
            harmless = [action for action in game.view(g, seat).options if action.harmless]
            assert len(harmless) <= 1
            for action in harmless:
                assert game.default_action(game.view(g, seat), seed) == action
                after = g.clone()
                advance(after, seat, action)
                assert _held(g, seat) <= _held(after, seat)


@examples(4)
@given(st.data())
def test_a_match_of_default_actions_ends(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for place, g in enumerate(walk(setup, seed, 40)):
        if place == seed % 4 or g.outcome:
            break
    alone, plies = g.clone(), 0
    while alone.outcome is None:
        seat = alone.phase.waiting[0]
        advance(alone, seat, game.default_action(game.view(alone, seat), split(seed, plies)))
        plies += 1
        assert plies < FAR_TOO_LONG
    assert alone.outcome.ending in game.endings


def _held(g: State, seat: Seat) -> Counter[CardId]:
    """Count the cards of a seat's hand, wherever the game keeps it."""
    hand: Counter[CardId] = Counter()
    for place, cards in lying(g).items():
        if place in {("sides", seat, "hand"), ("sides", seat, "minis"), ("hands", seat)}:
            hand += cards
    return hand
