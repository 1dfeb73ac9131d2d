"""Laws of hidden information: a view is all that its seat may know, and nothing else (`rules.core.play`)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from functools import reduce
from itertools import islice
from operator import and_
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.lab.autoplay import Setup
from rules.core.cards import CardId
from rules.core.events import Seat, visible
from rules.core.game import Game
from rules.core.notation import words
from rules.core.play import IllegalActionError, State, check, options
from rules.core.rng import split
from tests.examples import examples
from tests.laws.matches import (
    FAR_TOO_LONG,
    Place,
    again,
    changing,
    deciding,
    forged,
    lying,
    matches,
    one_of,
    played,
    viewers,
    walk,
)

STRIDES = range(11, 32)

LOOKS = 9
"""The number of looks at a match, each of which compares sampled states before and after a decision."""
WORLDS = 24

World = dict[Place, Counter[CardId]]
"""The cards at each place."""


@examples(4)
@given(st.data())
def test_a_view_has_the_phase_the_options_and_the_visible_events(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for viewer in viewers(g, setup):
            view = game.view(g, viewer)
            assert view.seat == viewer
            assert (view.phase, view.clause, view.waiting) == (g.phase.tag, g.phase.clause, g.phase.waiting)
            assert (view.turn, view.outcome) == (g.turn, g.outcome)
            assert view.options == (() if viewer is None else options(g, viewer))
            assert view.events == visible(g.events, viewer)


@examples(4)
@given(st.data())
def test_a_view_is_frozen_through_and_through(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for viewer in viewers(g, setup):
            view = game.view(g, viewer)
            assert list(changing(view)) == []
            assert game.view(g, viewer) == view


@examples(4)
@given(st.data())
def test_a_sampled_state_gives_the_same_view(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        for viewer in viewers(g, setup):
            view = game.view(g, viewer)
            world = game.determinize(view, split(seed, g.turn))
            assert game.view(world, viewer) == view
            if viewer is not None:
                assert game.view(game.likely_state(view, split(seed, g.turn)), viewer) == view
            assert all(options(world, seat) for seat in world.phase.waiting), "to be asked gives nothing away"


@examples(4)
@given(st.data())
def test_a_sampled_state_keeps_public_information_and_every_card(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    given = replace(setup, decks=setup.begin(seed)[1])
    listed = game.open_deck_lists and _all_cards(given.begin(seed)[0]) == _all_cards(given.begin(seed ^ 1)[0])
    for g in walk(given, seed, one_of(STRIDES, seed)):
        public, cards = game.view(g, None), _all_cards(g)
        for viewer in viewers(g, setup):
            world = game.determinize(game.view(g, viewer), split(seed, g.turn))
            assert game.view(world, None) == public
            imagined = _all_cards(world)
            assert imagined == cards if listed else imagined.total() == cards.total()


def _all_cards(g: State) -> Counter[CardId]:
    return sum(lying(g).values(), Counter())


@examples(4)
@given(st.data())
def test_public_actions_do_not_make_a_viewer_forget_a_card(game: Game, data: st.DataObject) -> None:
    """If every world sampled for a viewer agrees on a card, they still do after actions elsewhere that the viewer did
    or saw.

    Chance may change that: a card that was known only because all others lay open can be shuffled away.
    """
    setup, seed = data.draw(matches(game))
    often = len(played(setup, seed).decisions) // LOOKS
    stride = max(3, min(often, one_of(STRIDES, seed))) | 1  # odd, so that in a game of two both seats get their turns
    g, _ = setup.begin(seed)
    viewer: Seat | None = None
    chance = g.random
    cards_before: World = {}
    known_cards: World = {}
    for ply, (seat, action) in enumerate(islice(again(g, setup, seed), LOOKS * stride)):
        if ply % stride == 1 and (action.open or seat == viewer) and g.random == chance:
            still = lying(g)
            same = {place: cards for place, cards in known_cards.items() if cards_before.get(place) == still.get(place)}
            assert _forgotten(same, _worlds(game, g, viewer)) == {}, f"{viewer} no longer knows"
        if ply % stride == 0:
            viewer = (None, *range(len(setup.players)))[g.random % (1 + len(setup.players))]
            cards_before, chance = lying(g), g.random
            known_cards = _in_all([*_worlds(game, g, viewer)])
            known_cards = {
                place: cards for place, cards in known_cards.items() if cards <= cards_before.get(place, Counter())
            }


def _worlds(game: Game, g: State, viewer: Seat | None) -> Iterator[World]:
    """Sample so many states that a fact shared by all of them by chance also holds in a quarter of as many others."""
    view = game.view(g, viewer)
    return (lying(game.determinize(view, random)) for random in range(WORLDS))


def _forgotten(known_cards: World, worlds: Iterator[World]) -> World:
    """Return the known cards that fewer than a quarter of these worlds have; samples no more of them than needed."""
    left = dict.fromkeys(known_cards, WORLDS // 4)
    while left and (world := next(worlds, None)) is not None:
        right = {place for place in left if known_cards[place] <= world.get(place, Counter())}
        left = {place: count - (place in right) for place, count in left.items() if count > (place in right)}
    return {place: known_cards[place] for place in left}


def _in_all(worlds: Sequence[World]) -> World:
    """Return the cards that lie at the same place in every world."""
    first, *others = worlds
    return {place: reduce(and_, (other.get(place, Counter()) for other in others), first[place]) for place in first}


@examples(4)
@given(st.data())
def test_a_sampled_state_can_be_played_to_its_end(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game, players=("random",)))
    for g in walk(setup, seed, 60 * len(setup.players)):  # the more play, the longer the match
        viewer = one_of([*viewers(g, setup)], g.random)
        world = game.determinize(game.view(g, viewer), split(seed, g.turn))
        plies = sum(1 for _ in setup.play(world, seed))
        assert plies < FAR_TOO_LONG
        assert world.outcome is not None


def test_sampled_states_differ_from_the_truth(game: Game) -> None:
    # If a view revealed too much, or the game used more than the view, every sampled state would be the true one.
    setup = Setup(game=game, players=("random",) * game.seats[-1], options={})
    seats = range(len(setup.players))
    deals = [setup.begin(seed)[0] for seed in range(1, 21)]
    alike = {seat for seat in seats if len({_own(game, g, seat) for g in deals}) == 1}
    unsure = {(viewer, other) for viewer in (None, *seats) for other in seats if other != viewer}
    for viewer, other in [*unsure]:
        if _imagined_differently(game, deals[0], viewer, other):
            unsure.remove((viewer, other))
        assert (viewer, other) not in unsure or other in alike, f"{viewer} knows what only {other} may know"
    kept = set()
    for g in walk(setup, 1) if unsure else ():  # a seat that is dealt nothing may get cards later
        kept |= {other for other in seats if _own(game, g, other) != "[]"}
        unsure -= {pair for pair in unsure if pair[1] in kept and _imagined_differently(game, g, *pair)}
    assert not [pair for pair in unsure if pair[1] in kept], "a viewer always knows what only another may know"


def _own(game: Game, g: State, seat: Seat) -> str:
    """Return everything in a seat's view that a spectator's view lacks, except its options and events."""
    own_view, public = game.view(g, seat), game.view(g, None)
    names = [field.name for field in fields(own_view) if field.name not in {"seat", "options", "events"}]
    return repr([getattr(own_view, name) for name in names if getattr(own_view, name) != getattr(public, name)])


def _imagined_differently(game: Game, g: State, viewer: Seat | None, other: Seat) -> bool:
    worlds = [game.determinize(game.view(g, viewer), random) for random in range(20)]
    return len({repr(game.view(world, other)) for world in worlds}) > 1


@examples(4)
@given(st.data())
def test_only_its_holder_knows_of_a_reaction_unless_all_have_seen_its_cards(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed):
        hidden = {seat: legal for seat, legal in deciding(g, setup) if seat not in g.phase.waiting}
        if hidden:
            worlds = [game.determinize(game.view(g, None), split(seed, number)) for number in range(40)]
            for seat, legal in hidden.items():
                assert {legal} != {options(world, seat) for world in worlds} or _has_shown_cards(game, g, seat)
            return  # events may reveal it later on


def _has_shown_cards(game: Game, g: State, seat: Seat) -> bool:
    """Return whether a seat has a hand of which a spectator's view lists every card: all saw them taken or shown."""
    own_view, public = game.view(g, seat), game.view(g, None)
    names = [each.name for each in fields(own_view) if each.name not in {"options", "events"}]
    hands = [getattr(own_view, name) for name in names if getattr(own_view, name) != getattr(public, name)]
    named = [[getattr(card, "id", card) for card in hand] for hand in hands if isinstance(hand, list | tuple)]
    cards = [hand for hand in named if hand and all(isinstance(card, str) for card in hand)]
    return any(all(repr(card) in repr(public) for card in hand) for hand in cards)


