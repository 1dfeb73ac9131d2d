"""`/matches`: the user's matches on every server, in pages: those in play, then the finished ones."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.application.table.history import FinishedMatch
from bot.application.table.participations import Participation
from bot.model.history import Filter
from bot.model.match import Match, UserId
from bot.model.refusals import Unavailable
from cogs.commands.feature import AnyCommand, Feature
from cogs.commands.games import Choices, games_offered, given, in_time, named_game
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.delivery.guilds import guild_of
from cogs.messages.history import ListedFinish
from cogs.messages.message import Message
from cogs.messages.participations import SHOWN, ListedMatch, MatchesPage, participations_message
from cogs.presses.router import answers
from cogs.widgets import purposes

HISTORY_WITH: Final = "History with…"
"""The name of the command in the context menu of a user."""


class MatchesList(Feature):
    """Shows users their own matches."""

    def offered(self) -> Sequence[AnyCommand]:
        """Return `/matches`, and the command in the context menu of another user."""
        return [*super().offered(), app_commands.ContextMenu(name=HISTORY_WITH, callback=self.history_with)]

    @app_commands.command(
        name="matches", description="List your matches on every server: your turns first, finished ones last"
    )
    @app_commands.describe(game="only matches of this game", opponent="only matches with this player")
    async def matches(
        self,
        interaction: AnyInteraction,
        game: str | None = None,
        opponent: discord.User | discord.Member | None = None,
    ) -> None:
        """Answer `/matches`."""
        async with self.host.answering(interaction) as answer:
            await self.host.meet(interaction)
            key = named_game(await self.host.games_here(interaction), game).key if given(game) else ""
            await answer.say(await self._page(answer, 0, self._filter(answer, key, opponent)))

    async def history_with(self, interaction: AnyInteraction, user: discord.User | discord.Member) -> None:
        """Answer a choice in the context menu of a user: list the matches with them; one's own name lists all."""
        async with self.host.answering(interaction) as answer:
            await self.host.meet(interaction)
            await answer.say(await self._page(answer, 0, self._filter(answer, "", user)))

    @answers(purposes.MATCHES)
    async def turn(self, answer: Answer, *, page: int, game: str = "", opponent: int = 0) -> None:
        """Show another page, with the present state of the matches."""
        await answer.show(await self._page(answer, page, Filter(game, opponent)))

    @matches.autocomplete("game")
    async def _games(self, interaction: AnyInteraction, typed: str) -> Choices:
        return await in_time(games_offered(self.host, interaction), typed)

    @staticmethod
    def _filter(answer: Answer, game: str, opponent: discord.User | discord.Member | None) -> Filter:
        is_other = opponent is not None and opponent.id != answer.user
        return Filter(game, opponent.id if opponent is not None and is_other else 0)

    async def _page(self, answer: Answer, wanted: int, only: Filter) -> Message:
        app, user = self.host.app, answer.user
        present = [each for each in await app.participations.of(user) if only.fits(each.position.match)]
        total = len(present) + await app.history.count(user, only)
        pages = max(1, -(-total // SHOWN))
        page = min(wanted, pages - 1)
        first = page * SHOWN
        sittings = present[first:][:SHOWN]
        past = max(0, first - len(present))
        finished = await app.history.of(user, only, first=past, count=SHOWN - len(sittings))
        invitations = await app.invitations.asked_to(user) if page == 0 else ()
        here = answer.interaction.guild_id
        shown = MatchesPage(
            only=only,
            page=page,
            pages=pages,
            present=[await self._listed(sitting, user, here) for sitting in sittings],
            finished=[await self._finished(each, user, here) for each in finished],
            invitations=[each for each in invitations if only.fits(each.match)][:SHOWN],
        )
        titles = await app.packs.titles([only.game] if only.game else ())
        return participations_message(shown, titles.get(only.game, ""))

    async def _listed(self, sitting: Participation, user: UserId, here: int | None) -> ListedMatch:
        position = sitting.position.for_user(user)
        match = position.match
        return ListedMatch(
            sitting=replace(sitting, position=position),
            names=await self.host.app.names.of(match),
            server=await self._server_beyond(match, here),
            board=(await self.host.app.outbox.board(match.id, match.channel)).message_id,
        )

    async def _finished(self, finished: FinishedMatch, user: UserId, here: int | None) -> ListedFinish:
        finished = replace(finished, position=finished.position.for_user(user))
        match = finished.position.match
        names, server = await self.host.app.names.of(match), await self._server_beyond(match, here)
        return ListedFinish(finished=finished, names=names, server=server)

    async def _server_beyond(self, match: Match, here: int | None) -> str:
        """Return the name of a match's server; "" on that server, and for a match in direct messages."""
        return "" if match.guild == here or match.is_direct else await self._server(match.guild)

    async def _server(self, guild_id: int) -> str:
        """Return the name of a server, or words for a server whose name is unknown."""
        try:
            guild = await guild_of(self.host.client, guild_id)
        except Unavailable:
            return "another server"
        return "a server I've left" if guild is None else guild.name
