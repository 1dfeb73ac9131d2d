"""End and begin the seasons of servers on their dates, and announce each end once."""

import asyncio
from contextlib import suppress
from hashlib import sha256
from typing import Final

import discord
import structlog

from bot.application.application import Application
from bot.application.match.leases import Taken, Work
from bot.application.match.outbox import Trouble
from bot.application.people.seasons import STALE, Ended
from bot.log import origin
from bot.model.match import UserId
from bot.model.refusals import Unavailable
from bot.store.seasons import News
from cogs.delivery.backoff import TROUBLES, Backoff
from cogs.delivery.error_meanings import meaning
from cogs.delivery.members import has_left
from cogs.delivery.rounds import Rounds
from cogs.delivery.sender import NONCE_LIMIT, Sender
from cogs.messages.season import ended_message
from cogs.widgets.purposes import SEASON_NEWS

BATCH: Final = 8
"""The maximum number of announcements sent at the same time."""
NAMED: Final = 60
"""The maximum number of winners named in an announcement."""

log = structlog.stdlib.get_logger(__name__)


class SeasonNews:
    """Sends the announcements. Each is a row in the database, so that it is sent exactly once, even after a failure. It
    pings nobody. It is dropped if it cannot be sent for a week. Nothing is sent unless `rounds` is open.
    """

    def __init__(self, client: discord.Client, application: Application, *, backoff: Backoff | None = None) -> None:
        self._client = client
        self._seasons = application.seasons
        self._names = application.names
        self._membership = application.membership
        self._games = application.library.games
        self._leases = application.leases
        self._sender = Sender(client)
        self._backoff = backoff or Backoff()
        self.rounds: Final = Rounds(
            self._round,
            begin=self._seasons.open,
            now=self._seasons.now,
            pause=lambda: self._backoff.pause(Trouble.WAIT, 6),
            name="announce seasons",
            failure="seasons could not be ended or begun",
        )
        self._unrecorded: set[tuple[int, int]] = set()
        """Announcements that may have been sent without being recorded."""
        self._seasons.listeners.append(self.rounds.wake)
        application.announcer.on_look(self.rounds.wake)

    async def reachable(self, guild: int) -> None:
        """Try again to announce on a server whose permissions did not allow it before."""
        with suppress(Unavailable):  # logged already, and tried again automatically
            await self._seasons.reachable(guild)

    async def _round(self) -> float | None:
        following = await self._seasons.turn()
        while self.rounds.is_open and (news := await self._seasons.news(BATCH)):
            if not any(await asyncio.gather(*map(self._tell_if_ours, news))):
                break  # other processes announce the rest
        return min(filter(None, (following, await self._seasons.next_news())), default=None)

    async def _tell_if_ours(self, news: News) -> bool:
        """Announce the end of a season, and return True. Return False if another process does so on this server."""
        async with self._leases.held(Work.SEASONS, news.guild) as taken:
            if taken is Taken.OTHERS:
                return False
            due = await self._seasons.still_news(news)
            if due is not None:
                await self._tell(due, is_unsure=bool(due.failures) or taken is Taken.INHERITED)
            return True

    async def _tell(self, news: News, *, is_unsure: bool) -> None:
        """Announce the end of a season. If that fails, record the reason and the time of the next attempt.

        is_unsure: the announcement may have been sent already.
        """
        key = news.guild, news.season.number
        channel = await self._seasons.channel(news.guild)
        if channel is None or self._seasons.now() > news.season.ends_at + STALE:
            await self._seasons.announced(news)
            return
        try:
            place = await self._outside_threads(channel)
            if not ((is_unsure or key in self._unrecorded) and await self._was_sent(place, news)):
                nonce = sha256(f"season/{news.guild}/{news.season.number}".encode()).hexdigest()[:NONCE_LIMIT]
                ended = await self._seasons.ended(news)
                message = ended_message(ended, self._titles(), await self._named(news.guild, ended))
                await self._sender.send(place, message, nonce)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001 # whatever it is: one failing message holds up no other
            await self._failed(news, error)
            return
        self._unrecorded.add(key)
        await self._seasons.announced(news)
        self._unrecorded.discard(key)

    async def _outside_threads(self, channel: int) -> int:
        """Return the channel, or the parent of a thread: the match for which a thread was made is over."""
        place = self._client.get_channel(channel) or await self._client.fetch_channel(channel)
        return place.parent_id if isinstance(place, discord.Thread) else channel

    async def _was_sent(self, channel: int, news: News) -> bool:
        """Return whether an announcement was sent without being recorded."""
        ours = await self._sender.ours(channel, None)
        return any(SEASON_NEWS(news.season.number) in message.custom_ids for message in ours)

    def _titles(self) -> dict[str, str]:
        return {key: game.title for key, game in self._games.items()}

    async def _named(self, guild: int, ended: Ended) -> dict[UserId, str]:
        """Return the names of the winners who are still members of the server."""
        users = list({winner.user: None for winners in ended.winners.values() for winner in winners})[:NAMED]
        left = [user for user in users if await has_left(self._client, guild, user)]
        for user in left:
            await self._membership.left(guild, user)
        names = await self._names.on(guild, users)
        return {user: names[user] for user in users if user not in left}

    async def _failed(self, news: News, error: Exception) -> None:
        trouble = TROUBLES[meaning(error)]
        trouble = Trouble.FORBIDDEN if trouble is Trouble.CLOSED else trouble
        log.info("the end of a season was not announced", trouble=trouble, cause=origin(error))
        await self._seasons.put_off(news, trouble, self._backoff.pause(trouble, news.failures + 1))
