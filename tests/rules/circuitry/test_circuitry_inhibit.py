"""Chapter 9 of Circuitry: Inhibit, in turn and out of it, and its three ends."""

import pytest

from rules.circuitry.actions import Inhibit
from rules.circuitry.events import Freed, Inhibited
from rules.circuitry.phases import TAKING, Discarding
from rules.circuitry.state import CircuitryState
from rules.core.events import Seat
from tests.rules.circuitry.tables import (
    ANNA,
    BEN,
    CLEO,
    GAME,
    act,
    asked,
    charges,
    choices,
    do,
    hand,
    ids,
    next_turn,
    phase_of,
    refusal,
    side,
    table,
)

ALL = "light-blue dark-blue green orange purple red black"


def three(*, anna: str = "", ben: str = "inhibit", active: Seat = ANNA) -> CircuitryState:
    return table(
        side("red", hand=anna), side("green", hand=ben), side("purple", hand="inhibit"), on="11@1,0", active=active
    )


@pytest.mark.clause("circuitry", "9.1")
def test_inhibit_is_played_on_an_opponent_in_ones_own_turn() -> None:
    g = three(anna="inhibit*2")
    assert choices(g, "inhibit") == ["inhibit green", "inhibit purple"]
    g = act(g, "inhibit green")
    assert (asked(g), phase_of(g), hand(g, ANNA), ids(g.gold_discard)) == (ANNA, "Turn", "inhibit", "inhibit")
    assert Inhibited(seat=BEN, by=ANNA) in g.events
    assert [each.inhibited > 0 for each in g.sides] == [False, True, False]
    assert refusal(g, "inhibit red").endswith("(rule 9.1).")


@pytest.mark.clause("circuitry", "9.1")
def test_inhibit_is_played_out_of_turn_too() -> None:
    g = three(anna="red")
    assert choices(g, seat=BEN) == ["inhibit red", "inhibit purple"]
    g = do(g, BEN, "inhibit red")
    assert (asked(g), phase_of(g), hand(g, BEN)) == (ANNA, "Turn", "")
    assert g.sides[ANNA].inhibited
    assert choices(g, seat=BEN) == []


def test_in_rollouts_an_opponent_inhibits_whoever_is_about_to_win() -> None:
    g = three(anna="black")
    assert GAME.fast_reaction(g) is None
    g.sides[ANNA].carried = (g.sides[ANNA].colour,)
    assert GAME.fast_reaction(g) == (BEN, Inhibit(g.sides[ANNA].colour))
    assert GAME.fast_reaction(do(g, BEN, "inhibit red")) is None


@pytest.mark.clause("circuitry", "9.1")
def test_inhibit_can_be_played_in_every_phase_of_another_player() -> None:
    taking, discarding = three(), three(anna=f"{ALL} rotate flip")
    taking.phase, discarding.phase = TAKING[ANNA][1], Discarding((ANNA,), 0)
    turning = table(side("red", "1-orange", hand="red"), side("green", "11-green", hand="inhibit"), on="11@0,1 10@1,0")
    turning = act(turning, "move 10-orange red")
    assert [phase_of(g) for g in (taking, discarding, turning)] == ["Taking", "Discarding", "Turning"]
    for g in (taking, discarding, turning):
        assert "inhibit red" in choices(g, seat=BEN)
        after = do(g, BEN, "inhibit red")
        assert after.phase == g.phase
        assert after.sides[ANNA].inhibited == 3


@pytest.mark.clause("circuitry", "9.1")
def test_inhibit_is_the_only_action_out_of_turn() -> None:
    g = three(ben=f"inhibit {ALL} rotate free")
    for text in ("done", "rotate 11", "move 1-red red", "free green", "take gold"):
        assert refusal(g, text, BEN) == "It's not your decision now, and you can't do that out of turn (rule 4.3)."
    assert choices(three(ben="free"), seat=BEN) == []


