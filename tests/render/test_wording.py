"""Sentences about recent events."""

from dataclasses import replace

from render.wording import recent_events
from rules.allocator.events import Declined, Reshuffled, TurnBegan
from rules.allocator.game import Allocator
from rules.core.events import Drew
from tests.render.tables import NAMES, views


def test_repeated_events_share_one_sentence(allocator: Allocator) -> None:
    view = next(view for view in views(allocator, 1, 1) if view.seat is None)
    no, shuffled, secret = Declined(seat=0), Reshuffled(seat=0), Drew(seats=frozenset({1}), seat=1, cards=())
    sentences = recent_events(allocator, replace(view, events=(no, secret, no, shuffled, no, no, no)), NAMES[:2])
    name = NAMES[0]
    assert sentences == [
        f"{name} declines to boost, twice.",
        f"{name} shuffles the discard pile into a new deck.",
        f"{name} declines to boost, 3 times.",
    ]
    assert recent_events(allocator, replace(view, events=(no, shuffled)), NAMES[:2], skip=(Declined,)) == sentences[1:2]


def test_the_start_of_a_turn_that_the_question_announces_is_no_news(allocator: Allocator) -> None:
    view = next(view for view in views(allocator, 1, 1) if view.seat is None and len(view.waiting) == 1)
    (asked,) = view.waiting
    begun = TurnBegan(seat=asked, turn=2)
    assert recent_events(allocator, replace(view, events=(Declined(seat=1 - asked), begun)), NAMES[:2]) == [
        f"{NAMES[1 - asked]} declines to boost."
    ]
    assert len(recent_events(allocator, replace(view, events=(begun,), waiting=(1 - asked,)), NAMES[:2])) == 1
