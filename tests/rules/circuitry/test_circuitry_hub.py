"""Chapter 6 of Circuitry: card 1 is turned over when its last pawn leaves it."""

from typing import Final

import pytest

from rules.circuitry.board import Axis, Board, Placed, Way
from rules.circuitry.cards import PORTS, CircuitCard, Colour, End, Face, Node, Pathway, Point
from rules.circuitry.events import PawnLeft, PawnMoved, TurnedOver
from rules.circuitry.grid import Cell
from rules.core.cards import CardId
from tests.rules.circuitry.tables import (
    ANNA,
    BEN,
    SIMPLE,
    act,
    asked,
    board,
    choices,
    lying,
    phase_of,
    refusal,
    side,
    table,
)

AWAY: Final = "13@0,-1:b0"
"""Above card 1 lies a card without a port, with Ben's pawn on it."""
BEN_AWAY: Final = side("green", "13-purple", hand="force purple*2 inhibit")


@pytest.mark.clause("circuitry", "6.1")
def test_card_1_is_turned_over_as_the_last_pawn_leaves_it() -> None:
    g = table(side("red", "1-orange", hand="red*2"), BEN_AWAY, on=f"{AWAY} 10@1,0")
    g = act(g, "move 10-orange red")
    assert (phase_of(g), asked(g)) == ("Turning", ANNA)
    assert PawnLeft(seat=ANNA, by=ANNA, cards=(CardId("red"),)) in g.events
    assert choices(g) == ["turn-over long", "turn-over short"]
    for axis, way in (("long", "0,0:b0"), ("short", "0,0:b180")):
        after = act(g, f"turn-over {axis}")
        assert after.board.turned_over
        assert lying(after)[1] == way
        assert after.board.hub.face.master is not None
        assert after.sides[ANNA].node == "10-orange"
        assert TurnedOver(seat=ANNA, axis=Axis(axis)) in after.events
        assert PawnMoved(seat=ANNA, by=ANNA, path=("1-orange", "10-orange"), cards=()) in after.events
        assert (phase_of(after), asked(after)) == ("Turn", ANNA), "the turn goes on"


@pytest.mark.clause("circuitry", "6.1")
def test_card_1_is_not_turned_over_while_another_pawn_is_on_it() -> None:
    g = table(side("red", "1-orange", hand="red*2"), side("green"), on="10@1,0")
    g = act(g, "move 10-orange red")
    assert (phase_of(g), lying(g)[1]) == ("Turn", "0,0:a0")
    g = act(g, "move 1-orange red")
    assert (phase_of(g), lying(g)[1]) == ("Turn", "0,0:a0"), "and a pawn may come back before"


@pytest.mark.clause("circuitry", "6.1")
def test_card_1_is_turned_over_only_once() -> None:
    g = table(side("red", "1-dark-blue", hand="red*2"), BEN_AWAY, on=board(f"{AWAY} 10@1,0", hub="b0"))
    g = act(g, "move 10-orange red")
    assert (phase_of(g), lying(g)[1]) == ("Turn", "0,0:b0")


@pytest.mark.clause("circuitry", "6.2")
def test_a_pawn_that_comes_back_arrives_on_the_new_side() -> None:
    g = table(side("purple", hand="red"), BEN_AWAY, on=AWAY)
    assert choices(g, "move 1b") == ["move 1b-dark-blue red", "move 1b-light-blue red"]
    long = act(g, "move 1b-dark-blue red")
    assert (phase_of(long), lying(long)[1], long.sides[ANNA].node) == ("Turn", "0,0:b0", "1-dark-blue")
    assert TurnedOver(seat=ANNA, axis=Axis.LONG) in long.events
    short = act(g, "move 1b-light-blue red")
    assert (phase_of(short), lying(short)[1], short.sides[ANNA].node) == ("Turn", "0,0:b180", "1-light-blue")
    assert TurnedOver(seat=ANNA, axis=Axis.SHORT) in short.events


