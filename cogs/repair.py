"""What was left undone is done at the start, and no press stays without an answer."""

from typing import Any, cast

import discord
import structlog
from discord import app_commands
from discord.ext import commands

from bot.client import HiddenHand
from bot.matches import Match
from cogs.desk import Desk
from cogs.errors import AnyInteraction, answering, explain, tell

log = structlog.stdlib.get_logger(__name__)

OLD_BUTTON = (
    "I do not know that button any more. The table that hangs lowest in this channel has fresh ones, and `/hand` shows "
    "your hand and your choices."
)

PARKED = (
    "Match #{number} is set aside: I was updated, and no longer play it as it was begun. Nothing is lost. Whoever runs "
    "me finds the reason in the log, and it goes on once I play it as before. This channel is free for another match."
)
REVIVED = "Match #{number} goes on: I play it again as it was begun. `/hand` and `/match status` show how it stands."


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
        for parked in self.client.resumed.parked:
            await self._notify(parked, PARKED)
        for revived in self.client.resumed.revived:
            await self._notify(revived, REVIVED)

    async def _notify(self, match: Match, text: str) -> None:
        """Tell the players of a match, where they play it, what became of it while the bot was away."""
        channel = self.client.get_partial_messageable(match.channel, guild_id=match.guild)
        players = [discord.Object(chair.user) for chair in match.chairs]
        mentions = " ".join(f"<@{player.id}>" for player in players)
        try:
            await channel.send(
                f"{mentions} {text.format(number=match.id)}", allowed_mentions=discord.AllowedMentions(users=players)
            )
        except discord.HTTPException as error:
            log.info("could not tell the players", match=match.id, code=error.code)

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