@pytest.mark.clause("circuitry", "9.1")
def test_team_mates_do_not_inhibit_each_other() -> None:
    sides = [side(colour, hand="inhibit") for colour in ("red", "green", "purple", "orange")]
    g = table(*sides, teams="two")
    assert choices(g, "inhibit") == ["inhibit green", "inhibit orange"]
    assert choices(g, seat=CLEO)[:2] == ["inhibit green", "inhibit orange"]


@pytest.mark.clause("circuitry", "9.2")
def test_an_inhibited_player_pays_each_step_with_the_colour_of_its_node_or_black() -> None:
    g = table(side("red", hand=ALL, inhibited=2), side("green", "11-green"), side("purple"), on="11@1,0")
    single = [text for text in choices(g, "move") if "+" not in text]
    assert set(single) == {
        *("move 1-dark-blue dark-blue", "move 1-dark-blue black"),
        *("move 1-green green", "move 1-green black"),
    }
    assert refusal(g, "move 1-green red").endswith("(rule 9.2).")
    assert "move 1-orange dark-blue+orange" in choices(g)
    assert act(g, "move 1-orange dark-blue+orange").sides[ANNA].node == "1-orange"


@pytest.mark.clause("circuitry", "9.2")
def test_black_cards_replace_missing_colours_on_a_longer_way() -> None:
    g = table(side("red", hand="orange black", inhibited=2), side("green"), side("purple"))
    assert choices(g, "move") == ["move 1-dark-blue black", "move 1-orange black+orange"]
    poor = table(side("red", hand="orange*2", inhibited=2), side("green"), side("purple"))
    assert choices(poor, "move") == []


@pytest.mark.clause("circuitry", "9.2")
def test_the_way_back_onto_card_1_is_paid_by_the_new_node() -> None:
    g = table(side("purple", hand="light-blue", inhibited=2), side("red", "13-red"), on="13@0,-1:b0")
    assert "move 1b-light-blue light-blue" in choices(g)
    assert not choices(g, "move 1b-dark-blue")


@pytest.mark.clause("circuitry", "9.2")
def test_an_inhibited_player_jumps_to_no_portal() -> None:
    free = table(side("red", hand="portal purple"), side("green"), on="11@1,0")
    assert choices(free, "portal") == ["portal 11-purple purple"]
    free.sides[ANNA].inhibited = 1
    assert choices(free, "portal") == []
    assert refusal(free, "portal 11-purple purple").endswith("(rule 9.2).")


@pytest.mark.clause("circuitry", "9.2")
def test_inhibit_does_not_restrict_other_actions() -> None:
    g = table(side("red", "7-green", hand="red rotate", cards="8", inhibited=2), side("green"), on="7@1,0")
    assert {"charge red red 1", "rotate 7", "place 8 0,1 a0"} <= set(choices(g))


@pytest.mark.clause("circuitry", "9.3")
def test_a_free_ends_ones_own_inhibit() -> None:
    g = table(side("red", hand="free*2 orange", inhibited=3), side("green", inhibited=2), side("purple"))
    assert choices(g, "free") == ["free red"], "not an opponent's"
    g = act(g, "free red")
    assert (g.sides[ANNA].inhibited, hand(g, ANNA)) == (0, "orange free")
    assert Freed(seat=ANNA, by=ANNA) in g.events
    assert choices(g, "free") == []
    assert choices(g, "move 1-green") == []
    assert choices(g, "move 1-dark-blue orange")


@pytest.mark.clause("circuitry", "9.3")
def test_a_free_ends_a_team_mates_inhibit() -> None:
    sides = [side(colour, hand="free", inhibited=2) for colour in ("red", "green", "purple", "orange")]
    g = table(*sides, teams="two")
    assert choices(g, "free") == ["free red", "free purple"]
    g = act(g, "free purple")
    assert [each.inhibited for each in g.sides] == [2, 2, 0, 2]


@pytest.mark.clause("circuitry", "9.4")
def test_giving_up_a_charge_ends_an_inhibit() -> None:
    g = table(side("red", carried="red", inhibited=3), side("green", carried="green", inhibited=3))
    assert choices(g, "discharge") == ["discharge"]
    assert choices(g, seat=BEN) == []
    assert "not your decision" in refusal(g, "discharge", BEN)
    g = act(g, "discharge")
    assert (charges(g, ANNA), g.sides[ANNA].inhibited, g.sides[BEN].inhibited) == ([], 0, 3)
    assert Freed(seat=ANNA, by=None, charge=True) in g.events