@examples(4)
@given(st.data())
def test_an_open_action_reveals_only_public_information(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        world = game.determinize(game.view(g, None), split(seed, g.turn))
        for seat in range(len(setup.players)):
            assert _offered_openly(game, g, seat) == _offered_openly(game, world, seat)


def _offered_openly(game: Game, g: State, seat: Seat) -> list[list[str]]:
    """Return the open actions of a seat as they appear on buttons, word by word."""
    view = game.view(g, seat)
    spelled = [words(action) for action in view.options if action.open]
    return [[game.label(view, chosen[: count + 1]).text for count in range(len(chosen))] for chosen in spelled]


@examples(4)
@given(st.data())
def test_a_refusal_reveals_nothing_about_other_players(game: Game, data: st.DataObject) -> None:
    setup, seed = data.draw(matches(game))
    for g in walk(setup, seed, one_of(STRIDES, seed)):
        made_up = [*forged(game, g, split(g.random, seed), 10)]
        for seat in range(len(setup.players)):
            world = game.determinize(game.view(g, seat), split(seed, g.turn))
            for action in made_up:
                assert _refusal(g, seat, action) == _refusal(world, seat, action)


def _refusal(g: State, seat: Seat, action: Any) -> str:
    try:
        check(g, seat, action)
    except IllegalActionError as refused:
        return str(refused)
    return ""
