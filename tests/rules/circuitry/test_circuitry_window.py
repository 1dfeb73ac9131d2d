"""Clause 11.14 of Circuitry: opponents are asked for an Inhibit; and the pre-move for that question."""

import pytest

from rules.circuitry.actions import LetBe
from rules.circuitry.events import InhibitAsked
from rules.circuitry.pre_moves import LetThisRound
from rules.circuitry.state import CircuitryState
from rules.core.events import Seat
from rules.core.pre_moves import PreMove
from tests.examples import seeds
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
    sentences,
    side,
    table,
)

pytestmark = pytest.mark.clause("circuitry", "11.14")


def charging(ben: str = "inhibit", cleo: str = "red", dan: str = "rotate", **more: str) -> CircuitryState:
    """Anna is about to take a charge; the others hold these cards."""
    sides = side("red", "7-green", hand="red*3 black"), side("green", hand=ben), side("purple", hand=cleo)
    more = {"inhibit_window": "on", **more}
    return table(*sides, side("orange", hand=dan), on="7@1,0", **more)  # type: ignore[arg-type]


def test_taking_a_charge_asks_all_opponents_with_gold_cards() -> None:
    g = act(charging(), "charge red red 1")
    assert (phase_of(g), g.phase.waiting) == ("Asking", (BEN, CLEO)), "Dan holds no gold card"
    assert InhibitAsked(seat=ANNA) in g.events
    assert sentences(g)[-1] == "Anna carries charge. Does anyone want to inhibit them?"
    assert choices(g, seat=BEN) == ["inhibit red", "inhibit purple", "inhibit orange", "let-be"]
    assert choices(g, seat=CLEO) == ["let-be"]
    assert refusal(g, "done", CLEO) == "You're being asked for an Inhibit: play one, or let them continue (rule 11.14)."
    assert "not your decision" in refusal(g, "done", ANNA)


def test_the_turn_continues_once_all_decline() -> None:
    g = do(do(act(charging(), "charge red red 1"), CLEO, "let-be"), BEN, "let-be")
    assert (phase_of(g), asked(g), len(g.sides[ANNA].carried), g.sides[ANNA].inhibited) == ("Turn", ANNA, 1, 0)


def test_the_first_inhibit_on_the_active_player_ends_the_question() -> None:
    g = do(act(charging(cleo="inhibit"), "charge red red 1"), CLEO, "inhibit red")
    assert (phase_of(g), asked(g), g.sides[ANNA].inhibited) == ("Turn", ANNA, 3)


def test_an_inhibit_on_another_player_counts_as_an_answer() -> None:
    g = do(act(charging(), "charge red red 1"), BEN, "inhibit orange")
    assert (phase_of(g), g.phase.waiting, g.sides[DAN].inhibited) == ("Asking", (CLEO,), 4)


def test_a_carrier_is_asked_about_every_turn_after_taking_cards() -> None:
    sides = side("red", hand="black"), side("green", carried="green", hand="red"), side("purple")
    g = act(table(*sides, inhibit_window="on"), "done", "take two-gold")
    assert (phase_of(g), g.active, g.phase.waiting) == ("Asking", BEN, (ANNA,))
    g = do(g, ANNA, "let-be")
    assert (phase_of(g), asked(g)) == ("Turn", BEN)


def test_an_exchanged_charge_asks_as_well() -> None:
    sides = side("red", hand="exchange"), side("green", carried="green", hand="red")
    g = act(table(*sides, inhibit_window="on"), "exchange green 1")
    assert (phase_of(g), g.phase.waiting) == ("Asking", (BEN,))


def test_there_is_no_question_without_a_possible_inhibit() -> None:
    assert phase_of(act(charging(ben="", cleo=""), "charge red red 1")) == "Turn"
    sides = side("red", "7-green", hand="red", inhibited=2), side("green", hand="red")
    assert phase_of(act(table(*sides, on="7@1,0", inhibit_window="on"), "charge red red 1")) == "Turn"
    assert phase_of(act(charging(inhibit_window="off"), "charge red red 1")) == "Turn"


def test_a_second_charge_in_a_turn_asks_no_further_question() -> None:
    g = act(charging(charges="3"), "charge red red 1")
    g = act(do(do(g, BEN, "let-be"), CLEO, "let-be"), "charge red red 1")
    assert (phase_of(g), len(g.sides[ANNA].carried)) == ("Turn", 2)


def test_mates_are_not_asked() -> None:
    assert act(charging(teams="two"), "charge red red 1").phase.waiting == (BEN,)


def test_being_asked_reveals_nothing_about_a_hand() -> None:
    one, other = (act(charging(ben=ben), "charge red red 1") for ben in ("inhibit", "red"))
    for viewer in (None, ANNA, CLEO, DAN):
        assert SIMPLE.view(one, viewer) == SIMPLE.view(other, viewer)


def offered(g: CircuitryState, seat: Seat) -> list[PreMove]:
    return list(SIMPLE.offers(SIMPLE.view(g, seat)))


def test_a_pre_move_declines_for_the_rest_of_the_round() -> None:
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
            assert SIMPLE.parse_pre_move(str(answer)) == answer
            assert len(answer.text) <= 80


def test_the_pre_move_answers_nothing_else_and_expires() -> None:
    g = act(charging(), "charge red red 1")
    later = g.clone()
    later.turn = 6
    assert not LetThisRound(5).holds(SIMPLE.view(later, BEN))
    assert LetThisRound(5).answer(SIMPLE.view(charging(), ANNA)) is None
    won = table(side("red", hand="black", carried="red"), side("green"), on=board(hub="b0"))
    won = act(won, "deliver black 1")
    assert not LetThisRound(won.turn).holds(SIMPLE.view(won, BEN))


@pytest.mark.parametrize("seed", seeds(1))
def test_matches_with_a_window_are_played_to_their_end(seed: int) -> None:
    g = GAME.begin(seats=3, options={"inhibit_window": "on"}, decks=(), seed=seed)
    windows = 0
    while g.phase.waiting:
        windows += phase_of(g) == "Asking"
        seat = g.phase.waiting[-1]
        g = do(g, seat, str(GAME.greedy(GAME.view(g, seat), seed)))
    assert windows
