"""Chapters 5 and 6 of the rulebook: bets and skirmishes."""

import pytest

from rules.arms_dealer.observation import observe
from rules.arms_dealer.phases import Formation, Shopping
from rules.arms_dealer.state import ArmsDealerState
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
    do,
    fighting,
    items,
    names,
    narrated,
    phase_of,
    planning,
    refusal,
    table,
    total,
)

FIVE = "scout drone drone drone drone"


def before_bets(*, leader: int = ANNA, hand: str = "") -> ArmsDealerState:
    """Return a state in which Ben, who was ready last, is at the Arms Dealer."""
    anna, ben = Side(formation=FIVE, hand=hand), Side(formation=FIVE, hand=hand)
    return table(anna, ben, phase=Shopping((BEN,)), leader=leader, skirmish=0)


@pytest.mark.clause("arms_dealer", "5.1")
def test_the_initial_bets_of_3000_and_2000_go_into_the_pot() -> None:
    g = act(before_bets(hand="redraw"), "leave")
    assert coins(g) == [12_000, 13_000]
    assert g.pot == 5_000
    assert "Anna bets 3,000, Ben 2,000." in narrated(g)


@pytest.mark.clause("arms_dealer", "5.2")
@pytest.mark.parametrize("first", [ANNA, BEN])
def test_the_first_buyer_bets_first_in_the_first_battle(first: int) -> None:
    g = table(
        Side(drawn="drone", hand="redraw"),
        Side(drawn="drone", hand="redraw"),
        phase=Formation((0, 1)),
        locked=(),
        turn=1,
    )
    g = act(do(do(g, first, "lay drone"), 1 - first, "lay drone"), "leave", "leave")
    assert g.sides[first].stake == 3_000
    assert asked(g) == first


@pytest.mark.clause("arms_dealer", "5.2")
def test_being_ready_first_in_later_battles_does_not_change_the_first_bet() -> None:
    anna, ben = Side(drawn="drone", hand="redraw"), Side(drawn="drone", hand="redraw")
    g = table(anna, ben, phase=Formation((0, 1)), locked=(), turn=2, leader=BEN)
    g = do(do(g, ANNA, "lay drone"), BEN, "lay drone")
    assert asked(g) == ANNA
    g = act(g, "leave", "leave")
    assert [side.stake for side in g.sides] == [2_000, 3_000]


def battle_of_anna(*, winner_bets: bool) -> ArmsDealerState:
    """Return a state in which Anna has won the battle 3 to 2 by a tie, after Ben won the skirmish before; both rows are
    poor.
    """
    anna = Side(fighting="drone", wins=2, hand="redraw", coins=0, stake=3_000, formation=". . . . drone")
    ben = Side(fighting="drone", wins=1, hand="redraw", coins=0, stake=2_000, formation=". . . . drone")
    g = fighting(anna, ben, leader=BEN, skirmish=4)
    g.winner_bets = winner_bets
    return act(g, "pass", "pass", "harvest 1", "harvest 2")


def next_bets(g: ArmsDealerState) -> ArmsDealerState:
    """Return the state after both players have laid the ships they drew and bought nothing."""
    g = do(do(g, ANNA, "lay drone drone drone drone drone"), BEN, "lay drone drone drone drone drone")
    while phase_of(g) == "Shopping":
        g = act(g, "leave")
    return g


@pytest.mark.clause("arms_dealer", "5.2")
def test_the_winner_of_a_battle_bets_first_in_the_next_and_the_loser_can_pay() -> None:
    g = next_bets(battle_of_anna(winner_bets=True))
    assert g.outcome is None
    assert [side.stake for side in g.sides] == [3_000, 2_000]
    assert coins(g) == [2_000, 0]
    assert asked(g) == ANNA


@pytest.mark.clause("arms_dealer", "5.2")
@pytest.mark.clause("arms_dealer", "5.6")
def test_with_first_bet_skirmish_the_winner_of_the_latest_skirmish_bets_first() -> None:
    g = next_bets(battle_of_anna(winner_bets=False))
    assert g.outcome is not None
    assert (g.outcome.ending, g.outcome.winners) == ("bankruptcy", (ANNA,))
    assert begun(first_bet="skirmish").winner_bets is False
    assert begun().winner_bets is True


@pytest.mark.clause("arms_dealer", "5.3")
def test_the_pot_stays_until_the_battle_is_won() -> None:
    anna, ben = Side(fighting="scout", stake=3_000, hand="redraw"), Side(fighting="drone", stake=2_000)
    g = act(fighting(anna, ben), "pass")
    assert g.pot == 5_000
    g = act(g, "raise 4000", "forfeit")
    assert g.pot == 9_000
    assert [side.stake for side in g.sides] == [7_000, 2_000]


