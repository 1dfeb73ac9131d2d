"""Clause 5.7 of the rulebook: the siege."""

import pytest

from bot.lab.autoplay import Setup
from rules.allocator.limits import BEFORE_SIEGE
from rules.allocator.observation import determinize, observe
from rules.allocator.state import AllocatorState, Side
from rules.core.play import LAST_RESORT
from tests.rules.allocator.tables import ANNA, BEN, GAME, NAMES, act, asked, narrated, side, table
from tests.rules.allocator.walks import seeded


def besieged(turns: int, anna: Side, ben: Side, *, sieges: bool = True) -> AllocatorState:
    """Return a state this many turns after the last one without a siege; Anna attacks in odd turns."""
    g = table(anna, ben, turn=BEFORE_SIEGE + turns, maximum=20)
    g.sieges = sieges
    return g


@pytest.mark.clause("allocator", "5.7")
@pytest.mark.parametrize(("turns", "adds"), [(-1, 0), (0, 0), (1, 2), (2, 2), (3, 4), (8, 8)])
def test_every_round_after_the_24th_turn_adds_two_to_both_attacks(turns: int, adds: int) -> None:
    assert BEFORE_SIEGE == 24
    g = besieged(turns, side(), side())
    assert g.siege == observe(g, None).siege() == adds
    assert observe(g, None).siege(1) == besieged(turns + 1, side(), side()).siege


@pytest.mark.clause("allocator", "5.7")
def test_a_siege_turns_a_block_into_a_hit() -> None:
    g = act(besieged(1, side(attack="drone"), side(defense="wall")), "end")
    assert narrated(g)[:2] == [
        "Anna attacks: Attack 3 (2 from the siege) against Defense 3.",
        "Hit, 3 against 3: Ben takes a Life card, 4 left. Maximum Power is now 21.",
    ]


@pytest.mark.clause("allocator", "5.7")
def test_it_counts_for_the_first_chance_to_boost_and_with_every_boost() -> None:
    g = act(besieged(3, side(attack="ram", hand="spark"), side(defense="wall wall spark drone", hand="spark")), "end")
    assert asked(g) == ANNA
    g = act(besieged(5, side(attack="ram", hand="spark"), side(defense="wall wall spark drone", hand="spark")), "end")
    assert asked(g) == BEN
    g = act(g, "boost spark")
    assert narrated(g) == ["Ben boosts Defense with Spark: +2, now 10."]
    view = observe(g, ANNA)
    assert view.duel is not None
    assert (view.duel.attack, view.duel.defense) == (9, 10)
    assert GAME.label(view, ("boost", "spark")).text == "Spark +2 · Attack 9 → 11"
    g = act(g, "boost spark")
    assert narrated(g)[0] == "Anna boosts Attack with Spark: +2, now 11."


@pytest.mark.clause("allocator", "5.7")
def test_it_counts_towards_no_limit_and_views_show_it() -> None:
    g = besieged(9, side(attack="ram"), side(defense="wall wall wall wall drone", hand="idle"))
    view = observe(g, ANNA)
    assert view.sides[ANNA].power == 3
    assert GAME.label(view, ("end",)).detail == "Attack 13 against Defense 13: a hit as it stands, before boosts"
    assert observe(determinize(view, 3), ANNA) == view
    assert GAME.prompt(view, NAMES) == "Play cards into your systems (3 of 20 power used), then end to attack."


@pytest.mark.clause("allocator", "5.7")
def test_without_sieges_attacks_never_grow() -> None:
    g = besieged(41, side(attack="drone"), side(defense="wall"), sieges=False)
    assert narrated(act(g, "end"))[0] == "Anna attacks: Attack 1 against Defense 3."


@pytest.mark.clause("allocator", "5.7")
@pytest.mark.parametrize(("option", "dragged"), [("on", False), ("off", True)])
def test_defending_players_reach_the_last_resort_only_without_sieges(option: str, dragged: bool) -> None:
    setup = Setup(game=seeded(), players=("turtle", "turtle"), options={"siege": option})
    g, _ = setup.begin(4)
    for _ply in setup.play(g, 4):
        pass
    assert g.outcome is not None
    assert (g.outcome.ending == LAST_RESORT) == dragged
    assert dragged or g.turn <= 80
