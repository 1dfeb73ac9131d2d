"""The quick player: its choices are legal and sensible, and depend only on its view."""

from dataclasses import replace

import pytest

from rules.arms_dealer.observation import determinize, observe
from rules.arms_dealer.phases import Answering, Deciding, Formation, Harvesting, Shopping
from rules.arms_dealer.state import ArmsDealerState
from tests.examples import seeds
from tests.rules.arms_dealer.tables import ANNA, BEN, GAME, Side, fighting, planning, table
from tests.rules.arms_dealer.walks import positions

LATE = "drone drone drone drone"
"""Enough destroyed ships for the quick player to buy items."""


def choice(g: ArmsDealerState, random: int = 1) -> str:
    return str(GAME.greedy(observe(g, g.phase.waiting[0]), random))


@pytest.mark.parametrize("seed", seeds(1))
def test_its_choices_are_legal_and_follow_from_the_view_alone(seed: int) -> None:
    last = None
    for g in positions(seed, greedy=True):
        last = g
        for seat in g.phase.waiting:
            view = observe(g, seat)
            action = GAME.greedy(view, seed)
            assert action in view.options
            assert action == GAME.greedy(observe(determinize(GAME.content, view, seed), seat), seed)
    assert last is not None
    assert last.outcome is not None


def test_it_usually_lays_its_weakest_ships_first() -> None:
    g = table(Side(drawn="drone drone scout scout mothership"), phase=Formation((ANNA, BEN)), locked=())
    laid = [choice(g, random) for random in range(40)]
    assert laid.count("lay drone drone scout scout mothership") > len(laid) / 2
    others = {order for order in laid if order != "lay drone drone scout scout mothership"}
    assert others
    assert all(order.split()[1:].index("mothership") in {1, 2, 3} for order in others)


def test_the_less_sure_it_is_the_smaller_a_raise_it_matches() -> None:
    even = Side(formation=". fighter fighter fighter fighter", deck="", wins=1, stake=3_000)
    assert choice(table(even, even, phase=Answering((ANNA,), 1_000), leader=BEN)) == "match"
    assert choice(table(even, even, phase=Answering((ANNA,), 12_000), leader=BEN)) == "forfeit"


@pytest.mark.parametrize(("coins", "looks"), [(18_000, True), (6_000, True), (4_000, False), (1_000, False)])
def test_it_looks_only_if_it_could_keep_the_item_and_pay_its_bet(coins: int, looks: bool) -> None:
    g = table(Side(coins=coins, scrapyard=LATE), phase=Shopping((ANNA,)), shop="redraw . . . . .")
    assert choice(g) == ("look 1" if looks else "leave")


def test_unseen_items_and_asteroids_are_equivalent_options() -> None:
    g = table(Side(looked=(1, 4)), phase=Shopping((ANNA,)), shop="redraw power-100 . redraw power-100 .")
    kinds = {str(action): GAME.equivalence(observe(g, ANNA), action) for action in observe(g, ANNA).options}
    assert kinds["look 2"] == kinds["look 5"]
    assert len({kinds[action] for action in ("look 1", "look 2", "look 4", "leave")}) == 4
    picking = observe(table(phase=Harvesting((BEN,), 2)), BEN)
    assert len(picking.options) == 5
    assert len({GAME.equivalence(picking, action) for action in picking.options}) == 1


def test_it_buys_nothing_while_most_of_its_fleet_is_left() -> None:
    assert choice(table(phase=Shopping((ANNA,)))) == "leave"
    assert choice(table(Side(scrapyard=LATE), phase=Shopping((ANNA,)))).startswith("look ")


def test_it_does_not_look_twice() -> None:
    assert choice(table(Side(looked=(1,), scrapyard=LATE), phase=Shopping((ANNA,)), shop="redraw . . . . .")) == "leave"


@pytest.mark.parametrize(
    ("item", "scrapyard", "kept"),
    [("power-300", "", "keep"), ("repair-mothership", "", "put-back"), ("repair-mothership", "mothership", "keep")],
)
def test_it_keeps_items_that_are_worth_their_price(item: str, scrapyard: str, kept: str) -> None:
    anna = Side(looked=(1,), scrapyard=scrapyard)
    assert choice(table(anna, phase=Deciding((ANNA,), 1), shop=f"{item} . . . . .")) == kept


MOTHERSHIPS = "mothership mothership mothership"


@pytest.mark.parametrize(
    ("item", "left", "kept"),
    [
        ("repair-fighter", 4, "keep"),
        ("repair-fighter", 9, "put-back"),
        ("repair-mothership", 9, "keep"),
        ("repair-drone", 4, "put-back"),
        ("repair-drone", 2, "keep"),
    ],
)
def test_it_pays_for_repairs_of_strong_ships_when_few_are_left(item: str, left: int, kept: str) -> None:
    anna = Side(looked=(1,), scrapyard=item.removeprefix("repair-"), deck="scout " * left)
    assert choice(table(anna, phase=Deciding((ANNA,), 1), shop=f"{item} . . . . .")) == kept


