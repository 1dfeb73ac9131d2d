"""Clause 10.5 of Circuitry: a player leaves the match, and the others play on."""

from collections import Counter

import pytest

from bot.model.table import Table
from rules.circuitry.board import HUB, number_of
from rules.circuitry.events import ChargeCardReturned, HubTurned, PlayerLeft
from rules.circuitry.phases import TAKING, Asking
from rules.circuitry.result import DELIVERY
from rules.circuitry.state import CircuitryState
from rules.core.events import Seat
from rules.core.play import LAST_RESORT, RESIGNED, Outcome, Phase, advance
from tests.examples import thorough
from tests.rules.circuitry.tables import (
    ANNA,
    BEN,
    CLEO,
    DAN,
    GAME,
    SIMPLE,
    act,
    asked,
    board,
    choices,
    hand,
    ids,
    next_turn,
    phase_of,
    sentences,
    side,
    table,
)
from tests.rules.circuitry.walks import begun, positions

pytestmark = pytest.mark.clause("circuitry", "10.5")


def after(g: CircuitryState, seat: Seat) -> Phase | None:
    """Let a seat leave, and return the next phase; changes `g`."""
    g.events = []
    return SIMPLE.forfeit_seat(g, seat)


def left(g: CircuitryState, seat: Seat) -> CircuitryState:
    """Return the state after a seat has left a match that continues."""
    g = g.clone()
    phase = after(g, seat)
    assert phase is not None
    g.phase = phase
    return g


def three(**more: str) -> CircuitryState:
    sides = (
        side("red", hand="inhibit"),
        side("green", "11-green", hand="red*2 rotate", cards="8", carried="green"),
        side("purple"),
    )
    return table(*sides, on="11@1,0", **more)  # type: ignore[arg-type]


def test_leaving_removes_pawn_and_charges_and_discards_mini_cards() -> None:
    g = left(three(), BEN)
    ben = g.sides[BEN]
    assert (ben.left, ben.node, ben.carried, ben.minis) == (True, "", (), [])
    assert (ids(g.gold_discard), ids(g.green_discard)) == ("red red", "rotate")
    assert ids(ben.circuits) == "8", "out of the game, and unseen"
    assert PlayerLeft(seat=BEN, colour=ben.colour) in g.events
    assert sentences(g)[0].startswith("Ben has left the match")
    assert "11-green" not in g.occupied
    assert SIMPLE.label(SIMPLE.view(g, ANNA), ("rotate", "11")).detail == "", "nobody stands on that card"


def test_leaving_out_of_turn_changes_nothing_else() -> None:
    g = left(three(), BEN)
    assert (asked(g), phase_of(g), choices(g, "inhibit")) == (ANNA, "Turn", ["inhibit purple"])
    g = next_turn(g)
    assert (asked(g), g.turn) == (CLEO, 5), "Ben is asked no more"
    g = next_turn(g)
    assert (asked(g), g.turn) == (ANNA, 6), "and a round is a turn of each who stayed"


@pytest.mark.parametrize("phase", [TAKING[BEN][2], TAKING[BEN][1], None])
def test_leaving_during_ones_turn_passes_the_turn(phase: Phase | None) -> None:
    g = table(side("red"), side("green", hand="red"), side("purple"), active=BEN, phase=phase)
    g = left(g, BEN)
    assert (asked(g), phase_of(g), g.turn) == (CLEO, "Taking", 5)


def test_rounds_still_end_after_the_first_or_last_player_left() -> None:
    g = left(table(side("red"), side("green"), side("purple"), active=CLEO), CLEO)
    assert (asked(g), g.turn) == (ANNA, 6)
    g = left(table(side("red"), side("green"), side("purple"), turn=30, stirred=30), ANNA)
    g = next_turn(act(g, "take two-gold"))
    assert (asked(g), g.turn) == (CLEO, 30)
    end = act(g, "done").outcome
    assert end is not None
    assert (end.ending, end.ranks) == (LAST_RESORT, (3, 1, 1))


def test_leaving_ends_an_inhibit() -> None:
    g = table(side("red"), side("green", inhibited=3), side("purple"))
    assert left(g, BEN).sides[BEN].inhibited == 0


