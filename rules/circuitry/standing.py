"""What a player can say ahead to being asked for an Inhibit (11.14)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from rules.circuitry.actions import LetBe
from rules.circuitry.view import CircuitryView
from rules.core.notation import Action
from rules.core.standing import StandingAnswer


@dataclass(frozen=True, slots=True)
class _Lets(StandingAnswer):
    """An answer that plays no Inhibit."""

    clause: ClassVar[str] = "11.14"

    def answer(self, view: CircuitryView) -> Action | None:
        return next((action for action in view.options if isinstance(action, LetBe)), None)


@dataclass(frozen=True, slots=True)
class LetThisRound(_Lets):
    """Play no Inhibit when you are asked for one in this round."""

    says: ClassVar[str] = "No Inhibit, and do not ask me again in this round"
    round: Annotated[int, "the number of the round"]

    def holds(self, view: CircuitryView) -> bool:
        return view.turn == self.round and view.outcome is None


@dataclass(frozen=True, slots=True)
class LetWithout(_Lets):
    """Play no Inhibit when you are asked for one, as long as you hold none."""

    says: ClassVar[str] = "Do not ask me as long as I hold no Inhibit"

    def holds(self, view: CircuitryView) -> bool:
        return view.outcome is None and not _holds_inhibit(view)


STANDING_ANSWERS: tuple[type[StandingAnswer], ...] = (LetThisRound, LetWithout)


def offers(view: CircuitryView) -> Sequence[StandingAnswer]:
    """What the seat of this view could say ahead: only when it is asked."""
    if not any(isinstance(action, LetBe) for action in view.options):
        return ()
    this_round = LetThisRound(view.turn)
    return (this_round,) if _holds_inhibit(view) else (this_round, LetWithout())


def _holds_inhibit(view: CircuitryView) -> bool:
    return any(mini.id == "inhibit" for mini in view.minis)
