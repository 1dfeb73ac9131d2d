"""`/leaderboard`: the ranking of a game on this server."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final

from discord import app_commands

from bot.application.match.ratings import Standing
from bot.model.match import UserId
from cogs.commands.feature import Feature
from cogs.commands.games import Choices, given, in_time, named_game
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.messages.games import asked_game, game_choices
from cogs.messages.message import Message
from cogs.presses.router import answers
from cogs.text import escaped
from cogs.widgets import purposes
from cogs.widgets.items import Item, button
from cogs.widgets.refusals import SpokenRefusal
from rules.core.game import Game

LINES: Final = 10
"""Players on a page."""


class Leaderboards(Feature):
    """Shows the ratings of a server's players."""

    @app_commands.command(name="leaderboard", description="See the ranking of a game on this server")
    @app_commands.describe(game="the game")
    async def leaderboard(self, interaction: AnyInteraction, game: str | None = None) -> None:
        """Answer `/leaderboard`."""
        async with self.host.answering(interaction) as answer:
            await self.host.meet(interaction)
            played = named_game(self.host.games, game) if given(game) else await self.host.game_here(interaction)
            if played is None:
                offered = game_choices(self.host.games)
                await answer.say(asked_game(offered, purposes.LEADERS_OF(), "Which leaderboard?"))
            else:
                await answer.say(await self._page(answer, played, 0))

    @leaderboard.autocomplete("game")
    async def _games(self, _: AnyInteraction, typed: str) -> Choices:
        return await in_time(asyncio.sleep(0, game_choices(self.host.games)), typed)

    @answers(purposes.LEADERS_OF)
    async def of(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Show the leaderboard of the game that was chosen."""
        await answer.show(await self._page(answer, named_game(self.host.games, values[0]), 0))

    @answers(purposes.LEADERS)
    async def turn(self, answer: Answer, *, name: str, page: int) -> None:
        """Show another page."""
        game = self.host.games.get(name)
        if game is None:
            raise SpokenRefusal("That leaderboard no longer exists. `/leaderboard` shows the ones that do.")
        await answer.show(await self._page(answer, game, page))

    async def _page(self, answer: Answer, game: Game, page: int) -> Message:
        """Return a page of ten players, with buttons to the other pages.

        Raises:
            Refusal: there is no leaderboard here.
        """
        guild = answer.interaction.guild_id
        if guild is None:
            raise SpokenRefusal("Every server has its own leaderboards. Use `/leaderboard` in a server channel.")
        read = partial(self.host.app.ratings.leaderboard, guild, game.key, count=LINES, user=answer.user)
        board = await read(first=page * LINES)
        if not board.players:
            return Message(f"No one has finished a match of {game.title} here yet. `/match new` opens one.")
        pages = -(-board.players // LINES)
        if page >= pages:
            page = pages - 1
            board = await read(first=page * LINES)
        standings, own_standing = board.standings, board.own
        names = await self.host.app.names.on(
            guild, [standing.user for standing in (*standings, *([own_standing] if own_standing else []))]
        )
        lines = [f"**{game.title}** · {board.players} players", *_lines(names, standings)]
        if own_standing is not None and own_standing not in standings:
            lines += ["…", *_lines(names, [own_standing])]
        turning: list[Item] = []
        if page > 0:
            turning.append(button("Previous", purposes.LEADERS(game.key, page - 1)))
        if page < pages - 1:
            turning.append(button("Next", purposes.LEADERS(game.key, page + 1)))
        return Message("\n".join(lines), turning)


def _lines(names: dict[UserId, str], standings: Sequence[Standing]) -> list[str]:
    return [
        f"{standing.place}\\. {escaped(names[standing.user])}: **{standing.points}** points, "
        f"{standing.wins} of {standing.games} won"
        for standing in standings
    ]
