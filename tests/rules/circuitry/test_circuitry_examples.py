"""Chapter 12 of Circuitry: the examples of the rulebook, played."""

import pytest

from rules.circuitry.grid import Cell
from tests.rules.circuitry.tables import ANNA, BEN, act, asked, board, charges, choices, do, hand, phase_of, side, table


@pytest.mark.clause("circuitry", "12.1")
def test_adjacency_across_a_card_and_around_the_board() -> None:
    on = board("8@0,1:b0 9@1,1 13@-1,1")
    assert "13-red" in on.neighbours("8-green")
    assert "13-dark-blue" in on.neighbours("8-green"), "across card 9 and around the board"


@pytest.mark.clause("circuitry", "12.2")
def test_payments() -> None:
    g = table(side("green", hand="red*3 green*2 black"), side("dark-blue", "13-red"), on="13@0,1:b0")
    paid = {text.split()[2] for text in choices(g, "move") if text.count("+") == 2}
    assert paid == {"red+red+red", "green+green+black"}


@pytest.mark.clause("circuitry", "12.3")
def test_turning_card_1_over() -> None:
    g = table(side("light-blue", hand="red*2"), side("red", "10-orange"), on="10@1,0")
    words = {text.split()[1] for text in choices(g, "move") if text.split()[1].startswith("1b-")}
    assert words == {"1b-green", "1b-purple"}
    g = act(g, "move 1b-green red")
    assert (g.board.turned_over, g.sides[ANNA].node) == (True, "1-green")


@pytest.mark.clause("circuitry", "12.4")
def test_turning_card_1_over_early() -> None:
    g = table(side("red", "11-green", carried="red"), side("green"), on="11@1,0", active=BEN, turn=3)
    g = act(g, "done")
    assert (asked(g), g.turn, g.board.turned_over, g.sides[BEN].node) == (ANNA, 4, True, "1-green")


@pytest.mark.clause("circuitry", "12.5")
def test_charging_and_delivering() -> None:
    on = board("5@1,0", hub="b0")
    g = table(side("orange", "5-green", hand="orange red*2 black"), side("green"), on=on)
    g = act(g, "charge orange orange 1")
    assert (charges(g, ANNA), g.sides[ANNA].node) == (["orange"], "5-green")
    assert act(g, "move 1-orange red+red", "deliver black 1").outcome is not None


@pytest.mark.clause("circuitry", "12.6")
def test_a_slide_around_a_corner() -> None:
    on = board("8@0,-1 12@1,-1")
    assert Cell(1, -2) not in on.slides[12]
    assert Cell(0, -2) in on.slides[12]


@pytest.mark.clause("circuitry", "12.7")
def test_a_force() -> None:
    g = table(side("red", hand="force orange black"), side("orange", "11-green"), on="11@1,0 10@2,0")
    g = act(g, choices(g, "force")[0])
    assert choices(g, "force"), "it goes on"
    assert "done" in choices(g), "or stops"
    assert g.sides[ANNA].node not in {text.split()[2] for text in choices(g, "force")}


@pytest.mark.clause("circuitry", "12.8")
def test_a_portal_and_a_force() -> None:
    sides = side("green", hand="portal force orange*2 purple"), side("orange")
    g = act(table(*sides, on="11@1,0"), "portal-force orange 11-purple orange+purple")
    assert g.sides[BEN].node == "11-purple"
    assert {text.split()[3] for text in choices(g, "force")} == {"orange"}


@pytest.mark.clause("circuitry", "12.9")
def test_an_inhibit_in_the_middle_of_a_turn() -> None:
    g = table(side("red", hand="green black purple"), side("light-blue", hand="inhibit"))
    g = do(g, BEN, "inhibit red")
    assert set(choices(g, "move 1-green")) == {"move 1-green green", "move 1-green black"}
    assert g.sides[ANNA].inhibited == 3


@pytest.mark.clause("circuitry", "12.10")
def test_an_exchange() -> None:
    g = table(side("green", hand="exchange black"), side("red", "1-dark-blue", carried="red"), on=board(hub="b0"))
    g = act(g, "exchange red 1", "deliver black 1")
    assert g.outcome is not None
    assert g.outcome.winners == (ANNA,)


@pytest.mark.clause("circuitry", "12.11")
def test_several_charges() -> None:
    g = table(side("red", "7-green", hand="black red*2"), side("green"), on="7@1,0", charges="2")
    assert charges(act(g, "charge red black 2"), ANNA) == ["red", "red"]
    home = table(side("red", hand="red black", carried="red red"), side("green"), on=board(hub="b0"), charges="2")
    assert act(home, "deliver black 2").outcome is not None
    g = act(home, "deliver red 1")
    assert (phase_of(g), choices(g, "deliver"), hand(g, ANNA)) == ("Turn", ["deliver black 1"], "black")