@pytest.mark.clause("circuitry", "6.2")
def test_a_leaving_pawn_follows_the_pathways_of_the_new_side() -> None:
    g = table(side("purple", hand="red"), BEN_AWAY, on=AWAY)
    assert "1-orange" in g.board.neighbours("1-purple")
    assert {text.split()[1] for text in choices(g, "move")} == {
        "1-light-blue",
        "1-green",
        "1b-dark-blue",
        "1b-light-blue",
    }


@pytest.mark.clause("circuitry", "6.2")
def test_a_pawn_can_arrive_on_the_colour_that_it_left() -> None:
    g = table(side("dark-blue", hand="red"), BEN_AWAY, on=AWAY)
    moves = {text.split()[1] for text in choices(g, "move 1b")}
    assert moves == {"1b-light-blue", "1b-dark-blue"}
    g = act(g, "move 1b-dark-blue red")
    assert (g.sides[ANNA].node, lying(g)[1]) == ("1-dark-blue", "0,0:b180")


@pytest.mark.clause("circuitry", "6.2")
def test_a_pawn_goes_no_further_in_the_same_action() -> None:
    g = table(side("purple", hand="red*4"), BEN_AWAY, on=AWAY)
    assert "move 1b-dark-blue red" in choices(g)
    assert not [text for text in choices(g, "move 1b-red") if text.count("+") < 1]
    g = act(g, "move 1b-dark-blue red", "move 1-red red")
    assert g.sides[ANNA].node == "1-red"


@pytest.mark.clause("circuitry", "6.2")
def test_a_move_can_begin_with_steps_on_card_1() -> None:
    g = table(side("light-blue", hand="red*2"), BEN_AWAY, on=AWAY)
    g = act(g, "move 1b-dark-blue red+red")
    assert [event.path for event in g.events if isinstance(event, PawnMoved)] == [
        ("1-light-blue", "1-purple"),
        ("1-purple", "1-dark-blue"),
    ]
    assert lying(g)[1] == "0,0:b0"


def hub(*back: tuple[End, End]) -> CircuitCard:
    """Return card 1 with these pathways on its back."""
    front = SIMPLE.content.circuits[1].faces[0]
    nodes = (Node(Colour.DARK_BLUE, Point(4, 4)), Node(Colour.RED, Point(4, 10)))
    places: dict[End, Point] = {**{node.colour: node.at for node in nodes}, **dict(enumerate(PORTS))}
    ways = tuple(Pathway(ends, (places[ends[0]], places[ends[1]])) for ends in back)
    return CircuitCard(id=CardId("1"), name="Card 1", number=1, charge=None, faces=(front, Face(nodes, ways)))


def on_hub(card: CircuitCard, others: str) -> Board:
    return Board((Placed(card, Cell(0, 0), Way.A0), *board(others).placed[1:]))


@pytest.mark.clause("circuitry", "6.3")
def test_an_axis_is_offered_only_if_the_pawn_arrives() -> None:
    one_port = hub((2, Colour.DARK_BLUE))
    g = table(side("purple", hand="red"), BEN_AWAY, on=on_hub(one_port, AWAY))
    assert choices(g, "move 1b") == ["move 1b-dark-blue red"], "about the short axis a blank port is met"
    none = table(side("purple", hand="red"), BEN_AWAY, on=on_hub(hub((4, Colour.RED)), AWAY))
    assert choices(none, "move 1b") == []


@pytest.mark.clause("circuitry", "6.3")
def test_an_axis_is_offered_only_if_the_pawn_arrives_on_a_free_node() -> None:
    back = hub((2, 1), (6, Colour.DARK_BLUE))
    on = "8@0,-1:a180"
    assert on_hub(back, on).arrivals(7) == {Axis.LONG: "8-red", Axis.SHORT: "1-dark-blue"}
    free = table(side("purple", hand="red"), side("green", "13-purple"), on=on_hub(back, f"{on} 13@0,-2:b0"))
    assert [text for text in choices(free, "move") if "1-" not in text] == ["move 8-red red", "move 1b-dark-blue red"]
    held = table(side("purple", hand="red"), side("green", "8-red"), on=on_hub(back, on))
    assert [text for text in choices(held, "move") if " 1-" not in text] == ["move 1b-dark-blue red"]
    forced = table(side("green", "8-red", hand="force purple"), side("purple"), on=on_hub(back, on))
    g = act(forced, "force purple 1b-dark-blue purple")
    assert (phase_of(g), g.sides[BEN].node) == ("Turn", "1-dark-blue"), "there is nothing to choose"


