"""Stop the clocks of seats whose players cannot be told of their turn, neither in the channel nor by direct
message. A clock goes on once its player has been told by any way or has acted, or after `bot.model.clocks.UNTOLD`.
"""

from collections.abc import Collection

import structlog

from bot.application.match.announcer import Announcer
from bot.application.match.positions import Positions
from bot.clock import Clock
from bot.model.match import MatchId
from bot.model.pauses import Pause
from bot.model.position import Position
from bot.store import outbox
from bot.store.database import Rows
from rules.core.events import Seat

log = structlog.stdlib.get_logger(__name__)


class UntoldSeats:
    """The record of seats whose players could not be told. Every coroutine may raise `Unavailable`, and can then be
    called again.
    """

    def __init__(self, positions: Positions, announcer: Announcer, clock: Clock) -> None:
        self._positions = positions
        self._pauses = positions.clocks.pauses
        self._announcer = announcer
        self._clock = clock

    async def stop(self, position: Position, seats: Collection[Seat]) -> bool:
        """Stop the clocks of seats that could not be told, and have that shown. A clock that stands still keeps its
        moment. Return whether any clock stopped.
        """
        match_id, known = position.match.id, await self._pauses.all()
        stopped = {Pause.untold(match_id, seat): self._now for seat in seats if position.clocks}
        stopped = {pause: since for pause, since in stopped.items() if pause not in known}
        if stopped:
            await self._pauses.begin(stopped, also=lambda db: self._show(db, match_id))
            log.info("players cannot be told of their turn", match=match_id, seats=sorted(seats))
            self._announcer.pending(match_id)
        return bool(stopped)

    async def go_on(self, match_id: MatchId, seats: Collection[Seat]) -> bool:
        """Let the clocks of seats go on with the time that was left, since they have been told or have acted, and have
        that shown. Return whether any clock had stood still.
        """
        known = await self._pauses.all()
        over = [pause for seat in seats if (pause := Pause.untold(match_id, seat)) in known]
        if over:
            await self._positions.resume([match_id], over, also=lambda db: self._show(db, match_id))
            self._announcer.pending(match_id)
        return bool(over)

    async def _show(self, db: Rows, match_id: MatchId) -> None:
        await outbox.redraw(db, match_id, self._now)

    @property
    def _now(self) -> float:
        return self._clock().timestamp()
