"""`/privacy`: what the bot keeps about people, and who runs it."""

from discord import app_commands

from cogs.commands.feature import Feature
from cogs.delivery.answer import AnyInteraction
from cogs.messages.privacy import privacy_text


class PrivacyCommand(Feature):
    """Shows the privacy notice."""

    @app_commands.command(name="privacy", description="See what I store about you and why, and who runs this bot")
    async def privacy(self, interaction: AnyInteraction) -> None:
        """Answer `/privacy`."""
        async with self.host.answering(interaction) as answer:
            await answer.say(privacy_text(self.host.app.operator))
