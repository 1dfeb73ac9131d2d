"""Follow live matches without a seat. Watchers get notes about a match's turning points and its end, and nothing else.

A turning point is computed from a spectator's view alone: states that fit the view are sampled, and the game estimates
how likely each seat is to win in them. So a note reveals nothing hidden, and players may read it too.
"""

import asyncio
import json
from collections.abc import Sequence
from typing import Final

import structlog

from bot.application.match.announcer import Announcer
from bot.application.match.positions import Positions
from bot.clock import Clock
from bot.log import origin
from bot.model import life
from bot.model.match import MatchId, Status, UserId
from bot.model.notes import WatchedEnded, WatchedTurned
from bot.model.position import Position
from bot.model.reasons.match import MatchNotLive
from bot.model.reasons.table import FollowsEnough, OwnMatch
from bot.model.refusals import Refusal
from bot.model.table import Table
from bot.store import outbox
from bot.store.database import Rows
from bot.store.errors import StoreError
from rules.core.events import visible
from rules.core.rng import split

LIMIT: Final = 10
"""The maximum number of matches that a user can follow at once."""
SWING: Final = 0.2
"""The smallest gain of a seat's chance to win, since a watcher's latest note, that is worth a new note."""
_LEAD: Final = 0.1
"""By how much a seat's chance to win must exceed all others for the seat to have taken the lead."""
_SAMPLES: Final = 16
"""The number of states that are sampled for an estimate."""

_log = structlog.stdlib.get_logger(__name__)


class Watching:
    """Follow matches, and notify their watchers. Methods that take a match raise the same refusals as methods of
    `Matches`.
    """

    def __init__(self, positions: Positions, announcer: Announcer, clock: Clock) -> None:
        self._positions = positions
        self._announcer = announcer
        self._clock = clock
        self._watched: set[MatchId] = set()
        self._looking: dict[MatchId, asyncio.Task[None]] = {}
        self._changed: set[MatchId] = set()
        """The matches that have changed since they were last checked for turning points."""
        announcer.on_changed(self._on_changed)

    async def open(self) -> None:
        """Load which matches are watched, and check them for turning points.

        Raises:
            Unavailable: the database cannot be read.
        """
        self._watched = await self._positions.read(_watched)
        for match_id in self._watched:
            self._check_soon(match_id)

    async def follow(self, match_id: MatchId, user: UserId) -> Position:
        """Let a user follow a match from now on, and return the match.

        Raises:
            NotLive: the match is not being played.
            NotAllowed: the user plays in the match, or follows `LIMIT` matches already.
        """
        position = await self._positions.get(match_id)
        if position.match.status is not Status.LIVE:
            raise MatchNotLive(match=position.match)
        if position.match.seat_of(user) is not None:
            raise OwnMatch(match_id=match_id)
        followed = await self.followed(user)
        if match_id not in followed and len(followed) >= LIMIT:
            raise FollowsEnough(limit=LIMIT)
        chances = await asyncio.to_thread(public_chances, position.seen)
        await self._positions.write(lambda db: _save(db, match_id, user, chances))
        self._watched.add(match_id)
        return position

    async def unfollow(self, match_id: MatchId, user: UserId) -> None:
        """Let a user no longer follow a match."""
        await self._positions.write(lambda db: _delete(db, match_id, user))

    async def followed(self, user: UserId) -> Sequence[MatchId]:
        """Return the matches that a user follows."""
        return await self._positions.read(lambda db: _of_user(db, user))

    async def live_in(self, guild: int) -> Sequence[Position]:
        """Return the live matches of a server, the latest first."""
        numbers = await self._positions.read(lambda db: _live_in(db, guild))
        positions = [await self._positions.get(number) for number in numbers]
        return [position for position in positions if position.match.status is Status.LIVE]

    async def settled(self) -> None:
        """Wait until all changes so far have been checked for turning points."""
        while self._looking:
            await asyncio.wait(list(self._looking.values()))

    def _on_changed(self, position: Position) -> None:
        if position.match.id in self._watched:
            self._check_soon(position.match.id)

    def _check_soon(self, match_id: MatchId) -> None:
        self._changed.add(match_id)
        if match_id not in self._looking:
            self._looking[match_id] = asyncio.create_task(self._check(match_id), name=f"watch {match_id}")

    async def _check(self, match_id: MatchId) -> None:
        try:
            while match_id in self._changed:
                self._changed.discard(match_id)
                await self._notify(await self._positions.get(match_id))
        except (Refusal, StoreError) as error:  # the next change starts another attempt
            _log.info(
                "a watched match could not be checked for turning points", match=match_id, cause=type(error).__name__
            )
        except Exception as error:  # noqa: BLE001 # watchers must not disturb the match
            _log.error("a watched match could not be checked for turning points", match=match_id, cause=origin(error))
        finally:
            self._changed.discard(match_id)
            del self._looking[match_id]

    async def _notify(self, position: Position) -> None:
        """Add a note for each watcher for whom the match has turned since their latest note, or for all watchers if the
        match has ended.
        """
        match_id, now = position.match.id, self._clock().timestamp()
        if position.match.status in life.ENDED:

            async def end(db: Rows) -> None:
                for user in await _watchers_of(db, match_id):
                    await outbox.add_watcher_note(db, match_id, user, WatchedEnded(), now)
                await _delete_all(db, match_id)

            await self._positions.write(end)
            self._watched.discard(match_id)
            self._announcer.pending(match_id)
        elif position.table is not None and position.match.status is Status.LIVE:
            table = position.table
            chances = await asyncio.to_thread(public_chances, table)

            async def write_notes(db: Rows) -> bool:
                watchers = await _watchers_of(db, match_id)
                notes = [(user, turned(table, chances, before)) for user, before in watchers.items()]
                for user, note in notes:
                    if note is not None:
                        await outbox.add_watcher_note(db, match_id, user, note, now)
                        await _save(db, match_id, user, chances)
                return any(note is not None for _, note in notes)

            if await self._positions.write(write_notes):
                self._announcer.pending(match_id)


