"""`/matches`: the user's matches on every server, in pages."""

from collections.abc import Sequence

from discord import app_commands

from bot.application.table.participations import Participation
from bot.model.refusals import Unavailable
from cogs.commands.feature import Feature
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.delivery.guilds import guild_of
from cogs.messages.message import Message
from cogs.messages.participations import SHOWN, ListedMatch, participations_message
from cogs.presses.router import answers
from cogs.widgets import purposes


class MatchesList(Feature):
    """Shows users their own matches."""

    @app_commands.command(name="matches", description="List your matches on every server; your turns come first")
    async def matches(self, interaction: AnyInteraction) -> None:
        """Answer `/matches`."""
        async with self.host.answering(interaction) as answer:
            await self.host.meet(interaction)
            await answer.say(await self._page(answer, 0))

    @answers(purposes.MATCHES)
    async def turn(self, answer: Answer, *, page: int) -> None:
        """Show another page, with the present state of the matches."""
        await answer.show(await self._page(answer, page))

    async def _page(self, answer: Answer, wanted: int) -> Message:
        participations = await self.host.app.participations.of(answer.user)
        pages = max(1, -(-len(participations) // SHOWN))
        page = min(wanted, pages - 1)
        invitations = await self.host.app.invitations.asked_to(answer.user) if page == 0 else ()
        return participations_message(
            await self._listed_matches(participations[page * SHOWN :][:SHOWN], answer), page, pages, invitations[:SHOWN]
        )

    async def _listed_matches(self, participations: Sequence[Participation], answer: Answer) -> list[ListedMatch]:
        return [await self._listed(sitting, answer.interaction.guild_id) for sitting in participations]

    async def _listed(self, sitting: Participation, here: int | None) -> ListedMatch:
        match = sitting.position.match
        is_here = match.guild == here or match.is_direct
        return ListedMatch(
            sitting=sitting,
            names=await self.host.app.names.of(match),
            server="" if is_here else await self._server(match.guild),
            board=(await self.host.app.outbox.board(match.id)).message_id,
        )

    async def _server(self, guild_id: int) -> str:
        """Return the name of a server, or words for a server whose name is unknown."""
        try:
            guild = await guild_of(self.host.client, guild_id)
        except Unavailable:
            return "another server"
        return "a server I've left" if guild is None else guild.name
