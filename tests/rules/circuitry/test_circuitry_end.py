"""Chapter 10 of Circuitry: the end of a match and the ranks."""

import pytest

from rules.circuitry.result import DELIVERY, STALEMATE
from rules.circuitry.state import CircuitryState, Side
from rules.core.play import LAST_RESORT, IllegalActionError, Outcome, options
from tests.rules.circuitry.tables import (
    ANNA,
    BEN,
    CLEO,
    NAMES,
    SIMPLE,
    act,
    board,
    choices,
    do,
    next_turn,
    phase_of,
    side,
    table,
)


def last(*sides: Side, turn: int = 30, **more: object) -> CircuitryState:
    """Return a state at the end of the last turn of a round."""
    return table(*sides, active=len(sides) - 1, turn=turn, **more)  # type: ignore[arg-type]


def outcome(g: CircuitryState) -> Outcome:
    """Return the outcome when the turn ends."""
    result = act(g, "done").outcome
    assert result is not None
    return result


@pytest.mark.clause("circuitry", "10.1")
def test_delivering_the_last_charge_wins_at_once() -> None:
    anna = side("red", hand="black*2", carried="red", delivered=1)
    g = table(anna, side("green", hand="inhibit"), side("purple"), on=board(hub="b0"), charges="2")
    g = act(g, "deliver black 1")
    assert g.outcome == Outcome(DELIVERY, (1, 2, 2))
    assert g.phase.waiting == ()
    assert all(options(g, seat) == () for seat in (ANNA, BEN, CLEO))
    with pytest.raises(IllegalActionError, match="The match is over"):
        do(g, BEN, "inhibit red")
    assert SIMPLE.result(g.outcome, NAMES[:3]) == "Anna wins by delivering to the master node."


@pytest.mark.clause("circuitry", "10.1")
def test_delivering_an_earlier_charge_does_not_win() -> None:
    anna = side("red", hand="black", carried="red")
    g = act(table(anna, side("green"), on=board(hub="b0"), charges="2"), "deliver black 1")
    assert (g.outcome, phase_of(g), g.sides[ANNA].delivered) == (None, "Turn", 1)


@pytest.mark.clause("circuitry", "10.2")
def test_all_losers_share_a_rank() -> None:
    colours = ("red", "green", "purple", "orange", "dark-blue", "light-blue")
    sides = [side(colour, delivered=place) for place, colour in enumerate(colours)]
    sides[0] = side("red", hand="black", carried="red", delivered=4)
    alone = act(table(*sides, on=board(hub="b0"), charges="5"), "deliver black 1")
    assert alone.outcome == Outcome(DELIVERY, (1, 2, 2, 2, 2, 2))
    for teams, ranks in (("two", (1, 4, 1, 4, 1, 4)), ("three", (1, 3, 3, 1, 3, 3))):
        sides = [side(colour) for colour in colours]
        sides[0] = side("red", hand="black", carried="red", delivered=1)
        together = act(table(*sides, on=board(hub="b0"), charges="2", teams=teams), "deliver black 1")
        assert together.outcome == Outcome(DELIVERY, ranks)


@pytest.mark.clause("circuitry", "10.3")
def test_the_match_ends_after_round_30() -> None:
    g = table(side("red"), side("green"), turn=30, stirred=30)
    g = next_turn(g)
    assert g.outcome is None
    g = act(g, "done")
    assert g.outcome is not None
    assert g.outcome.ending == LAST_RESORT
    assert act(last(side("red"), side("green"), turn=29, stirred=29), "done").outcome is None


@pytest.mark.clause("circuitry", "10.3")
def test_charges_delivered_then_carried_then_steps_decide() -> None:
    three = [
        side("red", "1-dark-blue", delivered=2, carried=""),
        side("green", "1-red", delivered=1, carried="green green green"),
        side("purple", "1-purple", delivered=2, carried="purple"),
    ]
    assert outcome(last(*three, charges="5", stirred=30)).ranks == (2, 3, 1)
    by_steps = [side("red", "1-orange", carried="red"), side("green", "1-red", carried="green")]
    by_steps.append(side("purple", carried="purple"))
    assert outcome(last(*by_steps, stirred=30)).ranks == (3, 2, 1)


@pytest.mark.clause("circuitry", "10.3")
def test_steps_are_counted_around_the_board_and_through_pawns() -> None:
    on = "13@0,1:b0"
    around = [side("purple", "1-orange", carried="red"), side("red", "1-dark-blue", carried="red")]
    around.append(side("light-blue", "13-red", carried="red"))
    assert outcome(last(*around, on=on, stirred=30)).ranks == (1, 1, 3), "a pawn without a way home is the farthest"


@pytest.mark.clause("circuitry", "10.3")
def test_equal_scores_are_a_draw() -> None:
    end = outcome(last(side("red"), side("green"), stirred=30))
    assert (end.ranks, end.winners) == ((1, 1), ())
    three = [
        side(colour, node, carried=colour) for colour, node in (("red", ""), ("green", ""), ("purple", "1-orange"))
    ]
    tie = outcome(last(*three, stirred=30))
    assert (tie.ranks, tie.winners) == ((1, 1, 3), (ANNA, BEN))
    assert (
        SIMPLE.result(end, NAMES[:2])
        == "The match is a draw because the round limit was reached (round 30, rule 10.3)."
    )


