"""Which actions of a game may be offered on its board, to everybody's eyes: those that tell nothing of a hand."""

from typing import Final

from rules.core.game import Game

OPEN: Final = {
    "alchemy": {"close", "draw", "end", "hold", "let-hit", "refresh", "store"},
    "allocator": {"decline", "discard", "end", "move"},
    "arms_dealer": {"forfeit", "harvest", "leave", "look", "match", "pass", "raise", "ready"},
    "circuitry": {"choose", "discharge", "done", "take", "turn-over"},
    "tnb": {"attack", "block", "done", "draw", "move", "withdraw"},
}


def test_these_actions_and_no_others_are_offered_to_everybodys_eyes(catalog_game: Game) -> None:
    assert {action.verb for action in catalog_game.actions if action.open} == OPEN[catalog_game.key]
