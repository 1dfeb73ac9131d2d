"""Laws of every game when a player leaves for good (`Game.forfeit_seat`)."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from rules.core.cards import CardId
from rules.core.digest import digest
from rules.core.game import Game
from rules.core.play import State, View, advance, options
from rules.core.rng import below, split
from tests.examples import examples
from tests.laws.matches import FAR_TOO_LONG, lying, matches, one_of, walk

STRIDES = range(5, 20)


@examples(4)
@given(st.data())
def test_a_seat_that_left_is_asked_no_more_and_ranks_last(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    teams = game.teams(len(setup.players), game.all_options(setup.options))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        if g.outcome is not None:
            return
        seat = split(seed, g.turn) % len(setup.players)
        before, cards = digest(g), counted(g)
        table = g.clone()
        phase = game.forfeit_seat(table, seat)
        assert digest(g) == before
        if phase is None:
            continue
        table.phase = phase
        assert counted(table) == cards
        _seen_by_all(game, table, len(setup.players))
        random, decisions = split(seed, 3), 0
        while table.phase.waiting:
            assert seat not in table.phase.waiting
            assert not options(table, seat)
            assert not game.view(table, seat).options
            random, place = below(random, len(table.phase.waiting))
            asked = table.phase.waiting[place]
            legal = table.phase.options(table, asked)
            random, place = below(random, len(legal))
            advance(table, asked, legal[place])
            decisions += 1
            assert decisions < FAR_TOO_LONG, "every match ends"
        assert table.outcome is not None
        team = next(team for team in teams if seat in team)
        for other, rank in enumerate(table.outcome.ranks):
            if other not in team:
                assert rank < table.outcome.ranks[seat]
        return


def _seen_by_all(game: Game, g: State, seats: int) -> None:
    """Check that every viewer still has a view and a prompt, and can sample states."""
    for viewer in (None, *range(seats)):
        view: View = game.view(g, viewer)
        assert game.prompt(view, [f"Player {seat}" for seat in range(seats)])
        assert game.view(game.determinize(view, 5), viewer) == view


def counted(g: State) -> Counter[CardId]:
    """Count all cards of a state."""
    total: Counter[CardId] = Counter()
    for cards in lying(g).values():
        total += cards
    return total