def test_card_1_is_turned_over_when_its_last_pawn_leaves_the_match() -> None:
    sides = side("red", "11-purple"), side("green", "11-green"), side("purple")
    g = left(table(*sides, on="11@1,0"), CLEO)
    assert g.board.turned_over
    assert HubTurned() in g.events
    assert not left(three(), BEN).board.turned_over, "others are still on it"


def test_a_force_lets_go_of_a_pawn_that_has_left() -> None:
    sides = side("red", hand="force black*3"), side("green"), side("purple")
    g = act(table(*sides, on="10@1,0"), "force green 10-orange black")
    assert choices(g, "force")
    assert choices(left(g, BEN), "force") == []


def test_a_player_who_has_to_choose_the_axis_can_leave() -> None:
    sides = side("red", "1-orange", hand="red"), side("green", "11-green"), side("purple", "11-purple")
    g = act(table(*sides, on="11@0,1 10@1,0"), "move 10-orange red")
    assert phase_of(g) == "Turning"
    g = left(g, ANNA)
    assert (g.board.turned_over, asked(g), phase_of(g)) == (True, BEN, "Taking")


def test_a_player_who_forced_a_pawn_can_leave_before_the_axis_is_chosen() -> None:
    sides = side("green", "11-green", hand="force black*2"), side("red", "1-orange"), side("purple", "11-purple")
    g = act(table(*sides, on="11@0,1 10@1,0"), "force red 10-orange black")
    assert (phase_of(g), asked(g)) == ("Turning", BEN)
    chooser = left(g, BEN)
    assert (asked(chooser), phase_of(chooser), chooser.board.turned_over) == (ANNA, "Turn", True)
    g = left(g, ANNA)
    assert (phase_of(g), asked(g)) == ("Turning", BEN), "the axis is still Ben's to choose"
    g = act(g, choices(g)[0])
    assert (asked(g), phase_of(g)) == (BEN, "Taking"), "and then the turn is over"


def test_both_players_of_a_pending_axis_can_leave() -> None:
    sides = (
        side("green", "11-green", hand="force black*2"),
        side("red", "1-orange"),
        side("purple", "11-purple"),
        side("light-blue", "12-red"),
    )
    g = act(table(*sides, on="11@0,1 10@1,0 12@0,2:b0"), "force red 10-orange black")
    g = left(left(g, ANNA), BEN)
    assert (asked(g), phase_of(g), g.board.turned_over) == (CLEO, "Taking", True)


def test_a_player_who_is_asked_for_an_inhibit_can_leave() -> None:
    sides = side("red", carried="red"), side("green", hand="red"), side("purple", hand="red")
    g = table(*sides, phase=Asking((BEN, CLEO)), inhibit_window="on")
    g = left(g, BEN)
    assert (phase_of(g), g.phase.waiting) == ("Asking", (CLEO,))
    g = table(*sides, side("orange"), phase=Asking((CLEO,)), inhibit_window="on")
    assert (phase_of(left(g, CLEO)), asked(left(g, CLEO))) == ("Turn", ANNA)
    assert (phase_of(left(g, ANNA)), asked(left(g, ANNA))) == ("Taking", BEN)


def test_a_passed_charge_point_card_returns_to_its_owner() -> None:
    g = GAME.begin(seats=3, options={"passed_charge_points": "any_turn"}, decks=(), seed=4)
    held = {seat: next(card for card in each.circuits if card.charge) for seat, each in enumerate(g.sides)}
    owner = next(seat for seat, each in enumerate(g.sides) if each.colour is held[BEN].charge)
    g = left(g, BEN)
    assert held[BEN] in g.sides[owner].circuits
    assert ChargeCardReturned(seat=owner) in g.events
    holder = next(seat for seat, card in held.items() if card.charge is g.sides[BEN].colour)
    assert held[holder] in g.sides[holder].circuits, "the one of who left stays in play"


def test_players_can_leave_while_charge_points_are_chosen() -> None:
    g = GAME.begin(seats=4, options={"charge_points": "chosen", "passed_charge_points": "any_turn"}, decks=(), seed=4)
    gone = g.sides[CLEO].colour
    g = left(g, CLEO)
    assert (asked(g), f"choose {gone}" in choices(g)) == (ANNA, False)
    g = left(g, ANNA)
    assert (phase_of(g), asked(g)) == ("Choosing", BEN)
    g = act(g, f"choose {g.sides[BEN].colour}")
    g = act(g, f"choose {g.sides[DAN].colour}")
    assert (phase_of(g), asked(g), g.turn) == ("Taking", BEN, 1)
    assert [card.charge for card in g.sides[BEN].circuits if card.charge] == [g.sides[DAN].colour]


