"""The actions of a game that its board may offer to everyone: those that reveal nothing about a hand.

A law proves that an open action of any game reveals nothing. This list records which ones are open, so that a change
cannot go unnoticed.
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
def test_exactly_these_actions_are_offered_publicly(key: str) -> None:
    assert {action.verb for action in GAMES[key].actions if action.open} == OPEN[key]
