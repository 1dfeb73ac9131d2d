"""`/leaderboard`: where everybody stands at a game on this server."""

import re
from collections.abc import Sequence
from typing import Any, Final

from discord import app_commands, ui
from discord.ext import commands

from bot.client import HiddenHand
from bot.matches import Refusal
from bot.ratings import Standing
from cogs import custom_ids
from cogs.custom_ids import NAME, PAGE
from cogs.desk import desk
from cogs.errors import AnyInteraction, answering
from cogs.games import complete_game, named_game
from cogs.items import Press, panel
from cogs.text import escaped
from rules.core.game import Game

LINES: Final = 10
"""Players on a page."""


class Page(Press, template=custom_ids.template("board", NAME, PAGE)):
    """Turns to another page."""

    purpose = "board"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        game = desk(interaction).client.games.get(match["name"])
        if game is None:
            raise Refusal("That leaderboard is no more. `/leaderboard` shows those that there are.")
        content, view = await page_of(interaction, game, int(match["page"]))
        await interaction.response.edit_message(content=content, view=view)


class Leaderboard(commands.Cog):
    """The command."""

    @app_commands.command(name="leaderboard", description="Show where everybody stands at a game on this server")
    @app_commands.describe(game="which game")
    @app_commands.autocomplete(game=complete_game)
    async def leaderboard(self, interaction: AnyInteraction, game: str) -> None:
        """`/leaderboard`."""
        async with answering(interaction):
            content, view = await page_of(interaction, named_game(interaction, game), 0)
            await interaction.response.send_message(content, view=view, ephemeral=True)


async def page_of(interaction: AnyInteraction, game: Game[Any, Any], page: int) -> tuple[str, ui.View]:
    """Ten players, and the way to the others.

    Raises:
        Refusal: there is no leaderboard here.
    """
    if interaction.guild_id is None:
        raise Refusal("Every server has its own leaderboards. Use `/leaderboard` in a channel of a server.")
    ratings, guild, user = desk(interaction).client.ratings, interaction.guild_id, interaction.user.id
    board = await ratings.leaderboard(guild, game.key, first=page * LINES, count=LINES, user=user)
    if not board.players:
        return f"Nobody has finished a match of {game.title} here yet. `/match new` starts the first one.", panel(())
    pages = -(-board.players // LINES)
    if page >= pages:
        return await page_of(interaction, game, pages - 1)
    lines = [f"**{game.title}** · {board.players} players"] + await _lines(interaction, guild, board.standings)
    if board.own is not None and board.own not in board.standings:
        lines += ["…", *await _lines(interaction, guild, [board.own])]
    turning = []
    if page > 0:
        turning.append(Page.make(game.key, page - 1, label="Previous"))
    if page < pages - 1:
        turning.append(Page.make(game.key, page + 1, label="Next"))
    return "\n".join(lines), panel(turning)


async def _lines(interaction: AnyInteraction, guild: int, standings: Sequence[Standing]) -> list[str]:
    names = desk(interaction).names
    return [
        f"{standing.place}\\. {escaped(await names.name(guild, standing.user))}: **{standing.points}** points, "
        f"{standing.wins} of {standing.games} won"
        for standing in standings
    ]


async def setup(client: HiddenHand) -> None:
    client.add_dynamic_items(Page)
    await client.add_cog(Leaderboard())
