"""What every game's standing answers keep (`rules.core.standing`)."""

from collections.abc import Iterable
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from rules.core.events import Seat
from rules.core.game import Game
from rules.core.play import State, View
from rules.core.rng import split
from rules.core.standing import StandingAnswer
from tests.examples import examples
from tests.laws.matches import matches, one_of, viewers, walk

STRIDES = range(1, 6)
LABEL_LIMIT = 80
WORLDS = 2
"""Imagined at each state: what depends on a hand differs in one of them sooner or later."""


@examples(8)
@given(st.data())
def test_what_is_offered_holds_is_written_alike_and_answers_by_the_rules(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    said: dict[tuple[int, StandingAnswer], None] = {}
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for seat in range(len(setup.players)) if g.outcome else filter(None, viewers(g, setup)):
            view = game.view(g, seat)
            for standing in game.offers(view):
                assert type(standing) in game.standing_answers
                assert 0 < len(standing.says) <= LABEL_LIMIT
                assert standing.clause
                assert game.parse_standing(str(standing)) == standing
                assert standing.holds(view)
                said[seat, standing] = None
            for standing in [standing for owner, standing in said if owner == seat]:
                if not standing.holds(view):
                    del said[seat, standing]
                elif seat in g.phase.waiting:
                    assert standing.answer(view) in (None, *view.options)
    assert not said, "it ceases to hold before the match is over"


@examples(8)
@given(st.data())
def test_of_two_that_answer_one_window_otherwise_only_the_one_said_last_stands(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    said: dict[tuple[Seat, StandingAnswer], None] = {}
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for seat in range(len(setup.players)):
            view = game.view(g, seat)
            said.update({(seat, standing): None for standing in game.offers(view)})
            own = [standing for owner, standing in said if owner == seat and standing.holds(view)]
            for one, other in permutations(own if seat in g.phase.waiting else (), 2):
                answers = {one.answer(view), other.answer(view)} - {None}
                assert len(answers) < 2 or one.takes_place_of(other)


@examples(8)
@given(st.data())
def test_nobody_else_is_offered_what_a_seat_is(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        spectator: View = game.view(g, None)
        assert game.offers(spectator) == ()


@examples(8)
@given(st.data())
def test_an_answer_that_comes_by_itself_tells_nothing_of_a_hand(game: Game, data: st.DataObject) -> None:
    """Whoever sees that answers come at once, or do so no longer, may guess that they were said ahead. So what can be
    said, as long as it holds, and whether it acts are decided by what everybody sees: they are the same at every table
    that looks like this one to a spectator, though its seat holds something else there.
    """
    setup, seed = data.draw(matches(game))
    said: dict[tuple[Seat, StandingAnswer], None] = {}
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        seats = range(len(setup.players))
        said.update({(seat, standing): None for seat in seats for standing in game.offers(game.view(g, seat))})
        if said:
            here = _by_themselves(game, g, said)
            public = game.view(g, None)
            for number in range(WORLDS):
                world = game.imagine(public, split(seed, number))
                assert _by_themselves(game, world, said) == here
            for seat, standing in [*said]:
                if not standing.holds(game.view(g, seat)):
                    del said[seat, standing]


def _by_themselves(
    game: Game, g: State, said: Iterable[tuple[Seat, StandingAnswer]]
) -> list[tuple[Seat, StandingAnswer, bool, bool, bool]]:
    """Of each standing answer: whether it could be said now, whether it holds, and whether it acts."""
    found = []
    for seat, standing in said:
        view = game.view(g, seat)
        holds = standing.holds(view)
        acts = holds and seat in g.phase.waiting and standing.answer(view) is not None
        found.append((seat, standing, standing in game.offers(view), holds, acts))
    return found
