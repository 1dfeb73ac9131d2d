"""Reports about users to the operator. The reported user never learns of one, nor does anybody but the operator."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from bot.clock import Clock
from bot.model.limits import Act
from bot.model.match import MatchId, UserId
from bot.model.pace import DAY
from bot.model.refusals import Unavailable
from bot.people import bars, limits
from bot.people.refusals import ReportsThemselves
from bot.store.availability import available, readable
from bot.store.database import Database, Rows

REPORTS_KEPT: Final = 365 * DAY
"""Seconds after which a report is deleted."""
MOST_WORDS: Final = 500
"""The maximum number of characters that a user adds to a report."""


class Reason(StrEnum):
    """The reasons for a report."""

    CHEATING = "cheating"
    STALLING = "stalling"
    NAME = "name"
    MANNERS = "manners"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewReport:
    """A report as it is made."""

    reporter: UserId
    reported: UserId
    match_id: MatchId | None
    """The match in which it happened; None: in none."""
    guild: int
    """The server where it was made; 0: in direct messages."""
    reason: Reason
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A stored report. Moments are in seconds since 1970-01-01 UTC."""

    id: int
    reporter: UserId | None
    """None: a deleted user."""
    reported: UserId
    match_id: MatchId | None
    guild: int
    reason: Reason
    words: str
    made: int
    decision: str | None
    """The decision of the operator; None: the report is open."""
    closed: int | None


class Reports:
    """Store reports. Every method may raise `Unavailable`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self.listeners: list[Callable[[Report], object]] = []
        """The functions to call after a report was stored."""

    async def make(self, new: NewReport, *, interaction: int) -> None:
        """Store a report once.

        Raises:
            NotAllowed: the user reports themselves, or has made as many reports as one may.
        """
        if new.reporter == new.reported:
            raise ReportsThemselves
        now = self._clock().timestamp()

        async def work(db: Rows) -> Report | None:
            await _forget_old(db, now)
            if await db.rows("SELECT id FROM reports WHERE interaction_id = ?", interaction):
                return None
            await limits.count(db, new.reporter, Act.REPORT, now)
            return await _insert(db, new, interaction, int(now))

        with available():
            stored = await self._database.write(work)
        if stored is not None:
            for listener in self.listeners:
                listener(stored)

    async def forget(self) -> None:
        """Delete reports that are older than `REPORTS_KEPT`, counts of limited acts that are older than a day, and bars
        that have ended. If the database fails, the next start does so.
        """
        now = self._clock().timestamp()

        async def work(db: Rows) -> None:
            await _forget_old(db, now)
            await limits.forget_old(db, now)
            await bars.forget_old(db, now)

        with suppress(Unavailable), available():
            await self._database.write(work)

    async def open(self) -> Sequence[Report]:
        """Return the reports on which the operator has not decided, the oldest first."""
        with readable():
            return [report for report in await self._database.read(all_reports) if report.decision is None]


_COLUMNS: Final = "id, reporter_id, reported_id, match_id, guild_id, reason, words, made_at, decision, closed_at"


async def all_reports(db: Rows) -> Sequence[Report]:
    """Return all reports, the oldest first."""
    return [_read(row) for row in await db.rows(f"SELECT {_COLUMNS} FROM reports ORDER BY id")]  # noqa: S608 # ours


async def find(db: Rows, report_id: int) -> Report | None:
    """Return a report, or None if there is none of this number."""
    sql = f"SELECT {_COLUMNS} FROM reports WHERE id = ?"  # noqa: S608 # ours
    for row in await db.rows(sql, report_id):
        return _read(row)
    return None


async def close(db: Rows, report_id: int, decision: str, now: float) -> bool:
    """Store what the operator has decided on a report, in place of an earlier decision; return whether it exists."""
    sql = "UPDATE reports SET decision = ?, closed_at = ? WHERE id = ? RETURNING id"
    return bool(await db.rows(sql, decision, int(now), report_id))


async def _forget_old(db: Rows, now: float) -> None:
    await db.run("DELETE FROM reports WHERE made_at <= ?", now - REPORTS_KEPT)


async def _insert(db: Rows, new: NewReport, interaction: int, now: int) -> Report | None:
    sql = (
        "INSERT INTO reports (interaction_id, reporter_id, reported_id, match_id, guild_id, reason, words, made_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id"
    )
    values = (interaction, new.reporter, new.reported, new.match_id, new.guild, new.reason, new.words, now)
    [(report_id,)] = await db.rows(sql, *values)
    return await find(db, report_id)


def _read(row: Sequence[Any]) -> Report:
    report_id, reporter, reported, match_id, guild, reason, words, made, decision, closed = row
    return Report(
        id=report_id,
        reporter=reporter,
        reported=reported,
        match_id=None if match_id is None else MatchId(match_id),
        guild=guild,
        reason=Reason(reason),
        words=words,
        made=made,
        decision=decision,
        closed=closed,
    )