@pytest.mark.clause("circuitry", "10.3")
def test_a_team_is_measured_together() -> None:
    sides = [
        side("red", "1-orange", delivered=1),
        side("green", "1-red", delivered=2),
        side("purple", "1-purple", delivered=2, carried="purple"),
        side("orange", "1-green", delivered=1),
    ]
    assert outcome(last(*sides, teams="two", charges="5", stirred=30)).ranks == (1, 3, 1, 3)


@pytest.mark.clause("circuitry", "10.3")
def test_the_pawn_nearest_to_its_home_counts_for_its_team() -> None:
    nodes = {"red": "1-red", "green": "1-purple", "purple": "1-dark-blue", "orange": "1-light-blue"}
    sides = [side(colour, node, carried=colour) for colour, node in nodes.items()]
    assert outcome(last(*sides, teams="two", stirred=30)).ranks == (1, 3, 1, 3)


@pytest.mark.clause("circuitry", "10.4")
def test_six_rounds_without_progress_end_the_match() -> None:
    anna, ben = side("red", carried="red"), side("green", "1-orange", carried="red")
    assert outcome(last(anna, ben, turn=12, stirred=6, restricted="on")) == Outcome(STALEMATE, (1, 2))
    later = last(side("red"), side("green"), turn=12, stirred=7, restricted="on")
    assert act(later, "done").outcome is None
    during = table(side("red"), side("green"), turn=12, stirred=6, restricted="on")
    assert act(during, "done").outcome is None, "the round is not over"


@pytest.mark.clause("circuitry", "10.3")
def test_without_a_charge_the_steps_to_the_charge_point_count() -> None:
    on = board("7@1,0 4@2,0")
    near = [side("red", "7-red"), side("green", "1-red"), side("purple", "1-purple")]
    assert outcome(last(*near, on=on, stirred=30)).ranks == (1, 2, 3), "the purple charge point is not on the board"
    sitting = [side("red"), side("green"), side("purple")]
    assert outcome(last(*sitting, stirred=30)).ranks == (1, 1, 1), "to stay at home is worth nothing"


@pytest.mark.clause("circuitry", "11.15")
def test_when_card_1_waits_the_steps_home_always_count() -> None:
    by_steps = [side("red", "1-orange"), side("green", "1-red"), side("purple")]
    assert outcome(last(*by_steps, stirred=30, card_1="waits")).ranks == (3, 2, 1)


@pytest.mark.clause("circuitry", "10.4")
@pytest.mark.parametrize(("card_1", "last_round"), [("hastens", 10), ("waits", 6)])
def test_a_match_without_any_action_ends_after_six_rounds(card_1: str, last_round: int) -> None:
    g = SIMPLE.begin(seats=3, options={"card_1": card_1, "passed_charge_points": "off"}, decks=(), seed=1)
    while g.phase.waiting:
        g = act(g, "done" if phase_of(g) == "Turn" else choices(g)[0])
    assert (g.turn, g.outcome) == (last_round, Outcome(STALEMATE, (1, 1, 1)))


@pytest.mark.clause("circuitry", "10.4")
@pytest.mark.parametrize(
    "doing",
    [
        "move 1-dark-blue black",
        "portal 11-purple black",
        "force green 1-purple black",
        "portal-force green 11-purple black+purple",
        "place 8 0,-1 a0",
        *("rotate 10", "flip 10", "swap 10 11", "slide 10 1,1"),
    ],
)
def test_moving_a_pawn_and_changing_the_board_are_progress(doing: str) -> None:
    anna = side("red", hand="black portal force purple rotate flip swap slide", cards="8")
    g = act(table(anna, side("green"), side("orange"), on="11@1,0 10@0,1", turn=12, stirred=6), doing)
    assert g.stirred == 12


@pytest.mark.clause("circuitry", "10.4")
def test_taking_exchanging_and_delivering_charges_is_progress() -> None:
    taken = table(side("red", "7-green", hand="red"), side("green"), on="7@1,0", turn=12, stirred=6)
    assert act(taken, "charge red red 1").stirred == 12
    stolen = table(side("red", hand="exchange"), side("green", carried="green"), turn=12, stirred=6)
    assert act(stolen, "exchange green 1").stirred == 12
    brought = table(side("red", hand="red", carried="red"), side("green"), on=board(hub="b0"), stirred=1, charges="2")
    assert act(brought, "deliver red 1").stirred == 5


@pytest.mark.clause("circuitry", "10.4")
@pytest.mark.parametrize("doing", ["inhibit green", "free red"])
def test_other_cards_are_no_progress(doing: str) -> None:
    anna = side("red", hand="inhibit free", inhibited=2)
    g = act(table(anna, side("green"), on="10@1,0 14@0,1", turn=12, stirred=6), doing)
    assert g.stirred == 6
