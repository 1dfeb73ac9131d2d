"""Clause 1.6 of Circuitry: hidden information, and the states that agree with a view."""

from collections import Counter
from typing import Any, Final

import pytest

from rules.circuitry.phases import TAKING
from rules.circuitry.state import BY_NUMBER, CircuitryState
from rules.core.cards import BY_ORDER
from rules.core.events import Drew, Seat
from rules.core.rng import split
from tests.examples import seeds
from tests.rules.circuitry.tables import ANNA, BEN, CLEO, GAME, SIMPLE, act, do, hand, side, table
from tests.rules.circuitry.walks import positions

SEEDS: Final = seeds(3)


def viewers(g: CircuitryState) -> list[Seat | None]:
    return [None, *range(len(g.sides))]


def twin(g: CircuitryState, viewer: Seat | None, random: int) -> CircuitryState:
    """Return the same state with everything that the viewer may not know dealt again."""
    other = g.clone()
    other.events, other.random = list(g.events), random
    hidden = [each for seat, each in enumerate(other.sides) if seat != viewer]
    public = [_kept(each) for each in hidden]
    gold = [] if g.open_gold else list(other.gold)
    greens = [] if g.open_green else list(other.active_green)
    for each, kept in zip(hidden, public, strict=True):
        for card in (Counter(each.minis) - Counter(kept)).elements():
            (greens if card.green else gold).append(card)
    unseen = [card for card in GAME.content.circuits.values() if card.number > 7]
    own_circuits = [] if viewer is None else g.sides[viewer].circuits
    unseen = [card for card in unseen if card.number not in g.board.by_number and card not in own_circuits]
    for pile in (gold, greens, unseen):
        other.shuffle(pile)
    for each, kept in zip(hidden, public, strict=True):
        drawn = [(greens if card.green else gold).pop() for card in (Counter(each.minis) - Counter(kept)).elements()]
        each.minis = sorted([*kept, *drawn], key=BY_ORDER)
        charged = [card for card in each.circuits if card.charge]
        fresh = [unseen.pop() for _ in range(len(each.circuits) - len(charged))]
        each.circuits = sorted([*charged, *fresh], key=BY_NUMBER)
    if not g.open_gold:
        other.gold = gold
    if not g.open_green:
        other.active_green = greens
    return other


def _kept(each: Any) -> list[Any]:
    """Return the publicly known cards of a hand."""
    by_id = {card.id: card for card in each.minis}
    return [by_id[card] for card in each.shown]


@pytest.mark.clause("circuitry", "1.6")
@pytest.mark.parametrize("seed", SEEDS)
def test_states_that_differ_in_secrets_look_the_same(seed: int) -> None:
    for place, g in enumerate(positions(seed, 160)):
        if place % 8 == 0:
            for viewer in viewers(g):
                assert GAME.view(twin(g, viewer, split(seed, place)), viewer) == GAME.view(g, viewer)


@pytest.mark.clause("circuitry", "1.6")
def test_counts_charges_and_charge_point_cards_are_public() -> None:
    ben = side("green", hand="red*2 flip slide portal", cards="4 8 9", shown="flip", carried="green", inhibited=2)
    g = table(side("red", hand="black", cards="10"), ben, on="11@1,0")
    for viewer in viewers(g):
        seen = SIMPLE.view(g, viewer)
        them = seen.sides[BEN]
        assert (them.gold, them.green, them.minis, them.circuits) == (2, 3, 5, 3)
        assert (them.shown, [str(origin) for origin in them.carried]) == (("flip",), ["green"])
        assert (them.node, them.delivered, them.inhibited) == ("1-green", 0, 2)
        assert them.charge_card is SIMPLE.content.circuits[4]
        assert seen.sides[ANNA].charge_card is None
        assert seen.board == g.board


@pytest.mark.clause("circuitry", "1.6")
def test_a_hand_is_seen_by_its_seat_only() -> None:
    g = table(side("red", hand="black", cards="10 12"), side("green", hand="inhibit flip", cards="8"))
    anna, ben, spectator = (SIMPLE.view(g, viewer) for viewer in (ANNA, BEN, None))
    assert ([card.id for card in anna.minis], [card.number for card in anna.circuits]) == (["black"], [10, 12])
    assert ([card.id for card in ben.minis], [card.number for card in ben.circuits]) == (["inhibit", "flip"], [8])
    assert (spectator.minis, spectator.circuits, spectator.options) == ((), (), ())


