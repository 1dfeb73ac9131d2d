"""The options that a beginner thinks of (`Game.plain`)."""

from collections.abc import Sequence
from typing import Final

from rules.core.notation import Action
from rules.tnb.actions import Attack, Block, Move, Withdraw
from rules.tnb.view import TnbView

_FIRST_ROUNDS: Final = 4
"""The number of rounds in which a beginner keeps to simple plans."""


def plain(view: TnbView) -> Sequence[Action]:
    """Return the options that a beginner thinks of.

    In the first rounds a beginner plays cards and leaves them where they lie, attacks with one card a round, at cards
    rather than at empty tiles, and blocks only what is attacked.
    """
    if view.turn > _FIRST_ROUNDS or view.seat is None:
        return view.options
    side, enemy = view.sides[view.seat], view.sides[1 - view.seat]
    has_attacked = any(Attack.verb in occupant.taken for occupant in side.board)
    shapes = {occupant.card.id: occupant.card.coverages for occupant in side.board}
    targets = {occupant.tile for occupant in enemy.board}

    def is_plain(action: Action) -> bool:
        match action:
            case Attack(card, rotation):
                return not has_attacked and (not targets or not targets.isdisjoint(shapes[card][rotation].tiles))
            case Block():
                return any(side.attacked)
            case _:
                return not isinstance(action, Move | Withdraw)

    return [action for action in view.options if is_plain(action)] or view.options