@pytest.mark.parametrize(("ship", "done"), [("mothership", "equip power-200"), ("drone", "pass")])
def test_it_spends_items_on_its_strongest_ships_and_lets_weak_ones_fall(ship: str, done: str) -> None:
    even = Side(fighting=ship, formation=". fighter fighter fighter fighter", deck=MOTHERSHIPS, stake=3_000)
    anna, ben = replace(even, hand="power-200"), replace(even, equipped="power-100")
    assert choice(fighting(anna, ben)) == done


def test_it_equips_the_cheapest_item_that_wins() -> None:
    anna = Side(fighting="drone", hand="power-100 power-200 power-300", stake=9_000, wins=2)
    g = fighting(anna, Side(fighting="scout", stake=9_000, wins=2))
    assert choice(g) == "equip power-200"
    assert choice(fighting(Side(fighting="mothership", hand="power-300"), Side(fighting="drone"))) == "pass"
    assert choice(fighting(Side(fighting="drone", hand="power-100"), Side(fighting="mothership"))) == "pass"


@pytest.mark.parametrize(
    ("ship", "deck", "hand", "done"),
    [
        ("scout", "", "repair-drone repair-fighter", "equip repair-fighter"),
        ("scout", "", "repair-fighter power-100", "equip repair-fighter"),
        ("scout", "", "repair-fighter power-200", "equip power-200"),
        ("scout", "drone", "repair-fighter", "pass"),
        ("mothership", "", "repair-fighter", "pass"),
    ],
)
def test_it_repairs_when_its_last_ship_is_losing_and_no_item_wins(ship: str, deck: str, hand: str, done: str) -> None:
    anna = Side(fighting=ship, deck=deck, bay="", hand=hand, scrapyard="drone fighter")
    assert choice(fighting(anna, Side(fighting="fighter"))) == done


def test_it_matches_any_raise_against_its_last_ship() -> None:
    last, strong = Side(formation=". . . . drone", deck=""), Side(formation=". . . . mothership", wins=2)
    assert choice(table(last, strong, phase=Answering((ANNA,), 9_000), leader=BEN)) == "match"


def test_items_in_hand_do_not_stop_it_from_buying() -> None:
    for held in ("repair-drone repair-drone repair-scout redraw rapid-repair", "power-100 " * 7):
        anna = Side(hand=held, scrapyard=LATE)
        assert choice(table(anna, phase=Shopping((ANNA,)), shop="power-200 . . . . .")) == "look 1"


@pytest.mark.parametrize(("ship", "done"), [("mothership", "equip redraw"), ("drone", "pass")])
def test_it_saves_only_good_ships_by_a_redraw(ship: str, done: str) -> None:
    anna = Side(fighting=ship, hand="redraw", deck="scout scout scout scout", stake=3_000)
    assert choice(fighting(anna, Side(fighting="mothership", equipped="power-100", stake=3_000))) == done


def test_it_raises_with_strong_ships_and_sacrifices_the_weakest_otherwise() -> None:
    weak, strong = Side(formation=". scout drone drone drone", stake=2_000), ". mothership mothership destroyer fighter"
    g = planning(Side(formation=strong, stake=3_000, wins=1), weak)
    assert choice(g).startswith("raise ")
    other = Side(deck=strong.removeprefix(". "), formation=strong, wins=2)
    swaps = {choice(planning(Side(formation=". destroyer drone scout"), other), random) for random in range(40)}
    assert "reorder 2 3" in swaps


def test_it_raises_at_even_chances_because_waiting_makes_forfeits_cheap() -> None:
    even = Side(formation=". fighter fighter fighter fighter", deck="", wins=1, stake=3_000)
    assert {choice(planning(even, even), random).split()[0] for random in range(20)} == {"raise"}


def highest_matched(anna: Side, ben: Side, *, forfeits_cost: bool = True) -> int:
    """Return the highest raise that Anna matches, in thousands of coins; 0 if she forfeits at every raise."""
    matched = []
    for thousands in range(1, 16):
        g = table(anna, ben, phase=Answering((ANNA,), 1_000 * thousands), leader=BEN)
        g.forfeits_cost = forfeits_cost
        matched += [thousands] if choice(g) == "match" else []
    return max(matched, default=0)


@pytest.mark.clause("arms_dealer", "9.3")
def test_it_matches_higher_raises_where_a_forfeit_costs_an_asteroid() -> None:
    even = Side(formation=". fighter fighter fighter fighter", deck="", wins=1, stake=3_000)
    assert highest_matched(even, even) > highest_matched(even, even, forfeits_cost=False)


def test_it_matches_higher_raises_with_the_better_items() -> None:
    even = Side(formation=". fighter fighter fighter fighter", deck="", wins=1, stake=3_000)
    rich, poor = replace(even, hand="power-300 power-200 reinforcements"), replace(even, hand="")
    assert highest_matched(rich, poor) > highest_matched(even, even) > highest_matched(poor, rich)


def test_it_matches_with_good_chances_and_forfeits_without() -> None:
    strong = Side(formation=". mothership mothership destroyer fighter", wins=1, stake=9_000)
    weak = Side(formation=". drone drone drone drone", deck="", wins=1, stake=9_000)
    raised = Answering((ANNA,), 5_000)
    assert choice(table(strong, weak, phase=raised, leader=BEN)) == "match"
    assert choice(table(weak, strong, phase=raised, leader=BEN)) == "forfeit"
