"""Pre-moves for the question whether to play an Inhibit (11.14).

A pre-move lasts for a round, whatever the hand holds. If it ended as soon as the hand has an Inhibit, its end would
reveal that the player drew one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from rules.circuitry.actions import LetBe
from rules.circuitry.view import CircuitryView
from rules.core.notation import Action
from rules.core.pre_moves import PreMove


@dataclass(frozen=True, slots=True)
class LetThisRound(PreMove):
    """Don't play an Inhibit when you're asked for one this round."""

    text: ClassVar[str] = "No Inhibit, and don't ask me again this round"
    clause: ClassVar[str] = "11.14"
    round: Annotated[int, "the number of the round"]

    def holds(self, view: CircuitryView) -> bool:
        return view.turn == self.round and view.outcome is None

    def answer(self, view: CircuitryView) -> Action | None:
        return next((action for action in view.options if isinstance(action, LetBe)), None)


PRE_MOVES: tuple[type[PreMove], ...] = (LetThisRound,)


def offers(view: CircuitryView) -> Sequence[PreMove]:
    """Return the pre-moves that the seat can make now. There are some only while the seat is asked for an Inhibit."""
    return (LetThisRound(view.turn),) if any(isinstance(action, LetBe) for action in view.options) else ()
