"""Chapter 7 of Circuitry: charging and delivering."""

import pytest

from rules.circuitry.events import Charged, Delivered
from rules.circuitry.state import CircuitryState, Side
from rules.core.cards import CardId
from rules.core.notation import words
from tests.rules.circuitry.tables import (
    ANNA,
    SIMPLE,
    act,
    board,
    charges,
    choices,
    hand,
    phase_of,
    refusal,
    side,
    table,
)

ALL = "light-blue dark-blue green orange purple red black"


def at_point(anna: Side, **options: str) -> CircuitryState:
    """Card 7 has the red charge point, card 4 the green one."""
    return table(anna, side("green"), side("purple"), on="7@1,0 4@0,1", **options)  # type: ignore[arg-type]


@pytest.mark.clause("circuitry", "7.1")
@pytest.mark.parametrize("card", ["red", "black"])
def test_a_card_of_ones_own_colour_or_black_takes_a_charge(card: str) -> None:
    g = at_point(side("red", "7-green", hand=ALL))
    assert choices(g, "charge") == ["charge red red 1", "charge red black 1"]
    g = act(g, f"charge red {card} 1")
    assert (charges(g, ANNA), g.sides[ANNA].node) == (["red"], "7-green")
    assert Charged(seat=ANNA, point=g.sides[ANNA].colour, count=1, card=CardId(card)) in g.events
    assert card not in hand(g, ANNA).split()


@pytest.mark.clause("circuitry", "7.1")
@pytest.mark.parametrize("node", ["7-red", "4-green", "1-red"])
def test_a_charge_is_taken_from_the_node_that_touches_the_own_charge_point_only(node: str) -> None:
    assert choices(at_point(side("red", node, hand=ALL)), "charge") == []


@pytest.mark.clause("circuitry", "7.2")
def test_a_player_carries_at_most_one_charge_more_than_needed() -> None:
    def most(carried: str, charges: str, delivered: int = 0) -> int:
        """Return how many charges can be taken beyond those needed to win."""
        anna = side("red", "7-green", hand="red", carried=carried, delivered=delivered)
        g = at_point(anna, charges=charges)
        options = choices(g, "charge")
        assert options == [f"charge red red {count}" for count in range(1, len(options) + 1)]
        return len(options)

    assert most("red", "1") == most("red red", "3", 1) == 1
    assert most("red", "3", 1) == 2
    assert most("", "3", 1) == 3
    full = at_point(side("red", "7-green", hand=ALL, carried="red red"))
    assert refusal(full, "charge red red 1").endswith("(rule 7.2).")


@pytest.mark.clause("circuitry", "7.2")
def test_a_spare_charge_must_come_from_ones_own_charge_point() -> None:
    g = at_point(side("red", "4-green", hand=ALL, carried="red red"), charges="2")
    assert choices(g, "charge") == []
    assert refusal(g, "charge green black 1").endswith("(rule 7.2).")


@pytest.mark.clause("circuitry", "7.3")
def test_a_black_card_delivers_from_the_node_of_the_own_colour_on_the_back_of_card_1() -> None:
    anna = side("red", hand=ALL, carried="red")
    g = table(anna, side("green", "10-orange"), on=board("10@1,0", hub="b0"))
    assert choices(g, "deliver") == ["deliver black 1"]
    g = act(g, "deliver black 1")
    assert (charges(g, ANNA), g.sides[ANNA].delivered, g.sides[ANNA].node) == ([], 1, "1-red")
    assert Delivered(seat=ANNA, count=1, card=CardId("black")) in g.events


@pytest.mark.clause("circuitry", "7.3")
def test_delivering_takes_a_charge_the_home_node_and_the_back_of_card_1() -> None:
    back = board("10@1,0", hub="b0")
    other = table(side("red", "1-purple", hand=ALL, carried="red"), side("green", "10-orange"), on=back)
    front = table(side("red", hand=ALL, carried="red"), side("green", "10-orange"), on="10@1,0")
    empty = table(side("red", hand=ALL), side("green", "10-orange"), on=back)
    for g in (other, front, empty):
        assert choices(g, "deliver") == []
        assert refusal(g, "deliver black 1").endswith("(rule 7.3).")


@pytest.mark.clause("circuitry", "7.4")
def test_a_pawn_loses_foreign_charges_first() -> None:
    thief = side("green", hand="exchange*2")
    g = table(thief, side("red", carried="red purple"), on="", charges="3")
    assert SIMPLE.label(SIMPLE.view(g, ANNA), ("exchange", "red", "1")).text == "Take 1 charge"
    g = act(g, "exchange red 1")
    assert (charges(g, ANNA), charges(g, 1)) == (["green"], ["red"])
    g = act(g, "exchange red 1")
    assert (charges(g, ANNA), charges(g, 1)) == (["green", "green"], [])


@pytest.mark.clause("circuitry", "7.4")
def test_foreign_charges_are_given_up_and_delivered_first() -> None:
    freed = table(side("red", carried="red purple red", inhibited=2), side("green"), charges="4")
    assert charges(act(freed, "discharge"), ANNA) == ["red", "red"]
    anna = side("red", hand="green", carried="red purple red")
    home = table(anna, side("green", "10-orange"), on=board("10@1,0", hub="b0"), charges="4")
    after = act(home, "deliver green 1")
    assert (charges(after, ANNA), phase_of(after)) == (["red", "red"], "Turn")


def ending(g: CircuitryState) -> str:
    """Return the warning that Anna gets before she ends her turn."""
    return SIMPLE.label(SIMPLE.view(g, ANNA), ("done",)).warning


def test_ending_a_turn_warns_of_a_possible_charge_or_delivery() -> None:
    assert "(rule 7.1)" in ending(at_point(side("red", "7-green", hand="red")))
    assert ending(at_point(side("red", "7-green", hand="green"))) == ""
    assert ending(at_point(side("red", "7-green", hand="red", carried="red"))) == "", "one to spare is no loss"
    anna, back = side("red", hand=ALL, carried="red"), board("10@1,0", hub="b0")
    assert "(rule 7.3)" in ending(table(anna, side("green", "10-orange"), on=back))


@pytest.mark.clause("circuitry", "7.3")
def test_paying_with_the_last_black_card_is_asked_about_while_a_charge_waits_to_be_delivered() -> None:
    def warning(hand: str, carried: str = "red") -> str:
        g = table(side("red", hand=hand, carried=carried), side("green", "10-orange"), on="10@1,0")
        step = next(option for option in SIMPLE.view(g, ANNA).options if str(option).endswith(" black"))
        return SIMPLE.label(SIMPLE.view(g, ANNA), words(step)).warning

    assert "last black card" in warning("black red")
    assert warning("black*2 red") == ""
    assert warning("black red", carried="") == ""
