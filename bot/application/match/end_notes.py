"""Add notes about the end of a match for players who may not have seen it.

The result is a new message that pings players (`notified`). Only players whom it does not ping get a note.
"""

from typing import Final

from bot.model.admin_action import AdminAction
from bot.model.match import Match, UserId
from bot.model.notes import MatchAbandoned, MatchEnded, MatchUnreachable
from bot.people import preference_store as preferences
from bot.store import admin_actions, outbox
from bot.store.database import Rows
from bot.store.plies import acted_at

PRESENT: Final = 10 * 60
"""The number of seconds after an action for which a player is assumed to be watching."""


async def add_end_notes(db: Rows, match: Match, ended_by: UserId | None, now: float) -> None:
    """Add a note for each player of a match with a result who has not acted for `PRESENT` seconds, except for the user
    who ended the match and for players whom the result pings.
    """
    await _add(db, match, {ended_by, *await notified(db, match)}, now, MatchEnded())


async def end_without_result(db: Rows, match: Match, act: AdminAction, *, is_named: bool = True) -> None:
    """Store who ended a match without a result, and add a note that says so for each player who has not acted for
    `PRESENT` seconds, except for the user who ended the match. is_named: whether the note names this user.
    """
    await admin_actions.insert(db, match.id, act)
    note = MatchAbandoned(user_id=act.user if is_named else None, action=act.kind, at=act.at)
    await _add(db, match, {act.user}, act.at, note)


async def end_unreachable(db: Rows, match: Match, now: float, note: MatchUnreachable) -> None:
    """Add a note for each player of a match that ended since its place could not be reached."""
    await _add(db, match, set(), now, note)


async def _add(
    db: Rows,
    match: Match,
    informed: set[UserId | None],
    now: float,
    note: MatchEnded | MatchAbandoned | MatchUnreachable,
) -> None:
    acted = await acted_at(db, match.id)
    for seat, player in enumerate(match.players):
        if player.user >= 0 and player.user not in informed and now - acted.get(seat, 0) >= PRESENT:
            await outbox.add_note(db, match.id, seat, note, now)


async def notified(db: Rows, match: Match) -> list[UserId]:
    """Return the players whom the result of a match pings: those who have not turned pings off, and nobody on a server
    that has turned them off.
    """
    if not (await preferences.load_server(db, match.guild)).pings:
        return []
    people = [player.user for player in match.players if not player.computer and player.user >= 0]
    return [user for user in people if (await preferences.load(db, user)).ping_delay is not None]
