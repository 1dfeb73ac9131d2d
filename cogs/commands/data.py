"""`/data`: what is stored about whoever asks, to be taken along or deleted."""

import json

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.feature import Feature
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.messages.message import Message
from cogs.presses.router import answers
from cogs.widgets import purposes
from cogs.widgets.items import button

ASKED = (
    "Delete all that I keep about you? Your decks, your names and your points go, on every server. Matches that you "
    "played stay for the others, with “A former member” in your place. It cannot be brought back."
)


class DataCommands(
    Feature, commands.GroupCog, name="data", description="What I keep about you: to take along, or to delete"
):
    """Thin: the application knows what it keeps."""

    @app_commands.command(name="export", description="All that I keep about you, as a file for you alone")
    async def export(self, interaction: AnyInteraction) -> None:
        """`/data export`."""
        async with self.host.answering(interaction) as answer:
            found = await self.host.app.user_data.export(answer.user)
            text = json.dumps(found, ensure_ascii=False, indent=1)
            await answer.say(Message("This is all that I keep about you.", file=("my-data.json", text.encode())))

    @app_commands.command(name="delete", description="Delete all that I keep about you; you are asked once more")
    async def delete(self, interaction: AnyInteraction) -> None:
        """`/data delete`."""
        async with self.host.answering(interaction) as answer:
            await self.host.app.user_data.check_deletable(answer.user)
            items = [
                button("Delete it all", purposes.DATA_DELETE(), discord.ButtonStyle.danger),
                button("Keep it", purposes.DATA_KEEP()),
            ]
            await answer.say(Message(ASKED, items))

    @answers(purposes.DATA_DELETE)
    async def deleted(self, answer: Answer) -> None:
        """Delete it: the second of two presses."""
        await self.host.app.user_data.delete(answer.user)
        await answer.show(Message("All that I kept about you is deleted."))

    @answers(purposes.DATA_KEEP)
    async def kept(self, answer: Answer) -> None:
        """Answer that nothing is deleted."""
        await answer.show(Message("Nothing was deleted."))
