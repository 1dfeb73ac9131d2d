"""Pre-moves: decisions made in advance, so that nobody has to wait for a player who would only repeat an answer."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from rules.core.notation import Action
from rules.core.play import OwnView


@dataclass(frozen=True, slots=True)
class PreMove(Action):
    """A pre-move: a decision that is made for the seat whenever its window opens, for as long as the pre-move holds.

    It depends on the seat's view alone. The action that it makes is an ordinary one, so nobody else is told that it was
    made in advance. Others can still notice how fast it comes. Therefore public information alone may decide whether it
    is offered, holds and acts; the hand never may.
    """

    says: ClassVar[str]
    """The player's words for it, in at most 80 characters: “Decline until they boost”."""
    clause: ClassVar[str]
    """The clause of its window."""

    @abstractmethod
    def holds(self, view: OwnView) -> bool:
        """Return whether it is still valid on the latest view of its seat; if not, it is deleted.

        It holds on the view on which it was offered, and must expire at some time in every match.
        """

    def replaces(self, other: "PreMove") -> bool:
        """Return whether it replaces another pre-move of the same player, which decides the same window differently."""
        return False

    @abstractmethod
    def answer(self, view: OwnView) -> Action | None:
        """Return its action, one of the view's options, or None if this window is not meant.

        Called only while it holds and the seat is asked.
        """
