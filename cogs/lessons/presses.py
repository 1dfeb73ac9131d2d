"""Follow a lesson by buttons and menus in private answers. The ids hold everything that a press needs."""

import asyncio
from collections.abc import Awaitable, Sequence

from bot.lessons.lessons import Learning
from bot.model.match import UserId
from bot.model.refusals import Refusal
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.lessons import purposes as lesson_purposes
from cogs.lessons.messages import called, games_message, lesson_message
from cogs.lessons.refusals import MOVED_ON, REPLACED
from cogs.messages.emojis import signed
from cogs.messages.hand import layout_for
from cogs.messages.refusals import refusal_text
from cogs.presses.router import answers
from cogs.presses.single_player import SoloPresses
from cogs.text import NAME_LIMIT, plain
from cogs.widgets import purposes
from cogs.widgets.cursor import Words
from cogs.widgets.refusals import SpokenRefusal


class LessonPresses(SoloPresses[Learning]):
    """The presses on lessons. The application knows the lessons."""

    shows = lesson_purposes.LESSON_SHOW
    chooses = lesson_purposes.LESSON_CHOOSE
    stale = MOVED_ON

    def __init__(self, host: Host) -> None:
        self._host = host
        self._lessons = host.app.lessons

    @answers(purposes.LEARN_ALL)
    async def ask(self, answer: Answer) -> None:
        """Ask which game the user wants to learn."""
        games = await asyncio.to_thread(lambda: list(self._lessons.games.values()))
        if not games:
            raise SpokenRefusal("None of the games here has a lesson yet.")
        further = await asyncio.to_thread(
            lambda: {
                key: f"{game.title}: {subject}"
                for game in games
                for key, subject in self._lessons.further(game.key).items()
            }
        )
        await answer.show(games_message(games, further))

    @answers(purposes.LEARN)
    async def learn(self, answer: Answer, *, name: str) -> None:
        """Begin the lesson of a game, or continue it."""
        learning = await self._lessons.begin(answer.user, name)
        await self.show(answer, learning, note=REPLACED if learning.renewed else "")

    @answers(lesson_purposes.LEARN_OF)
    async def learn_of(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Begin the chosen lesson."""
        await self.learn(answer, name=values[0])

    async def found(self, number: int, user: UserId) -> Learning:
        return await self._lessons.look(number, user)

    async def show(  # noqa: PLR0913 # the press and its result
        self, answer: Answer, played: Learning, *, chosen: Words = (), page: int = 0, note: str = "", at: str = ""
    ) -> None:
        """Show a lesson to its learner."""
        name = plain(answer.interaction.user.display_name, NAME_LIMIT)
        layout = layout_for(await self._host.app.preferences.of(answer.user))
        message = await asyncio.to_thread(
            lesson_message, played, name, chosen=chosen, page=page, note=note, at=at, layout=layout
        )
        await answer.show(signed(message, self._host.emojis.of(played.game.key), called(played, name)))

    @answers(lesson_purposes.LESSON_ACT)
    async def act(self, answer: Answer, *, number: int, decision: int, words: Words) -> None:
        """Play an action if it is the one that the step asks for; else explain why not."""
        await self._changed(answer, number, self._lessons.act(number, answer.user, " ".join(words), decision))

    @answers(lesson_purposes.LESSON_ON)
    async def go_on(self, answer: Answer, *, number: int, decision: int) -> None:
        """Continue from a step that asks for no action."""
        await self._changed(answer, number, self._lessons.go_on(number, answer.user, decision))

    @answers(lesson_purposes.LESSON_AGAIN)
    async def again(self, answer: Answer, *, number: int, decision: int) -> None:
        """Go back to the first step."""
        await self._changed(answer, number, self._lessons.restart(number, answer.user, decision))

    @answers(lesson_purposes.LESSON_LOOK)
    async def look(self, answer: Answer, *, number: int, decision: int, at: str) -> None:
        """Show the other picture of a step."""
        learning = await self._lessons.look(number, answer.user)
        if learning.version != decision:
            await self.show(answer, learning, note=MOVED_ON)
        else:
            await self.show(answer, learning, at=at)

    async def _changed(self, answer: Answer, number: int, change: Awaitable[Learning]) -> None:
        """Show the lesson after a change; if the change is refused, show it unchanged, with the reason."""
        note = ""
        try:
            learning = await change
        except Refusal as refusal:
            learning, note = await self._lessons.look(number, answer.user), refusal_text(refusal)
        await self.show(answer, learning, note=note)