@pytest.mark.clause("arms_dealer", "5.4")
def test_initial_bets_are_placed_without_asking_and_stay_unequal() -> None:
    g = act(before_bets(hand="redraw"), "leave")
    assert phase_of(g) == "Opening"
    anna, ben = Side(formation=". drone", stake=3_000, hand="redraw"), Side(formation=". drone", stake=2_000)
    g = act(planning(anna, ben), "raise 1000", "match")
    assert [side.stake for side in g.sides] == [4_000, 3_000]


def opening(*, anna_coins: int = 15_000, hand: str = "redraw") -> ArmsDealerState:
    """Return a state in which Anna, who bets first, may raise before the first skirmish."""
    anna = Side(formation=FIVE, hand=hand, coins=anna_coins)
    g = table(anna, Side(formation=FIVE, hand=hand), phase=Shopping((BEN,)), leader=ANNA, skirmish=0)
    return act(g, "leave")


@pytest.mark.clause("arms_dealer", "5.5")
def test_the_bet_may_be_raised_while_all_ships_are_hidden() -> None:
    g = opening()
    assert (phase_of(g), asked(g), g.skirmish) == ("Opening", ANNA, 0)
    assert choices(g)[:2] == ["ready", "raise 1000"]
    assert choices(g)[-1] == "raise 12000"
    g = act(g, "raise 4000")
    assert (phase_of(g), asked(g)) == ("Answering", BEN)
    g = act(g, "match")
    assert (g.pot, g.skirmish, phase_of(g)) == (13_000, 1, "Equipping")
    assert total(g) == 200_000


@pytest.mark.clause("arms_dealer", "5.7")
def test_the_other_player_may_raise_if_the_first_does_not() -> None:
    g = act(opening(), "ready")
    assert (phase_of(g), asked(g)) == ("Opening", BEN)
    raised = act(g, "raise 2000")
    assert (phase_of(raised), asked(raised)) == ("Answering", ANNA)
    matched = act(raised, "match")
    assert (phase_of(matched), asked(matched), matched.pot) == ("Equipping", ANNA, 9_000)
    assert phase_of(act(g, "ready")) == "Equipping"


@pytest.mark.clause("arms_dealer", "5.7")
def test_folding_before_the_first_skirmish_forfeits_it_with_ships_still_hidden() -> None:
    g = act(opening(), "raise 1000", "forfeit")
    assert [side.wins for side in g.sides] == [1, 0]
    assert [classes(side.scrapyard) for side in g.sides] == ["", "scout"]
    assert [classes(side.bay) for side in g.sides] == ["scout", ""]
    assert (g.skirmish, phase_of(g), asked(g)) == (1, "Strategy", ANNA)


@pytest.mark.clause("arms_dealer", "5.7")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("reorder 1 2", "Your formation stands until the first skirmish is over: raise, or ready up (rule 5.5)."),
        ("pass", "The first skirmish is about to begin: raise the bet, or ready up (rule 5.5)."),
        ("raise 13000", "You have only 12,000 coins (rule 8.6)."),
    ],
)
def test_other_actions_before_the_first_skirmish_are_refused(text: str, reason: str) -> None:
    assert refusal(opening(), text) == reason


@pytest.mark.clause("arms_dealer", "5.7")
def test_no_raise_is_offered_if_a_player_has_no_coins_left() -> None:
    assert phase_of(opening(anna_coins=3_000)) == "Equipping"
    assert phase_of(opening(anna_coins=4_000)) == "Opening"


@pytest.mark.clause("arms_dealer", "5.5")
def test_the_prompt_before_the_first_skirmish_offers_a_raise() -> None:
    g = opening()
    assert GAME.prompt(observe(g, ANNA), NAMES) == (
        "Battle 2: all ships are hidden, the pot is 5,000. Raise the bet, or ready up for skirmish 1."
    )
    assert GAME.prompt(observe(g, None), NAMES) == (
        "Battle 2: Anna may raise before skirmish 1, while all ships are hidden; the pot is 5,000."
    )


@pytest.mark.clause("arms_dealer", "5.8")
def test_no_bet_is_lowered() -> None:
    g = opening()
    assert refusal(g, "raise -1000") == "A raise is 1,000 or more (rule 8.6)."
    stakes = [side.stake for side in g.sides]
    g = act(g, "raise 1000", "match")
    assert [side.stake for side in g.sides] == [stake + 1_000 for stake in stakes]


@pytest.mark.clause("arms_dealer", "6.1")
def test_both_ships_of_the_space_turn_up() -> None:
    g = act(before_bets(hand="redraw"), "leave", "ready", "ready")
    assert g.skirmish == 1
    assert [classes(side.fighting) for side in g.sides] == ["scout", "scout"]
    assert [classes(side.formation) for side in g.sides] == [". drone drone drone drone"] * 2
    assert "Skirmish 1: Anna's Lantern Scout (200) from space 1." in narrated(g)
    assert "Skirmish 1: Ben's Feeler Scout (200) from space 1." in narrated(g)


