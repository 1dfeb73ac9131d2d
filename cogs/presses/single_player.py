"""Choose actions word by word in puzzles and lessons. The ids hold everything that a press needs."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, Protocol, TypeVar

from bot.model.match import UserId
from cogs.delivery.answer import Answer
from cogs.presses.router import answers
from cogs.widgets.cursor import Cursor, Words
from cogs.widgets.ids import Purpose
from rules.core.game import Game
from rules.core.play import View


class Played(Protocol):
    """The present state of a puzzle or lesson."""

    @property
    def version(self) -> int: ...
    @property
    def game(self) -> Game: ...
    @property
    def view(self) -> View: ...


P = TypeVar("P", bound=Played)


class SoloPresses(ABC, Generic[P]):
    """Handles presses on choices. A subclass sets the types of ids of its buttons and menus."""

    shows: ClassVar[Purpose]
    """The type of ids of the buttons that show the next choices, after the words chosen so far."""
    chooses: ClassVar[Purpose]
    """The type of ids of the menus from which a choice is made."""
    stale: ClassVar[str]
    """The note that answers a button of an earlier state."""

    @abstractmethod
    async def found(self, number: int, user: UserId) -> P:
        """Return a puzzle or lesson of a user by its number."""

    @abstractmethod
    async def show(self, answer: Answer, played: P, *, chosen: Words = (), page: int = 0, note: str = "") -> None:
        """Show the present state to the player."""

    @abstractmethod
    async def act(self, answer: Answer, *, number: int, decision: int, words: Words) -> None:
        """Play the action of these words, if nothing has been done since this decision."""

    @answers("shows")
    async def choices(self, answer: Answer, *, number: int, decision: int, page: int, words: Words) -> None:
        """Show the choices after some words."""
        played = await self.found(number, answer.user)
        place = Cursor(played.game, played.view, words)
        if played.version != decision or (words and not place.following):
            answer.words_page = 0
            await self.show(answer, played, note=self.stale)
        else:
            await self.show(answer, played, chosen=place.onward().words if words else (), page=page)

    @answers("chooses")
    async def choose(  # noqa: PLR0913 # the content of an id
        self,
        answer: Answer,
        *,
        number: int,
        decision: int,
        words: Words,
        values: Sequence[str],
        part: int = 0,  # distinguishes the menus of a message
    ) -> None:
        """Choose one word or several from a menu."""
        played = await self.found(number, answer.user)
        place = Cursor(played.game, played.view, words).then(values[0])
        if place.is_end:
            await self.act(answer, number=number, decision=decision, words=place.words)
        else:
            await self.choices(answer, number=number, decision=decision, page=0, words=place.words)
