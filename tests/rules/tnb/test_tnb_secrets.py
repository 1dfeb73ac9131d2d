"""Secrets of T&B: views of states that differ in secrets, and states sampled from views."""

from hypothesis import given
from hypothesis import strategies as st

from rules.core.cards import CardId
from rules.core.digest import digest
from rules.core.events import Seat
from rules.core.play import advance, options
from rules.core.rng import below, split
from rules.tnb.state import TnbState
from tests.rules.tnb.tables import ANNA, BEN, GAME, act, side, table
from tests.rules.tnb.test_tnb_content import GAME as REAL

VIEWERS: tuple[Seat | None, ...] = (None, ANNA, BEN)


@st.composite
def positions(draw: st.DrawFn) -> TnbState:
    """Return a state of a match with real cards, played at random; it may have ended."""
    seed = draw(st.integers(0, 2**32))
    decks = [REAL.decks[draw(st.sampled_from(sorted(REAL.decks)))].cards for _ in range(2)]
    overdrive = draw(st.sampled_from(("off", "on")))
    g = REAL.begin(seats=2, options={"overdrive": overdrive}, decks=decks, seed=seed)
    random = split(seed, 1)
    for _ in range(draw(st.integers(0, 60))):
        if not g.phase.waiting:
            break
        (seat,) = g.phase.waiting
        legal = options(g, seat)
        random, choice = below(random, len(legal))
        advance(g, seat, legal[choice])
    return g


def twin(g: TnbState, seat: Seat | None, random: int) -> TnbState:
    """Return the same state with everything that the seat may not know dealt again."""
    other = g.clone()
    other.events = list(g.events)
    other.random = random
    for owner, each in enumerate(other.sides):
        if owner == seat:
            random = split(random, 1)
            other.shuffle(each.deck)
            continue
        unseen = each.hand + each.deck
        other.shuffle(unseen)
        each.hand, each.deck = unseen[: len(each.hand)], unseen[len(each.hand) :]
    return other


@given(positions(), st.integers(0, 2**32))
def test_states_that_differ_only_in_secrets_give_the_same_views(g: TnbState, random: int) -> None:
    for viewer in VIEWERS:
        assert REAL.view(twin(g, viewer, random), viewer) == REAL.view(g, viewer)


def test_imagined_states_shuffle_unseen_cards() -> None:
    g = table(side("ox@a1", hand="lance hub", deck="storm archer wall cross"))
    hands = {tuple(sorted(c.id for c in GAME.determinize(GAME.view(g, BEN), r).sides[ANNA].hand)) for r in range(200)}
    assert len(hands) == 15, "every pair out of six cards"
    decks = {tuple(c.id for c in GAME.determinize(GAME.view(g, ANNA), r).sides[ANNA].deck) for r in range(400)}
    assert len(decks) == 24, "every order of the own deck"


def test_a_drawn_card_appears_in_nobody_elses_events() -> None:
    g = act(table(side("ox@a1", deck="hub storm")), "draw")
    for viewer in (None, BEN):
        assert "hub" not in repr(GAME.view(g, viewer).events)
    assert CardId("hub") in {card for event in GAME.view(g, ANNA).events for card in getattr(event, "cards", ())}


def test_digests_differ_for_states_with_equal_views() -> None:
    one = table(side("ox@a1", deck="hub storm"))
    two = table(side("ox@a1", deck="storm hub"))
    assert GAME.view(one, None) == GAME.view(two, None)
    assert digest(one) != digest(two)
