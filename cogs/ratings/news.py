"""End and begin the seasons of servers on their dates, and announce each end once."""

import asyncio
from typing import Final

import discord

from bot.application.application import Application
from bot.application.match.leases import Work
from bot.model.match import UserId
from bot.ratings.seasons import STALE, Ended
from bot.store.announcements import Announcement
from cogs.delivery.announcements import Drawn, Subject
from cogs.delivery.members import has_left
from cogs.ratings.purposes import SEASON_NEWS
from cogs.ratings.seasons import ended_message

NAMED: Final = 60
"""The maximum number of winners named in an announcement."""


class SeasonNews(Subject):
    """The ends of seasons. An announcement pings nobody, and is dropped if it cannot be sent for a week."""

    kind = Work.SEASONS
    name = "the end of a season"

    def __init__(self, client: discord.Client, application: Application) -> None:
        self._client = client
        self._announcements = application.announcements
        self._seasons = application.seasons
        self._names = application.names
        self._membership = application.membership
        self._packs = application.packs
        self._preferences = application.preferences
        self.listeners = self._seasons.listeners

    async def turn(self) -> float | None:
        """End and begin seasons, and return the next moment at which one ends or begins."""
        return await self._seasons.turn()

    async def draw(self, row: Announcement) -> Drawn | None:
        """Draw the announcement of the end of a season."""
        ended = await self._seasons.ended(row.guild, int(row.subject))
        channel = await self._seasons.channel(row.guild)
        if channel is None or self._announcements.now() > ended.season.ends_at + STALE:
            await self._announcements.drop(row)
            return None
        titles = await self._packs.titles(of.game for of in ended.winners)
        message = await asyncio.to_thread(ended_message, ended, titles, await self._named(row.guild, ended))
        theme = (await self._preferences.of_server(row.guild)).theme
        place = row._replace(channel=await self._outside_threads(channel))
        return Drawn(row=place, message=message.in_theme(theme), known_by=frozenset({SEASON_NEWS(ended.season.number)}))

    async def _outside_threads(self, channel: int) -> int:
        """Return the channel, or the parent of a thread: the match for which a thread was made is over."""
        place = self._client.get_channel(channel) or await self._client.fetch_channel(channel)
        return place.parent_id if isinstance(place, discord.Thread) else channel

    async def _named(self, guild: int, ended: Ended) -> dict[UserId, str]:
        """Return the names of the winners who are still members of the server."""
        users = list({winner.user: None for winners in ended.winners.values() for winner in winners})[:NAMED]
        left = [user for user in users if await has_left(self._client, guild, user)]
        for user in left:
            await self._membership.left(guild, user)
        names = await self._names.on(guild, users)
        return {user: names[user] for user in users if user not in left}