def test_players_who_left_rank_last() -> None:
    sides = side("red", hand="black", carried="red"), side("green", delivered=0), side("purple", "1-orange")
    g = left(table(*sides, on=board(hub="b0")), BEN)
    assert act(g, "deliver black 1").outcome == Outcome(DELIVERY, (1, 3, 2))


def test_the_match_ends_when_one_player_would_stay() -> None:
    assert after(table(side("red"), side("green")), BEN) is None
    assert after(left(table(side("red"), side("green"), side("purple")), BEN), ANNA) is None
    assert outcome(3, "off", BEN, ANNA) == Outcome(RESIGNED, (2, 2, 1)), "nobody who left is before the one who stayed"


def outcome(seats: int, teams: str, *leaving: Seat) -> Outcome | None:
    """Return the outcome after these seats left one after another; the last of them ends the match."""
    match = Table.deal(GAME, seats=seats, options={"teams": teams}, decks=(), seed=1)
    for seat in leaving[:-1]:
        assert match.goes_on_without(seat)
        match = match.resign(seat)
    assert not match.goes_on_without(leaving[-1])
    return match.resign(leaving[-1]).state.outcome


def test_a_team_mate_plays_on_and_keeps_delivered_charges() -> None:
    colours = ("red", "green", "purple", "orange")
    sides = [side(colour, hand="black", carried=colour) for colour in colours]
    sides[CLEO] = side("purple", delivered=1)
    g = left(table(*sides, on=board(hub="b0"), teams="two", charges="2"), CLEO)
    assert choices(g, "give") == [], "there is nobody to give to"
    g = act(g, "deliver black 1")
    assert g.outcome == Outcome(DELIVERY, (1, 2, 4, 2)), "the team wins without the one who left"


def test_the_match_ends_when_one_team_would_stay() -> None:
    sides = [side(colour) for colour in ("red", "green", "purple", "orange")]
    assert after(left(table(*sides, teams="two"), ANNA), CLEO) is None
    assert outcome(4, "two", ANNA, CLEO) == Outcome(RESIGNED, (3, 1, 3, 1))
    assert outcome(4, "two", ANNA, BEN, DAN) == Outcome(RESIGNED, (2, 2, 1, 2)), "the mate of who left has won alone"
    six = [side(colour) for colour in ("red", "green", "purple", "orange", "dark-blue", "light-blue")]
    g = left(left(table(*six, teams="three"), ANNA), DAN)
    assert asked(g) == BEN, "of three teams two go on"


@pytest.mark.parametrize("seed", [4, *thorough(7, 9, 13)])
def test_players_can_leave_at_any_time_and_no_card_is_lost(seed: int) -> None:
    minis = Counter({card.id: card.copies for card in GAME.content.minis})
    circuits = 1 + 4 * len(begun(seed).sides)
    for place, g in enumerate(positions(seed, 60)):
        if place % 15 or not g.phase.waiting:
            continue
        for seat in range(len(g.sides)):
            then = g.clone()
            phase = GAME.forfeit_seat(then, seat)
            if phase is None:
                continue
            then.phase = phase
            piles = [then.gold, then.gold_discard, then.green_discard, then.active_green, *then.piles.values()]
            hands = [each.minis for each in then.sides]
            assert Counter(card.id for pile in (*piles, *hands) for card in pile) == minis
            assert sum(len(each.circuits) for each in then.sides) + len(then.board.placed) == circuits
            assert seat not in phase.waiting
            for viewer in (None, *range(len(then.sides))):
                view = GAME.view(then, viewer)
                assert GAME.view(GAME.determinize(view, seed), viewer) == view
            played_on(then, seat)


def played_on(g: CircuitryState, seat: Seat) -> None:
    """Play a few turns with the quick player, and check that nobody touches the absent player and their pawn."""
    for _ in range(25):
        if not g.phase.waiting:
            return
        assert seat not in g.phase.waiting
        asked_seat = g.phase.waiting[0]
        advance(g, asked_seat, GAME.greedy(GAME.view(g, asked_seat), 1))
        on_hub = [each for each in g.sides if each.node and number_of(each.node) == HUB]
        assert g.board.turned_over or on_hub
    assert hand(g, seat) == ""
