"""Reactions in the contract of a game."""

from collections.abc import Sequence
from typing import Any

import pytest

from rules.core.notation import Action
from rules.core.play import IllegalActionError, apply, check, options
from tests.heist_game import BELL, STONE, Heist, HeistState, ReactionPhase, Ring, Take, Tip

GAME = Heist()


def table(bells: Sequence[int] = (1,), seats: int = 3, pot: int = 9) -> HeistState:
    """Return a table at which seat 0 has to decide and the given seats hold a bell."""
    g = GAME.begin(seats=seats, options={}, decks=(), seed=1)
    g.hands = [[BELL if seat in bells else STONE] for seat in range(seats)]
    g.pot = pot
    return g


def test_a_seat_that_is_not_asked_has_only_its_reactions() -> None:
    g = table(bells=(0, 1))
    assert options(g, 0) == (Take(1), Take(2))
    assert options(g, 1) == (Ring(1), Ring(2))
    assert options(g, 2) == ()


def test_only_its_holder_sees_a_reaction() -> None:
    g, other = table(bells=(1,)), table(bells=(2,))
    assert GAME.view(g, 1).options == (Ring(1), Ring(2))
    for viewer in (None, 0):
        assert GAME.view(g, viewer).waiting == (0,)
        assert GAME.view(g, viewer) == GAME.view(other, viewer)


def test_a_reaction_leaves_the_decision_with_the_seat_that_is_asked() -> None:
    after = apply(table(), 1, Ring(2))
    assert (after.pot, after.coins) == (7, [0, 2, 0])
    assert after.phase.waiting == (0,)
    assert options(after, 1) == ()


@pytest.mark.parametrize("action", [Ring(9), Take(1), Tip(0)])
def test_a_seat_that_is_not_asked_can_do_nothing_else(action: Action) -> None:
    with pytest.raises(IllegalActionError, match=r"not your decision now \(rule 1\.1\)"):
        check(table(), 2, action)
    with pytest.raises(IllegalActionError, match=r"you can't do that out of turn \(rule 1\.1\)"):
        check(table(), 1, action)


def test_a_seat_that_is_asked_has_no_reaction() -> None:
    with pytest.raises(IllegalActionError, match="isn't possible now"):
        check(table(bells=(0,)), 0, Ring(1))


def test_only_interruptible_phases_have_reactions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReactionPhase, "allows_reactions", False)
    assert options(table(), 1) == ()
    with pytest.raises(IllegalActionError):
        check(table(), 1, Ring(1))


def test_a_match_that_is_over_has_no_reactions() -> None:
    g: Any = apply(table(bells=(1, 2), pot=1), 1, Ring(1))
    assert g.outcome is not None
    assert options(g, 2) == ()
    with pytest.raises(IllegalActionError, match="The match is over"):
        check(g, 2, Ring(1))


def test_incompatible_seats_and_options_are_listed_with_other_faults() -> None:
    with pytest.raises(ValueError, match=r"^Pairs are for four or six thieves \(rule 1\.5\)\.$"):
        GAME.begin(seats=3, options={"sides": "pairs"}, decks=(), seed=1)
    with pytest.raises(ValueError, match=r"^Heist is for 2 to 6 players, not 7\.$"):
        GAME.begin(seats=7, options={"sides": "pairs"}, decks=(), seed=1)
    assert GAME.begin(seats=4, options={"sides": "pairs"}, decks=(), seed=1).pairs


def test_by_default_every_seat_is_its_own_team() -> None:
    assert GAME.teams(3, GAME.all_options({})) == ((0,), (1,), (2,))
    assert GAME.teams(4, GAME.all_options({"sides": "pairs"})) == ((0, 2), (1, 3))
