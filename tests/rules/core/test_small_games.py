"""A game that says little itself has labels, prompts, hands, and the phase of a view from the core."""

from collections.abc import Mapping
from typing import ClassVar

import pytest

from rules.core.cards import ids, taken
from rules.core.events import drew, visible
from rules.core.game import Label
from rules.core.play import Over, apply, phase_of
from tests.tiny_game import CARDS, Bidding, Fold, Tiny, TinyState

GAME = Tiny()
DECK = list(CARDS)[:1] * 5


class Asking(Tiny):
    questions: ClassVar[Mapping[str, str]] = {"Bidding": "What do you bid?"}


def begun(seats: int = 3) -> TinyState:
    return GAME.begin(seats=seats, options={}, decks=[DECK] * seats, seed=1)


@pytest.mark.parametrize(
    ("words", "text"),
    [(("draw",), "Draw"), (("bid", "card-3"), "Card 3"), (("look-at", "left-pile"), "Left pile"), (("take", "2"), "2")],
)
def test_a_choice_is_labelled_by_its_card_or_its_word(words: tuple[str, ...], text: str) -> None:
    assert GAME.label(GAME.view(begun(), 0), words) == Label(text=text)


def test_a_seat_that_is_asked_reads_the_question_of_the_phase_and_others_whom_they_wait_for() -> None:
    names, g = ("Ada", "Bo", "Cleo"), begun()
    g = apply(g, 0, Fold())
    views = [GAME.view(g, seat) for seat in (0, 1, None)]
    assert [Asking().prompt(view, names) for view in views] == [
        "Waiting for Bo and Cleo.",
        "What do you bid?",
        "Waiting for Bo and Cleo.",
    ]


def test_the_phase_of_a_view_is_that_of_the_state_until_the_match_is_over() -> None:
    g = begun(2)
    while g.outcome is None:
        assert phase_of(GAME.view(g, None), Over, Bidding) == g.phase
        g = apply(g, g.phase.waiting[0], Fold())
    assert phase_of(GAME.view(g, None), Bidding) == Over((), g.outcome)
    assert GAME.prompt(GAME.view(g, None), ("Ada", "Bo")) == "The match is over."


def test_a_seat_waits_no_more_once_it_has_decided() -> None:
    assert Bidding((0, 1, 2)).waiting_after(1) == (0, 2)
    assert Bidding((0,)).waiting_after(0) == ()


def test_a_card_is_taken_out_of_a_hand_once() -> None:
    one, two = list(CARDS.values())[:2]
    hand = [two, one, two]
    assert taken(hand, two.id) is two
    assert hand == [one, two]
    assert ids(hand) == (one.id, two.id)
    with pytest.raises(StopIteration):
        taken(hand, list(CARDS)[2])


def test_only_the_seat_that_draws_learns_which_cards() -> None:
    event = drew(1, tuple(CARDS)[:2])
    assert event.cards == tuple(CARDS)[:2]
    assert [visible([event], seat) for seat in (0, 1, None)] == [(), (event,), ()]
