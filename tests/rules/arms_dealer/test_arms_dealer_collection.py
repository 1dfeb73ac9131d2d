"""Chapters 9 and 10 of the rulebook: the end of a battle and of a match."""

from typing import Any

import pytest

from rules.arms_dealer.collection import picks
from rules.arms_dealer.observation import observe
from rules.arms_dealer.phases import Harvesting, Shopping
from rules.arms_dealer.state import ArmsDealerState
from rules.core.game import Label
from rules.core.play import LAST_RESORT
from tests.rules.arms_dealer.tables import (
    ANNA,
    BEN,
    GAME,
    NAMES,
    Side,
    act,
    asked,
    begun,
    choices,
    classes,
    coins,
    fighting,
    names,
    narrated,
    phase_of,
    planning,
    refusal,
    table,
    total,
)
from tests.rules.arms_dealer.walks import positions


def decided(anna: dict[str, Any] | None = None, ben: dict[str, Any] | None = None, **more: Any) -> ArmsDealerState:
    """Return a state in which Anna wins the present skirmish as soon as she passes."""
    one: dict[str, Any] = {"fighting": "mothership", "hand": "redraw", "stake": 3_000, "wins": 2, **(anna or {})}
    two: dict[str, Any] = {"fighting": "drone", "stake": 2_000, **(ben or {})}
    return fighting(Side(**one), Side(**two), **more)


@pytest.mark.clause("arms_dealer", "9.1")
def test_three_wins_win_the_pot() -> None:
    g = act(decided(), "pass")
    assert coins(g) == [20_000, 15_000]
    assert (g.pot, phase_of(g), asked(g)) == (0, "Harvesting", BEN)
    assert "Anna wins the battle 3 to 0, and the pot of 5,000." in narrated(g)
    assert phase_of(act(decided({"wins": 1}), "pass")) == "Strategy"


@pytest.mark.clause("arms_dealer", "9.1")
def test_a_tie_can_decide_a_battle() -> None:
    g = act(decided({"fighting": "drone"}, {"wins": 1}), "pass")
    assert [side.wins for side in g.sides] == [3, 2]
    assert (phase_of(g), asked(g)) == ("Harvesting", BEN)
    assert coins(g) == [20_000, 15_000]


@pytest.mark.clause("arms_dealer", "9.2")
@pytest.mark.clause("arms_dealer", "9.7")
def test_skirmishes_go_on_at_three_wins_each_until_one_player_wins_alone() -> None:
    anna = {"fighting": "drone", "formation": ". . . . drone", "deck": "scout scout drone", "hand": "redraw redraw"}
    ben = {"wins": 2, "formation": ". . . . drone", "deck": "scout fighter drone"}
    g = act(decided(anna, ben, skirmish=4), "pass")
    assert ([side.wins for side in g.sides], phase_of(g)) == ([3, 3], "Strategy")
    g = act(g, "raise 1000", "match", "pass")
    assert ([side.wins for side in g.sides], g.skirmish) == ([4, 4], 5)
    g = act(g, "ready")
    assert [classes(side.fighting) for side in g.sides] == ["scout", "scout"]
    g = act(g, "pass", "ready", "pass")
    assert ([side.wins for side in g.sides], phase_of(g), asked(g)) == ([5, 6], "Harvesting", ANNA)
    assert coins(g) == [14_000, 21_000]


