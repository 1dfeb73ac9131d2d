"""`/admin match`: manage the matches of a server, and `/admin ratings`: take results out of its ratings. Every admin
action is recorded in the match's log.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import discord
from discord import app_commands

from bot.model.match import Match, MatchId, Status, UserId
from cogs.admin import purposes
from cogs.commands.games import NOTHING, in_time
from cogs.commands.managing import managed
from cogs.commands.match_ids import NUMBER
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.host import Host
from cogs.messages.message import Message
from cogs.presses.router import answers
from cogs.ratings.review import RatingReviewPresses
from cogs.widgets.choices import Choice
from cogs.widgets.items import Item
from cogs.widgets.pages import page_buttons
from cogs.widgets.refusals import SpokenRefusal

LINES: Final = 15
"""Matches on a page."""

_STATES: Final = {Status.LOBBY: "lobby", Status.LIVE: "in progress", Status.QUARANTINED: "paused"}


class AdminCommands(app_commands.Group):
    """Discord shows these commands only to members who manage the server. Each handler checks it again."""

    matches = app_commands.Group(name="match", description="List, end, pause and revive matches on this server")

    def __init__(self, host: Host, review: RatingReviewPresses) -> None:
        super().__init__(
            name="admin",
            description="For managers of this server",
            default_permissions=discord.Permissions(manage_guild=True),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._host = host
        self._admin = host.app.administration
        self._review = review

    @app_commands.command(name="ratings", description="See pairs whose results look agreed, and take results out")
    async def ratings(self, interaction: AnyInteraction) -> None:
        """Answer `/admin ratings`."""
        async with self._host.answering(interaction) as answer:
            await self._review.show(answer)

    @matches.command(name="list", description="List all lobbies and matches on this server")
    async def all_of_them(self, interaction: AnyInteraction) -> None:
        """Answer `/admin match list`."""
        async with self._host.answering(interaction) as answer:
            await answer.say(await self._page(answer, 0))

    @matches.command(name="end", description="End a match without a result; no one's points change")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def end(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """Answer `/admin match end`."""
        async with self._host.answering(interaction) as answer:
            match = await self._meant(answer, number)
            await self._admin.end(match.id, answer.user, interaction=interaction.id)
            await self._done(answer, match.id, "has ended without a result")

    @matches.command(name="quarantine", description="Pause a match: no one can move until it's revived")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def quarantine(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """Answer `/admin match quarantine`."""
        async with self._host.answering(interaction) as answer:
            match = await self._meant(answer, number)
            await self._admin.hold(match.id, answer.user, interaction=interaction.id)
            await self._done(answer, match.id, "is paused. Revive it with `/admin match revive`")

    @matches.command(name="revive", description="Let a paused match continue")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def revive(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """Answer `/admin match revive`."""
        async with self._host.answering(interaction) as answer:
            match = await self._meant(answer, number)
            after = await self._admin.revive(match.id, answer.user)
            on = after.match.status is Status.LIVE
            await self._done(
                answer, match.id, "continues" if on else "can't continue yet, but will as soon as possible"
            )

    @matches.command(name="kick", description="Remove a player from a lobby")
    @app_commands.describe(who="the player to remove", number=NUMBER)
    @app_commands.rename(number="match")
    async def kick(
        self, interaction: AnyInteraction, who: discord.User | None = None, number: int | None = None
    ) -> None:
        """Answer `/admin match kick`."""
        async with self._host.answering(interaction) as answer:
            match = await self._meant(answer, number)
            if who is None:
                raise SpokenRefusal("Choose the player to remove: fill in `who`.")
            await self._admin.kick(match.id, answer.user, who.id, interaction=interaction.id)
            await self._done(answer, match.id, f"no longer includes <@{who.id}>")

    @end.autocomplete("number")
    @quarantine.autocomplete("number")
    @revive.autocomplete("number")
    @kick.autocomplete("number")
    async def _numbers(self, interaction: AnyInteraction, typed: object) -> list[app_commands.Choice[int]]:
        async def offered() -> list[Choice]:
            found = await self._admin.of_server(interaction.guild_id or 0)
            titles = await self._titles(found)
            return [Choice(str(each.id), f"#{each.id} {titles[each.game]}", _STATES[each.status]) for each in found]

        found = await in_time(offered(), str(typed).strip())
        return [app_commands.Choice(name=each.name, value=int(each.value)) for each in found if each.value != NOTHING]

    @answers(purposes.SERVER_MATCHES)
    async def turn(self, answer: Answer, *, page: int) -> None:
        """Show another page of the list."""
        await answer.show(await self._page(answer, page))

    async def _meant(self, answer: Answer, number: int | None) -> Match:
        """Return the server's match with this number; without a number, the match in this channel.

        Raises:
            Refusal: there is no such match, or the user does not manage the server.
        """
        guild = managed(answer)
        if number is None:
            here = await self._host.app.matches.in_channel(answer.interaction.channel_id or 0)
            if here is None:
                raise SpokenRefusal(
                    "There's no match in this channel. Add a number: `/admin match list` shows them all."
                )
            return here.match
        match = (await self._host.app.positions.get(MatchId(number))).match
        if match.guild != guild:
            raise SpokenRefusal(f"There's no match #{number} on this server.")
        return match

    async def _done(self, answer: Answer, match_id: MatchId, what: str) -> None:
        await self._host.deliverer.settled(match_id)
        await answer.say(f"Match #{match_id} {what}. This is recorded in `/match log`.")

    async def _page(self, answer: Answer, wanted: int) -> Message:
        matches = await self._admin.of_server(managed(answer))
        if not matches:
            return Message("There are no matches on this server right now.")
        pages = -(-len(matches) // LINES)
        page = min(wanted, pages - 1)
        lines = [f"**Matches on this server**, page {page + 1} of {pages}"]
        titles = await self._titles(matches)
        lines += [_line(each, titles[each.game]) for each in matches[page * LINES :][:LINES]]
        items: list[Item] = []
        items += page_buttons(page, pages, purposes.SERVER_MATCHES)
        return Message("\n".join(lines), items)

    async def _titles(self, matches: Sequence[Match]) -> Mapping[str, str]:
        return await self._host.app.packs.titles(match.game for match in matches)


def _line(match: Match, title: str) -> str:
    players: list[UserId] = [player.user for player in match.players if player.user >= 0]
    who = ", ".join(f"<@{user}>" for user in players)
    return f"**#{match.id} {title}** in <#{match.channel}>: {_STATES[match.status]}; {who}"
