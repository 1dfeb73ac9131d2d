"""SQL about pings: when they are due, repeated and withdrawn, and the times that users take to answer."""

from itertools import chain
from typing import Final

from bot.model.match import MatchId
from bot.model.pings import DEFAULT_PING_DELAY, Pings
from bot.store.database import Rows
from rules.core.events import Seat

LONGEST_DELAY: Final = 5 * 60
"""The maximum learned delay, in seconds."""
AWAY: Final = 10 * 60
"""A user who takes longer than this, in seconds, was away: the time says nothing about how long they think."""
WEIGHT: Final = 0.2
"""The weight of the latest answer in the mean."""

_CHOSEN: Final = f"CASE WHEN preferences.user_id IS NULL THEN {DEFAULT_PING_DELAY} ELSE preferences.ping_delay END"
"""The ping delay that a player chose, in seconds; NULL: they want no pings."""
_USUAL: Final = (
    f"CASE WHEN answer_times.seconds < {LONGEST_DELAY} / 2 THEN 2 * answer_times.seconds ELSE {LONGEST_DELAY} END"
)
"""Twice the time that a player usually takes, up to a maximum; that maximum if nothing is known."""
_DELAY: Final = (
    f"CASE WHEN {_CHOSEN} > 0 AND answer_times.seconds IS NOT NULL AND {_USUAL} > {_CHOSEN} THEN {_USUAL} "
    f"ELSE {_CHOSEN} END"
)
"""The seconds after which a player is pinged: twice their usual time, but never less than they chose. A choice of 0 is
kept. NULL: never.
"""

_IS_HERE: Final = (
    "EXISTS (SELECT 1 FROM plies WHERE plies.match_id = asked.match_id AND plies.ply = ? "
    "AND plies.kind = 'action' AND plies.source = 'interaction' AND plies.played_at > ?)"
)
"""Whether a player of the seat played that ply after that moment."""


async def update_pings(db: Rows, match_id: MatchId, pings: Pings, now: float) -> None:
    """Add a ping for each seat that is to act, and withdraw those of seats that no longer are.

    This only writes and never waits for rows, since it runs at every ply of every match.
    """
    marks = ", ".join("(?, ?)" for _ in pings.asked) or "(-1, -1)"
    ended = f"match_id = ? AND kind = 'ping' AND wanted <> 'deleted' AND (seat, asked_ply) NOT IN (VALUES {marks})"
    of_ended = match_id, *chain.from_iterable(pings.asked.items())
    if pings.ended_turn is not None:
        sql = (
            "UPDATE players SET pinged_turn = ? WHERE match_id = ? AND seat IN "  # noqa: S608 # ours
            f"(SELECT seat FROM outbox WHERE {ended} AND is_posted = 1)"
        )
        await db.run(sql, pings.ended_turn, match_id, *of_ended)
    if pings.actor is not None:
        asked_by = f"SELECT max(asked_ply) FROM outbox WHERE {ended} AND seat = ?"  # noqa: S608 # ours
        await _learn(db, match_id, pings.actor, pings.ply, asked_by, *of_ended, pings.actor)
    await db.run(f"DELETE FROM outbox WHERE {ended} AND wanted = 'silence'", *of_ended)  # noqa: S608 # ours
    await db.run(f"UPDATE outbox SET wanted = 'deleted', due_at = ? WHERE {ended}", now, *of_ended)  # noqa: S608 # ours
    for seat in pings.asked:
        await _add_ping(db, match_id, pings, seat, now)


