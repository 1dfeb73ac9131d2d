"""What every game keeps when a ply is taken back without asking anybody (`rules.core.undo`)."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from bot.lab.autoplay import Setup
from bot.model.table import Table
from rules.core.digest import digest
from rules.core.events import Drew, Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import State, advance, options
from rules.core.rng import split
from rules.core.undo import WORLDS, TookBack, could_look, is_free, leads_to, may_be_free
from tests.examples import examples
from tests.laws.matches import again, matches, one_of, played, viewers

STRIDES = range(3, 8)

LOOKS = 6
"""Plies of a match that are looked at, of those that can be free."""


class Tried(NamedTuple):
    """A ply that can be free, with the table before it and after it."""

    before: State
    seat: Seat
    action: Action
    after: State


def tried(setup: Setup, seed: int) -> Iterator[Tried]:
    """Some plies of a match that can be free."""
    return islice(_can_be_free(setup, seed), 0, LOOKS * one_of(STRIDES, seed), one_of(STRIDES, seed))


def _can_be_free(setup: Setup, seed: int) -> Iterator[Tried]:
    g, _ = setup.begin(seed)
    before = _kept(g)
    for seat, action in again(g, setup, seed):
        after = _kept(g)
        if may_be_free(before, seat, after):
            yield Tried(before, seat, action, after)
        before = after


def _kept(g: State) -> State:
    clone = g.clone()
    clone.events = g.events
    return clone


def found_free(game: Game, setup: Setup, ply: Tried) -> bool:
    return is_free(game, *ply, seats=len(setup.players))


@examples(6)
@given(st.data())
def test_after_a_free_ply_nobody_can_tell_one_world_from_another(game: Game, data: st.DataObject) -> None:
    """Worlds other than those by which it was found free; the player knows which action it was, nobody else does."""
    setup, seed = data.draw(matches(game))
    for ply in tried(setup, seed):
        if found_free(game, setup, ply):
            for viewer in viewers(ply.after, setup):
                for number in range(3):
                    world = game.imagine(game.view(ply.before, viewer), split(seed, WORLDS + number))
                    assert could_look(game, world, ply.seat, ply.action, game.view(ply.after, viewer))


@examples(6)
@given(st.data())
def test_whether_a_ply_is_free_tells_nobody_anything(game: Game, data: st.DataObject) -> None:
    """It is the same in every world in which somebody would have seen the same before the ply and after it."""
    setup, seed = data.draw(matches(game))
    for ply in tried(setup, seed):
        before = digest(ply.before)
        free = found_free(game, setup, ply)
        assert digest(ply.before) == before
        viewer = one_of((None, *range(len(setup.players))), split(seed, ply.before.turn))
        twin = _twin(game, ply, viewer, split(seed, ply.after.turn))
        assert twin is None or found_free(game, setup, twin) == free


def _twin(game: Game, ply: Tried, viewer: Seat | None, random: int) -> Tried | None:
    """The same ply for the eyes of a viewer, in another world; None: nothing that was tried there looks like it."""
    world, seen = game.imagine(game.view(ply.before, viewer), random), game.view(ply.after, viewer)
    legal = options(world, ply.seat)
    known = [ply.action] if viewer == ply.seat else [ply.action, *legal]
    for action in known[:20]:
        if action in legal and leads_to(game, world, ply.seat, action, seen):
            after = world.clone()
            advance(after, ply.seat, action)
            return Tried(world, ply.seat, action, after)
    return None


@examples(6)
@given(st.data())
def test_whether_a_ply_may_be_free_tells_its_player_nothing(game: Game, data: st.DataObject) -> None:
    """They are offered to take it back by that alone: chance may differ, as long as they see the same."""
    setup, seed = data.draw(matches(game))
    g, _ = setup.begin(seed)
    before = _kept(g)
    for number, (seat, action) in enumerate(islice(again(g, setup, seed), 200)):
        after = _kept(g)
        if number % 5 == seed % 5:
            world = game.imagine(game.view(before, seat), split(seed, number))
            twin = world.clone()
            advance(twin, seat, action)
            if game.view(twin, seat) == game.view(after, seat):
                assert may_be_free(world, seat, twin) == may_be_free(before, seat, after)
        before = after


@examples(5)
@given(st.data())
def test_after_an_undo_everybody_sees_what_they_saw(game: Game, data: st.DataObject) -> None:
    """Whatever is taken back, freely or not: by the table that a match keeps, with as many plies as one likes."""
    setup, seed = data.draw(matches(game))
    _, decks = setup.begin(seed)
    lists = [game.decks[deck].cards for deck in decks]
    seats = len(setup.players)
    tables = [Table.deal(game, seats=seats, options=setup.options, decks=lists, seed=seed)]
    for seat, action in played(setup, seed).decisions[:30]:
        tables.append(tables[-1].play(seat, action))
    count = 1 + split(seed, 1) % (len(tables) - 1)
    *_, to = tables[: len(tables) - count]
    after = tables[-1].take_back(0, to, count, anew=False)
    assert after.digest == to.digest
    for viewer in (None, *range(seats)):
        assert after.view(viewer) == to.view(viewer)
        assert after.story(viewer, tables[-1].ply) == ((TookBack(seat=0, count=count),),)
    for seat in range(seats):
        opened, earlier = after.opened[seat], to.opened[seat]
        still = seat != 0 and earlier == tables[-1].opened[seat]
        assert opened == (earlier if still or earlier is None else after.ply), "decisions since then are asked anew"
    others = set(to.state.phase.waiting) - set(tables[-1].state.phase.waiting)
    assert after.passed == (after.ply if others else tables[-1].passed)


@examples(8)
@given(st.data())
def test_what_drew_or_turned_to_chance_or_concerned_somebody_else_is_not_free(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    g, _ = setup.begin(seed)
    before = _kept(g)
    for seat, action in islice(again(g, setup, seed), 200):
        after = _kept(g)
        drew = any(isinstance(event, Drew) for event in after.events)
        others = set(after.phase.waiting) - set(before.phase.waiting) or seat not in before.phase.waiting
        if drew or others or after.outcome is not None or after.random != before.random:
            assert not is_free(game, before, seat, action, after, seats=len(setup.players))
        before = after


@examples(4)
@given(st.data())
def test_what_nobody_knows_is_drawn_anew_and_nobody_sees_a_difference(game: Game, data: st.DataObject) -> None:
    """What an undo shuffles to which all have agreed (`Game.orders`)."""
    setup, seed = data.draw(matches(game))
    g, _ = setup.begin(seed)
    for number, _ in enumerate(islice(again(g, setup, seed), 120)):
        if number % 6 == seed % 6:
            other = _kept(g)
            for order in game.orders(other):
                other.shuffle(order)
            assert all(game.view(other, viewer) == game.view(g, viewer) for viewer in viewers(g, setup))
            same = zip(game.orders(other), game.orders(g), strict=True)
            assert all(sorted(map(repr, new)) == sorted(map(repr, old)) for new, old in same), "the same cards"
