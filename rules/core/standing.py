"""Standing answers: what a player says ahead, so that nobody waits for them where they would say the same again."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from rules.core.notation import Action
from rules.core.play import OwnView


@dataclass(frozen=True, slots=True)
class StandingAnswer(Action):
    """An answer that is given for a seat whenever a window opens that it is meant for, as long as it holds.

    It knows no more than the seat's view. What it gives is an ordinary action: nobody else is told that it was said
    ahead. That it comes at once can be noticed all the same, so whether it can be said, holds and acts is decided by
    what everybody sees, and never by a hand.
    """

    says: ClassVar[str]
    """What its player says with it, in at most 80 characters: "Decline until they boost"."""
    clause: ClassVar[str]
    """The clause of the window that it is meant for."""

    @abstractmethod
    def holds(self, view: OwnView) -> bool:
        """Whether it can still be meant, on the latest view of its seat; if not, it is forgotten.

        It holds on the view on which it was offered, and at some time it ceases to in every match.
        """

    def takes_place_of(self, other: "StandingAnswer") -> bool:
        """Whether another one of the same player, which answers a window otherwise, is forgotten when this is said."""
        return False

    @abstractmethod
    def answer(self, view: OwnView) -> Action | None:
        """What it does in a window of its seat: one of the view's options; None where it is not meant.

        Asked only while it holds and the seat is asked.
        """
