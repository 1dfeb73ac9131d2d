"""Chapter 8 of the rulebook: actions between skirmishes."""

import pytest

from rules.arms_dealer.observation import observe
from rules.core.game import Label
from tests.rules.arms_dealer.tables import (
    ANNA,
    BEN,
    GAME,
    NAMES,
    Side,
    act,
    asked,
    choices,
    classes,
    coins,
    fighting,
    narrated,
    phase_of,
    planning,
    refusal,
    total,
)

FOUR = ". drone scout fighter destroyer"
ANNA_PLANS = Side(formation=FOUR, hand="redraw", stake=3_000, wins=1)
BEN_PLANS = Side(formation=FOUR, hand="redraw", stake=2_000, coins=4_000)


@pytest.mark.clause("arms_dealer", "8.1")
@pytest.mark.parametrize(("anna", "ben", "first"), [("scout", "drone", ANNA), ("drone", "scout", BEN)])
def test_the_winner_goes_first_and_each_player_takes_one_action(anna: str, ben: str, first: int) -> None:
    g = fighting(Side(fighting=anna, hand="redraw", formation=FOUR), Side(fighting=ben, formation=FOUR))
    assert phase_of(g) == "Equipping"
    g = act(g, "pass")
    assert (phase_of(g), asked(g)) == ("Strategy", first)
    assert refusal(g, "pass") == "Prepare for the next skirmish: ready up, reorder or raise (rule 8.1)."
    g = act(g, "ready")
    assert (phase_of(g), asked(g)) == ("Following", 1 - first)
    g = act(g, "reorder 2 3")
    assert g.skirmish == 2


@pytest.mark.clause("arms_dealer", "8.2")
def test_ready_up_changes_nothing() -> None:
    g = act(planning(ANNA_PLANS, BEN_PLANS), "ready")
    assert classes(g.sides[ANNA].formation) == FOUR
    assert narrated(g) == ["Anna readies up."]


@pytest.mark.clause("arms_dealer", "8.3")
@pytest.mark.clause("arms_dealer", "8.9")
def test_reorder_swaps_two_ships_and_shows_only_the_spaces() -> None:
    g = planning(ANNA_PLANS, BEN_PLANS)
    assert [text.removeprefix("reorder ") for text in choices(g, "reorder")] == [
        "2 3",
        "2 4",
        "2 5",
        "3 4",
        "3 5",
        "4 5",
    ]
    label = GAME.label(observe(g, ANNA), ("reorder", "2", "5"))
    assert label == Label(
        text="Space 5: Anvil Destroyer · 400",
        detail="Space 2: Sparrow Drone → Anvil Destroyer",
        short="Anvil Destroyer (5)",
    )
    g = act(g, "reorder 2 5")
    assert classes(g.sides[ANNA].formation) == ". destroyer scout fighter drone"
    assert narrated(g, BEN) == ["Anna swaps the ships on spaces 2 and 5."]
    assert refusal(g, "reorder 2 3", ANNA) == "It's not your decision now (rule 8.5)."


@pytest.mark.clause("arms_dealer", "8.3")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("reorder 2 2", "Choose two different ships to swap (rule 8.3)."),
        ("reorder 1 2", "You have no face-down ship on space 1 (rule 8.3)."),
        ("reorder 2 9", "You have no face-down ship on space 9 (rule 8.3)."),
        ("reorder 3 2", "Name the lower space first: reorder 2 3 (rule 8.3)."),
    ],
)
def test_an_impossible_swap_is_refused(text: str, reason: str) -> None:
    assert refusal(planning(ANNA_PLANS, BEN_PLANS), text) == reason


@pytest.mark.clause("arms_dealer", "8.4")
@pytest.mark.clause("arms_dealer", "8.10")
def test_a_raise_is_matched() -> None:
    g = act(planning(ANNA_PLANS, BEN_PLANS), "raise 4000")
    assert coins(g) == [11_000, 4_000]
    assert (phase_of(g), asked(g), g.pot) == ("Answering", BEN, 9_000)
    assert narrated(g) == ["Anna raises by 4,000: the pot is 9,000."]
    assert refusal(g, "ready") == "The bet was raised by 4,000: match it or forfeit the next skirmish (rule 8.4)."
    assert refusal(g, "raise 1000").startswith("The bet was raised by 4,000")
    g = act(g, "match")
    assert coins(g) == [11_000, 0]
    assert (g.pot, g.skirmish) == (13_000, 2)
    assert total(g) == 200_000


