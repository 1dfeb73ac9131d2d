"""Views, and the states that they could come from."""

import pytest

from rules.allocator.observation import determinize, observe
from rules.core.cards import BY_ORDER
from tests.examples import seeds
from tests.rules.allocator.tables import ANNA, BEN, act, developing, names, side, table
from tests.rules.allocator.walks import positions


@pytest.mark.parametrize("seed", seeds(1))
@pytest.mark.parametrize("seat", [ANNA, BEN, None])
def test_an_imagined_state_gives_the_same_view_and_the_same_open_actions(seed: int, seat: int | None) -> None:
    hidden = 0
    for _, g in positions(seed):
        twin = determinize(observe(g, seat), random=seed)
        assert observe(twin, seat) == observe(g, seat)
        for player in (ANNA, BEN):
            if player in g.phase.waiting:
                open_ = [action for action in g.phase.options(g, player) if action.open]
                assert open_ == [action for action in twin.phase.options(twin, player) if action.open]
            same = {*map(id, twin.sides[player].cards)} == {*map(id, g.sides[player].cards)}
            assert same
        hidden += names(twin.sides[BEN].life) != names(g.sides[BEN].life)
    assert hidden


@pytest.mark.parametrize("seed", seeds(1))
def test_cards_are_conserved_and_powers_match_the_cards_of_each_system(seed: int) -> None:
    lists = None
    for _, g in positions(seed):
        now = [sorted(player.cards, key=BY_ORDER) for player in g.sides]
        lists = lists or now
        assert now == lists
        for player in g.sides:
            assert player.hand == sorted(player.hand, key=BY_ORDER)
            for system, power in player.powers.items():
                assert power == sum(card.power_in(system) for card in player.systems[system])


def test_a_view_shows_the_boosts_of_the_step_by_system() -> None:
    g = act(developing(side(development="farm", hand="spark idle")), "boost spark")
    assert [names(system.boosts) for system in observe(g, None).sides[ANNA].systems] == ["", "", "spark"]
    g = table(side(attack="ram", hand="spark spark"), side(defense="wall drone", hand="idle idle idle"))
    g = act(g, "end", "boost spark", "boost idle")
    view = observe(g, None)
    assert [names(system.boosts) for system in view.sides[ANNA].systems] == ["spark", "", ""]
    assert [names(system.boosts) for system in view.sides[BEN].systems] == ["", "idle", ""]
    assert view.duel is not None
    assert (view.duel.attacker, view.duel.defender, view.duel.declined) == (ANNA, BEN, None)


def test_a_view_shows_which_player_has_just_declined() -> None:
    g = act(table(side(attack="ram", hand="spark"), side(defense="wall drone", hand="idle")), "end", "decline")
    view = observe(g, None)
    assert view.duel is not None
    assert view.duel.declined == ANNA
    assert not view.duel.hits


def test_a_view_counts_the_factions_of_each_system() -> None:
    system = observe(table(side(attack="wall ram spark ram")), None).sides[ANNA].systems[0]
    assert [(faction.sign, count) for faction, count in system.factions] == [("T", 2), ("B", 1), ("C", 1)]
    assert system.of(system.cards[1].faction) == 2


def test_a_view_tells_whether_the_move_is_used() -> None:
    g = table(side(attack="drone"))
    assert not observe(g, None).moved
    assert observe(act(g, "move drone attack defense"), None).moved


def test_states_that_differ_only_in_secrets_give_the_same_view() -> None:
    one = table(side(hand="ram"), side(hand="spark wall", deck="idle drone", life="titan farm"))
    other = table(side(hand="ram"), side(hand="titan idle", deck="farm wall", life="drone spark"))
    assert observe(one, ANNA) == observe(other, ANNA)
    assert observe(one, None) == observe(other, None)
    assert observe(one, BEN) != observe(other, BEN)
