"""The quick player: its choices are legal and sensible, and depend only on its view."""

import pytest

from rules.allocator.cards import System
from rules.allocator.greedy import Greedy
from rules.allocator.limits import BEFORE_SIEGE
from rules.allocator.observation import determinize, observe
from rules.allocator.state import AllocatorState
from tests.examples import seeds
from tests.rules.allocator.tables import ANNA, GAME, act, asked, developing, side, table
from tests.rules.allocator.walks import positions


def choice(g: AllocatorState, random: int = 1) -> str:
    return str(GAME.greedy(observe(g, asked(g)), random))


@pytest.mark.parametrize("seed", seeds(1))
def test_its_choices_are_legal_and_follow_from_the_view_alone(seed: int) -> None:
    last = None
    for game, g in positions(seed, greedy=True):
        last = g
        if g.phase.waiting:
            view = observe(g, asked(g))
            action = game.greedy(view, seed)
            assert action in view.options
            assert action == game.greedy(observe(determinize(view, seed), asked(g)), seed)
    assert last is not None
    assert last.outcome is not None


def test_it_boosts_with_the_smallest_card_that_makes_the_attack_hit() -> None:
    anna = side(attack="ram drone", hand="titan ram spark idle")
    g = act(table(anna, side(defense="wall wall", hand="idle", life="idle")), "end")
    assert choice(g) == "boost spark"


def test_it_boosts_with_the_smallest_card_that_blocks() -> None:
    ben = side(defense="wall", hand="wall farm idle", life="")
    g = act(table(side(attack="ram drone", hand="idle"), ben), "end")
    assert choice(g) == "boost wall"


def test_it_declines_when_it_is_ahead_or_cannot_win() -> None:
    assert choice(act(table(side(attack="titan", hand="spark"), side(defense="wall")), "end")) == "decline"
    hopeless = table(side(attack="drone", hand="idle idle"), side(defense="wall wall", hand="idle"))
    assert choice(act(hopeless, "end")) == "decline"


def test_it_boosts_development_when_one_card_pays_for_two() -> None:
    assert choice(developing(side(development="farm", hand="farm idle", points=2))) == "boost farm"
    assert choice(developing(side(development="farm", hand="spark idle"))) == "decline"


def test_it_fills_its_systems_within_the_maximum() -> None:
    g = table(side(hand="ram wall farm"), side(attack="drone", defense="drone"))
    while (action := choice(g)) != "end":
        g = act(g, action)
    assert 5 <= g.sides[ANNA].power <= g.maximum_power


@pytest.mark.parametrize("life", ["idle idle idle idle idle", "idle", ""])
def test_it_spends_its_whole_hand_to_win_the_duel_or_none_of_it(life: str) -> None:
    anna = side(attack="drone", hand="spark spark idle")
    ben = side(defense="wall wall", life=life, hand="idle")
    assert choice(act(table(anna, ben), "end")) == "boost spark"
    ben = side(defense="wall wall drone", life=life, hand="idle")
    assert choice(act(table(anna, ben), "end")) == "decline"


def test_it_values_a_card_that_could_boost_higher() -> None:
    view = observe(table(side(attack="drone", hand="ram wall farm")), ANNA)
    cost = Greedy().costs(view)
    ram, wall, farm = view.hand or ()
    assert cost(ram, System.DEVELOPMENT) > cost(farm, System.DEVELOPMENT) == cost(wall, System.DEVELOPMENT)


def test_it_plays_a_card_where_others_of_the_hand_match_it() -> None:
    view = observe(table(side(attack="drone", hand="ram titan titan")), ANNA)
    cost, freed = Greedy().costs(view), Greedy().freed(view)
    ram = (view.hand or ())[0]
    attack, defense, development = (cost(ram, system) - freed(ram.faction, None, system) for system in System)
    assert attack < defense == development


def test_it_counts_the_siege_of_this_attack_and_of_the_next() -> None:
    g = table(side(), side(attack="drone", defense="wall wall"), turn=BEFORE_SIEGE + 3)
    facing = Greedy().facing(observe(g, ANNA))
    assert (facing.attack, facing.defense) == (1 + 4, 6 - 4)
