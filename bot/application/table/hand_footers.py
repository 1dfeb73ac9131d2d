"""The footer of a hand: what is shown to its owner besides the match."""

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
"""Most characters of a private note."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Margin:
    """The footer of a hand."""

    waiting: bool = False
    """Whether another match is known to wait for the owner."""
    note: str = ""
    """Their private note, to be escaped before it is shown."""

    def __repr__(self) -> str:
        return "Margin(…)"


BARE: Final = Margin()


class HandFooters:
    """Reads footers and stores private notes. Methods that take a match raise what those of `Matches` do."""

    def __init__(self, positions: Positions, participations: Participations, clock: Clock) -> None:
        self._positions = positions
        self._participations = participations
        self._clock = clock

    async def of(self, number: MatchId, user: UserId) -> Margin:
        """Return the footer of a user's hand."""
        waiting, note = await asyncio.gather(
            self._participations.waits_elsewhere(user, besides=number), self.note(number, user)
        )
        return Margin(waiting=waiting, note=note)

    async def note(self, number: MatchId, user: UserId) -> str:
        """Return a user's private note; "" for none."""
        return await self._positions.read(lambda db: sql.find(db, number, user))

    async def write(self, number: MatchId, user: UserId, text: str) -> None:
        """Store a private note in place of the one before; blank: none. The hand is drawn again.

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
