"""Playing puzzles by buttons and menus, in private answers: what the ids hold is all that a press needs."""

import asyncio
from collections.abc import Awaitable, Mapping, Sequence

from bot.model.match import UserId
from bot.model.refusals import Refusal
from bot.puzzles.attempts import Attempt
from bot.puzzles.puzzles import LEVELS, STALE
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.message import Message
from cogs.presses.router import Handler
from cogs.presses.single_player import AlonePresses
from cogs.puzzles.messages import board_text, puzzle_message, share_line, step_message
from cogs.widgets import purposes
from cogs.widgets.choices import Words, sentence
from cogs.widgets.ids import Purpose
from cogs.widgets.items import menu, option
from rules.core.notation import words as words_of


class PuzzlePresses(AlonePresses[Attempt]):
    """Thin: the application knows the puzzles."""

    stale = STALE

    def __init__(self, host: Host) -> None:
        self._host = host
        self._puzzles = host.app.puzzles

    @property
    def routes(self) -> Mapping[Purpose, Handler]:
        """Who answers what."""
        return {
            purposes.PUZZLE_ACT: self.act,
            purposes.PUZZLE_SHOW: self.choices,
            purposes.PUZZLE_CHOOSE: self.choose,
            purposes.PUZZLE_UNDO: self.undo,
            purposes.PUZZLE_AGAIN: self.again,
            purposes.PUZZLE_HINT: self.hint,
            purposes.PUZZLE_STEP: self.step,
            purposes.PUZZLE_SHARE: self.share,
            purposes.PUZZLE_BOARD: self.board,
            purposes.PUZZLE_LEVEL: self.level,
            purposes.PUZZLE_OPEN: self.open,
        }

    async def found(self, number: int, user: UserId) -> Attempt:
        return await self._puzzles.look(number, user)

    async def show(self, answer: Answer, played: Attempt, *, chosen: Words = (), page: int = 0, note: str = "") -> None:
        """Show a puzzle as it stands, to whoever solves it alone."""
        streak = await self._puzzles.streak(answer.user) if played.is_met and played.day else 0
        await answer.show(
            await asyncio.to_thread(
                puzzle_message, self._puzzles.game, played, chosen=chosen, page=page, note=note, streak=streak
            )
        )

    async def open(self, answer: Answer, *, number: int) -> None:
        """Begin the daily puzzle that hangs in a channel, or go on with it."""
        guild = answer.interaction.guild_id or 0
        await self.show(answer, await self._puzzles.open(number, answer.user, guild))

    async def act(self, answer: Answer, *, number: int, decision: int, words: Words) -> None:
        """Play the action that these words spell, if nothing has been done since this decision."""
        await self._changed(answer, number, self._puzzles.act(number, answer.user, " ".join(words), decision))

    async def undo(self, answer: Answer, *, number: int, decision: int) -> None:
        """Take back what was done last."""
        await self._changed(answer, number, self._puzzles.undo(number, answer.user, decision))

    async def again(self, answer: Answer, *, number: int, decision: int) -> None:
        """Begin anew."""
        await self._changed(answer, number, self._puzzles.restart(number, answer.user, decision))

    async def hint(self, answer: Answer, *, number: int, decision: int) -> None:
        """Give one step away."""
        attempt = await self._puzzles.look(number, answer.user)
        if attempt.version != decision:
            await self.show(answer, attempt, note=STALE)
            return
        await self.help(answer, attempt)

    async def help(self, answer: Answer, attempt: Attempt) -> None:
        """Give one step of an attempt away: it costs the top score."""
        game = self._puzzles.game
        try:
            given = await asyncio.to_thread(self._puzzles.hint, attempt)
            note = "💡 From here it cannot be done any more: undo, or begin anew."
            if given:
                note = f"💡 {sentence(game, attempt.view, words_of(game.parse(given)))}"
            attempt = await self._puzzles.hinted(attempt)
        except Refusal as refusal:
            attempt, note = await self._puzzles.look(attempt.number, answer.user), str(refusal)
        await self.show(answer, attempt, note=note)

    async def step(self, answer: Answer, *, number: int, page: int) -> None:
        """Show a step of the solution."""
        attempt = await self._puzzles.look(number, answer.user)
        frames = self._puzzles.frames(attempt)
        message = await asyncio.to_thread(step_message, self._puzzles.game, attempt, frames, page)
        stays = answer.pressed is not None and page == 0  # the puzzle itself stays where it is
        await (answer.say(message) if stays else answer.show(message))

    async def share(self, answer: Answer, *, number: int) -> None:
        """Give a line to be copied that tells nothing of how it is done."""
        attempt = await self._puzzles.look(number, answer.user)
        if not attempt.is_finished:
            raise Refusal("There is a line to share once you have solved it.")
        await answer.say(f"Copy this wherever you like; it gives nothing away:\n```\n{share_line(attempt)}\n```")

    async def board(self, answer: Answer, *, number: int) -> None:
        """Show who solved it on this server, to whoever has."""
        guild = answer.interaction.guild_id or 0
        await answer.say(await self.board_of(answer, await self._puzzles.open(number, answer.user, guild)))

    async def board_of(self, answer: Answer, attempt: Attempt) -> str:
        """The board of a daily puzzle.

        Raises:
            Refusal: there is none here, or it is still hidden.
        """
        guild = answer.interaction.guild_id
        if guild is None:
            raise Refusal("Every server has its own board. Ask in a channel of a server.")
        places = await self._puzzles.board(attempt, guild)
        names = await self._host.app.names.on(guild, [place.user for place in places])
        return board_text(attempt, places, names)

    async def level(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Begin a puzzle of the level that was chosen."""
        if not values[0].isdecimal() or len(values[0]) > 1:
            raise Refusal("I do not know that level any more. `/puzzle play` shows those that there are.")
        guild = answer.interaction.guild_id or 0
        await self.show(answer, await self._puzzles.play(answer.user, guild, int(values[0])))

    async def _changed(self, answer: Answer, number: int, change: Awaitable[Attempt]) -> None:
        """Commit a change and show what came of it; what was refused is shown as it stands, with the reason."""
        note = ""
        try:
            attempt = await change
        except Refusal as refusal:
            attempt, note = await self._puzzles.look(number, answer.user), str(refusal)
        await self.show(answer, attempt, note=note)


def level_menu() -> Message:
    """Asks which level."""
    shown = [option(f"{level.number} {level.title}", str(level.number), level.summary) for level in LEVELS]
    return Message("Which level?", [menu("Levels …", purposes.PUZZLE_LEVEL(), shown)])
