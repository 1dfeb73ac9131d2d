"""What every game's standing answers keep (`rules.core.standing`)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.game import Game
from rules.core.play import View
from rules.core.standing import StandingAnswer
from tests.laws.matches import matches, one_of, viewers, walk

STRIDES = range(1, 6)
LABEL_LIMIT = 80


@settings(max_examples=12)
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


@settings(max_examples=10)
@given(st.data())
def test_nobody_else_is_offered_what_a_seat_is(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        spectator: View = game.view(g, None)
        assert game.offers(spectator) == ()
