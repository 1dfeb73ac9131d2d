"""Laws of every game for plies that are taken back without consent (`rules.core.undo`)."""

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
from rules.core.undo import WORLDS, TookBack, could_look, is_safe, leads_to, may_be_safe
from tests.examples import examples
from tests.laws.matches import again, matches, one_of, played, viewers

STRIDES = range(3, 8)

LOOKS = 6
"""The number of possibly safe plies that are tried in a match."""


class Tried(NamedTuple):
    """A possibly safe ply, with the states before and after it."""

    before: State
    seat: Seat
    action: Action
    after: State


def tried(setup: Setup, seed: int) -> Iterator[Tried]:
    """Return some possibly safe plies of a match."""
    return islice(_can_be_free(setup, seed), 0, LOOKS * one_of(STRIDES, seed), one_of(STRIDES, seed))


def _can_be_free(setup: Setup, seed: int) -> Iterator[Tried]:
    g, _ = setup.begin(seed)
    before = _kept(g)
    for seat, action in again(g, setup, seed):
        after = _kept(g)
        if may_be_safe(before, seat, after):
            yield Tried(before, seat, action, after)
        before = after


def _kept(g: State) -> State:
    clone = g.clone()
    clone.events = g.events
    return clone


def found_free(game: Game, setup: Setup, ply: Tried) -> bool:
    return is_safe(game, *ply, seats=len(setup.players))


@examples(3)
@given(st.data())
def test_after_a_safe_ply_every_world_is_still_possible(game: Game, data: st.DataObject) -> None:
    """The worlds differ from those that showed the ply to be safe. Only the player knows the action."""
    setup, seed = data.draw(matches(game))
    for ply in tried(setup, seed):
        if found_free(game, setup, ply):
            for viewer in viewers(ply.after, setup):
                for number in range(3):
                    world = game.determinize(game.view(ply.before, viewer), split(seed, WORLDS + number))
                    assert could_look(game, world, ply.seat, ply.action, game.view(ply.after, viewer))


@examples(3)
@given(st.data())
def test_the_safety_of_a_ply_reveals_nothing(game: Game, data: st.DataObject) -> None:
    """It is the same in every world that would look the same to the viewer before and after the ply."""
    setup, seed = data.draw(matches(game))
    for ply in tried(setup, seed):
        before = digest(ply.before)
        free = found_free(game, setup, ply)
        assert digest(ply.before) == before
        viewer = one_of((None, *range(len(setup.players))), split(seed, ply.before.turn))
        twin = _twin(game, ply, viewer, split(seed, ply.after.turn))
        assert twin is None or found_free(game, setup, twin) == free


def _twin(game: Game, ply: Tried, viewer: Seat | None, random: int) -> Tried | None:
    """Return a ply in another world that looks the same to the viewer, or None if no tried action does."""
    world, seen = game.determinize(game.view(ply.before, viewer), random), game.view(ply.after, viewer)
    legal = options(world, ply.seat)
    possible = [ply.action] if viewer == ply.seat else [ply.action, *legal]
    for action in possible[:20]:
        if action in legal and leads_to(game, world, ply.seat, action, seen):
            after = world.clone()
            advance(after, ply.seat, action)
            return Tried(world, ply.seat, action, after)
    return None


@examples(3)
@given(st.data())
def test_the_cheap_safety_test_reveals_nothing_to_the_player(game: Game, data: st.DataObject) -> None:
    """This test alone decides whether the player is offered an undo. Chance may differ as long as the view
    is the same.
    """
    setup, seed = data.draw(matches(game))
    g, _ = setup.begin(seed)
    before = _kept(g)
    for number, (seat, action) in enumerate(islice(again(g, setup, seed), 200)):
        after = _kept(g)
        if number % 5 == seed % 5:
            world = game.determinize(game.view(before, seat), split(seed, number))
            twin = world.clone()
            advance(twin, seat, action)
            if game.view(twin, seat) == game.view(after, seat):
                assert may_be_safe(world, seat, twin) == may_be_safe(before, seat, after)
        before = after


@examples(3)
@given(st.data())
def test_after_an_undo_every_view_is_the_earlier_one(game: Game, data: st.DataObject) -> None:
    """Any number of plies may be taken back, safe or not, with the table that a match keeps."""
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
        assert after.ply_events(viewer, tables[-1].ply) == ((TookBack(seat=0, count=count),),)
    for seat in range(seats):
        opened, earlier = after.opened[seat], to.opened[seat]
        still = seat != 0 and earlier == tables[-1].opened[seat]
        assert opened == (earlier if still or earlier is None else after.ply), "decisions since then are asked anew"
    others = set(to.state.phase.waiting) - set(tables[-1].state.phase.waiting)
    assert after.passed == (after.ply if others else tables[-1].passed)


@examples(4)
@given(st.data())
def test_plies_that_draw_use_chance_or_inform_others_are_not_safe(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    g, _ = setup.begin(seed)
    before = _kept(g)
    for seat, action in islice(again(g, setup, seed), 200):
        after = _kept(g)
        drew = any(isinstance(event, Drew) for event in after.events)
        others = set(after.phase.waiting) - set(before.phase.waiting) or seat not in before.phase.waiting
        if drew or others or after.outcome is not None or after.random != before.random:
            assert not is_safe(game, before, seat, action, after, seats=len(setup.players))
        before = after


@examples(4)
@given(st.data())
def test_hidden_orders_are_reshuffled_without_visible_change(game: Game, data: st.DataObject) -> None:
    """An undo by agreement shuffles them (`Game.hidden_orders`)."""
    setup, seed = data.draw(matches(game))
    g, _ = setup.begin(seed)
    for number, _ in enumerate(islice(again(g, setup, seed), 120)):
        if number % 6 == seed % 6:
            other = _kept(g)
            for order in game.hidden_orders(other):
                other.shuffle(order)
            assert all(game.view(other, viewer) == game.view(g, viewer) for viewer in viewers(g, setup))
            same = zip(game.hidden_orders(other), game.hidden_orders(g), strict=True)
            assert all(sorted(map(repr, new)) == sorted(map(repr, old)) for new, old in same), "the same cards"
