"""`/data`: what is stored about whoever asks, to be taken along or deleted."""

import json

import discord
from discord import app_commands

from cogs.delivery.answer import Answer, Answering, AnyInteraction
from cogs.host import Host
from cogs.messages.message import Message
from cogs.widgets.items import button
from cogs.widgets.purposes import DATA_DELETE, DATA_KEEP

ASKED = (
    "Delete all that I keep about you? Your decks, your names and your points go, on every server. Matches that you "
    "played stay for the others, with “A former member” in your place. It cannot be brought back."
)


class DataCommands(app_commands.Group):
    """Thin: the application knows what it keeps."""

    def __init__(self, host: Host, answering: Answering) -> None:
        super().__init__(name="data", description="What I keep about you: to take along, or to delete")
        self._host = host
        self._answering = answering

    @app_commands.command(name="export", description="All that I keep about you, as a file for you alone")
    async def export(self, interaction: AnyInteraction) -> None:
        """`/data export`."""
        async with self._answering(interaction) as answer:
            found = await self._host.app.user_data.export(answer.user)
            text = json.dumps(found, ensure_ascii=False, indent=1)
            await answer.say(Message("This is all that I keep about you.", file=("my-data.json", text.encode())))

    @app_commands.command(name="delete", description="Delete all that I keep about you; you are asked once more")
    async def delete(self, interaction: AnyInteraction) -> None:
        """`/data delete`."""
        async with self._answering(interaction) as answer:
            await self._host.app.user_data.check_deletable(answer.user)
            items = [
                button("Delete it all", DATA_DELETE(), discord.ButtonStyle.danger),
                button("Keep it", DATA_KEEP()),
            ]
            await answer.say(Message(ASKED, items))

    async def deleted(self, answer: Answer) -> None:
        """Delete it: the second of two presses."""
        await self._host.app.user_data.delete(answer.user)
        await answer.show(Message("All that I kept about you is deleted."))

    async def kept(self, answer: Answer) -> None:
        """Answer that nothing is deleted."""
        await answer.show(Message("Nothing was deleted."))
