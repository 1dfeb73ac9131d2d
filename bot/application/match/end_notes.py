"""Add notes about the end of a match for players who may not have seen it.

The result is a new message that pings players (`notified`). Only players whom it does not ping get a note.
"""

from typing import Final

from bot.model.match import Match, Status, UserId
from bot.model.notes import MatchEnded, MatchUnreachable
from bot.store import outbox, preferences
from bot.store.database import Rows
from bot.store.plies import acted_at

PRESENT: Final = 10 * 60
"""The number of seconds after an action for which a player is assumed to be watching."""


async def add_end_notes(
    db: Rows, match: Match, ended_by: UserId | None, now: float, note: MatchEnded | MatchUnreachable | None = None
) -> None:
    """Add a note for each player of an ended match who has not acted for `PRESENT` seconds, except for the user who
    ended the match and for players whom the result pings.

    note: the note; None: a `MatchEnded`. Players get a note that is given here even if the result pings them.
    """
    acted = await acted_at(db, match.id)
    pinged = await notified(db, match) if match.status is Status.OVER and note is None else ()
    for seat, player in enumerate(match.players):
        is_informed = player.user == ended_by or player.user in pinged
        if player.user >= 0 and not is_informed and now - acted.get(seat, 0) >= PRESENT:
            await outbox.add_note(db, match.id, seat, note or MatchEnded(), now)


async def notified(db: Rows, match: Match) -> list[UserId]:
    """Return the players whom the result of a match pings: those who have not turned pings off, and nobody on a server
    that has turned them off.
    """
    if not (await preferences.load_server(db, match.guild)).pings:
        return []
    people = [player.user for player in match.players if not player.computer and player.user >= 0]
    return [user for user in people if (await preferences.load(db, user)).ping_delay is not None]
