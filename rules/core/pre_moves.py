"""Pre-moves: decisions made in advance, so that nobody has to wait for a player who would only repeat an earlier
answer.
"""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from rules.core.notation import Action
from rules.core.play import OwnView


@dataclass(frozen=True, slots=True)
class PreMove(Action):
    """A pre-move decides for its seat whenever a certain kind of decision (its window) is due, as long as the pre-move
    holds.

    It depends on the seat's view alone. The action that it makes is an ordinary one, so nobody else is told that it was
    made in advance. Others can still notice how fast the action comes. Therefore only public information may determine
    whether a pre-move is offered, holds or acts; the hand never may.
    """

    text: ClassVar[str]
    """The pre-move in words for players, in at most 80 characters: “Decline until they boost”."""
    clause: ClassVar[str]
    """The clause of the rulebook about the decision that the pre-move answers."""

    @abstractmethod
    def holds(self, view: OwnView) -> bool:
        """Return whether the pre-move is still valid, given the latest view of its seat; if not, it is deleted.

        It must hold on the view on which it was offered, and must stop holding at some time in every match.
        """

    def replaces(self, other: "PreMove") -> bool:
        """Return whether this pre-move replaces another one of the same player: both answer the same window, but
        differently.
        """
        return False

    @abstractmethod
    def answer(self, view: OwnView) -> Action | None:
        """Return the pre-move's action, one of the view's options, or None if it does not answer the decision that is
        due.

        Called only while the pre-move holds and the seat is asked.
        """
