"""Notes about the end of a match to players who may not have seen it: editing the board notifies nobody."""

from typing import Final

from bot.model.match import Match, UserId
from bot.model.notes import MatchEnded, MatchUnreachable
from bot.store import outbox
from bot.store.database import Rows
from bot.store.matches import acted_at

PRESENT: Final = 10 * 60
"""Seconds after a move for which a player is assumed to be watching."""


async def add_end_notes(
    db: Rows, match: Match, ended_by: UserId | None, now: float, note: MatchEnded | MatchUnreachable | None = None
) -> None:
    """Add a note to each player of a match that has ended who has not moved for a while, but for the user who ended it.

    note: None: that it has ended.
    """
    acted = await acted_at(db, match.id)
    for seat, player in enumerate(match.players):
        if player.user >= 0 and player.user != ended_by and now - acted.get(seat, 0) >= PRESENT:
            await outbox.add_note(db, match.id, seat, note or MatchEnded(), now)
