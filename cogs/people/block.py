"""`/block` and `/unblock`: the players whom a user does not want to meet. Only the user knows."""

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.model.match import UserId
from cogs.commands.feature import Feature
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.text import listed


class BlockCommands(Feature):
    """The commands. The application stores the blocks."""

    @app_commands.command(name="block", description="Block a player from your matches; they aren't told")
    @app_commands.describe(who="the player to block (leave empty to see who you've blocked)")
    async def block(self, interaction: AnyInteraction, who: discord.User | None = None) -> None:
        """Answer `/block`."""
        blocks = self.host.app.blocks
        async with self.host.answering(interaction) as answer:
            if who is None:
                await _say_whom(answer, await blocks.of(answer.user))
                return
            await blocks.block(answer.user, who.id)
            await answer.say(
                f"You've blocked <@{who.id}>. They can't join a match with you, their invitations don't reach "
                "you, and they aren't told. Matches you're both in continue. To undo this, use `/unblock`."
            )

    @app_commands.command(name="unblock", description="Unblock a player")
    @app_commands.describe(who="the player to unblock (leave empty to see who you've blocked)")
    async def unblock(self, interaction: AnyInteraction, who: discord.User | None = None) -> None:
        """Answer `/unblock`."""
        blocks = self.host.app.blocks
        async with self.host.answering(interaction) as answer:
            if who is None:
                await _say_whom(answer, await blocks.of(answer.user))
            elif await blocks.unblock(answer.user, who.id):
                await answer.say(f"You and <@{who.id}> can play together again.")
            else:
                await answer.say(f"You hadn't blocked <@{who.id}>.")


async def _say_whom(answer: Answer, blocked: Sequence[UserId]) -> None:
    who = listed([f"<@{user}>" for user in blocked], 50)
    await answer.say(f"You've blocked {who}." if who else "You haven't blocked anyone.")
