"""`/help`: how to begin."""

from collections.abc import Mapping
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.client import HiddenHand
from cogs.errors import AnyInteraction, answering, tell
from cogs.text import shortened
from rules.core.game import Game


class Guide(commands.Cog):
    """The command."""

    @app_commands.command(name="help", description="How to play here, in a minute")
    async def help(self, interaction: AnyInteraction) -> None:
        """`/help`."""
        async with answering(interaction):
            await tell(interaction, guide(interaction.client.games))


def guide(known: Mapping[str, Game[Any, Any]]) -> str:
    """All that a newcomer needs."""
    games = [f"• **{game.title}** (`/{key}`): {game.summary}" for key, game in known.items()]
    lines = [
        "**How to play**",
        "1. `/match new` opens a match in a channel. Others press **Join**, then you press **Start**.",
        "2. The table hangs in the channel for all to see. Whoever is asked is pinged there.",
        "3. **My hand** below the table shows your hand and your choices, to you alone; so do `/hand` and my message.",
        "4. Press a button, or use the game's command: it offers what is possible now and asks for what is left out.",
        "",
        *games,
        "",
        "`/rules` finds a rule, `/match status` shows the table, `/match resign` gives up, `/leaderboard` ranks.",
    ]
    return shortened("\n".join(lines), 2000)


async def setup(client: HiddenHand) -> None:
    await client.add_cog(Guide())
