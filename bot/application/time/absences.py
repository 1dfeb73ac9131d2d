"""Record absent places: servers from which the bot was removed, and channels that were deleted.

The clocks of matches at an absent place stand still, and no duty is done in these matches (`WhilePresent`). Players
whose hand is in a direct message can still act. An absence is an outage of one place: whenever the clocks of its
matches are stored, the absence up to then is left out of them (`MatchClocks.counted`), for the last time when the place
comes back. After a number of days that the operator sets, the matches end without a result, and the settings of the
server are deleted.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

import structlog

from bot.application.match.announcer import Announcer
from bot.application.match.change import Change
from bot.application.match.end_notes import end_unreachable
from bot.application.match.positions import Positions
from bot.clock import Clock
from bot.model import life
from bot.model.absence import DAY, WHOLE_SERVER, Place
from bot.model.life import Step
from bot.model.match import Match, MatchId, Status
from bot.model.notes import MatchUnreachable
from bot.model.pauses import Pause, Reason
from bot.model.position import Position
from bot.model.reasons.match import NoLongerDue
from bot.people.preferences import PreferenceBook
from bot.store import announcements, comparisons, packs
from bot.store.database import Rows
from bot.store.leases import Work
from bot.store.notices import Notice, Subject

_UNFINISHED: Final = "status IN ('lobby', 'live', 'quarantined')"
_UNFINISHED_TOURNAMENT: Final = "status IN ('open', 'running')"

log = structlog.stdlib.get_logger(__name__)


class Absences:
    """The record of absent places, and the duty (see `Duty`) that ends their matches. Every coroutine may raise
    `Unavailable`, and can then be called again.
    """

    def __init__(
        self, positions: Positions, preferences: PreferenceBook, announcer: Announcer, clock: Clock, *, days: int
    ) -> None:
        """days: the number of days after which the matches of an absent place end."""
        self._positions = positions
        self._pauses = positions.clocks.pauses
        self._preferences = preferences
        self._announcer = announcer
        self._clock = clock
        self._days = days
        self._changing = asyncio.Lock()

    async def leave(self, guild: int, channel: int = WHOLE_SERVER) -> None:
        """Record a server, or one of its channels, as absent from now on, so that its clocks stop. With the channel of
        a tournament, also record the threads of its matches, since Discord does not report these. Do nothing if the
        place is absent already, or has no unfinished match, no tournament and no settings.
        """
        place = Place(guild, channel)
        if await self._positions.read(lambda db: _is_concerned(db, place)):
            threads = await self._positions.read(lambda db: _threads_of(db, place))
            async with self._changing:
                await self._leave([place, *threads])

    async def come_back(self, guild: int, channel: int = WHOLE_SERVER) -> None:
        """Record a server, or one of its channels, as present again. Its clocks resume with the time that was left."""
        async with self._changing:
            await self._come_back([Place(guild, channel)])

    async def compare(self, present: Collection[int], is_reported: Callable[[int], bool] = lambda _: True) -> None:
        """Record each server in the database as present if it is in `present`, else as absent. Delete the settings of
        servers that have been absent for too long.

        is_reported: returns whether Discord has reported on a server. Servers on which it has not are not recorded as
        absent.
        """
        servers = {guild for guild in await self._positions.read(_concerned_servers) if is_reported(guild)}
        async with self._changing:
            absent = [place for place in await self._absent() if place.channel == WHOLE_SERVER]
            await self._come_back([place for place in absent if place.guild in present])
            await self._leave([Place(guild) for guild in sorted(servers) if guild not in present])
        for place in await self._absent():
            await self._forget_if_over(place)

    async def channels(self) -> Sequence[Place]:
        """Return the channels of all unfinished matches."""
        return await self._positions.read(_channels)

    async def all(self) -> Sequence[Place]:
        """Return all absent places."""
        return tuple(await self._absent())

    async def matches_at(self, place: Place) -> list[MatchId]:
        """Return the lobbies, live and quarantined matches with a seat on a server or in a channel."""
        return await self._positions.read(lambda db: _unfinished_at(db, place))

    async def due(self) -> list[tuple[float, MatchId]]:
        """Return the moment at which each match at an absent place is to end, in seconds since 1970-01-01 UTC."""
        return [
            (self._end_of(since), number)
            for place, since in (await self._absent()).items()
            for number in await self.matches_at(place)
        ]

    async def carry_out(self, match_id: MatchId) -> Position:
        """End a match without a result if its place has been absent for too long, with a note for its players, and
        return the match. If it was the last match of an absent server, delete the server's settings. Raise the same
        refusals as methods of `Matches`.
        """
        position = await self._positions.get(match_id)
        match = position.match
        if await self._is_over(match):

            async def end(before: Position) -> Change:
                if not await self._is_over(before.match):
                    raise NoLongerDue
                return self._ended(before)

            position = await self._positions.change(match_id, None, end)
            log.info("a match has ended with its absent place", match=match_id, server=match.guild)
        for place in (each for at in match.places for each in (at, Place(at.guild))):
            await self._forget_if_over(place)
        return position

    def next_of(self, position: Position) -> float | None:
        """Return when a match is to end because its place is absent, or None if the place is present or the match has
        ended.
        """
        since = self._known_since(position.match)
        return None if since is None or position.match.status in life.ENDED else self._end_of(since)

    async def _leave(self, places: Iterable[Place]) -> None:
        known, now = await self._absent(), self._now
        left = {place: now for place in places if place not in known}
        if not left:
            return
        numbers = [number for place in left for number in await self.matches_at(place)]
        await self._pauses.begin({Pause.absent(place): since for place, since in left.items()})
        log.warning("servers or channels are absent", places=[tuple(place) for place in left])
        for number in numbers:
            self._announcer.due(number, self._end_of(now))

    async def _come_back(self, places: Iterable[Place]) -> None:
        for place in [place for place in places if place in await self._absent()]:
            await self._positions.resume(await self.matches_at(place), [Pause.absent(place)])
            log.info("a server or a channel is present again", server=place.guild, channel=place.channel)

    async def _forget_if_over(self, place: Place) -> None:
        """Once the last match of a place that has been absent for too long has ended, forget the absence, end the
        tournaments of the place, and delete the settings if the place is a whole server.
        """
        async with self._changing:
            since = (await self._absent()).get(place)
            if since is None or self._end_of(since) > self._now or await self.matches_at(place):
                return

            async def work(db: Rows) -> None:
                await _end_tournaments(db, place)
                if place.channel == WHOLE_SERVER:
                    await delete_settings(db, place.guild)

            with self._preferences.changing_server(place.guild):
                await self._pauses.end([Pause.absent(place)], self._now, also=work)

    def _ended(self, before: Position) -> Change:
        match = before.match
        after = life.after(match, Step.CLOSE if match.status is Status.LOBBY else Step.ABANDON)
        note = MatchUnreachable(days=self._days)

        async def work(db: Rows) -> None:
            await end_unreachable(db, after, self._now, note)

        return Change(match=after, table=None, work=work)

    async def _is_over(self, match: Match) -> bool:
        await self._pauses.all()
        since = self._known_since(match)
        return since is not None and match.status not in life.ENDED and self._end_of(since) <= self._now

    async def _absent(self) -> dict[Place, float]:
        """Return every absent place and when it became absent."""
        pauses = (await self._pauses.all()).items()
        return {pause.place: since for pause, since in pauses if pause.reason is Reason.ABSENT}

    def _known_since(self, match: Match) -> float | None:
        """Return when the first place of a match became absent, or None. The pauses must have been read before."""
        return min(filter(None, map(self._pauses.known_absent_since, match.places)), default=None)

    def _end_of(self, since: float) -> float:
        return since + self._days * DAY

    @property
    def _now(self) -> float:
        return self._clock().timestamp()


def _at(place: Place, prefix: str = "") -> tuple[str, Sequence[int]]:
    """Return a condition that a row is at a place, and its values. prefix: that of the columns."""
    whole, key = f"{prefix}guild_id = ?", (place.guild,)
    return (whole, key) if place.channel == WHOLE_SERVER else (f"{whole} AND {prefix}channel_id = ?", tuple(place))


async def _unfinished_at(db: Rows, place: Place) -> list[MatchId]:
    """Return the lobbies, live and quarantined matches with a place on a server or in a channel."""
    here, key = _at(place)
    seat_here, _ = _at(place, "place_")
    sql = (
        f"SELECT id FROM matches WHERE {here} AND {_UNFINISHED} AND (status = 'lobby' OR EXISTS (SELECT 1 "  # noqa: S608 # ours
        "FROM players WHERE players.match_id = matches.id AND players.place_guild_id IS NULL)) "
        f"UNION SELECT matches.id FROM players JOIN matches ON matches.id = players.match_id "
        f"WHERE {seat_here} AND {_UNFINISHED} ORDER BY 1"
    )
    return [MatchId(match_id) for (match_id,) in await db.rows(sql, *key, *key)]


async def _is_concerned(db: Rows, place: Place) -> bool:
    """Return whether a match, a tournament or the settings of a server depend on a place."""
    here, key = _at(place)
    sql = f"SELECT 1 FROM tournaments WHERE {here} AND {_UNFINISHED_TOURNAMENT}"  # noqa: S608 # ours
    if await _unfinished_at(db, place) or await db.rows(sql, *key):
        return True
    sql = "SELECT 1 FROM server_preferences WHERE guild_id = ?"
    return place.channel == WHOLE_SERVER and bool(await db.rows(sql, place.guild))


async def _concerned_servers(db: Rows) -> set[int]:
    """Return the servers that have settings or an unfinished match or tournament. Direct messages do not count as a
    server.
    """
    sql = (
        f"SELECT guild_id FROM matches WHERE {_UNFINISHED} AND guild_id <> 0 "  # noqa: S608 # ours
        "UNION SELECT guild_id FROM server_preferences "
        f"UNION SELECT guild_id FROM tournaments WHERE {_UNFINISHED_TOURNAMENT} "
        "UNION SELECT place_guild_id FROM players JOIN matches ON matches.id = players.match_id "
        f"WHERE {_UNFINISHED} AND place_guild_id <> 0"
    )
    return {guild_id for (guild_id,) in await db.rows(sql)}


async def _channels(db: Rows) -> list[Place]:
    """Return the channels of servers that have an unfinished match or an unfinished tournament."""
    sql = (
        f"SELECT guild_id, channel_id FROM matches WHERE {_UNFINISHED} AND guild_id <> 0 "  # noqa: S608 # ours
        f"UNION SELECT guild_id, channel_id FROM tournaments WHERE {_UNFINISHED_TOURNAMENT} "
        "UNION SELECT place_guild_id, place_channel_id FROM players JOIN matches ON matches.id = players.match_id "
        f"WHERE {_UNFINISHED} AND place_guild_id <> 0 "
        "ORDER BY guild_id, channel_id"
    )
    return [Place(guild_id, channel_id) for guild_id, channel_id in await db.rows(sql)]


async def _threads_of(db: Rows, place: Place) -> list[Place]:
    """Return the threads in a channel in which a tournament of this channel has unfinished matches."""
    sql = (
        "SELECT DISTINCT matches.channel_id FROM matches "  # noqa: S608 # ours
        "JOIN announcements ON announcements.message_id = matches.channel_id AND announcements.kind = 'tournaments' "
        f"WHERE announcements.guild_id = ? AND announcements.channel_id = ? AND matches.{_UNFINISHED}"
    )
    return [Place(place.guild, channel_id) for (channel_id,) in await db.rows(sql, place.guild, place.channel)]


async def _end_tournaments(db: Rows, place: Place) -> None:
    """End the unfinished tournaments of a server or of a channel."""
    here, key = _at(place)
    sql = (
        "UPDATE tournaments SET status = 'ended', version = version + 1 "  # noqa: S608 # ours
        f"WHERE {here} AND {_UNFINISHED_TOURNAMENT} RETURNING id, tag"
    )
    for number, tag in await db.rows(sql, *key):
        await announcements.owe_change(db, Work.TOURNAMENTS, place.guild, f"{number}-{tag}", 0.0)


async def delete_settings(db: Rows, guild_id: int) -> None:
    """Delete the settings of a server, its content packs, its comparisons and its pending welcome."""
    await comparisons.delete_of_server(db, guild_id)
    await packs.delete_of_server(db, guild_id)
    await db.run("DELETE FROM server_preferences WHERE guild_id = ?", guild_id)
    await db.run("DELETE FROM pending_welcomes WHERE guild_id = ?", guild_id)
    await db.notify(Notice.of(Subject.SERVER, guild_id))
