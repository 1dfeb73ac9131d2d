"""Laws of every game's pre-moves (`rules.core.pre_moves`)."""

from collections.abc import Iterable
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from rules.core.events import Seat
from rules.core.game import Game
from rules.core.play import State, View
from rules.core.pre_moves import PreMove
from rules.core.rng import split
from tests.examples import examples
from tests.laws.matches import matches, one_of, viewers, walk

STRIDES = range(1, 6)
LABEL_LIMIT = 80
WORLDS = 2
"""The number of states sampled for each view: anything that depends on a hand soon differs in one of them."""


@examples(4)
@given(st.data())
def test_an_offered_pre_move_holds_parses_back_and_answers_legally(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    made: dict[tuple[int, PreMove], None] = {}
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for seat in range(len(setup.players)) if g.outcome else filter(None, viewers(g, setup)):
            view = game.view(g, seat)
            for pre_move in game.offers(view):
                assert type(pre_move) in game.pre_move_classes
                assert 0 < len(pre_move.text) <= LABEL_LIMIT
                assert pre_move.clause
                assert game.parse_pre_move(str(pre_move)) == pre_move
                assert pre_move.holds(view)
                made[seat, pre_move] = None
            for pre_move in [pre_move for owner, pre_move in made if owner == seat]:
                if not pre_move.holds(view):
                    del made[seat, pre_move]
                elif seat in g.phase.waiting:
                    assert pre_move.answer(view) in (None, *view.options)
    assert not made, "it ceases to hold before the match is over"


@examples(4)
@given(st.data())
def test_the_latest_of_two_conflicting_pre_moves_counts(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    made: dict[tuple[Seat, PreMove], None] = {}
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for seat in range(len(setup.players)):
            view = game.view(g, seat)
            made.update({(seat, pre_move): None for pre_move in game.offers(view)})
            of_seat = [pre_move for owner, pre_move in made if owner == seat and pre_move.holds(view)]
            for one, other in permutations(of_seat if seat in g.phase.waiting else (), 2):
                answers = {one.answer(view), other.answer(view)} - {None}
                assert len(answers) < 2 or one.replaces(other)


@examples(4)
@given(st.data())
def test_pre_moves_are_offered_to_one_seat_only(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        spectator: View = game.view(g, None)
        assert game.offers(spectator) == ()


@examples(4)
@given(st.data())
def test_a_pre_move_reveals_nothing_about_a_hand(game: Game, data: st.DataObject) -> None:
    """Other players can guess from quick answers, or from their end, that a player has a pre-move. So its offer, its
    validity and its action must follow from public information: they are the same in every world with the same public
    view, whatever its seat holds there.
    """
    setup, seed = data.draw(matches(game))
    made: dict[tuple[Seat, PreMove], None] = {}
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        seats = range(len(setup.players))
        made.update({(seat, pre_move): None for seat in seats for pre_move in game.offers(game.view(g, seat))})
        if made:
            expected = _by_themselves(game, g, made)
            public = game.view(g, None)
            for number in range(WORLDS):
                world = game.determinize(public, split(seed, number))
                assert _by_themselves(game, world, made) == expected
            for seat, pre_move in [*made]:
                if not pre_move.holds(game.view(g, seat)):
                    del made[seat, pre_move]


def _by_themselves(
    game: Game, g: State, pre_moves: Iterable[tuple[Seat, PreMove]]
) -> list[tuple[Seat, PreMove, bool, bool, bool]]:
    """Return, for each pre-move, whether it could be made now, whether it holds, and whether it acts."""
    results = []
    for seat, pre_move in pre_moves:
        view = game.view(g, seat)
        holds = pre_move.holds(view)
        acts = holds and seat in g.phase.waiting and pre_move.answer(view) is not None
        results.append((seat, pre_move, pre_move in game.offers(view), holds, acts))
    return results