@pytest.mark.clause("arms_dealer", "9.3")
def test_the_loser_picks_two_asteroids_without_seeing_them() -> None:
    g = act(decided(row="1000 5000 10000 1000 1000"), "pass")
    assert choices(g) == [f"harvest {place}" for place in range(1, 6)]
    assert [GAME.label(observe(g, BEN), ("harvest", str(place))) for place in (1, 3)] == [
        Label(text="Asteroid 1"),
        Label(text="Asteroid 3"),
    ]
    g = act(g, "harvest 3")
    assert coins(g) == [20_000, 25_000]
    assert narrated(g) == ["Ben harvests asteroid 3: Golden Asteroid, 10,000 coins."]
    assert observe(g, None).asteroids == (True, True, False, True, True)
    assert refusal(g, "harvest 3") == "The asteroid on place 3 has already been harvested: pick another one (rule 9.3)."
    assert refusal(g, "harvest 6") == "The asteroid row has places 1 to 5 (rule 9.3)."
    assert refusal(g, "ready") == "Pick an asteroid to harvest (rule 9.3)."
    g = act(g, "harvest 2")
    assert coins(g) == [20_000, 30_000]
    assert (phase_of(g), g.turn) == ("Formation", 3)
    assert total(g) == 200_000


@pytest.mark.clause("arms_dealer", "9.3")
@pytest.mark.parametrize(
    ("forfeits", "due", "told"),
    [
        (1, 1, "Ben forfeited 1 skirmish, so the harvest is 1 asteroid."),
        (2, 0, "Ben forfeited 2 skirmishes, so the harvest is nothing."),
        (3, 0, "Ben forfeited 3 skirmishes, so the harvest is nothing."),
    ],
)
def test_each_forfeit_of_a_lost_battle_costs_its_loser_an_asteroid(forfeits: int, due: int, told: str) -> None:
    g = planning(
        Side(formation=". fighter fighter fighter fighter", coins=18_000, wins=3 - forfeits, stake=3_000),
        Side(formation=". drone drone drone drone", coins=18_000, stake=2_000),
    )
    for _ in range(forfeits):
        g = act(g, "raise 1000", "forfeit")
    assert told in narrated(g)
    assert observe(g, BEN).picks == due
    assert (phase_of(g), g.turn) == (("Harvesting", 2) if due else ("Formation", 3))
    assert coins(g) == [23_000, 18_000]
    assert total(g) == 200_000


@pytest.mark.clause("arms_dealer", "9.3")
def test_forfeits_of_the_winner_and_of_earlier_battles_cost_no_asteroid() -> None:
    anna = Side(formation=". drone mothership mothership fighter", wins=2, stake=3_000)
    g = planning(anna, Side(formation=". drone drone drone drone", stake=2_000), leader=BEN)
    g = act(g, "raise 1000", "forfeit")
    assert (picks(g, ANNA), picks(g, BEN)) == (1, 2)
    g = act(g, "ready", "ready")
    assert (phase_of(g), asked(g), observe(g, BEN).picks) == ("Harvesting", BEN, 2)
    g = act(g, "harvest 1", "harvest 2")
    assert (picks(g, ANNA), picks(g, BEN)) == (2, 2)


@pytest.mark.clause("arms_dealer", "9.3")
def test_with_a_full_harvest_forfeits_cost_no_asteroid() -> None:
    g = planning(Side(formation=". fighter", wins=2), Side(formation=". drone"))
    g.forfeits_cost = False
    g = act(g, "raise 1000", "forfeit")
    assert observe(g, BEN).picks == 2
    assert [begun().forfeits_cost, begun(harvest="full").forfeits_cost] == [True, False]


@pytest.mark.clause("arms_dealer", "9.4")
def test_the_bank_pays_as_far_as_it_has_coins_and_unused_ships_are_repaired() -> None:
    anna = {"formation": ". scout . fighter", "bay": "drone"}
    g = act(decided(anna, {"formation": ". . drone"}, row="5000 5000 1000 1000 1000", bank=6_000), "pass")
    assert [classes(side.formation) for side in g.sides] == [". . . . ."] * 2
    assert [classes(side.bay) for side in g.sides] == ["drone mothership scout fighter", "drone"]
    g = act(g, "harvest 1", "harvest 2")
    assert coins(g) == [20_000, 21_000]
    assert g.bank == 0
    assert "Ben harvests asteroid 2: Silver Asteroid, 1,000 coins." in narrated(g)


