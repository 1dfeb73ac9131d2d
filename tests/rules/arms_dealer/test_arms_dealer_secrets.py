"""Secrets of Arms Dealer: views of states that differ in secrets, and states sampled from views."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from rules.arms_dealer.cards import ItemCard, ShipCard
from rules.arms_dealer.observation import determinize, observe
from rules.arms_dealer.state import ArmsDealerState, Side
from rules.core.cards import without
from rules.core.events import Seat
from rules.core.play import advance, options
from rules.core.rng import below, split
from tests.rules.arms_dealer.tables import ANNA, BEN, GAME, NAMES, act, begun, do
from tests.rules.arms_dealer.walks import positions

VIEWERS: tuple[Seat | None, ...] = (None, ANNA, BEN)


@st.composite
def tables(draw: st.DrawFn) -> ArmsDealerState:
    """Return a state of a match: the first half of its actions is by quick players, the rest at random."""
    seed, fleet = draw(st.integers(0, 2**32)), draw(st.sampled_from(("25", "15")))
    sensible, random = draw(st.integers(0, 80)), split(seed, 1)
    g = begun(seed, fleet=fleet)
    for ply in range(sensible + draw(st.integers(0, 25))):
        if not g.phase.waiting:
            break
        random, place = below(random, len(g.phase.waiting))
        seat = g.phase.waiting[place]
        legal = options(g, seat)
        random, choice = below(random, len(legal))
        advance(g, seat, GAME.greedy(observe(g, seat), random) if ply < sensible else legal[choice])
    return g


def twin(g: ArmsDealerState, viewer: Seat | None, random: int) -> ArmsDealerState:
    """Return the same state with everything that the viewer may not know dealt again."""
    other = g.clone()
    other.events = list(g.events)
    other.random = random
    for seat, side in enumerate(other.sides):
        other.shuffle(side.deck)
        if seat != viewer:
            _shuffle_ships(other, side, g.sides[seat].known_in_bay)
    _shuffle_items(other, viewer)
    rocks = [rock for rock in other.asteroids if rock] + other.asteroid_deck
    other.shuffle(rocks)
    other.asteroids = [rocks.pop() if rock else None for rock in other.asteroids]
    other.asteroid_deck = rocks
    return other


def _shuffle_ships(g: ArmsDealerState, side: Side, known: Sequence[ShipCard]) -> None:
    """Deal again all ships of this side that only their owner knows; `known` are the ships in the bay that everyone
    knows.
    """
    unsure = without(side.bay, known)
    hidden: list[ShipCard] = [*side.deck, *unsure, *side.drawn, *(ship for ship in side.formation if ship)]
    g.shuffle(hidden)
    side.formation = [hidden.pop() if ship else None for ship in side.formation]
    side.drawn = sorted((hidden.pop() for _ in side.drawn), key=lambda ship: ship.order)
    side.bay = [*known, *(hidden.pop() for _ in unsure)]
    side.deck = hidden


def _shuffle_items(g: ArmsDealerState, viewer: Seat | None) -> None:
    looked = set() if viewer is None else g.sides[viewer].looked
    free = [place for place, item in enumerate(g.shop) if item and place + 1 not in looked]
    others = [side for seat, side in enumerate(g.sides) if seat != viewer]
    hidden: list[ItemCard] = g.item_deck + [item for item in (g.shop[place] for place in free) if item]
    for side in others:
        hidden += side.hand
    g.shuffle(hidden)
    for place in free:
        g.shop[place] = hidden.pop()
    for side in others:
        side.hand = sorted((hidden.pop() for _ in side.hand), key=lambda item: item.order)
    g.item_deck = hidden


@given(tables(), st.integers(0, 2**32))
def test_states_that_differ_only_in_secrets_give_the_same_views_and_sentences(g: ArmsDealerState, random: int) -> None:
    for viewer in VIEWERS:
        view, other = observe(g, viewer), observe(twin(g, viewer, random), viewer)
        assert other == view
        assert GAME.prompt(other, NAMES) == GAME.prompt(view, NAMES)
        assert [GAME.narrate(event, NAMES) for event in other.events] == [
            GAME.narrate(event, NAMES) for event in view.events
        ]


def test_imagined_states_keep_known_cards_and_vary_hidden_ones() -> None:
    g = begun(3)
    for seat in (ANNA, BEN):
        g = do(g, seat, str(options(g, seat)[7]))
    g = act(g, "look 4", "put-back")
    worlds = [determinize(GAME.content, observe(g, ANNA), random) for random in range(20)]
    for world in worlds:
        assert world.shop[3] is g.shop[3]
        assert world.sides[ANNA].formation == g.sides[ANNA].formation
    assert len({tuple(world.shop) for world in worlds}) == 20
    assert len({tuple(world.sides[BEN].formation) for world in worlds}) > 10
    assert (
        len({world.shop[3] for world in (determinize(GAME.content, observe(g, BEN), random) for random in range(20))})
        > 1
    )


def test_refusals_reveal_nothing_that_others_hide() -> None:
    tried = [GAME.parse(text) for text in ("lay scout", "equip redraw", "reorder 1 2", "raise 500", "look 1", "keep")]
    for g in positions(5, greedy=True):
        for seat in g.phase.waiting:
            world = determinize(GAME.content, observe(g, seat), 1)
            for action in tried:
                if not g.phase.allows(g, seat, action):
                    assert g.phase.refusal(g, seat, action) == world.phase.refusal(world, seat, action)
