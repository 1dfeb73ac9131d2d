"""Choosing word by word where one person plays alone: the ids hold all that a press needs."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, Protocol, TypeVar

from bot.model.match import UserId
from cogs.delivery.answer import Answer
from cogs.presses.router import answers
from cogs.widgets.choices import Words, completes, following, onward
from cogs.widgets.ids import Purpose
from rules.core.play import View


class Played(Protocol):
    """What one person plays, as it stands."""

    @property
    def version(self) -> int: ...
    @property
    def view(self) -> View: ...


P = TypeVar("P", bound=Played)


class AlonePresses(ABC, Generic[P]):
    """Answers presses on its choices. A subclass names its own purposes."""

    shows: ClassVar[Purpose]
    """Shows the choices after some words."""
    chooses: ClassVar[Purpose]
    """The menus of choices."""
    stale: ClassVar[str]
    """Said after a press on a button of an earlier version."""

    @abstractmethod
    async def found(self, number: int, user: UserId) -> P:
        """What somebody plays, by its number."""

    @abstractmethod
    async def show(self, answer: Answer, played: P, *, chosen: Words = (), page: int = 0, note: str = "") -> None:
        """Show it as it stands, to whoever plays it."""

    @abstractmethod
    async def act(self, answer: Answer, *, number: int, decision: int, words: Words) -> None:
        """Play the action that these words spell, if nothing has been done since this decision."""

    @answers("shows")
    async def choices(self, answer: Answer, *, number: int, decision: int, page: int, words: Words) -> None:
        """Show what can be chosen after some words."""
        played = await self.found(number, answer.user)
        options = played.view.options
        if played.version != decision or (words and not following(options, words)):
            await self.show(answer, played, note=self.stale)
        else:
            await self.show(answer, played, chosen=onward(options, words) if words else (), page=page)

    @answers("chooses")
    async def choose(  # noqa: PLR0913 # what an id holds
        self,
        answer: Answer,
        *,
        number: int,
        decision: int,
        words: Words,
        values: Sequence[str],
        part: int = 0,  # tells menus of one message apart
    ) -> None:
        """Choose from a menu: a word, or several at once."""
        played = await self.found(number, answer.user)
        options, words = played.view.options, (*words, *values[0].split())
        if completes(options, words) and not following(options, words):
            await self.act(answer, number=number, decision=decision, words=words)
        else:
            await self.choices(answer, number=number, decision=decision, page=0, words=words)