@pytest.mark.clause("arms_dealer", "9.5")
def test_both_rows_are_dealt_anew_and_earlier_looks_no_longer_count() -> None:
    row, deck = "power-100 . power-200 . . .", "redraw redraw redraw redraw redraw redraw rapid-repair"
    g = act(
        decided({"looked": (1, 3)}, shop=row, item_deck=deck, asteroid_deck="5000 5000 5000 5000 5000 1000"), "pass"
    )
    g = act(g, "harvest 1", "harvest 2")
    assert names(g.shop) == "redraw redraw redraw redraw redraw redraw"
    assert names(g.asteroids) == " ".join(["asteroid-5000"] * 5)
    assert g.sides[ANNA].looked == set()
    assert (phase_of(g), g.turn, g.locked) == ("Formation", 3, ())


@pytest.mark.clause("arms_dealer", "9.6")
def test_rows_are_discarded_face_up_and_an_empty_deck_is_made_of_its_discard_pile() -> None:
    g = decided(shop="power-100 . power-200 . . .", item_deck="redraw", item_discard="power-300 power-300")
    g = act(g, "pass", "harvest 1", "harvest 2")
    assert "Nobody bought Power +100 and Power +200. New items and asteroids are laid out." in narrated(g)
    assert names(g.shop).split()[0] == "redraw"
    assert sorted(names(g.shop).split()[1:]) == [".", "power-100", "power-200", "power-300", "power-300"]
    assert g.item_discard == []
    g = act(decided(shop="power-100 . power-200 . . ."), "pass", "harvest 1", "harvest 2")
    assert names(observe(g, None).item_discard) == "power-100 power-200"
    assert len(observe(g, None).asteroid_discard) == 5


@pytest.mark.clause("arms_dealer", "10.1")
def test_a_player_without_ships_loses_the_match() -> None:
    g = act(decided({"wins": 0}, {"deck": "", "coins": 90_000}), "pass")
    assert g.outcome is not None
    assert (g.outcome.ending, g.outcome.ranks) == ("destruction", (1, 2))
    assert narrated(g)[-1] == "Ben has no ship left. Anna wins."
    assert total(g) == 200_000
    assert GAME.result(g.outcome, NAMES) == "Anna wins by destruction: a fleet had no ship left."


@pytest.mark.clause("arms_dealer", "10.2")
@pytest.mark.parametrize(
    "left", [{"deck": "drone"}, {"deck": "", "bay": "drone"}, {"deck": "", "formation": ". drone"}]
)
def test_any_ship_left_keeps_a_player_in_the_match_but_a_repair_in_hand_does_not(left: dict[str, str]) -> None:
    assert act(decided({"wins": 0}, left), "pass").outcome is None
    ben = {"deck": "", "scrapyard": "drone", "hand": "repair-drone"}
    assert act(decided({"wins": 0, "hand": ""}, ben, leader=BEN), "pass").outcome is not None


@pytest.mark.clause("arms_dealer", "10.2")
def test_a_forfeit_can_end_the_match_too() -> None:
    g = planning(Side(formation=". drone"), Side(formation=". drone", deck=""))
    g = act(g, "raise 1000", "forfeit")
    assert g.outcome is not None
    assert g.outcome.winners == (ANNA,)


@pytest.mark.clause("arms_dealer", "10.3")
@pytest.mark.clause("arms_dealer", "10.7")
@pytest.mark.parametrize(
    ("anna", "ben", "ranks"),
    [
        ({"wins": 2, "coins": 13_000}, {"coins": 15_000}, (1, 2)),  # the pot of 5,000 is Anna's
        ({"wins": 1, "coins": 13_000}, {"coins": 15_000}, (2, 1)),  # 16,000 against 17,000
        ({"wins": 1, "coins": 14_000}, {"coins": 15_000}, (1, 1)),
    ],
)
def test_more_coins_win_when_neither_player_has_a_ship(
    anna: dict[str, Any], ben: dict[str, Any], ranks: tuple[int, int]
) -> None:
    g = act(decided({**anna, "fighting": "drone", "deck": ""}, {**ben, "deck": ""}), "pass")
    assert g.outcome is not None
    assert (g.outcome.ending, g.outcome.ranks) == ("destruction", ranks)
    assert narrated(g)[-1].startswith("No ship is left. Coins: Anna 1")
    assert g.pot == 0
    assert total(g) == 200_000


