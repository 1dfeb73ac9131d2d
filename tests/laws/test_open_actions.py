"""Which actions of a game may be offered on its board, to everybody's eyes: those that tell nothing of a hand.

A law holds every game to it that an open action tells nothing. Here it is pinned which actions of these are open, so
that none is closed or opened unnoticed.
"""

from typing import Final

import pytest

from rules.catalog import GAMES

OPEN: Final = {
    "alchemy": {"close", "draw", "end", "hold", "let-hit", "refresh", "store"},
    "allocator": {"decline", "discard", "end", "move"},
    "arms_dealer": {"forfeit", "harvest", "leave", "look", "match", "pass", "raise", "ready"},
    "circuitry": {"choose", "discharge", "done", "take", "turn-over"},
    "tnb": {"attack", "block", "done", "draw", "move", "withdraw"},
}


@pytest.mark.parametrize("key", OPEN)
def test_these_actions_and_no_others_are_offered_to_everybodys_eyes(key: str) -> None:
    assert {action.verb for action in GAMES[key].actions if action.open} == OPEN[key]
