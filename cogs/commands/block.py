"""`/block` and `/unblock`: with whom somebody does not want to play. Nobody else is told."""

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.model.match import UserId
from cogs.commands.feature import Feature
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.text import listed


class BlockCommands(Feature):
    """Thin: the application keeps the blocks."""

    @app_commands.command(name="block", description="Do not play with somebody any more; nobody is told")
    @app_commands.describe(who="with whom you do not want to play; nobody: see whom you have blocked")
    async def block(self, interaction: AnyInteraction, who: discord.User | None = None) -> None:
        """`/block`."""
        blocks = self.host.app.blocks
        async with self.host.answering(interaction) as answer:
            if who is None:
                await _say_whom(answer, await blocks.of(answer.user))
                return
            await blocks.block(answer.user, who.id)
            await answer.say(
                f"<@{who.id}> is not seated with you any more, and cannot ask you to play. They are not told. A match "
                "that you play together goes on. `/unblock` lets them in again."
            )

    @app_commands.command(name="unblock", description="Play with somebody again whom you have blocked")
    @app_commands.describe(who="with whom you want to play again")
    async def unblock(self, interaction: AnyInteraction, who: discord.User | None = None) -> None:
        """`/unblock`."""
        blocks = self.host.app.blocks
        async with self.host.answering(interaction) as answer:
            if who is None:
                await _say_whom(answer, await blocks.of(answer.user))
            elif await blocks.unblock(answer.user, who.id):
                await answer.say(f"<@{who.id}> can be seated with you again.")
            else:
                await answer.say(f"You had not blocked <@{who.id}>.")


async def _say_whom(answer: Answer, blocked: Sequence[UserId]) -> None:
    who = listed([f"<@{user}>" for user in blocked], 50)
    await answer.say(f"You have blocked {who}." if who else "You have blocked nobody.")
