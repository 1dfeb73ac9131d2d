"""Pre-moves of Alchemy: decisions that players make in advance (`rules.core.pre_moves`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.alchemy.actions import LET_HIT
from rules.alchemy.attacks import NO_GUARD
from rules.alchemy.scoring import points_of
from rules.alchemy.view import AlchemyView
from rules.core.notation import Action
from rules.core.pre_moves import PreMove


@dataclass(frozen=True, slots=True)
class LetHits(PreMove):
    """Let every attack of this turn hit. The player is still asked if one would end the match or waste a guard."""

    text: ClassVar[str] = "Don't defend this turn, unless a hit would end the match"
    clause: ClassVar[str] = "5.2"
    turn: int

    def holds(self, view: AlchemyView) -> bool:
        return view.turn == self.turn and view.outcome is None

    def answer(self, view: AlchemyView) -> Action | None:
        """5.9 Let the attack hit, unless that would end the match or waste a guard."""
        return LET_HIT if LET_HIT in view.options and not _decides(view) else None


PRE_MOVES: tuple[type[PreMove], ...] = (LetHits,)


def offers(view: AlchemyView) -> Sequence[PreMove]:
    """Return the pre-move if the other player is active and has AP to attack with, else nothing."""
    seat = view.seat
    if seat is None or view.outcome is not None or view.active == seat or not view.sides[1 - seat].points:
        return ()
    return (LetHits(view.turn),)


def _decides(view: AlchemyView) -> bool:
    """Return whether letting the attack hit would end the match, or waste a guard against it."""
    battle = view.battle
    assert battle is not None
    attack, guard = battle.chain[-1], battle.guard
    side = view.sides[attack.seat]
    points = points_of(view.scoring, attack.counted, view.turn, side.damage, battle.preparation, guard)
    return guard != NO_GUARD or side.score + sum(points) >= view.goal
