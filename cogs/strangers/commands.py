"""`/match say`, `/match report`, and *Report* in the menu of a user."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands

from bot.model.phrases import PHRASES, Phrase
from bot.people.refusals import ReportsThemselves
from cogs.commands.feature import AnyCommand
from cogs.commands.match_ids import my_numbers
from cogs.commands.match_part import MatchPart
from cogs.delivery.answer import AnyInteraction
from cogs.host import Host
from cogs.presses.presses import Presses
from cogs.strangers import purposes
from cogs.strangers.messages import report_form
from cogs.strangers.presses import StrangerPresses
from cogs.text import NAME_LIMIT, plain
from cogs.widgets.refusals import SpokenRefusal

REPORT_USER: Final = "Report"
"""The name of the command in the context menu of a user."""
_NUMBER: Final = "number of the match (leave empty for the one here)"


class StrangerCommands(MatchPart):
    """The commands. The presses carry them out."""

    def __init__(self, host: Host, presses: Presses, strangers: StrangerPresses) -> None:
        super().__init__(host, presses)
        self._strangers = strangers

    def menus(self) -> Sequence[AnyCommand]:
        """Return the command in the context menu of another user."""
        return [app_commands.ContextMenu(name=REPORT_USER, callback=self.report_user)]

    async def report_user(self, interaction: AnyInteraction, user: discord.User | discord.Member) -> None:
        """Open the form of a report about a user."""
        async with self.host.answering(interaction) as answer:
            if user.id == interaction.user.id:
                raise ReportsThemselves
            if user.bot:
                raise SpokenRefusal("You can report people, not bots. `/about` says who runs me.")
            form = report_form(plain(user.display_name, NAME_LIMIT), purposes.REPORT_USER_TOLD(user.id))
            await answer.ask(form)

    @app_commands.command(name="say", description="Say a phrase to players who sit on another server")
    @app_commands.describe(phrase="what to say (leave empty to see all, and to mute players)", number=_NUMBER)
    @app_commands.rename(number="match")
    @app_commands.choices(phrase=[app_commands.Choice(name=words, value=str(each)) for each, words in PHRASES.items()])
    async def say(
        self,
        interaction: AnyInteraction,
        phrase: app_commands.Choice[str] | None = None,
        number: int | None = None,
    ) -> None:
        """Answer `/match say`."""
        async with self.host.answering(interaction) as answer:
            match_id = (await self.here(interaction, number)).match.id
            if phrase is None:
                await self._strangers.show(answer, match_id=match_id)
            else:
                await self._strangers.say(answer, match_id=match_id, phrase=Phrase(phrase.value))

    @app_commands.command(name="report", description="Report a player of a match to the operator; they aren't told")
    @app_commands.describe(number=_NUMBER)
    @app_commands.rename(number="match")
    async def report(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """Answer `/match report`."""
        async with self.host.answering(interaction) as answer:
            await self._strangers.whom(answer, await self.here(interaction, number))

    @say.autocomplete("number")
    @report.autocomplete("number")
    async def _numbers(self, interaction: AnyInteraction, typed: object) -> list[app_commands.Choice[int]]:
        return await my_numbers(self.host, interaction, typed)
