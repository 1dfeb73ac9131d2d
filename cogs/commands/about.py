"""`/about`: the version, the invite links, and who runs the bot."""

from discord import app_commands

from bot.version import program_version
from cogs.commands.feature import Feature
from cogs.delivery.answer import AnyInteraction
from cogs.delivery.invites import server_invite, user_invite
from cogs.messages.about import about_text


class AboutCommand(Feature):
    """Says what this bot is and who runs it."""

    @app_commands.command(name="about", description="The version of this bot, how to add it, and who runs it")
    async def about(self, interaction: AnyInteraction) -> None:
        """Answer `/about`."""
        async with self.host.answering(interaction) as answer:
            application_id = interaction.application_id
            invites = {"server_invite": server_invite(application_id), "user_invite": user_invite(application_id)}
            await answer.say(about_text(self.host.app.operator, program_version(), **invites))