def before_bets(anna: Side, ben: Side) -> ArmsDealerState:
    return table(anna, ben, phase=Shopping((BEN,)), skirmish=0)


@pytest.mark.clause("arms_dealer", "10.4")
@pytest.mark.parametrize(
    ("anna", "ben", "winners"), [(2_000, 2_000, (BEN,)), (3_000, 1_000, (ANNA,)), (3_000, 2_000, None)]
)
def test_a_player_who_cannot_pay_the_initial_bet_loses(anna: int, ben: int, winners: tuple[int, ...] | None) -> None:
    one, two = (Side(formation="drone", hand="redraw", coins=coins) for coins in (anna, ben))
    g = act(before_bets(one, two), "leave")
    if winners is None:
        assert g.outcome is None
    else:
        assert g.outcome is not None
        assert (g.outcome.ending, g.outcome.winners) == ("bankruptcy", winners)
        assert narrated(g)[-1] == f"{NAMES[1 - winners[0]]} cannot pay the initial bet. {NAMES[winners[0]]} wins."


@pytest.mark.clause("arms_dealer", "10.5")
@pytest.mark.parametrize(
    ("anna", "ben", "ranks"),
    [
        (Side(deck="drone", coins=0), Side(deck="drone drone", coins=1_000), (2, 1)),
        (Side(deck="drone", coins=2_000), Side(deck="drone", coins=1_000), (1, 2)),
        (Side(deck="drone", coins=1_000), Side(deck="drone", coins=1_000), (1, 1)),
    ],
)
def test_ships_and_then_coins_decide_if_neither_player_can_pay(anna: Side, ben: Side, ranks: tuple[int, int]) -> None:
    g = act(before_bets(anna, ben), "leave")
    assert g.outcome is not None
    assert (g.outcome.ending, g.outcome.ranks) == ("bankruptcy", ranks)
    assert any("Nobody can pay the initial bet. Anna 1 ship and " in sentence for sentence in narrated(g))


@pytest.mark.clause("arms_dealer", "10.6")
@pytest.mark.parametrize(
    ("anna", "ben", "ranks"),
    [
        (Side(deck="drone", coins=9_000), Side(deck="drone drone"), (2, 1)),
        (Side(deck="drone", coins=9_000), Side(deck="drone", coins=9_000), (2, 1)),
        (Side(deck="drone", coins=10_000), Side(deck="drone", coins=9_000), (1, 1)),
    ],
)
def test_after_the_thirtieth_battle_ships_and_then_coins_decide(anna: Side, ben: Side, ranks: tuple[int, int]) -> None:
    g = act(table(anna, ben, phase=Harvesting((BEN,), 1), turn=30), "harvest 1")
    assert g.outcome is not None
    assert (g.outcome.ending, g.outcome.ranks) == (LAST_RESORT, ranks)
    assert narrated(g)[-1].startswith("The last battle is over. Anna 1 ship and ")
    assert act(table(anna, ben, phase=Harvesting((BEN,), 1), turn=29), "harvest 1").outcome is None


@pytest.mark.parametrize("fleet", ["25", "15"])
def test_matches_of_quick_players_never_end_by_the_initial_bet(fleet: str) -> None:
    endings = set()
    for seed in range(3):
        *_, last = positions(seed, fleet=fleet, greedy=True)
        assert last.outcome is not None
        assert last.turn < 30
        endings.add(last.outcome.ending)
    assert endings == {"destruction"}
