"""The latest moments of a match in play, as a player saw them."""

import asyncio
from collections.abc import Sequence

from bot.application.match.positions import Positions
from bot.model.match import UserId
from bot.model.position import Position
from bot.model.reasons.match import MatchNotLive, NotSeated
from bot.replay.moments import Moment, moments_of
from bot.store import matches as sql


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
    stored = await positions.read(lambda db: sql.load(db, match.id))
    if stored is None or stored.deal is None or position.table is None:
        raise MatchNotLive(match=match)
    plies = stored.plies[: match.ply]
    since = max((ply.number for ply in plies if ply.seat == seat), default=0)
    moments = await asyncio.to_thread(moments_of, position.game, match, stored.deal, plies)
    return [moment for moment in moments[since:] if moment.ply == since or not moment.is_undone]
