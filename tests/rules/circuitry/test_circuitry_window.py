"""Clause 11.14 of Circuitry: others are asked whether they play an Inhibit; and what they may say ahead."""

import pytest

from rules.circuitry.actions import LetBe
from rules.circuitry.events import InhibitAsked
from rules.circuitry.standing import LetThisRound
from rules.circuitry.state import CircuitryState
from rules.core.events import Seat
from rules.core.standing import StandingAnswer
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
    do,
    phase_of,
    refusal,
    side,
    table,
    told,
)

pytestmark = pytest.mark.clause("circuitry", "11.14")


def charging(ben: str = "inhibit", cleo: str = "red", dan: str = "rotate", **more: str) -> CircuitryState:
    """Anna is about to take a charge; the others hold these cards."""
    sides = side("red", "7-green", hand="red*3 black"), side("green", hand=ben), side("purple", hand=cleo)
    more = {"inhibit_window": "on", **more}
    return table(*sides, side("orange", hand=dan), on="7@1,0", **more)  # type: ignore[arg-type]


def test_as_a_charge_was_taken_all_who_hold_gold_cards_are_asked() -> None:
    g = act(charging(), "charge red red 1")
    assert (phase_of(g), g.phase.waiting) == ("Asking", (BEN, CLEO)), "Dan holds no gold card"
    assert InhibitAsked(seat=ANNA) in g.events
    assert told(g)[-1] == "Anna carries charge: does anybody inhibit them?"
    assert choices(g, seat=BEN) == ["inhibit red", "inhibit purple", "inhibit orange", "let-be"]
    assert choices(g, seat=CLEO) == ["let-be"]
    assert refusal(g, "done", CLEO) == "You are asked for an Inhibit: play one, or let them go on (rule 11.14)."
    assert "not your decision" in refusal(g, "done", ANNA)


def test_when_all_let_it_be_the_turn_goes_on_with_the_charge() -> None:
    g = do(do(act(charging(), "charge red red 1"), CLEO, "let-be"), BEN, "let-be")
    assert (phase_of(g), asked(g), len(g.sides[ANNA].carried), g.sides[ANNA].inhibited) == ("Turn", ANNA, 1, 0)


def test_the_first_inhibit_on_that_player_is_all() -> None:
    g = do(act(charging(cleo="inhibit"), "charge red red 1"), CLEO, "inhibit red")
    assert (phase_of(g), asked(g), g.sides[ANNA].inhibited) == ("Turn", ANNA, 3)


def test_one_on_another_player_is_an_answer_too() -> None:
    g = do(act(charging(), "charge red red 1"), BEN, "inhibit orange")
    assert (phase_of(g), g.phase.waiting, g.sides[DAN].inhibited) == ("Asking", (CLEO,), 4)


def test_whoever_carries_charge_is_asked_about_in_each_turn_once_the_cards_are_taken() -> None:
    sides = side("red", hand="black"), side("green", carried="green", hand="red"), side("purple")
    g = act(table(*sides, inhibit_window="on"), "done", "take two-gold")
    assert (phase_of(g), g.active, g.phase.waiting) == ("Asking", BEN, (ANNA,))
    g = do(g, ANNA, "let-be")
    assert (phase_of(g), asked(g)) == ("Turn", BEN)


def test_a_charge_that_is_exchanged_is_one_that_was_taken() -> None:
    sides = side("red", hand="exchange"), side("green", carried="green", hand="red")
    g = act(table(*sides, inhibit_window="on"), "exchange green 1")
    assert (phase_of(g), g.phase.waiting) == ("Asking", (BEN,))


def test_nobody_is_asked_about_who_is_inhibited_or_if_nobody_could_hold_one() -> None:
    assert phase_of(act(charging(ben="", cleo=""), "charge red red 1")) == "Turn"
    sides = side("red", "7-green", hand="red", inhibited=2), side("green", hand="red")
    assert phase_of(act(table(*sides, on="7@1,0", inhibit_window="on"), "charge red red 1")) == "Turn"
    assert phase_of(act(charging(inhibit_window="off"), "charge red red 1")) == "Turn"


def test_a_further_charge_in_the_turn_is_no_other_question() -> None:
    g = act(charging(charges="3"), "charge red red 1")
    g = act(do(do(g, BEN, "let-be"), CLEO, "let-be"), "charge red red 1")
    assert (phase_of(g), len(g.sides[ANNA].carried)) == ("Turn", 2)


def test_mates_are_not_asked() -> None:
    assert act(charging(teams="two"), "charge red red 1").phase.waiting == (BEN,)


def test_who_is_asked_tells_nothing_of_what_they_hold() -> None:
    one, other = (act(charging(ben=ben), "charge red red 1") for ben in ("inhibit", "red"))
    for viewer in (None, ANNA, CLEO, DAN):
        assert SIMPLE.view(one, viewer) == SIMPLE.view(other, viewer)


def offered(g: CircuitryState, seat: Seat) -> list[StandingAnswer]:
    return list(SIMPLE.offers(SIMPLE.view(g, seat)))


def test_ahead_one_can_say_to_be_asked_no_more_in_this_round_whatever_one_holds() -> None:
    g = act(charging(), "charge red red 1")
    assert offered(g, BEN) == [LetThisRound(5)]
    assert offered(g, CLEO) == [LetThisRound(5)]
    assert offered(g, ANNA) == []
    assert offered(charging(), CLEO) == [], "nobody asks"
    for seat in (BEN, CLEO):
        view = SIMPLE.view(g, seat)
        for answer in offered(g, seat):
            assert answer.holds(view)
            assert answer.answer(view) == LetBe()
            assert SIMPLE.parse_standing(str(answer)) == answer
            assert len(answer.says) <= 80


def test_what_was_said_ahead_answers_nothing_else_and_ends() -> None:
    g = act(charging(), "charge red red 1")
    later = g.clone()
    later.turn = 6
    assert not LetThisRound(5).holds(SIMPLE.view(later, BEN))
    assert LetThisRound(5).answer(SIMPLE.view(charging(), ANNA)) is None
    won = table(side("red", hand="black", carried="red"), side("green"), on=board(hub="b0"))
    won = act(won, "deliver black 1")
    assert not LetThisRound(won.turn).holds(SIMPLE.view(won, BEN))


@pytest.mark.parametrize("seed", range(3))
def test_matches_with_a_window_are_played_to_their_end(seed: int) -> None:
    g = GAME.begin(seats=3, options={"inhibit_window": "on"}, decks=(), seed=seed)
    windows = 0
    while g.phase.waiting:
        windows += phase_of(g) == "Asking"
        seat = g.phase.waiting[-1]
        g = do(g, seat, str(GAME.greedy(GAME.view(g, seat), seed)))
    assert windows