@pytest.mark.clause("circuitry", "6.3")
@pytest.mark.parametrize("named", ["1b-dark-blue", "1b-light-blue"])
def test_the_owner_of_a_forced_pawn_chooses_the_axis(named: str) -> None:
    g = table(BEN_AWAY, side("purple", hand="inhibit"), on=AWAY)
    g = act(g, f"force purple {named} purple")
    assert (phase_of(g), asked(g), g.active) == ("Turning", BEN, ANNA)
    assert choices(g) == ["turn-over long", "turn-over short"]
    assert refusal(g, "done", ANNA).startswith("It's not your decision now")
    long, short = act(g, "turn-over long"), act(g, "turn-over short")
    assert (long.sides[BEN].node, lying(long)[1]) == ("1-dark-blue", "0,0:b0")
    assert (short.sides[BEN].node, lying(short)[1]) == ("1-light-blue", "0,0:b180")
    for after in (long, short):
        assert (phase_of(after), asked(after)) == ("Turn", ANNA)
        assert choices(after, "force purple"), "the Force goes on"


@pytest.mark.clause("circuitry", "6.3")
def test_a_step_within_card_1_does_not_turn_it_over() -> None:
    g = table(side("purple", hand="red"), BEN_AWAY, on=AWAY)
    g = act(g, "move 1-green red")
    assert (phase_of(g), lying(g)[1], g.sides[ANNA].node) == ("Turn", "0,0:a0", "1-green")


@pytest.mark.clause("circuitry", "6.3")
def test_a_jump_of_the_last_pawn_turns_card_1_over() -> None:
    g = table(side("purple", hand="portal black"), BEN_AWAY, on=f"{AWAY} 11@1,0")
    g = act(g, "portal 11-purple black")
    assert (phase_of(g), asked(g)) == ("Turning", ANNA)
    g = act(g, "turn-over short")
    assert (g.sides[ANNA].node, lying(g)[1]) == ("11-purple", "0,0:b180")


@pytest.mark.clause("circuitry", "6.3")
def test_a_forced_jump_turns_card_1_over_and_the_owner_chooses() -> None:
    anna = side("green", "13-purple", hand="portal force red purple*2")
    g = table(anna, side("red"), on=f"{AWAY} 11@1,0")
    g = act(g, "portal-force red 11-purple red+purple")
    assert (phase_of(g), asked(g)) == ("Turning", BEN)
    g = act(g, "turn-over long")
    assert (g.sides[BEN].node, lying(g)[1], asked(g)) == ("11-purple", "0,0:b0", ANNA)


@pytest.mark.clause("circuitry", "6.4")
@pytest.mark.parametrize("front", [True, False])
def test_nothing_else_changes_card_1(front: bool) -> None:
    away = (side("red", "13-purple", hand="rotate swap flip slide"), side("green", "11-green"))
    on = board("13@0,-1:b0 11@1,0 10@0,1 14@-1,0", hub="a0" if front else "b0")
    g = table(*away, on=on)
    assert g.occupied_cards == {13, 11}
    assert {text.split()[1] for text in choices(g, "rotate")} == {"13", "11", "10", "14"}
    assert choices(g, "flip") == ["flip 10", "flip 14"]
    assert choices(g, "swap") == ["swap 10 14", "swap 14 10"]
    assert not choices(g, "slide 1 ")
    for text in ("rotate 1", "flip 1", "swap 1 10", "slide 1 1,1"):
        assert refusal(g, text).endswith("(rule 6.4).")


@pytest.mark.clause("circuitry", "6.4")
def test_card_1_is_not_slid_even_where_the_board_would_stay_whole() -> None:
    g = table(side("red", "10-orange", hand="slide"), side("green", "11-green"), on="10@1,0 11@1,1")
    assert {text.split()[1] for text in choices(g, "slide")} == {"11"}