def public_chances(table: Table) -> list[float]:
    """Return each seat's estimated chance to win, computed from a spectator's view."""
    game, seats = table.game, range(len(table.opened))
    view = table.view(None)
    worlds = [game.determinize(view, split(table.ply, number)) for number in range(_SAMPLES)]
    return [sum(game.evaluate(world, seat) for world in worlds) / _SAMPLES for seat in seats]


def turned(table: Table, chances: Sequence[float], before: Sequence[float]) -> WatchedTurned | None:
    """Return a note that a match has turned, given each seat's chance to win now and before, or None if it has not
    turned enough.
    """
    best = max(range(len(chances)), key=lambda seat: chances[seat])
    gained = max(range(len(chances)), key=lambda seat: chances[seat] - before[seat])
    others = max((share for seat, share in enumerate(chances) if seat != best), default=0.0)
    was_behind = before[best] < max(before)
    overtakes = was_behind and chances[best] - others >= _LEAD
    if not overtakes and chances[gained] - before[gained] < SWING:
        return None
    seat = best if overtakes else gained
    takes_lead = overtakes or (seat == best and before[seat] == min(before))
    happened = table.game.landmark(visible(table.events[-1], None))
    return WatchedTurned(seat=seat, percent=round(100 * chances[seat]), leads=takes_lead, landmark=happened)


async def _watched(db: Rows) -> set[MatchId]:
    """Return the matches that at least one user watches."""
    return {MatchId(match_id) for (match_id,) in await db.rows("SELECT DISTINCT match_id FROM watchers")}


async def _of_user(db: Rows, user_id: UserId) -> list[MatchId]:
    """Return the matches that a user watches, oldest first."""
    rows = await db.rows("SELECT match_id FROM watchers WHERE user_id = ? ORDER BY match_id", user_id)
    return [MatchId(match_id) for (match_id,) in rows]


async def _watchers_of(db: Rows, match_id: MatchId) -> dict[UserId, list[float]]:
    """Return the users who watch a match, each with the seats' chances to win that the last message gave them."""
    rows = await db.rows("SELECT user_id, known_chances_json FROM watchers WHERE match_id = ?", match_id)
    return {user_id: json.loads(known_chances_json) for user_id, known_chances_json in rows}


async def _save(db: Rows, match_id: MatchId, user_id: UserId, chances: Sequence[float]) -> None:
    """Store that a user watches a match, and the seats' chances to win that the message to them gives."""
    sql = (
        "INSERT INTO watchers (match_id, user_id, known_chances_json) VALUES (?, ?, ?) "
        "ON CONFLICT (match_id, user_id) DO UPDATE SET known_chances_json = excluded.known_chances_json"
    )
    await db.run(sql, match_id, user_id, json.dumps(list(chances)))


async def _delete(db: Rows, match_id: MatchId, user_id: UserId) -> None:
    """Store that a user no longer watches a match."""
    await db.run("DELETE FROM watchers WHERE match_id = ? AND user_id = ?", match_id, user_id)


async def _delete_all(db: Rows, match_id: MatchId) -> None:
    """Store that nobody watches a match any longer."""
    await db.run("DELETE FROM watchers WHERE match_id = ?", match_id)


async def _live_in(db: Rows, guild_id: int) -> list[MatchId]:
    """Return the live matches with a place on a server, the latest first."""
    sql = (
        "SELECT id FROM matches WHERE guild_id = ? AND status = 'live' UNION SELECT matches.id FROM players "
        "JOIN matches ON matches.id = players.match_id WHERE players.place_guild_id = ? AND matches.status = 'live' "
        "ORDER BY 1 DESC"
    )
    rows = await db.rows(sql, guild_id, guild_id)
    return [MatchId(match_id) for (match_id,) in rows]