@pytest.mark.clause("circuitry", "1.6")
def test_only_the_sizes_of_decks_are_public() -> None:
    g = table(side("red"), side("green"), gold="red black free", piles="", active_green="flip swap")
    seen = SIMPLE.view(g, ANNA)
    assert (seen.gold, seen.active_green) == (3, 2)
    other = table(side("red"), side("green"), gold="free red black", piles="", active_green="swap flip")
    assert SIMPLE.view(other, ANNA) == seen
    assert SIMPLE.view(other, None) == SIMPLE.view(g, None)


@pytest.mark.clause("circuitry", "1.6")
def test_a_gold_card_is_seen_only_by_the_player_who_takes_it() -> None:
    g = act(table(side("red"), side("green"), phase=TAKING[ANNA][2], gold="black red"), "take gold")
    for viewer in (None, BEN):
        assert "black" not in repr(SIMPLE.view(g, viewer).events)
        assert not [event for event in SIMPLE.view(g, viewer).events if isinstance(event, Drew)]
    assert [event.cards for event in SIMPLE.view(g, ANNA).events if isinstance(event, Drew)] == [("black",)]


@pytest.mark.clause("circuitry", "1.6")
def test_a_taken_green_card_is_public_until_it_may_have_left_the_hand() -> None:
    g = table(side("red", hand="flip"), side("green"), side("purple"), on="10@1,0", phase=TAKING[ANNA][1])
    g = act(g, "take flip")
    assert SIMPLE.view(g, None).sides[ANNA].shown == ("flip",)
    g = act(g, "flip 10")
    assert (SIMPLE.view(g, None).sides[ANNA].shown, hand(g, ANNA)) == ((), "flip"), "it may have been the other one"


@pytest.mark.clause("circuitry", "1.6")
def test_a_green_gift_may_be_any_shown_card() -> None:
    anna = side("red", hand="flip slide", shown="flip slide")
    sides = (anna, side("green"), side("purple", hand="swap", shown="swap"), side("orange"))
    g = act(table(*sides, teams="two"), "give purple flip")
    assert [each.shown for each in SIMPLE.view(g, None).sides] == [(), (), ("swap",), ()]
    gold = act(table(side("red", hand="red flip", shown="flip"), *sides[1:], teams="two"), "give purple red")
    assert SIMPLE.view(gold, None).sides[ANNA].shown == ("flip",)


@pytest.mark.clause("circuitry", "1.6")
def test_only_its_holder_sees_an_inhibit() -> None:
    def dealt(ben: str, cleo: str) -> CircuitryState:
        return table(side("red"), side("green", hand=ben), side("purple", hand=cleo), gold="red*3")

    one, two = dealt("inhibit", "free"), dealt("free", "inhibit")
    assert SIMPLE.view(one, BEN).options
    assert not SIMPLE.view(two, BEN).options
    for viewer in (None, ANNA):
        assert SIMPLE.view(one, viewer) == SIMPLE.view(two, viewer)
    played = do(one, BEN, "inhibit red")
    assert SIMPLE.view(played, CLEO).sides[ANNA].inhibited == 3


@pytest.mark.clause("circuitry", "1.6")
def test_sampling_deals_unseen_cards_in_every_way() -> None:
    g = table(side("red"), side("green", hand="red flip", cards="8"), gold="black free", piles="", active_green="swap")
    g.gold_discard = [card for card in SIMPLE.content.minis for _ in range(card.copies) if not card.green]
    for card in (*g.gold, g.sides[BEN].minis[0]):
        g.gold_discard.remove(card)
    g.green_discard = [card for card in SIMPLE.content.minis for _ in range(card.copies) if card.green]
    for card in (*g.active_green, g.sides[BEN].minis[1]):
        g.green_discard.remove(card)
    worlds = [SIMPLE.determinize(SIMPLE.view(g, ANNA), random) for random in range(200)]
    assert {hand(world, BEN) for world in worlds} == {
        f"{a} {b}" for a in ("red", "black", "free") for b in ("flip", "swap")
    }
    assert {world.sides[BEN].circuits[0].number for world in worlds} == set(range(8, 31))
