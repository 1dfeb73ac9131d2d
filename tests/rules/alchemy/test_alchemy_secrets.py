"""Views, states that look the same to a seat, and states sampled from a view."""

from collections import Counter

import pytest

from rules.alchemy.cards import AlchemyCard
from rules.alchemy.observation import observe
from rules.alchemy.state import AlchemyState, Stored
from rules.core.digest import digest
from rules.core.events import Seat
from tests.examples import seeds
from tests.rules.alchemy.tables import ANNA, BEN, GAME, OPUS, act, choices, names, narrated, side, table
from tests.rules.alchemy.walks import positions

VIEWERS: tuple[Seat | None, ...] = (None, ANNA, BEN)


def twin(g: AlchemyState, viewer: Seat | None, random: int) -> AlchemyState:
    """Return the same state with everything that the viewer may not know dealt again."""
    other = g.clone()
    other.events, other.random = list(g.events), random
    for owner, each in enumerate(other.sides):
        if owner == viewer:
            other.shuffle(each.deck)
            continue
        seen = list(each.seen)
        unseen: list[AlchemyCard] = [*each.deck, *each.looking, *(s.card for s in each.store if not s.seen)]
        unseen += (Counter(each.hand) - Counter(seen)).elements()
        other.shuffle(unseen)
        held = len(each.hand) - len(seen)
        each.hand, each.shown = [], []
        each.receive(seen, seen=True)
        each.receive([unseen.pop() for _ in range(held)])
        each.store = [stored if stored.seen else Stored(unseen.pop(), False) for stored in each.store]
        each.looking = [unseen.pop() for _ in each.looking]
        each.deck = unseen
        if not each.opus_used:
            opus = [each.opus, *each.aside]
            other.shuffle(opus)
            each.opus, each.aside = opus.pop(), opus
    return other


@pytest.mark.parametrize("seed", seeds(2))
def test_states_that_differ_only_in_secrets_give_the_same_views(seed: int) -> None:
    different = 0
    for g in positions(seed):
        for viewer in VIEWERS:
            other = twin(g, viewer, seed)
            assert observe(other, viewer) == observe(g, viewer)
            different += digest(other) != digest(g)
    assert different


@pytest.mark.parametrize("seed", seeds(2))
@pytest.mark.parametrize("viewer", VIEWERS)
def test_an_imagined_state_has_legal_decks(seed: int, viewer: Seat | None) -> None:
    for g in positions(seed, damage_scoring=seed % 2 == 1):
        for each in GAME.determinize(observe(g, viewer), seed).sides:
            assert GAME.deck_faults([card.id for card in (*each.cards, each.opus, *each.aside)]) == []


def test_imagined_stores_keep_cards_face_up_and_vary_cards_face_down() -> None:
    g = table(side("fire-3"), side("earth-3", store="fire-1 water-2! air-3"))
    view = observe(g, ANNA)
    stores = {
        names([stored.card for stored in GAME.determinize(view, random).sides[BEN].store]) for random in range(60)
    }
    assert len(stores) > 50
    assert {store.split()[1] for store in stores} == {"water-2"}
    stores = {
        names([stored.card for stored in GAME.determinize(observe(g, BEN), r).sides[BEN].store]) for r in range(9)
    }
    assert stores == {"fire-1 water-2 air-3"}


def test_imagined_states_vary_only_the_opponents_magnum_opus() -> None:
    g = table(side("fire-3", opus="azoth"), side("fire-3", opus="panacea"))
    view = observe(g, ANNA)
    worlds = [GAME.determinize(view, random) for random in range(120)]
    assert {world.sides[BEN].opus for world in worlds} == set(OPUS)
    assert {world.sides[ANNA].opus.id for world in worlds} == {"azoth"}
    assert all(len({world.sides[BEN].opus, *world.sides[BEN].aside}) == 5 for world in worlds)
    shown = observe(table(ben=side("fire-3", opus="panacea", used=True)), ANNA)
    assert {GAME.determinize(shown, random).sides[BEN].opus.id for random in range(20)} == {"panacea"}


def test_only_their_owner_sees_stored_cards_and_the_magnum_opus() -> None:
    one = table(ben=side("fire-3", store="fire-1 air-1!", opus="azoth"))
    other = table(ben=side("fire-3", store="water-3 air-1!", opus="panacea"))
    assert observe(one, ANNA) == observe(other, ANNA)
    assert observe(one, None) == observe(other, None)
    assert observe(one, BEN) != observe(other, BEN)
    assert digest(one) != digest(other)


def test_imagined_states_keep_cards_looked_at_only_for_their_owner() -> None:
    g = act(table(side("separation", deck="fire-1 fire-2 fire-3 air-1")), "play separation")
    assert choices(GAME.determinize(observe(g, ANNA), 5)) == choices(g)
    assert {names(GAME.determinize(observe(g, BEN), r).sides[ANNA].looking) for r in range(9)} != {
        "fire-1 fire-2 fire-3"
    }


def test_secret_cards_appear_in_nobody_elses_events() -> None:
    g = act(table(side("fire-3", deck="water-3 air-2")), "draw")
    for viewer in (None, BEN):
        assert "water-3" not in repr(observe(g, viewer).events)
        assert narrated(g, viewer) == ["Anna draws 1 card."]
    assert narrated(g, ANNA) == ["Anna draws 1 card.", "You draw Water 3."]
