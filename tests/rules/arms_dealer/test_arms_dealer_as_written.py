"""Scenarios of a match as written. They follow the author's rules section by section, and nothing else."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from rules.arms_dealer.observation import observe
from rules.arms_dealer.phases import Harvesting, Shopping
from rules.arms_dealer.state import ArmsDealerState
from rules.core.options import RuleSet
from tests.rules.arms_dealer.tables import (
    ANNA,
    BEN,
    EVEN,
    GAME,
    Side,
    act,
    asked,
    choices,
    classes,
    coins,
    do,
    fighting,
    names,
    phase_of,
    planning,
    refusal,
    table,
)

FOUR = ". drone scout fighter destroyer"
DEEP = "drone scout fighter destroyer mothership"


def begun(seed: int = 7) -> ArmsDealerState:
    return GAME.begin(seats=2, options=GAME.by_rules(RuleSet.WRITTEN), decks=EVEN, seed=seed)


def as_written(g: ArmsDealerState) -> ArmsDealerState:
    """Return the state with the rules of a match as written."""
    match = begun()
    return replace(g, winner_bets=match.winner_bets, idle_redraw=match.idle_redraw, forfeits_cost=match.forfeits_cost)


def skirmish(anna: str, ben: str, **more: Any) -> ArmsDealerState:
    """Return a skirmish of these two ships in which Anna may equip an item."""
    one = {"fighting": anna, "formation": FOUR, "hand": "redraw", "stake": 3_000}
    two = {"fighting": ben, "formation": FOUR, "stake": 2_000}
    return as_written(fighting(Side(**one | more.pop("one", {})), Side(**two | more.pop("two", {})), **more))


def strategy(**more: Any) -> ArmsDealerState:
    """Return a state in which Anna, who won the first skirmish, takes her action."""
    anna, ben = Side(formation=FOUR, stake=3_000, wins=1), Side(formation=FOUR, stake=2_000)
    return as_written(planning(anna, ben, **more))


def shopping(anna: int = 15_000, **more: Any) -> ArmsDealerState:
    """Return a state in which Anna visits the Arms Dealer first."""
    one, two = Side(formation=DEEP, coins=anna), Side(formation=DEEP)
    return as_written(table(one, two, phase=Shopping((ANNA,)), skirmish=0, **more))


# Set-up


def test_set_up() -> None:
    """Two fleets of 25; six items of 45 and five asteroids of 20 face down; 18,000 coins each of 200,000."""
    g = begun()
    for seat, each in enumerate(g.sides):
        assert len(each.fleet) == 25
        assert len(each.drawn) == 5
        assert each.coins == 18_000
        assert {card.id.partition("-")[0] for card in each.fleet} == {("human", "alien")[seat]}
    assert len(g.shop) == 6
    assert len(g.item_deck) == 45 - 6
    assert len(g.asteroids) == 5
    assert len(g.asteroid_deck) == 20 - 5
    assert g.bank == 200_000 - 2 * 18_000
    turned = [replace(g, shop=g.shop[::-1], asteroids=g.asteroids[::-1]), g]
    for viewer in (ANNA, BEN, None):
        assert observe(turned[0], viewer) == observe(turned[1], viewer), "nobody sees them"


def test_the_items_of_the_deck() -> None:
    g = begun()
    everything = [*g.item_deck, *(item for item in g.shop if item)]
    listed = Counter(str(item.id) for item in everything)
    assert [listed[f"repair-{name}"] for name in ("drone", "scout", "fighter", "destroyer", "mothership")] == [
        *(3, 3, 2, 2, 1)
    ]
    assert [listed[name] for name in ("reinforcements", "redraw", "rapid-repair")] == [5, 5, 3]
    assert sum(count for name, count in listed.items() if name.startswith("power")) == 21


# Fleet phase


def test_five_ships_are_drawn_and_laid_face_down_in_any_order() -> None:
    g = begun()
    drawn = [str(ship.ship_class) for ship in g.sides[ANNA].drawn]
    order = sorted(drawn, reverse=True)
    g = do(g, ANNA, f"lay {' '.join(order)}")
    assert classes(g.sides[ANNA].formation).split() == order
    other = do(begun(), ANNA, f"lay {' '.join(order[::-1])}")
    assert observe(g, BEN) == observe(other, BEN)


# Arms Dealer phase


@pytest.mark.parametrize("first", [ANNA, BEN])
def test_the_first_with_all_cards_on_the_field_buys_first_and_may_not_reorder(first: int) -> None:
    g = begun()
    lays = [f"lay {' '.join(str(ship.ship_class) for ship in each.drawn)}" for each in g.sides]
    g = do(g, first, lays[first])
    assert first not in g.phase.waiting
    assert refusal(g, lays[first], first)
    g = do(g, 1 - first, lays[1 - first])
    assert (phase_of(g), asked(g)) == ("Shopping", first)


def test_an_item_is_flipped_for_1000_and_kept_for_2000_more() -> None:
    g = act(shopping(shop="redraw " + "power-100 " * 5), "look 1")
    assert coins(g)[ANNA] == 14_000
    kept = act(g, "keep")
    assert coins(kept)[ANNA] == 12_000
    assert names(kept.sides[ANNA].hand) == "redraw"
    back = act(g, "put-back")
    assert coins(back)[ANNA] == 14_000
    assert names(back.shop[:1]) == "redraw"


def test_as_many_items_are_bought_as_money_allows_and_no_new_ones_are_drawn() -> None:
    g = shopping(anna=9_000)
    for place in (1, 2, 3):
        g = act(g, f"look {place}", "keep")
    assert coins(g)[ANNA] == 0
    assert len(g.sides[ANNA].hand) == 3
    assert asked(g) == BEN, "she cannot buy more, so the second player may buy"
    assert choices(g, "look") == ["look 4", "look 5", "look 6"], "only cards on the field"


# Betting phase


def test_the_first_buyer_bets_3000_and_the_other_2000() -> None:
    g = act(shopping(), "leave", "leave")
    assert [each.stake for each in g.sides] == [3_000, 2_000]
    assert g.pot == 5_000


def test_later_the_winner_of_the_previous_skirmish_bets_first_even_if_the_other_has_won_the_battle() -> None:
    """Ben wins a skirmish, and a tie in the next one gives Anna her third win."""
    tied: dict[str, Any] = {"fighting": "drone", "hand": "redraw", "coins": 9_000}
    g = fighting(Side(**tied, wins=2, stake=3_000), Side(**tied, wins=1, stake=2_000), leader=BEN, skirmish=4)
    g = act(as_written(g), "pass", "pass", "harvest 1", "harvest 2")
    for seat in (ANNA, BEN):
        g = do(g, seat, "lay drone drone drone drone drone")
    while phase_of(g) == "Shopping":
        g = act(g, "leave")
    assert [each.stake for each in g.sides] == [2_000, 3_000]


def test_bets_may_be_raised_before_the_first_skirmish_and_are_never_withdrawn() -> None:
    g = act(shopping(), "leave", "leave")
    assert phase_of(g) == "Opening"
    g = act(g, "raise 4000", "match")
    assert g.pot == 5_000 + 8_000


# Battle phase


def test_the_first_skirmish_flips_the_cards_in_location_one() -> None:
    g = act(shopping(), "leave", "leave")
    while phase_of(g) == "Opening":
        g = act(g, "ready")
    assert [len(each.bay) + len(each.scrapyard) for each in g.sides] == [1, 1]
    assert [classes(each.formation) for each in g.sides] == [". scout fighter destroyer mothership"] * 2


@pytest.mark.parametrize(("anna", "ben", "winner"), [("scout", "drone", ANNA), ("drone", "mothership", BEN)])
def test_the_higher_power_wins_and_the_other_ship_is_destroyed(anna: str, ben: str, winner: int) -> None:
    g = act(skirmish(anna, ben), "pass")
    assert [each.wins for each in g.sides] == [int(winner == ANNA), int(winner == BEN)]
    assert classes(g.sides[1 - winner].scrapyard) == (anna, ben)[1 - winner]
    assert classes(g.sides[winner].bay) == (anna, ben)[winner]


def test_equal_power_destroys_both_counts_for_both_and_keeps_the_order() -> None:
    g = act(skirmish("scout", "scout"), "pass")
    assert [each.wins for each in g.sides] == [1, 1]
    assert [classes(each.scrapyard) for each in g.sides] == ["scout", "scout"]
    assert asked(g) == ANNA


def test_used_items_go_face_up_to_a_pile_and_unused_ones_stay() -> None:
    g = skirmish("drone", "scout", one={"hand": "power-200 redraw"})
    g = act(g, "equip power-200", "pass")
    assert g.sides[ANNA].wins == 1
    assert names(g.item_discard) == "power-200"
    assert names(g.sides[ANNA].hand) == "redraw"


# Strategy phase


def test_the_previous_winner_takes_the_first_of_one_action_each() -> None:
    g = act(skirmish("scout", "drone"), "pass")
    assert (phase_of(g), asked(g)) == ("Strategy", ANNA)
    assert {choice.split()[0] for choice in choices(g)} == {"ready", "raise", "reorder"}
    g = act(g, "ready")
    assert asked(g) == BEN
    g = act(g, "ready")
    assert g.skirmish == 2


def test_a_reorder_switches_two_face_down_ships_and_the_second_player_may_do_the_same() -> None:
    g = act(strategy(), "reorder 2 3")
    assert classes(g.sides[ANNA].formation) == ". scout drone fighter destroyer"
    g = act(g, "reorder 4 5")
    assert g.skirmish == 2
    assert classes(g.sides[BEN].formation).split()[3:] == ["destroyer", "fighter"]


def test_a_raise_is_matched_or_the_next_skirmish_forfeited() -> None:
    g = act(strategy(), "raise 2000")
    assert asked(g) == BEN
    assert act(g, "match").pot == 9_000
    g = act(g, "forfeit")
    assert g.pot == 7_000
    assert [each.wins for each in g.sides] == [2, 0]


# Collection phase


@pytest.mark.parametrize(("wins", "ends"), [(2, True), (1, False)])
def test_the_first_with_three_skirmishes_collects_the_pot(wins: int, ends: bool) -> None:
    g = act(skirmish("scout", "drone", one={"wins": wins}), "pass")
    assert (coins(g)[ANNA] == 20_000) == ends
    assert (phase_of(g) == "Harvesting") == ends


def test_three_wins_each_go_on_to_sudden_death() -> None:
    g = act(skirmish("scout", "scout", one={"wins": 2}, two={"wins": 2}), "pass")
    assert [each.wins for each in g.sides] == [3, 3]
    assert g.pot == 5_000
    assert phase_of(g) == "Strategy"
    g = act(skirmish("scout", "drone", one={"wins": 3}, two={"wins": 3}), "pass")
    assert coins(g)[ANNA] == 20_000


def test_the_loser_draws_two_asteroids_and_everything_is_laid_out_anew() -> None:
    anna, ben = Side(deck=DEEP, coins=20_000), Side(deck=DEEP, coins=10_000)
    g = table(anna, ben, phase=Harvesting((BEN,), 2), row="1000 5000 10000 1000 1000", shop=". " + "redraw " * 5)
    g = act(as_written(g), "harvest 2", "harvest 3")
    assert coins(g) == [20_000, 25_000]
    assert None not in g.shop
    assert None not in g.asteroids
    assert phase_of(g) == "Formation"


# The ships, and winning the game


def test_an_empty_fleet_deck_is_the_shuffled_repair_bay() -> None:
    anna = Side(deck="mothership", bay="drone drone drone drone drone drone")
    g = act(as_written(table(anna, Side(deck=DEEP), phase=Harvesting((BEN,), 1))), "harvest 1")
    assert sorted(classes(g.sides[ANNA].drawn).split()) == ["drone"] * 4 + ["mothership"]
    assert classes(g.sides[ANNA].deck) == "drone drone"
    assert not g.sides[ANNA].bay


def test_a_player_without_ships_loses() -> None:
    g = act(skirmish("scout", "drone", two={"formation": "", "deck": ""}), "pass")
    assert g.outcome is not None
    assert g.outcome.winners == (ANNA,)


@pytest.mark.parametrize(("one", "two", "winner"), [(9_000, 3_000, ANNA), (3_000, 9_000, BEN)])
def test_if_both_lose_their_last_ship_the_most_money_wins(one: int, two: int, winner: int) -> None:
    last = {"formation": "", "deck": "", "stake": 0}
    g = act(skirmish("scout", "scout", one={**last, "coins": one}, two={**last, "coins": two}), "pass")
    assert g.outcome is not None
    assert g.outcome.winners == (winner,)


def test_a_player_who_cannot_place_the_initial_bet_loses() -> None:
    g = act(shopping(anna=2_500), "leave", "leave")
    assert g.outcome is not None
    assert g.outcome.winners == (BEN,)


# The items


@pytest.mark.parametrize("ship", ["drone", "scout", "fighter", "destroyer", "mothership"])
def test_a_repair_brings_one_such_ship_from_the_scrapyard_back_to_the_fleet_deck(ship: str) -> None:
    g = skirmish("scout", "drone", one={"hand": f"repair-{ship}", "scrapyard": f"{ship} {ship}", "deck": "drone"})
    g = act(g, f"equip repair-{ship}")
    assert classes(g.sides[ANNA].scrapyard) == ship
    assert ship in classes(g.sides[ANNA].deck)


@pytest.mark.parametrize(("ben", "survive"), [("fighter", True), ("mothership", False)])
def test_reinforcements_flip_the_next_ship_add_its_power_and_share_a_defeat(ben: str, survive: bool) -> None:
    g = skirmish("scout", ben, one={"hand": "reinforcements", "deck": "scout drone"})
    g = act(g, "equip reinforcements")
    assert len(g.sides[ANNA].bay if survive else g.sides[ANNA].scrapyard) == 2


def test_a_redraw_shuffles_the_ship_back_and_flips_the_top_card() -> None:
    g = skirmish("drone", "scout", one={"hand": "redraw redraw", "deck": "mothership " * 30})
    g = act(g, "equip redraw")
    assert classes(g.sides[ANNA].fighting) == "mothership"


def test_a_redraw_may_be_played_though_no_other_ship_can_come() -> None:
    g = act(skirmish("drone", "scout", one={"hand": "redraw redraw", "deck": ""}), "equip redraw")
    assert classes(g.sides[ANNA].fighting) == "drone"


def test_a_rapid_repair_shuffles_the_repair_bay_into_the_fleet_deck() -> None:
    g = skirmish("scout", "drone", one={"hand": "rapid-repair redraw", "bay": "fighter mothership", "deck": "drone"})
    g = act(g, "equip rapid-repair")
    assert not g.sides[ANNA].bay
    assert sorted(classes(g.sides[ANNA].deck).split()) == ["drone", "fighter", "mothership"]
