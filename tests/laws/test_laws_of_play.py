"""Laws of every game during play (`rules.core.play`)."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.lab.autoplay import Setup
from rules.core.digest import digest
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import AGREED, RESIGNED, IllegalActionError, State, advance, apply, check, options
from rules.core.rng import split
from tests.examples import examples
from tests.laws.matches import again, changing, deciding, forged, lying, matches, one_of, some, walk

STRIDES = range(7, 24)


@examples(4)
@given(st.data())
def test_apply_leaves_the_state_alone_and_agrees_with_advance(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        before = digest(g)
        for seat, legal in deciding(g, setup):
            for action in some(legal, seed, len(legal)):
                in_place = g.clone()
                advance(in_place, seat, action)
                after = apply(g, seat, action)
                assert after is not g
                assert after == in_place != g
            assert digest(g) == before


@examples(4)
@given(st.data())
def test_a_clone_is_equal_and_shares_nothing_mutable(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    g, _ = setup.begin(seed)
    clone = g.clone()
    assert clone.events == []
    clone.events = list(g.events)
    before = digest(g)
    assert digest(clone) == before
    for _ in again(clone, setup, seed):
        pass
    assert digest(g) == before


@examples(4)
@given(st.data())
def test_a_state_and_its_clone_have_no_mutable_value_in_common(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        ids = {id(part) for part in changing(g)}
        assert [part for part in changing(g.clone()) if id(part) in ids] == []


@examples(4)
@given(st.data())
def test_options_are_unique_stable_legal_and_parse_back(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for seat, legal in deciding(g, setup):
            assert legal, "whoever is asked can answer"
            assert len(set(legal)) == len(legal)
            assert options(g.clone(), seat) == legal
            for action in legal:
                assert type(action) in game.actions
                assert game.parse(str(action)) == action
            for action in some(legal, seed, len(legal)):
                check(g, seat, action)


@examples(4)
@given(st.data())
def test_actions_that_are_not_options_are_refused_with_a_reason(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    earlier: dict[Action, None] = {}
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        before = digest(g)
        made_up = list(forged(game, g, split(g.random, seed), 10))
        for seat, legal in deciding(g, setup):
            tried = [*some([*earlier], seed, 4 * len(legal)), *made_up]
            for action in set(tried).difference(legal):
                with pytest.raises(IllegalActionError) as refused:
                    apply(g, seat, action)
                assert 10 < len(str(refused.value)) <= 300
            earlier.update(dict.fromkeys(legal))
        assert digest(g) == before


@examples(4)
@given(st.data())
def test_only_seats_that_are_asked_or_hold_a_reaction_can_act(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        acting = dict(deciding(g, setup))
        assert set(acting) == set(g.phase.waiting) or g.phase.allows_reactions
        nowhere = () if g.phase.allows_reactions else (-1, len(setup.players))
        tried = list(dict.fromkeys(action for legal in acting.values() for action in legal))
        for seat in set(acting).difference(g.phase.waiting):
            assert g.phase.could_react(g, seat), "everybody is to reckon with it"
        for seat in {*range(len(setup.players)), *nowhere}.difference(acting):
            assert options(g, seat) == ()
            for action in some(tried, seed, len(tried)):
                with pytest.raises(IllegalActionError):
                    apply(g, seat, action)


@examples(4)
@given(st.data())
def test_replaying_the_log_gives_the_same_states_and_events(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    g, decks = setup.begin(seed)
    digests, log = [digest(g)], []
    for seat, action in again(g, setup, seed):
        digests.append(digest(g))
        log.append((seat, str(action)))
    lists = [game.decks[deck].cards for deck in decks]
    other: State = game.begin(seats=len(setup.players), options=setup.options, decks=lists, seed=seed)
    replayed = [digest(other)]
    for seat, text in log:
        other = apply(other, seat, game.parse(text))
        replayed.append(digest(other))
    assert replayed == digests


@examples(6)
@given(st.data())
def test_every_match_ends_with_ranks_for_all(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    turn, outcome = 1, None
    for g in walk(setup, seed):
        assert bool(g.phase.waiting) == (g.outcome is None)
        assert set(g.phase.waiting) <= set(range(len(setup.players)))
        assert len(set(g.phase.waiting)) == len(g.phase.waiting)
        assert g.turn >= turn
        turn = g.turn
        outcome = g.outcome
    assert outcome is not None
    ranks = outcome.ranks
    assert ranks == tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
    assert len(ranks) == len(setup.players)
    assert outcome.ending in game.endings
    assert {RESIGNED, AGREED}.isdisjoint(game.endings)


@examples(4)
@given(st.data())
def test_teams_hold_every_seat_once_and_share_their_rank(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    seats = len(setup.players)
    teams = game.teams(seats, game.all_options(setup.options))
    assert sorted(seat for team in teams for seat in team) == list(range(seats))
    *_, last = walk(setup, seed)
    assert last.outcome is not None
    for team in teams:
        assert len({last.outcome.ranks[seat] for seat in team}) == 1


def test_every_option_is_playable_and_the_defaults_with_the_fewest_players(game: Game) -> None:
    assert game.seats[0] in game.playable({})
    for option in game.options:
        assert all(game.playable({option.name: value}) for value in option.values)


@examples(4)
@given(st.data())
def test_no_card_is_lost_or_made(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    counts = [sum(lying(g).values(), Counter()) for g in walk(setup, seed, 5)]
    assert bool(counts[0]) == bool(game.cards)
    assert counts.count(counts[0]) == len(counts)


def test_the_same_seed_gives_the_same_match_and_another_seed_another(game: Game) -> None:
    setup = Setup(game=game, players=("random",) * game.seats[0], options={})
    assert _log(setup, 1) == _log(setup, 1)
    assert _log(setup, 1) != _log(setup, 2)


def _log(setup: Setup, seed: int) -> list[str]:
    g, _ = setup.begin(seed)
    return [f"{seat} {action} {digest(g)}" for seat, action in setup.play(g, seed)]