@pytest.mark.clause("circuitry", "9.4")
def test_a_charge_can_be_given_up_only_while_inhibited() -> None:
    assert choices(table(side("red", carried="red"), side("green")), "discharge") == []
    empty = table(side("red", inhibited=2), side("green"))
    assert choices(empty, "discharge") == []
    assert refusal(empty, "discharge").endswith("(rule 9.4).")


def turns_inhibited(g: CircuitryState, seat: Seat) -> int:
    """Return the number of turns that a seat begins inhibited from now on, if all other players do nothing."""
    count = 0
    while g.sides[seat].inhibited:
        turn = g.active
        while g.active == turn and g.phase.waiting == (turn,):
            g = act(
                g,
                "take swap"
                if phase_of(g) == "Taking" and choices(g, "take swap")
                else (choices(g, "take") or choices(g))[-1],
            )
        if g.active == seat and g.sides[seat].inhibited:
            count += 1
    return count


@pytest.mark.clause("circuitry", "9.5")
def test_an_inhibit_played_out_of_their_turn_lasts_for_three_turns() -> None:
    g = act(three(anna="inhibit"), "inhibit green")
    assert turns_inhibited(g, BEN) == 3
    g = do(three(), BEN, "inhibit purple")
    assert turns_inhibited(g, CLEO) == 3


@pytest.mark.clause("circuitry", "9.5")
def test_a_turn_in_progress_counts_as_the_first() -> None:
    g = do(three(), BEN, "inhibit red")
    assert turns_inhibited(g, ANNA) == 2
    taking = three()
    taking.phase = TAKING[ANNA][2]
    assert turns_inhibited(do(taking, BEN, "inhibit red"), ANNA) == 2


@pytest.mark.clause("circuitry", "9.5")
def test_an_inhibit_ends_when_the_fourth_turn_begins() -> None:
    g = table(side("red"), side("green", inhibited=1))
    g = act(g, "done")
    assert (phase_of(g), asked(g), g.sides[BEN].inhibited) == ("Taking", BEN, 0)
    assert Freed(seat=BEN, by=None) in g.events


@pytest.mark.clause("circuitry", "9.6")
def test_a_second_inhibit_restarts_the_count() -> None:
    g = act(three(anna="inhibit"), "inhibit green")
    g = next_turn(next_turn(next_turn(g)))
    assert (asked(g), g.sides[BEN].inhibited) == (ANNA, 3)
    g = do(g, CLEO, "inhibit green")
    assert g.sides[BEN].inhibited == 4
    assert turns_inhibited(g, BEN) == 3


@pytest.mark.clause("circuitry", "9.6")
def test_one_free_or_one_charge_ends_repeated_inhibits() -> None:
    g = do(do(three(anna="free"), BEN, "inhibit red"), CLEO, "inhibit red")
    assert act(g, "free red").sides[ANNA].inhibited == 0
    g.sides[ANNA].carried = (g.sides[ANNA].colour,) * 2
    after = act(g, "discharge")
    assert (after.sides[ANNA].inhibited, charges(after, ANNA)) == (0, ["red"])


@pytest.mark.clause("circuitry", "9.6")
def test_an_inhibit_between_two_actions_leaves_begun_ones_alone() -> None:
    ben = side("green", "13-red", hand="inhibit")
    g = table(side("purple", hand="red*2"), ben, on="13@0,-1:b0 10@1,0")
    g = act(g, "move 10-orange red")
    assert phase_of(g) == "Turning"
    g = act(do(g, BEN, "inhibit purple"), "turn-over long")
    assert g.sides[ANNA].node == "10-orange", "the red card has paid for this step"
    assert choices(g, "move") == ["move 1-red red"], "for the next one it counts"
    assert len(g.board.neighbours("10-orange")) > 1