@pytest.mark.clause("arms_dealer", "6.2")
def test_items_are_equipped_in_turn_until_both_pass_in_a_row() -> None:
    anna = Side(fighting="drone", hand="power-100 power-300")
    g = fighting(anna, Side(fighting="drone", hand="power-100 power-200"))
    assert choices(g) == ["equip power-100", "equip power-300", "pass"]
    g = act(g, "pass")
    assert asked(g) == BEN
    g = act(g, "equip power-200")
    assert narrated(g) == ["Ben equips Power +200. Power 300 against 100."]
    assert asked(g) == ANNA
    g = act(g, "equip power-300", "pass")
    assert (asked(g), g.skirmish) == (ANNA, 1)
    g = act(g, "pass")
    assert [side.wins for side in g.sides] == [1, 0]


@pytest.mark.clause("arms_dealer", "6.2")
def test_only_a_player_with_an_empty_hand_passes_without_being_asked() -> None:
    g = fighting(Side(fighting="drone", hand="power-100"), Side(fighting="scout", hand="repair-drone"))
    g = act(g, "pass")
    assert asked(g) == BEN
    assert choices(g) == ["pass"]
    g = fighting(Side(fighting="drone", hand="power-100"), Side(fighting="scout"))
    assert g.skirmish == 1
    assert act(g, "pass").sides[BEN].wins == 1


@pytest.mark.clause("arms_dealer", "6.2")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("equip power-300", "That item isn't in your hand (rule 6.2)."),
        ("ready", "A skirmish is being fought: equip an item, or pass (rule 6.2)."),
        ("raise 1000", "A skirmish is being fought: equip an item, or pass (rule 6.2)."),
    ],
)
def test_equipping_anything_but_an_item_of_the_hand_is_refused(text: str, reason: str) -> None:
    assert refusal(fighting(Side(fighting="drone", hand="power-100"), Side(fighting="drone")), text) == reason


@pytest.mark.clause("arms_dealer", "6.3")
def test_the_higher_power_with_reinforcements_and_items_wins() -> None:
    anna = Side(fighting="drone scout", equipped="power-200", hand="redraw")
    g = act(fighting(anna, Side(fighting="destroyer")), "pass")
    assert [side.wins for side in g.sides] == [1, 0]
    assert "Anna wins skirmish 1, 500 against 400: Maw Destroyer is destroyed. Wins: Anna 1, Ben 0." in narrated(g)


@pytest.mark.clause("arms_dealer", "6.4")
def test_the_losing_ship_is_destroyed_and_the_winning_ship_is_repaired() -> None:
    g = act(fighting(Side(fighting="drone", hand="redraw"), Side(fighting="destroyer")), "pass")
    assert [classes(side.scrapyard) for side in g.sides] == ["drone", ""]
    assert [classes(side.bay) for side in g.sides] == ["", "destroyer"]


@pytest.mark.clause("arms_dealer", "6.5")
@pytest.mark.parametrize("leader", [ANNA, BEN])
def test_a_tie_destroys_both_ships_counts_for_both_and_keeps_the_leader(leader: int) -> None:
    anna = Side(fighting="drone scout", hand="redraw", formation=". drone drone")
    ben = Side(fighting="fighter", hand="redraw", formation=". drone drone")
    g = act(fighting(anna, ben, leader=leader), "pass", "pass")
    assert [side.wins for side in g.sides] == [1, 1]
    assert [classes(side.scrapyard) for side in g.sides] == ["drone scout", "fighter"]
    assert (phase_of(g), asked(g)) == ("Strategy", leader)


@pytest.mark.clause("arms_dealer", "6.6")
def test_used_items_go_face_up_to_the_discard_pile() -> None:
    g = fighting(Side(fighting="drone", hand="power-100"), Side(fighting="drone"), item_discard="redraw")
    g = act(g, "equip power-100")
    assert names(g.item_discard) == "redraw power-100"
    assert [side.equipped for side in g.sides] == [[], []]
    assert items("power-100")[0] not in g.sides[ANNA].hand


@pytest.mark.clause("arms_dealer", "6.7")
def test_the_top_ship_of_the_deck_fights_for_an_empty_space() -> None:
    anna = Side(formation=". . drone", deck="mothership drone", hand="redraw")
    g = act(planning(anna, Side(formation=". scout", hand="redraw")), "ready")
    assert classes(g.sides[ANNA].fighting) == "mothership"
    assert "Skirmish 2: Anna's Colony Mothership (500) off the top of the fleet deck." in narrated(g)
    assert total(g) == 200_000
