"""Clause 6.5 of Circuitry: nobody can prevent card 1 from being turned over; also 9.7 (charging while inhibited) and
11.13.
"""

import pytest

from rules.circuitry.board import Axis
from rules.circuitry.cards import Colour
from rules.circuitry.events import ChargeCardDealt, HubTurned
from rules.circuitry.state import CircuitryState
from tests.rules.circuitry.tables import (
    ANNA,
    BEN,
    GAME,
    act,
    asked,
    board,
    choices,
    ids,
    next_turn,
    phase_of,
    refusal,
    sentences,
    side,
    table,
)

ALL = "light-blue dark-blue green orange purple red black"


def waiting(carried: str = "", turn: int = 3, **more: str) -> CircuitryState:
    """Ben, who has the next turn, carries these charges; Anna's pawn is still on card 1."""
    anna, ben = side("red", "1-orange"), side("green", "11-green", carried=carried)
    return table(anna, ben, on="11@1,0", turn=turn, **more)  # type: ignore[arg-type]


@pytest.mark.clause("circuitry", "6.5")
def test_card_1_is_turned_over_when_a_player_with_a_charge_begins_a_turn() -> None:
    g = act(waiting("green"), "done")
    assert g.board == waiting().board.over(Axis.LONG)
    assert (g.sides[ANNA].node, g.touched_before) == ("1-orange", (1,)), "pawns stay on the nodes of the same colours"
    assert HubTurned() in g.events
    assert sentences(g)[0].startswith("Card 1 is turned over")
    assert not act(waiting(), "done").board.turned_over


@pytest.mark.clause("circuitry", "6.5")
def test_the_charge_can_then_be_delivered() -> None:
    anna, ben = side("red"), side("green", carried="green", hand="black")
    g = act(table(anna, ben, turn=3), "done", "take two-gold")
    assert choices(g, "deliver") == ["deliver black 1"]


@pytest.mark.clause("circuitry", "6.5")
def test_card_1_is_turned_over_when_round_4_begins() -> None:
    g = next_turn(waiting())
    assert not g.board.turned_over, "it is still round 3"
    g = act(g, "done")
    assert (asked(g), g.turn, g.board.turned_over, g.stirred) == (ANNA, 4, True, 4)
    again = next_turn(next_turn(act(g, "take two-gold")))
    assert again.board.hub == g.board.hub, "once is all"


@pytest.mark.clause("circuitry", "6.5")
@pytest.mark.clause("circuitry", "11.15")
def test_when_card_1_waits_only_the_last_pawn_to_leave_turns_it_over() -> None:
    g = next_turn(waiting("green", turn=9, card_1="waits"))
    assert not next_turn(g).board.turned_over


@pytest.mark.clause("circuitry", "6.5")
def test_two_players_who_bide_their_time_get_a_result() -> None:
    g = GAME.begin(seats=2, options={"passed_charge_points": "off"}, decks=(), seed=3)
    while g.turn < 9:
        g = act(g, "done" if phase_of(g) == "Turn" else choices(g)[0])
    assert g.phase.waiting


@pytest.mark.clause("circuitry", "9.7")
def test_an_inhibited_player_charges_and_delivers_with_matching_cards() -> None:
    anna = side("red", "7-green", hand=ALL, inhibited=2)
    g = table(anna, side("green"), on="7@1,0", charges="2")
    assert {text.split()[2] for text in choices(g, "charge")} == {"red", "black"}
    assert refusal(g, "charge red green 1").endswith("(rule 9.7).")
    home = side("red", hand=ALL, carried="red", inhibited=2)
    g = table(home, side("green"), on=board(hub="b0"), charges="2")
    assert choices(g, "deliver") == ["deliver black 1"]
    assert refusal(g, "deliver green 1").endswith("(rule 9.7).")


@pytest.mark.clause("circuitry", "11.13")
def test_charge_points_are_chosen_in_the_order_of_play() -> None:
    options = {"charge_points": "chosen", "passed_charge_points": "off"}
    g = GAME.begin(seats=3, options=options, decks=(), seed=5)
    dealt = [each.colour for each in g.sides]
    assert (phase_of(g), asked(g), len(choices(g))) == ("Choosing", ANNA, 6)
    free = next(colour for colour in Colour if colour not in dealt)
    g = act(g, f"choose {free}")
    assert ChargeCardDealt(seat=ANNA, colour=free) in g.events
    assert (g.sides[ANNA].colour, g.sides[ANNA].node) == (free, f"1-{free}")
    assert (asked(g), f"choose {free}" in choices(g), len(choices(g))) == (BEN, False, 5)
    g = act(g, f"choose {dealt[2]}")
    assert [each.colour for each in g.sides] == [free, dealt[2], dealt[1]], "who was dealt it gets the other's"
    g = act(g, f"choose {dealt[0]}")
    assert (phase_of(g), asked(g), g.turn) == ("Taking", ANNA, 1)
    for each in g.sides:
        assert [card.charge for card in each.circuits if card.charge] == [each.colour]
        assert len(each.circuits) == 4
        assert sorted(ids(each.circuits).split(), key=int) == ids(each.circuits).split()


@pytest.mark.clause("circuitry", "11.13")
def test_chosen_cards_are_passed_on_after_that() -> None:
    options = {"charge_points": "chosen", "passed_charge_points": "any_turn"}
    g = GAME.begin(seats=2, options=options, decks=(), seed=5)
    g = act(act(g, f"choose {g.sides[0].colour}"), f"choose {g.sides[1].colour}")
    held = [next(card.charge for card in each.circuits if card.charge) for each in g.sides]
    assert held == [g.sides[1].colour, g.sides[0].colour]


@pytest.mark.clause("circuitry", "8.6")
def test_several_forced_steps_are_paid_with_any_mix() -> None:
    g = table(side("red", hand="force green*2 black*2"), side("green", "11-green"), on="11@1,0 10@2,0")
    far = [text.split()[3] for text in choices(g, "force") if text.count("+") == 1]
    assert set(far) == {"green+green", "green+black", "black+black"}