async def _add_ping(db: Rows, match_id: MatchId, pings: Pings, seat: Seat, now: float) -> None:
    """Add a ping for a seat, unless the seat already has this ping, or was pinged in the present turn."""
    wait, of_wait = "delay", tuple[float, ...]()
    if seat in pings.at_once:
        wait, of_wait = f"CASE WHEN {_IS_HERE} THEN delay ELSE 0 END", (pings.at_once[seat], now - AWAY)
    elif seat == pings.actor and pings.turn == pings.ended_turn:
        wait = f"CASE WHEN delay < {LONGEST_DELAY} THEN {LONGEST_DELAY} ELSE delay END"
    sql = (
        "INSERT INTO outbox (match_id, kind, seat, asked_ply, wanted, is_posted, due_at) "  # noqa: S608 # ours
        "SELECT match_id, 'ping', seat, asked_ply, CASE WHEN delay IS NULL THEN 'silence' ELSE 'posted' END, 0, "
        f"? + coalesce({wait}, 0) FROM (SELECT match_id, seat, CAST(? AS BIGINT) AS asked_ply, {_DELAY} AS delay "
        "FROM players LEFT JOIN preferences ON preferences.user_id = players.user_id "
        "LEFT JOIN answer_times ON answer_times.user_id = players.user_id "
        "WHERE match_id = ? AND seat = ? AND players.user_id >= 0 AND coalesce(pinged_turn <> ?, TRUE)) AS asked "
        "WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.match_id = asked.match_id AND outbox.seat = asked.seat "
        "AND outbox.asked_ply = asked.asked_ply AND outbox.kind = 'ping' AND outbox.wanted <> 'deleted')"
    )
    await db.run(sql, now, *of_wait, pings.asked[seat], match_id, seat, pings.turn)


async def ping_again(db: Rows, match_id: MatchId, seat: Seat, asked_ply: int, now: float) -> None:
    """Add a fresh ping for a seat that got its decision at this ply, unless its player wants none, and withdraw the
    earlier one. Its attempt number distinguishes the fresh ping from earlier ones on Discord.
    """
    await withdraw_ping(db, match_id, seat, now)
    sql = (
        "INSERT INTO outbox (match_id, kind, seat, asked_ply, wanted, is_posted, attempt, due_at) "
        "SELECT players.match_id, 'ping', players.seat, ?, 'posted', 0, (SELECT 1 + coalesce(max(older.attempt), 0) "
        "FROM outbox AS older WHERE older.match_id = players.match_id AND older.seat = players.seat "
        "AND older.kind = 'ping'), ? FROM players LEFT JOIN preferences ON preferences.user_id = players.user_id "
        "WHERE players.match_id = ? AND players.seat = ? AND players.user_id >= 0 "
        "AND (preferences.user_id IS NULL OR preferences.ping_delay IS NOT NULL)"
    )
    await db.run(sql, asked_ply, now, match_id, seat)


async def withdraw_ping(db: Rows, match_id: MatchId, seat: Seat, now: float) -> None:
    """Let every ping of a seat be deleted."""
    sql = (
        "UPDATE outbox SET wanted = 'deleted', due_at = ? WHERE match_id = ? AND kind = 'ping' AND wanted = 'posted' "
        "AND seat = ?"
    )
    await db.run(sql, now, match_id, seat)


async def _learn(db: Rows, match_id: MatchId, seat: Seat, ply: int, asked_ply: str, *values: int) -> None:
    """Update the usual answer time of a user with a ply that they played at this seat. The first decision of a match
    does not count, nor does an action that was played for the user.

    asked_ply, values: a query for the ply that gave the seat its decision, and the values of its placeholders.
    """
    sql = (
        "INSERT INTO answer_times (user_id, seconds) "  # noqa: S608 # ours
        "SELECT players.user_id, made.played_at - asked.played_at FROM plies AS made "
        f"JOIN plies AS asked ON asked.match_id = made.match_id AND asked.ply = ({asked_ply}) "
        "JOIN players ON players.match_id = made.match_id AND players.seat = ? "
        "WHERE made.match_id = ? AND made.ply = ? AND made.kind = 'action' AND made.source = 'interaction' "
        f"AND players.user_id >= 0 AND made.played_at - asked.played_at <= {AWAY} ON CONFLICT (user_id) DO UPDATE "
        f"SET seconds = answer_times.seconds + {WEIGHT} * (excluded.seconds - answer_times.seconds)"
    )
    await db.run(sql, *values, seat, match_id, ply)
