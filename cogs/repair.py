"""What was left undone is done at the start, and no press stays without an answer."""

from typing import Any, cast

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.client import HiddenHand
from cogs.desk import Desk
from cogs.errors import AnyInteraction, answering, explain, tell

log = structlog.stdlib.get_logger(__name__)

OLD_BUTTON = (
    "I do not know that button any more. The table that hangs lowest in this channel has fresh ones, and `/hand` shows "
    "your hand and your choices."
)


class Repair(commands.Cog):
    """Draws again what is behind after a crash or a lost reply."""

    def __init__(self, client: HiddenHand, at: Desk) -> None:
        self.client = client
        self.desk = at
        self._repaired = False

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Repair once per process: ready comes again after each new session."""
        if self._repaired:
            return
        self._repaired = True
        behind = dict.fromkeys(await self.client.announcements.boards_behind())
        behind.update(dict.fromkeys(match for match, _ in await self.client.announcements.hands_behind()))
        for match in behind:
            await self.desk.publish(match)
        if behind:
            log.info("announcements repaired", matches=len(behind))

    @commands.Cog.listener()
    async def on_interaction(self, interaction: AnyInteraction) -> None:
        """Answer a press whose id nobody reads: of an earlier version of the bot, or made up."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: dict[str, Any] = dict(interaction.data or {})
        custom_id = str(data.get("custom_id", ""))
        if not any(item.__discord_ui_compiled_template__.fullmatch(custom_id) for item in self.client.dynamic_items):
            async with answering(interaction):
                await tell(interaction, OLD_BUTTON)


async def setup(client: HiddenHand) -> None:
    async def on_error(interaction: AnyInteraction, error: app_commands.AppCommandError) -> None:
        await explain(interaction, error)

    client.tree.error(on_error)
    await client.add_cog(Repair(client, cast(Desk, client.get_cog(Desk.__name__))))
