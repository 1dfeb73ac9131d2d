"""Read matches that have ended."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.application.match.end_notes import notified
from bot.application.match.positions import Positions
from bot.application.match.replay import DivergedError, replay
from bot.model.admin_action import AdminAction
from bot.model.match import Match, Status, UserId
from bot.model.position import Position
from bot.model.reasons.match import MatchNotLive
from bot.store import admin_actions, opinions
from bot.store import matches as sql
from bot.store.database import Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The end of a match, apart from its result."""

    at: int | None
    """The moment of the end, in seconds since 1970-01-01 UTC; None if it is unknown."""
    act: AdminAction | None
    """The action, of an admin or a player, that ended the match without a result; None if there was none."""


class FinishedMatches:
    """Read finished matches. Methods that take a match raise the same refusals as methods of `Matches`."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    async def ending(self, position: Position) -> Ending:
        """Return when a match ended and, if it has no result, the action that ended it."""
        number = position.match.id

        async def work(db: Rows) -> tuple[int | None, Sequence[AdminAction]]:
            return await sql.ended(db, number), await admin_actions.of_match(db, number)

        at, done = await self._positions.read(work)
        has_result = position.match.status is Status.OVER
        return Ending(at=at, act=None if has_result or not done else done[-1])

    async def notified(self, match: Match) -> list[UserId]:
        """Return the players whom the result of a match pings."""
        return await self._positions.read(lambda db: notified(db, match))

    async def asked(self, match: Match) -> frozenset[UserId]:
        """Return the players who are asked how a match was."""
        return await self._positions.read(lambda db: opinions.asked(db, match.id))

    async def with_table(self, position: Position) -> Position:
        """Return a match with its last table. Replay the log if the table is not in memory.

        Raises:
            NotLive: the match never began, or its log does not replay.
        """
        match = position.match
        if position.table is not None:
            return position
        stored = await self._positions.read(lambda db: sql.load(db, match.id))
        if stored is None or stored.deal is None or match.status is Status.QUARANTINED:
            raise MatchNotLive(match=match)
        try:
            table = await asyncio.to_thread(replay, position.game, match, stored.deal, stored.plies)
        except DivergedError:
            raise MatchNotLive(match=match) from None
        return replace(position, table=table)
