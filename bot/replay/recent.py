"""The latest moments of a match in play."""

import asyncio
from collections.abc import Sequence

from bot.application.match.positions import Positions
from bot.model.match import UserId
from bot.model.position import Position
from bot.model.reasons.match import MatchNotLive, NotSeated
from bot.replay.moments import Moment, moments_of
from bot.store import matches as sql
from rules.core.play import View


async def moments_since(positions: Positions, position: Position, user: UserId) -> Sequence[Moment]:
    """Return the moments from a player's latest ply on, including that ply but no ply that was taken back.

    They contain all hands, so show them only as seen from the player's seat.

    Raises:
        NotLive: the match has no table to show.
        NotAtThisTable: the user has no seat in it.
    """
    match, seat = position.match, position.match.seat_of(user)
    if seat is None:
        raise NotSeated(match_id=match.id)
    moments = await _moments(positions, position)
    since = max((moment.ply for moment in moments if moment.played and moment.played.seat == seat), default=0)
    return [moment for moment in moments[since:] if moment.ply == since or not moment.is_undone]


async def view_before(positions: Positions, position: Position) -> View:
    """Return a spectator's view of the table before the latest ply; of the deal, if there is none.

    Raises:
        NotLive: the match has no table to show.
    """
    moments = await _moments(positions, position)
    return moments[max(0, position.match.ply - 1)].view(None)


async def _moments(positions: Positions, position: Position) -> Sequence[Moment]:
    match = position.match
    stored = await positions.read(lambda db: sql.load(db, match.id))
    if stored is None or stored.deal is None or position.table is None:
        raise MatchNotLive(match=match)
    return await asyncio.to_thread(moments_of, position.game, match, stored.deal, stored.plies[: match.ply])
