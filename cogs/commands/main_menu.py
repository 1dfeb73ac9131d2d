"""`/play` and `/help`: the main menu."""

from discord import app_commands

from cogs.commands.feature import Feature
from cogs.delivery.answer import AnyInteraction
from cogs.host import company_of


class MainMenuCommands(Feature):
    """Two commands that show the same message."""

    @app_commands.command(name="play", description="Play a game now, learn one, or find an opponent")
    async def play(self, interaction: AnyInteraction) -> None:
        """Answer `/play`."""
        await self._show(interaction)

    @app_commands.command(name="help", description="How to begin: play, learn, or find an opponent")
    async def help(self, interaction: AnyInteraction) -> None:
        """Answer `/help`."""
        await self._show(interaction)

    async def _show(self, interaction: AnyInteraction) -> None:
        async with self.host.answering(interaction) as answer:
            await self.host.meet(interaction)
            await answer.say(await self.presses.main_menu.message(company_of(interaction)))