@pytest.mark.clause("arms_dealer", "8.4")
def test_the_label_of_forfeiting_shows_its_cost_and_reveals_no_ship() -> None:
    g = act(planning(ANNA_PLANS, BEN_PLANS), "raise 2000")
    forfeit = GAME.label(observe(g, BEN), ("forfeit",))
    assert forfeit == Label(
        text="Forfeit skirmish 2",
        detail="Forfeiting costs the ship on space 2, and an asteroid if the battle is lost; it would stand 0 to 2",
    )
    assert GAME.label(observe(g, BEN), ("match",)) == Label(
        text="Match 2,000", detail="The pot would be 9,000, and you would keep 2,000 coins"
    )
    lost = act(planning(Side(formation=FOUR, stake=3_000, wins=2), BEN_PLANS), "raise 2000")
    assert GAME.label(observe(lost, BEN), ("forfeit",)).detail == (
        "Forfeiting costs the ship on space 2, an asteroid and the battle: the pot of 7,000 is lost"
    )
    lost.forfeits_cost = False
    assert GAME.label(observe(lost, BEN), ("forfeit",)).detail == (
        "Forfeiting costs the ship on space 2 and the battle: the pot of 7,000 is lost"
    )
    assert GAME.prompt(observe(g, None), NAMES) == "Battle 2: Ben has to match 2,000 or forfeit skirmish 2."


@pytest.mark.clause("arms_dealer", "8.5")
def test_only_the_first_player_may_raise() -> None:
    g = act(planning(ANNA_PLANS, BEN_PLANS), "ready")
    assert choices(g, "raise") == []
    assert refusal(g, "raise 1000") == "Only the player who goes first may raise: ready up or reorder (rule 8.5)."
    assert refusal(g, "match") == "Prepare for the next skirmish: ready up or reorder (rule 8.5)."
    assert refusal(g, "raise 1000", ANNA) == "It's not your decision now (rule 8.5)."


@pytest.mark.clause("arms_dealer", "8.6")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("raise 0", "A raise is 1,000 or more (rule 8.6)."),
        ("raise 500", "A raise is 1,000 or more (rule 8.6)."),
        ("raise -2000", "A raise is 1,000 or more (rule 8.6)."),
        ("raise 1500", "A raise is in steps of 1,000 (rule 8.6)."),
        ("raise 5000", "Your opponent has 4,000 coins: raise by no more than both of you can pay (rule 8.6)."),
        ("raise 16000", "You have only 15,000 coins (rule 8.6)."),
    ],
)
def test_a_raise_of_another_amount_is_refused(text: str, reason: str) -> None:
    g = planning(ANNA_PLANS, BEN_PLANS)
    assert choices(g, "raise") == ["raise 1000", "raise 2000", "raise 3000", "raise 4000"]
    assert refusal(g, text) == reason


@pytest.mark.clause("arms_dealer", "8.6")
def test_nobody_can_raise_if_either_player_has_no_coins() -> None:
    assert choices(planning(ANNA_PLANS, Side(formation=FOUR, coins=0)), "raise") == []
    assert choices(planning(Side(formation=FOUR, coins=0), BEN_PLANS), "raise") == []


@pytest.mark.clause("arms_dealer", "8.7")
def test_a_forfeit_costs_the_ship_on_the_space_and_spares_the_other_one() -> None:
    g = act(planning(ANNA_PLANS, BEN_PLANS), "raise 1000", "forfeit")
    assert [side.wins for side in g.sides] == [2, 0]
    assert [classes(side.formation) for side in g.sides] == [". . scout fighter destroyer"] * 2
    assert [classes(side.scrapyard) for side in g.sides] == ["", "drone"]
    assert [classes(side.bay) for side in g.sides] == ["drone", ""]
    assert narrated(g, BEN) == ["Ben forfeits skirmish 2 and loses Mite Drone. Wins: Anna 2, Ben 0."]
    assert (g.skirmish, phase_of(g), asked(g)) == (2, "Strategy", ANNA)


@pytest.mark.clause("arms_dealer", "8.7")
def test_a_forfeit_from_an_empty_space_costs_the_top_ship_of_the_deck() -> None:
    ben = Side(formation=".", deck="fighter drone", wins=2)
    g = act(planning(Side(formation=".", deck="mothership", wins=1), ben, skirmish=5), "raise 1000", "forfeit")
    assert classes(g.sides[BEN].scrapyard) == "fighter"
    assert classes(g.sides[ANNA].deck) == "mothership"
    assert g.sides[ANNA].bay == []
    assert [side.wins for side in g.sides] == [2, 2]


@pytest.mark.clause("arms_dealer", "8.8")
def test_a_player_whose_only_option_is_to_ready_up_is_not_asked() -> None:
    last = Side(fighting="drone", formation=". . . . drone", hand="redraw", coins=0)
    g = act(
        fighting(Side(fighting="scout", hand="redraw", formation=". . . . drone"), last, skirmish=4), "pass", "pass"
    )
    assert (g.skirmish, phase_of(g)) == (5, "Equipping")
    assert "Anna readies up." in narrated(g)
    assert "Ben readies up." in narrated(g)
