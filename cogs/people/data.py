"""`/data`: export or delete everything stored about the user."""

import json

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.feature import Feature
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.messages.message import Message
from cogs.people import purposes
from cogs.presses.router import answers
from cogs.widgets.items import button

ASKED = (
    "Delete everything I store about you? Your decks, names and points are deleted on every server. The other players "
    "keep the matches you played in, with “A former member” in your place. You can't undo this."
)


class DataCommands(Feature, commands.GroupCog, name="data", description="Export or delete the data I store about you"):
    """The commands. The application knows what it stores."""

    @app_commands.command(name="export", description="Get everything I store about you as a file that only you see")
    async def export(self, interaction: AnyInteraction) -> None:
        """Answer `/data export`."""
        async with self.host.answering(interaction) as answer:
            stored = await self.host.app.user_data.export(answer.user)
            text = json.dumps(stored, ensure_ascii=False, indent=1)
            await answer.say(Message("This is everything I store about you.", file=("my-data.json", text.encode())))

    @app_commands.command(name="delete", description="Delete everything I store about you (asks for confirmation)")
    async def delete(self, interaction: AnyInteraction) -> None:
        """Answer `/data delete`."""
        async with self.host.answering(interaction) as answer:
            await self.host.app.user_data.check_deletable(answer.user)
            items = [
                button("Delete everything", purposes.DATA_DELETE(), discord.ButtonStyle.danger),
                button("Keep my data", purposes.DATA_KEEP()),
            ]
            await answer.say(Message(ASKED, items))

    @answers(purposes.DATA_DELETE)
    async def deleted(self, answer: Answer) -> None:
        """Delete everything stored about the user, after the confirmation."""
        await self.host.app.user_data.delete(answer.user)
        await answer.show(Message("Everything I stored about you has been deleted."))

    @answers(purposes.DATA_KEEP)
    async def kept(self, answer: Answer) -> None:
        """Answer that nothing was deleted."""
        await answer.show(Message("Nothing was deleted."))
