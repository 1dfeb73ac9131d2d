"""The bot's committed data, read from its database while it runs."""

import asyncio
import sqlite3
import time
import weakref
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.model.admin_action import AdminActionKind
from bot.model.pace import Pace
from bot.store.notices import Notice
from bot.store.request import Rows
from tests.patience import PATIENT
from tests.raw_database import connect_raw, on_server

_LOOK: Final = 0.01


@dataclass(frozen=True)
class Row:
    """A pending entry of the outbox."""

    kind: str
    seat: int | None
    trouble: str
    failures: int


@dataclass(frozen=True)
class Ply:
    """A committed ply."""

    number: int
    seat: int
    interaction: int | None
    """None for an automatic ply."""
    kind: str


class Stored(Rows):
    """Queries on the database of a bot."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._connection = (
            connect_raw(path, autocommit=True)
            if on_server()
            else sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
        )
        weakref.finalize(self, self._connection.close)  # a test may end without `close`

    def close(self) -> None:
        self._connection.close()

    def in_channel(self, channel: int) -> int:
        """Return the id of the latest match in a channel; 0 if there was none."""
        [(latest,)] = self._rows("SELECT coalesce(max(id), 0) FROM matches WHERE channel_id = ?", channel)
        return int(latest)

    def status(self, number: int) -> str:
        """Return the status of a match; "" if it does not exist."""
        rows = self._rows("SELECT status FROM matches WHERE id = ?", number)
        return str(rows[0][0]) if rows else ""

    def pace(self, number: int) -> Pace:
        """Return the pace of a match."""
        [(pace,)] = self._rows("SELECT pace FROM matches WHERE id = ?", number)
        return Pace.read(pace)

    def ping_delay(self, user: int) -> int | None:
        """Return a user's chosen ping delay in seconds; None if they have chosen none."""
        rows = self._rows("SELECT ping_delay FROM preferences WHERE user_id = ?", user)
        return int(rows[0][0]) if rows else None

    def seats(self, number: int) -> list[int | None]:
        """Return the players of a match by seat; None for a computer."""
        rows = self._rows("SELECT user_id FROM players WHERE match_id = ? ORDER BY seat", number)
        return [user for (user,) in rows]

    def place(self, number: int, user: int) -> int | None:
        """Return the channel in which a player of a match sits, if it is another one than that of the match."""
        sql = "SELECT place_channel_id FROM players WHERE match_id = ? AND user_id = ?"
        rows = self._rows(sql, number, user)
        return rows[0][0] if rows else None

    def sat(self, number: int) -> set[tuple[int, int]]:
        """Return the present and former players of a match, each with their seat."""
        sql = "SELECT user_id, seat FROM {} WHERE match_id = ?"
        both = [row for table in ("players", "former_players") for row in self._rows(sql.format(table), number)]
        return {(user, seat) for user, seat in both}

    def is_proposed(self, number: int) -> bool:
        """Return whether a match has an open proposal."""
        return bool(self._rows("SELECT 1 FROM proposals WHERE match_id = ?", number))

    def voted_on(self, number: int) -> list[int]:
        """Return the seats with an open vote because they are out of time."""
        sql = (
            "SELECT seat FROM proposals WHERE match_id = ? AND kind = 'late' AND verdict IS NULL ORDER BY made_version"
        )
        return [seat for (seat,) in self._rows(sql, number)]

    def verdicts(self) -> int:
        """Return the number of decided votes about late players, in all matches."""
        sql = "SELECT count(*) FROM admin_actions WHERE action IN (?, ?, ?)"
        [(count,)] = self._rows(sql, AdminActionKind.MORE, AdminActionKind.PASSED, AdminActionKind.OUT)
        return int(count)

    def reminded(self, number: int) -> dict[int, int]:
        """Return the reminders to each seat of a match since its last action, if there were any.

        A reminder that is still to be sent counts even if the seat has acted since it was stored: a message may be on
        its way with it.
        """
        sql = (
            "SELECT seat, max(times) FROM (SELECT seat, reminders AS times FROM clocks WHERE match_id = ? UNION ALL "
            "SELECT seat, attempt FROM outbox WHERE match_id = ? AND kind = 'ping' AND is_posted = 0) AS counted "
            "GROUP BY seat HAVING max(times) > 0"
        )
        return dict(self._rows(sql, number, number))

    def is_late(self, number: int) -> bool:
        """Return whether a player of a match is out of time."""
        return bool(self._rows("SELECT 1 FROM clocks WHERE match_id = ? AND deadline_at <= ?", number, self._now()))

    def running_clocks(self) -> list[tuple[int, int, float, float, float]]:
        """Return the match, the seat, the moment of the decision, the deadline, and the moment up to which that allows
        for outages, of every clock that runs.
        """
        return self._rows(
            "SELECT match_id, seat, asked_at, deadline_at, pauses_counted_until FROM clocks "
            "WHERE deadline_at IS NOT NULL"
        )

    def lost_shards(self) -> list[tuple[int, int, float]]:
        """Return each lost shard, the number of shards, and when it was lost."""
        return self._rows("SELECT first_id, second_id, since FROM pauses WHERE reason = 'lost'")

    def guilds(self) -> dict[int, set[int]]:
        """Return the servers of every match on which its players sit; 0: direct messages."""
        guilds = defaultdict[int, set[int]](set)
        sql = (
            "SELECT matches.id, coalesce(place_guild_id, guild_id) FROM matches "
            "JOIN players ON players.match_id = matches.id"
        )
        for number, guild in self._rows(sql):
            guilds[number].add(guild)
        return guilds

    def in_direct_messages(self, number: int) -> set[int]:
        """Return the users of a match whose board is in their direct messages."""
        sql = "SELECT user_id FROM players WHERE match_id = ? AND place_guild_id = 0"
        return {user for (user,) in self._rows(sql, number)}

    def hands_by_direct_message(self) -> set[tuple[int, int]]:
        """Return the match and the seat of every hand that a direct message shows."""
        return set(self._rows("SELECT match_id, seat FROM outbox WHERE kind = 'hand' AND message_id IS NOT NULL"))

    def plies(self, number: int) -> list[Ply]:
        sql = "SELECT ply, seat, interaction_id, kind FROM plies WHERE match_id = ? ORDER BY ply"
        return [Ply(*row) for row in self._rows(sql, number)]

    def behind(self, number: int | None = None) -> list[Row]:
        """Return the pending entries of one match or of all matches, except pings that are not due yet."""
        sql = (
            "SELECT kind, seat, trouble, failures FROM outbox WHERE is_pending AND (kind <> 'ping' "
            "OR wanted = 'deleted' OR failures > 0 OR trouble <> '' OR due_at <= ?) "
            "AND match_id = coalesce(?, match_id)"
        )
        return [Row(*row) for row in self._rows(sql, self._now(), number)]

    async def until(self, predicate: Callable[[], bool], what: str, within: float = PATIENT) -> None:
        """Wait until a condition holds in the file. It is checked again and again, because the other process does not
        announce its commits.

        Raises:
            TimeoutError: it does not hold within this time.
        """
        try:
            async with asyncio.timeout(within):
                while not predicate():  # noqa: ASYNC110 # there is no event to wait for
                    await asyncio.sleep(_LOOK)
        except TimeoutError:
            raise TimeoutError(f"{what} did not happen within {within} s") from None

    async def rows(self, sql: str, *values: str | float | None) -> list[Any]:
        """Run a query, as `bot.store.request.Rows` does, so that the store's statements can read here."""
        return self._rows(sql, *values)

    async def notify(self, notice: Notice) -> None:
        """Do nothing: nothing is changed here."""

    def _rows(self, sql: str, *values: str | float | None) -> list[Any]:
        return self._connection.execute(sql, values).fetchall()
