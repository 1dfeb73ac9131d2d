"""The margin of a hand: what stands there besides the match, for its owner alone."""

import asyncio
from dataclasses import dataclass
from typing import Final

from bot.application.match.positions import Positions
from bot.application.match.seats import seat_in_play
from bot.application.table.participations import Participations
from bot.clock import Clock
from bot.model.match import MatchId, UserId
from bot.model.reasons.match import PrivateNoteTooLong
from bot.store import outbox
from bot.store import private_notes as sql
from bot.store.database import Rows

NOTE_LIMIT: Final = 200
"""Characters of a note to oneself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Margin:
    """What stands on somebody's hand besides the match."""

    waiting: bool = False
    """Whether another match is known to wait for them."""
    note: str = ""
    """What they have noted for themselves, to be escaped before it is shown."""

    def __repr__(self) -> str:
        return "Margin(…)"


BARE: Final = Margin()


class HandFooters:
    """Methods that take a match raise what those of `Matches` do."""

    def __init__(self, positions: Positions, participations: Participations, clock: Clock) -> None:
        self._positions = positions
        self._participations = participations
        self._clock = clock

    async def of(self, number: MatchId, user: UserId) -> Margin:
        """What stands on a user's hand of a match."""
        waiting, note = await asyncio.gather(
            self._participations.waits_elsewhere(user, besides=number), self.note(number, user)
        )
        return Margin(waiting=waiting, note=note)

    async def note(self, number: MatchId, user: UserId) -> str:
        """What a user has noted for themselves; "" for nothing."""
        return await self._positions.read(lambda db: sql.find(db, number, user))

    async def write(self, number: MatchId, user: UserId, text: str) -> None:
        """Note something for oneself instead of what was noted before; blank: nothing. Their hand is owed anew.

        Raises:
            NotLive, NotAtThisTable: they have no hand.
            NotAllowed: it is too long.
        """
        _, seat = seat_in_play(await self._positions.get(number), user)
        noted = text.strip()
        if len(noted) > NOTE_LIMIT:
            raise PrivateNoteTooLong(length=len(noted), limit=NOTE_LIMIT)
        now = self._clock().timestamp()

        async def work(db: Rows) -> None:
            await sql.save(db, number, user, noted)
            await outbox.redraw_hand(db, number, seat, now)

        await self._positions.write(work)
