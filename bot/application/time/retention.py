"""Clear matches that ended long ago: delete their logs, deals and texts, but keep their results and ratings."""

from collections.abc import Sequence
from typing import Final

import structlog

from bot.application.match.announcer import Announcer
from bot.application.match.positions import Positions
from bot.clock import Clock
from bot.model.absence import DAY
from bot.model.life import ENDED
from bot.model.match import MatchId
from bot.model.position import Position
from bot.store import matches
from bot.store.database import Rows

MONTH: Final = 30 * DAY
STEP: Final = 20
"""The maximum number of matches cleared in one transaction. Other writes wait for it."""
PAUSE: Final = 10
"""Seconds between two transactions that clear matches."""
_DELETED: Final = (
    "DELETE FROM plies WHERE match_id = ?",
    "DELETE FROM interactions WHERE match_id = ?",
    "DELETE FROM admin_actions WHERE match_id = ?",
    "DELETE FROM proposal_answers WHERE match_id = ?",
    "DELETE FROM proposals WHERE match_id = ?",
    "DELETE FROM pre_moves WHERE match_id = ?",
    "DELETE FROM clocks WHERE match_id = ?",
    "DELETE FROM private_notes WHERE match_id = ?",
    "DELETE FROM invitations WHERE match_id = ?",
    "DELETE FROM mutes WHERE match_id = ?",
    "DELETE FROM deeds WHERE match_id = ?",
    "DELETE FROM opinions WHERE match_id = ?",
    "DELETE FROM opinion_requests WHERE match_id = ?",
    "DELETE FROM match_requests WHERE match_id = ?",
    "DELETE FROM outbox WHERE match_id = ? AND kind <> 'board'",
    "UPDATE outbox SET shown = NULL, shown_version = version WHERE match_id = ?",
    "UPDATE lobby_settings SET match_request = '' WHERE match_id = ?",
    "UPDATE players SET deck_cards_json = NULL, deck_name = '' WHERE match_id = ?",
)
"""The statements that delete everything about a match except its players, result, points and the place of its board."""

log = structlog.stdlib.get_logger(__name__)


class Retention:
    """A duty (see `Duty`) that clears old matches, a few at a time. It is stored as due only in the oldest match that
    is not cleared.
    """

    def __init__(self, positions: Positions, announcer: Announcer, clock: Clock, *, months: int) -> None:
        """months: the number of months, of 30 days each, after which an ended match is cleared; 0: never."""
        self._positions = positions
        self._announcer = announcer
        self._clock = clock
        self._age = months * MONTH
        self._next = float("inf")
        """The earliest moment known at which a match is to be cleared."""

    async def due(self) -> list[tuple[float, MatchId]]:
        """Return the oldest match that is not cleared, with the moment at which it is to be cleared."""
        oldest = await self._positions.read(_oldest) if self._age else None
        self._next = float("inf") if oldest is None else oldest[0] + self._age
        return [] if oldest is None else [(self._next, oldest[1])]

    async def carry_out(self, match_id: MatchId) -> Position:
        """Clear the oldest matches if they are old enough, and schedule the next ones. Return the match with this id;
        it need not be one of those cleared.
        """
        if self._next <= self._now:
            cleared = await self._positions.write(self._clear)
            for number in cleared:
                self._positions.drop(number)
            if cleared:
                log.info("old matches were cleared", matches=len(cleared))
            for moment, number in await self.due():
                self._announcer.due(number, max(moment, self._now + PAUSE))
        return await self._positions.get(match_id)

    def next_of(self, position: Position) -> float | None:
        """Return when a match that has just ended is to be cleared, or None if it has not ended or is never cleared."""
        if not self._age or position.match.status not in ENDED or position.match.cleared:
            return None
        moment = self._now + self._age
        self._next = min(self._next, moment)
        return moment

    async def _clear(self, db: Rows) -> Sequence[MatchId]:
        numbers = await _ended_until(db, self._now - self._age, STEP)
        for number in numbers:
            await clear(db, number, int(self._now))
        return numbers

    @property
    def _now(self) -> float:
        return self._clock().timestamp()


async def _ended_until(db: Rows, moment: float, limit: int) -> list[MatchId]:
    """Return at most `limit` matches that ended by a moment and are not cleared yet, the earliest first."""
    sql = (
        "SELECT id FROM matches WHERE ended_at IS NOT NULL AND cleared_at IS NULL AND ended_at <= ? "
        "ORDER BY ended_at, id LIMIT ?"
    )
    return [MatchId(match_id) for (match_id,) in await db.rows(sql, moment, limit)]


async def _oldest(db: Rows) -> tuple[float, MatchId] | None:
    """Return the earliest end of a match that is not cleared yet, and that match; None: there is none."""
    sql = (
        "SELECT ended_at, id FROM matches WHERE ended_at IS NOT NULL AND cleared_at IS NULL "
        "ORDER BY ended_at, id LIMIT 1"
    )
    rows = await db.rows(sql)
    return (float(rows[0][0]), MatchId(rows[0][1])) if rows else None


async def clear(db: Rows, match_id: MatchId, at: int) -> None:
    """Delete the log, the deal and the texts of a match that has ended."""
    await matches.raise_revision(db, match_id, await matches.revision(db, match_id))
    for sql in _DELETED:
        await db.run(sql, match_id)
    sql = (
        "UPDATE matches SET seed = NULL, deal_secret = NULL, deal_message_id = NULL, computer_seed = NULL, "
        "initial_digest = NULL, puzzle_json = NULL, cleared_at = ? WHERE id = ?"
    )
    await db.run(sql, at, match_id)
