"""Safe undo: plies that can be taken back without consent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from rules.core.events import Event
from rules.core.notation import Action
from rules.core.play import Phase, State, advance
from rules.core.undo import TookBack, is_safe, may_be_safe
from tests.heist_game import Heist
from tests.tiny_game import Bid, Bidding, Fold, Tiny

TINY = Tiny()


def begun(*decks: str) -> State:
    return TINY.begin(seats=len(decks), options={}, decks=[TINY.decks[deck].cards for deck in decks], seed=3)


def after(g: State, seat: int, action: Action) -> State:
    following = g.clone()
    advance(following, seat, action)
    return following


def free(g: State, seat: int, action: Action, seats: int = 2) -> bool:
    return is_safe(TINY, g, seat, action, after(g, seat, action), seats=seats)


def test_a_sealed_bid_is_safe_while_another_is_due() -> None:
    g = begun("steep", "level", "mixed")
    assert all(free(g, 0, action, 3) for action in g.phase.options(g, 0))
    sealed = after(g, 0, Fold())
    assert all(free(sealed, 2, action, 3) for action in sealed.phase.options(sealed, 2))


def test_the_bid_that_reveals_all_bids_is_not_safe() -> None:
    g = begun("steep", "level")
    sealed = after(g, 0, g.phase.options(g, 0)[0])
    last = after(sealed, 1, Fold())
    assert not is_safe(TINY, sealed, 1, Fold(), last, seats=2)
    assert not may_be_safe(sealed, 1, last), "somebody is asked anew"


@pytest.mark.parametrize("moved_on", ["turn", "random"])
def test_a_ply_that_ends_a_turn_or_uses_chance_is_not_safe(moved_on: str) -> None:
    g = begun("steep", "level", "mixed")
    following = after(g, 0, Fold())
    assert may_be_safe(g, 0, following)
    setattr(following, moved_on, getattr(following, moved_on) + 1)
    assert not may_be_safe(g, 0, following)


@dataclass(frozen=True, slots=True, kw_only=True)
class Glimpsed(Event, tag="Glimpsed"):
    template = "You catch a glimpse of {card:card}."

    card: Any


@pytest.mark.parametrize("seats", [None, {0}, {1}], ids=["everybody", "its player", "another"])
def test_a_ply_that_shows_anyone_anything_is_not_safe(seats: set[int] | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its player may see the top of the deck, or another player or everyone the card that was bid."""
    original = Bidding.play

    def play(self: Bidding, g: Any, seat: int, action: Any) -> Phase:
        shown = g.sides[0].deck[-1].id if seats == {0} else getattr(action, "card", None)
        phase = original(self, g, seat, action)
        g.events.append(Glimpsed(seats=None if seats is None else frozenset(seats), card=shown))
        return phase

    monkeypatch.setattr(Bidding, "play", play)
    g = begun("steep", "level")
    assert not free(g, 0, Bid(g.phase.options(g, 0)[0].card))  # type: ignore[attr-defined] # the first is a bid


def test_a_ply_with_private_news_is_not_safe_even_if_it_was_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the answer would tell everyone that it was known."""
    original = Bidding.play

    def play(self: Bidding, g: Any, seat: int, action: Any) -> Phase:
        phase = original(self, g, seat, action)
        g.events.append(Glimpsed(seats=frozenset({1 - seat}), card=None))
        return phase

    monkeypatch.setattr(Bidding, "play", play)
    g = begun("steep", "level")
    assert not free(g, 0, g.phase.options(g, 0)[0])


def test_a_reaction_is_not_safe_since_it_shows_its_holder() -> None:
    heist = Heist()
    for seed in range(50):
        g = heist.begin(seats=2, options={}, decks=(), seed=seed)
        for seat in range(2):
            if seat not in g.phase.waiting and (rings := _interrupts(g, seat)):
                assert not is_safe(heist, g, seat, rings[0], after(g, seat, rings[0]), seats=2)
                return
    pytest.fail("nobody could interrupt")


def _interrupts(g: State, seat: int) -> Sequence[Action]:
    return g.phase.reactions(g, seat)


def test_an_undo_is_told_in_a_sentence() -> None:
    assert TINY.narrate(TookBack(seat=0, count=1), ["Ada", "Bo"]) == "Ada takes back 1 step."
    assert TINY.narrate(TookBack(seat=1, count=3), ["Ada", "Bo"]) == "Bo takes back 3 steps."
