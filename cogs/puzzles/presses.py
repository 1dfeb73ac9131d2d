"""Play puzzles by buttons and menus in private answers. The ids hold everything that a press needs."""

import asyncio
from collections.abc import Awaitable, Sequence

from bot.model.match import UserId
from bot.model.refusals import Refusal
from bot.puzzles.attempts import Attempt
from bot.puzzles.offers import Offer
from bot.puzzles.puzzles import Puzzles
from cogs.delivery.answer import Answer
from cogs.host import Host, server_of
from cogs.messages.games import asked_game
from cogs.messages.message import Message
from cogs.messages.refusals import refusal_text
from cogs.presses.router import answers
from cogs.presses.single_player import SoloPresses
from cogs.puzzles import purposes
from cogs.puzzles.messages import board_text, how_message, puzzle_message, share_line, step_message
from cogs.puzzles.refusals import MOVED_ON
from cogs.widgets.choices import Choice
from cogs.widgets.cursor import Cursor, Words
from cogs.widgets.items import menu, option
from cogs.widgets.purposes import PUZZLE_TODAY
from cogs.widgets.refusals import SpokenRefusal
from rules.core.notation import words as words_of


class PuzzlePresses(SoloPresses[Attempt]):
    """The presses on puzzles and their choices."""

    shows = purposes.SHOW
    chooses = purposes.CHOOSE
    stale = MOVED_ON

    def __init__(self, host: Host, puzzles: Puzzles) -> None:
        self._host = host
        self._puzzles = puzzles

    async def found(self, number: int, user: UserId) -> Attempt:
        return await self._puzzles.look(number, user)

    async def show(self, answer: Answer, played: Attempt, *, chosen: Words = (), page: int = 0, note: str = "") -> None:
        """Show a puzzle to its player."""
        streak = await self._puzzles.streak(answer.user) if played.is_met and played.day else 0
        await answer.show(
            await asyncio.to_thread(puzzle_message, played, chosen=chosen, page=page, note=note, streak=streak)
        )

    @answers(purposes.OPEN)
    async def open(self, answer: Answer, *, number: int) -> None:
        """Begin the daily puzzle of a post, or continue it."""
        guild = server_of(answer.interaction) or 0
        await self.show(answer, await self._puzzles.open(number, answer.user, guild))

    @answers(PUZZLE_TODAY)
    async def today(self, answer: Answer) -> None:
        """Begin today's puzzle, or continue it."""
        guild = server_of(answer.interaction) or 0
        await self.show(answer, await self._puzzles.daily(answer.user, guild, self._puzzles.today()))

    @answers(purposes.HOW)
    async def how(self, answer: Answer, *, number: int) -> None:
        """Explain the game of a puzzle."""
        attempt = await self._puzzles.look(number, answer.user)
        taught = await asyncio.to_thread(lambda: self._host.app.lessons.games)
        await answer.say(how_message(attempt.offer, has_lesson=attempt.offer.game.key in taught))

    @answers(purposes.ACT)
    async def act(self, answer: Answer, *, number: int, decision: int, words: Words) -> None:
        """Play an action, unless the attempt has moved on since this decision."""
        await self._changed(answer, number, self._puzzles.act(number, answer.user, " ".join(words), decision))

    @answers(purposes.UNDO)
    async def undo(self, answer: Answer, *, number: int, decision: int) -> None:
        """Undo the last action."""
        await self._changed(answer, number, self._puzzles.undo(number, answer.user, decision))

    @answers(purposes.AGAIN)
    async def again(self, answer: Answer, *, number: int, decision: int) -> None:
        """Start the puzzle over."""
        await self._changed(answer, number, self._puzzles.restart(number, answer.user, decision))

    @answers(purposes.HINT)
    async def hint(self, answer: Answer, *, number: int, decision: int) -> None:
        """Reveal one step."""
        attempt = await self._puzzles.look(number, answer.user)
        if attempt.version != decision:
            await self.show(answer, attempt, note=MOVED_ON)
            return
        await self.help(answer, attempt)

    async def help(self, answer: Answer, attempt: Attempt) -> None:
        """Reveal one step more than earlier hints. With a hint, the user can no longer get the top score."""
        try:
            told = await asyncio.to_thread(self._puzzles.hint, attempt)
            note = self._hint_text(attempt, told)
            attempt = await self._puzzles.hinted(attempt, told)
        except Refusal as refusal:
            attempt, note = await self._puzzles.look(attempt.number, answer.user), refusal_text(refusal)
        await self.show(answer, attempt, note=note)

    def _hint_text(self, attempt: Attempt, told: Sequence[str]) -> str:
        if not told:
            return "💡 You can't solve it from here any more. Undo or start over."
        game, views = attempt.offer.game, self._puzzles.views(attempt, told)
        steps = [
            Cursor(game, view, words_of(game.parse(action))).sentence()
            for view, action in zip(views, told, strict=True)
        ]
        return f"💡 {', then '.join(steps)}"

    @answers(purposes.STEP)
    async def step(self, answer: Answer, *, number: int, page: int) -> None:
        """Show a step of the solution."""
        attempt = await self._puzzles.look(number, answer.user)
        frames = self._puzzles.frames(attempt)
        message = await asyncio.to_thread(step_message, attempt, frames, page)
        stays = answer.pressed is not None and page == 0  # the first step does not replace the puzzle's message
        await (answer.say(message) if stays else answer.show(message))

    @answers(purposes.SHARE)
    async def share(self, answer: Answer, *, number: int) -> None:
        """Give the user a line to copy that has no spoilers."""
        attempt = await self._puzzles.look(number, answer.user)
        if not attempt.is_finished:
            raise SpokenRefusal("You can share your result once you've solved the puzzle.")
        await answer.say(f"Copy this anywhere. It gives nothing away:\n```\n{share_line(attempt)}\n```")

    @answers(purposes.BOARD)
    async def board(self, answer: Answer, *, number: int) -> None:
        """Show who has solved the puzzle on this server, to a user who has solved it."""
        guild = server_of(answer.interaction) or 0
        await answer.say(await self.board_of(answer, await self._puzzles.open(number, answer.user, guild)))

    async def board_of(self, answer: Answer, attempt: Attempt) -> str:
        """Return the list of solvers of a daily puzzle.

        Raises:
            Refusal: there is no list here, or the user has not solved the puzzle yet.
        """
        guild = server_of(answer.interaction)
        if guild is None:
            raise SpokenRefusal("Every server has its own list of solvers. Use this in a server channel.")
        places = await self._puzzles.board(attempt, guild)
        names = await self._host.app.names.on(guild, [place.user for place in places])
        return board_text(attempt, places, names)

    async def play(self, answer: Answer, level: int) -> None:
        """Begin a puzzle of a level; 0: ask for the level. If several games offer puzzles, ask for the game first."""
        offers = self._puzzles.offers.all
        if len(offers) > 1:
            games = [Choice(offer.game.key, offer.game.title, offer.puzzles.summary) for offer in offers]
            await answer.say(asked_game(games, purposes.GAME(level), "Which game's puzzles?"))
            return
        await self._play(answer, self._puzzles.offers.of_day(self._puzzles.today()), level)

    @answers(purposes.GAME)
    async def game(self, answer: Answer, *, level: int, values: Sequence[str]) -> None:
        """Begin a puzzle of the chosen game, or ask for its level."""
        await self._play(answer, self._puzzles.offers.of(values[0]), level)

    @answers(purposes.LEVEL)
    async def level(self, answer: Answer, *, name: str, values: Sequence[str]) -> None:
        """Begin a puzzle of the chosen level."""
        if not values[0].isdecimal() or len(values[0]) > 1:
            raise SpokenRefusal("That level no longer exists. `/puzzle play` shows the ones that do.")
        await self._play(answer, self._puzzles.offers.of(name), int(values[0]))

    async def _play(self, answer: Answer, offer: Offer, level: int) -> None:
        if not level:
            await answer.show(level_menu(offer))
            return
        guild = server_of(answer.interaction) or 0
        await self.show(answer, await self._puzzles.play(answer.user, guild, offer, level))

    async def _changed(self, answer: Answer, number: int, change: Awaitable[Attempt]) -> None:
        """Commit a change and show the result; if it is refused, show the puzzle as it stands, with the reason."""
        note = ""
        try:
            attempt = await change
        except Refusal as refusal:
            attempt, note = await self._puzzles.look(number, answer.user), refusal_text(refusal)
        await self.show(answer, attempt, note=note)


def level_menu(offer: Offer) -> Message:
    """Return a menu of a game's levels."""
    levels = [option(f"{one.number} {one.title}", str(one.number), one.summary) for one in offer.puzzles.levels]
    return Message("Which level?", [menu("Levels …", purposes.LEVEL(offer.game.key), levels)])
