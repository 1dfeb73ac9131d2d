"""`/puzzle`: the puzzle of the day, and puzzles of every level. A puzzle is one turn of a game for one person."""

from discord import app_commands

from bot.puzzles.offers import Offers
from bot.puzzles.puzzles import Puzzles
from cogs.delivery.answer import AnyInteraction
from cogs.host import Host, server_of
from cogs.puzzles.presses import PuzzlePresses
from cogs.text import shortened
from cogs.widgets.refusals import SpokenRefusal


class PuzzleCommands(app_commands.Group):
    """The slash commands; the presses show the puzzles."""

    def __init__(self, host: Host, puzzles: Puzzles, presses: PuzzlePresses) -> None:
        super().__init__(name="puzzle", description=about(puzzles.offers))
        self._host = host
        self._puzzles = puzzles
        self._presses = presses

    @app_commands.command(name="daily", description="Play today's puzzle, the same for everyone (only you see it)")
    @app_commands.describe(day="an earlier day, e.g. 2026-01-31 (leave empty for today)")
    async def daily(self, interaction: AnyInteraction, day: str | None = None) -> None:
        """Answer `/puzzle daily`."""
        async with self._host.answering(interaction) as answer:
            await self._host.meet(interaction)
            guild = server_of(interaction) or 0
            attempt = await self._puzzles.daily(answer.user, guild, self._puzzles.day(day or ""))
            await self._presses.show(answer, attempt)

    @app_commands.command(name="play", description="Play a puzzle from easy to hard (only you see it)")
    @app_commands.describe(level="1 (easy) to 5 (hard); leave empty to choose from a list")
    async def play(self, interaction: AnyInteraction, level: int | None = None) -> None:
        """Answer `/puzzle play`."""
        async with self._host.answering(interaction) as answer:
            await self._host.meet(interaction)
            await self._presses.play(answer, level or 0)

    @app_commands.command(
        name="hint", description="Reveal one step of today's puzzle; you can't get the top score then"
    )
    async def hint(self, interaction: AnyInteraction) -> None:
        """Answer `/puzzle hint`."""
        async with self._host.answering(interaction) as answer:
            await self._host.meet(interaction)
            attempt = await self._puzzles.daily(answer.user, server_of(interaction) or 0, self._puzzles.today())
            await self._presses.help(answer, attempt)

    @app_commands.command(name="board", description="See who solved the daily puzzle on this server")
    @app_commands.describe(day="an earlier day, e.g. 2026-01-31 (leave empty for today)")
    async def board(self, interaction: AnyInteraction, day: str | None = None) -> None:
        """Answer `/puzzle board`."""
        async with self._host.answering(interaction) as answer:
            await self._host.meet(interaction)
            guild = server_of(interaction)
            if guild is None:
                raise SpokenRefusal("Every server has its own list of solvers. Use this in a server channel.")
            attempt = await self._puzzles.daily(answer.user, guild, self._puzzles.day(day or ""))
            await answer.say(await self._presses.board_of(answer, attempt))


def about(offers: Offers) -> str:
    """Return the description of the command, which Discord cuts at 100 characters."""
    if len(offers.all) == 1:
        [offer] = offers.all
        return shortened(f"{offer.game.title} for one player: {offer.puzzles.summary}", 100)
    return "Puzzles for one player: reach the goal in a single turn"
