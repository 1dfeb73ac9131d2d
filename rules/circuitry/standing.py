"""What a player can say ahead to being asked for an Inhibit (11.14).

It stands for a round, whatever is held: an answer for as long as no Inhibit is held would tell, when it no longer comes
by itself, that one is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from rules.circuitry.actions import LetBe
from rules.circuitry.view import CircuitryView
from rules.core.notation import Action
from rules.core.standing import StandingAnswer


@dataclass(frozen=True, slots=True)
class LetThisRound(StandingAnswer):
    """Play no Inhibit when you are asked for one in this round."""

    says: ClassVar[str] = "No Inhibit, and do not ask me again in this round"
    clause: ClassVar[str] = "11.14"
    round: Annotated[int, "the number of the round"]

    def holds(self, view: CircuitryView) -> bool:
        return view.turn == self.round and view.outcome is None

    def answer(self, view: CircuitryView) -> Action | None:
        return next((action for action in view.options if isinstance(action, LetBe)), None)


STANDING_ANSWERS: tuple[type[StandingAnswer], ...] = (LetThisRound,)


def offers(view: CircuitryView) -> Sequence[StandingAnswer]:
    """What the seat of this view could say ahead: only when it is asked."""
    return (LetThisRound(view.turn),) if any(isinstance(action, LetBe) for action in view.options) else ()
