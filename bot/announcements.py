"""Where the pictures of a match hang on Discord, and which of them are behind. It knows ids, not Discord."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.match import MatchId
from bot.store import announcements as sql
from bot.store.database import Database
from rules.core.events import Seat


class Announcement(NamedTuple):
    """A message that shows a match as it was at some ply."""

    channel: int
    message: int
    ply: int
    """The match's ply when it was drawn; `LOBBY` for a message that shows the lobby."""


LOBBY = -1
"""The ply of a message that shows a lobby, before the deal."""


class Announcements:
    """The boards in the channels and the hands in the direct messages.

    They are projections: one whose ply is below its match's must be drawn again, after a crash as after a lost reply.
    Nothing here waits for a match; whoever records an older ply than is recorded for the same message changes nothing.
    Every method may raise `bot.store.errors.StoreError`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def board(self, match: MatchId) -> Announcement | None:
        """The message in the channel that shows the match now."""
        row = await self._database.read(lambda db: sql.board(db, match))
        return Announcement(*row) if row else None

    async def record_board(self, match: MatchId, board: Announcement) -> None:
        """Remember the match's message: a new one, or how far the present one is."""
        await self._database.write(lambda db: sql.record_board(db, match, board))

    async def hand(self, match: MatchId, seat: Seat) -> Announcement | None:
        """The direct message that shows this seat its hand; its channel is the direct messages with that player."""
        row = await self._database.read(lambda db: sql.hand(db, match, seat))
        return Announcement(*row) if row else None

    async def record_hand(self, match: MatchId, seat: Seat, hand: Announcement) -> None:
        """Remember a seat's direct message: a new one, or how far the present one is."""
        await self._database.write(lambda db: sql.record_hand(db, match, seat, hand))

    async def boards_behind(self) -> Sequence[MatchId]:
        """The live and finished matches whose board is behind or was never sent, oldest first."""
        return [MatchId(match) for match in await self._database.read(sql.boards_behind)]

    async def hands_behind(self) -> Sequence[tuple[MatchId, Seat]]:
        """The hand messages that were sent and are behind, of live and finished matches, oldest first."""
        return [(MatchId(match), seat) for match, seat in await self._database.read(sql.hands_behind)]
