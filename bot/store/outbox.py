"""SQL about the outbox: a row for each message that shows a match, or will."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from bot.model.match import MatchId, UserId
from bot.model.preferences import PATIENCE
from bot.store.database import Rows
from rules.core.events import Seat

EVERYBODY: Final = -1
"""The seat of a message in the channel of the match."""

NEVER_CALLED: Final = -4

LATEST: Final = 2**31
"""Owed by a message that is to be deleted, whatever is recorded of it meanwhile."""

NEVER: Final = 1e12
"""The due time of a ping that its player never wants: the row only tells that they are asked."""

SENT, TAKEN_DOWN = 1, 2
"""The versions that a ping owes."""


class Kind(StrEnum):
    """The kinds of messages."""

    BOARD = "board"
    """The match, in its channel: from its lobby to its result."""
    HAND = "hand"
    """The hand of a seat, by direct message."""
    RETIRED = "retired"
    """An older board, to be deleted; an older lobby, or the hand of a former player, to be shortened."""
    CALL = "call"
    """The ping of a seat in the channel, deleted when the seat has acted."""
    NOTE = "note"
    """A text that is sent once."""


class Trouble(StrEnum):
    """The reasons for which a message is behind."""

    NONE = ""
    WAIT = "wait"
    """Discord did not answer well; it is tried again by itself."""
    CLOSED = "closed"
    """The user takes no direct messages; it is tried again when they press anything."""
    FORBIDDEN = "forbidden"
    """We may not write in the channel, or it is gone; it is tried again by itself, seldom."""
    BROKEN = "broken"
    """Discord refused the message, or we could not draw it; it is tried again, seldom."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A row of the outbox."""

    id: int = 0
    """0: not stored yet."""
    number: MatchId
    kind: Kind
    seat: Seat
    """The seat that it is for; `EVERYBODY`: it is in the channel of the match."""
    owed: int
    """The version of the match to show."""
    shown: int = 0
    """The version that it shows."""
    channel: int | None = None
    message: int | None = None
    """Where it was sent; None: it was not, or is known to be gone."""
    called: int = NEVER_CALLED
    """Of a board: `Position.called` as shown. Of a ping: the ply after which its seat was asked. Of a note to
    everybody: the user whom it pings.
    """
    fingerprint: str = ""
    """Of a hand as shown. Of a lobby: the users whom it invited."""
    text: str | None = None
    """Of a note."""
    attempt: int = 0
    """How often the message was found to be gone."""
    failures: int = 0
    """How often in a row it failed. Above 0, it may have been sent without our knowing."""
    trouble: Trouble = Trouble.NONE
    due: float = 0.0
    """When to try next, in seconds since 1970-01-01 UTC."""


_COLUMNS: Final = (
    "match_id, kind, seat, owed, shown, channel_id, message_id, called, fingerprint, text, attempt, failures, trouble, "
    "due_at"
)
_DELIVERY: Final = f"SELECT id, {_COLUMNS} FROM outbox"  # noqa: S608 # ours
_ORDER: Final = (
    "CASE kind WHEN 'board' THEN 0 WHEN 'retired' THEN 1 WHEN 'call' THEN 2 WHEN 'hand' THEN 3 ELSE 4 END, id"
)
_DUE_UNLESS_TROUBLED: Final = "due_at = CASE WHEN trouble IN ('', 'wait') THEN ? ELSE due_at END"
"""A message that Discord did not take stays due when it was."""


async def owe_board(db: Rows, match_id: MatchId, version: int, now: float) -> None:
    """Owe the channel of a new match its board, which begins as a lobby."""
    sql = "INSERT INTO outbox (match_id, kind, seat, owed, due_at) VALUES (?, 'board', ?, ?, ?)"
    await db.rows(sql, match_id, EVERYBODY, version, now)


async def owe_hands(db: Rows, match_id: MatchId, seats: Iterable[Seat], version: int, now: float) -> None:
    """Owe these seats of a match that was dealt their hands."""
    for seat in seats:
        sql = "INSERT INTO outbox (match_id, kind, seat, owed, due_at) VALUES (?, 'hand', ?, ?, ?)"
        await db.rows(sql, match_id, seat, version, now)


async def owe_version(db: Rows, match_id: MatchId, version: int, now: float) -> None:
    """Owe the board and the hands of a match its new version."""
    sql = f"UPDATE outbox SET owed = ?, {_DUE_UNLESS_TROUBLED} WHERE match_id = ? AND kind IN ('board', 'hand')"  # noqa: S608 # ours
    await db.rows(sql, version, now, match_id)


async def owe_hand(db: Rows, match_id: MatchId, seat: Seat, now: float) -> None:
    """Owe the hand of a seat again, even if nothing in it has changed."""
    sql = (
        f"UPDATE outbox SET shown = 0, fingerprint = '', {_DUE_UNLESS_TROUBLED} "  # noqa: S608 # ours
        "WHERE match_id = ? AND seat = ? AND kind = 'hand'"
    )
    await db.rows(sql, now, match_id, seat)


async def owe_again(db: Rows, match_id: MatchId, now: float) -> None:
    """Owe the board and the hands of a match again, even if nothing in them has changed."""
    sql = (
        f"UPDATE outbox SET shown = 0, fingerprint = '', {_DUE_UNLESS_TROUBLED} "  # noqa: S608 # ours
        "WHERE match_id = ? AND kind IN ('board', 'hand')"
    )
    await db.rows(sql, now, match_id)


async def pass_hand(db: Rows, match_id: MatchId, seat: Seat, version: int, now: float) -> None:
    """Owe the new player of a seat its hand, and retire that of the former one (`retire_hand`)."""
    await retire_hand(db, match_id, seat, now)
    await owe_hands(db, match_id, [seat], version, now)


async def retire_hand(db: Rows, match_id: MatchId, seat: Seat, now: float) -> None:
    """Owe the deletion of the hand and the pings of a seat's former player."""
    sql = (
        "UPDATE outbox SET kind = 'retired', owed = ?, called = ?, text = NULL, due_at = ? "
        "WHERE match_id = ? AND seat = ? AND kind = 'hand'"
    )
    await db.rows(sql, LATEST, NEVER_CALLED, now, match_id, seat)
    sql = "UPDATE outbox SET owed = ?, due_at = ? WHERE match_id = ? AND seat = ? AND kind = 'call'"
    await db.rows(sql, TAKEN_DOWN, now, match_id, seat)


async def owe_note(  # noqa: PLR0913 # a note
    db: Rows, match_id: MatchId, seat: Seat, text: str, now: float, *, pings: UserId = NEVER_CALLED
) -> None:
    """Owe a seat a text; or everybody, and ping one user."""
    sql = "INSERT INTO outbox (match_id, kind, seat, owed, called, text, due_at) VALUES (?, 'note', ?, 1, ?, ?, ?)"
    await db.rows(sql, match_id, seat, pings, text, now)


async def owe_calls(
    db: Rows, match_id: MatchId, asked: Mapping[Seat, int], now: float, at_once: Container[Seat] = ()
) -> None:
    """Owe each asked seat a ping, and the deletion of pings for what is not asked any more.

    asked: by seat, the ply after which it was asked. A ping is due after its player's delay, or now for a seat of
    `at_once`. A player who is never pinged gets a row that owes nothing.
    """
    sql = "SELECT id, seat, called, due_at FROM outbox WHERE match_id = ? AND kind = 'call' AND owed = ?"
    known = {(seat, called): (row_id, due_at) for row_id, seat, called, due_at in await db.rows(sql, match_id, SENT)}
    for ping, (row_id, due_at) in known.items():
        if ping in asked.items():
            continue
        if due_at == NEVER:
            await delete(db, row_id)
        else:
            await db.rows("UPDATE outbox SET owed = ?, due_at = ? WHERE id = ?", TAKEN_DOWN, now, row_id)
    for seat, asked_ply in asked.items():
        if (seat, asked_ply) not in known:
            await _owe_call(db, match_id, seat, asked_ply, now, waits=seat not in at_once)


async def _owe_call(  # noqa: PLR0913 # a ping
    db: Rows, match_id: MatchId, seat: Seat, asked_ply: int, now: float, *, waits: bool
) -> None:
    sql = (
        "SELECT preferences.user_id, preferences.ping_delay FROM players "
        "LEFT JOIN preferences ON preferences.user_id = players.user_id "
        "WHERE players.match_id = ? AND players.seat = ? AND players.user_id >= 0"
    )
    for chose, ping_delay in await db.rows(sql, match_id, seat):
        delay = PATIENCE if chose is None else ping_delay
        shown, due_at = (SENT, NEVER) if delay is None else (0, now + (delay if waits else 0))
        sql = "INSERT INTO outbox (match_id, kind, seat, owed, called, shown, due_at) VALUES (?, 'call', ?, ?, ?, ?, ?)"
        await db.rows(sql, match_id, seat, SENT, asked_ply, shown, due_at)


async def calls(db: Rows, match_id: MatchId) -> list[Delivery]:
    """Return the pings of a match that have not been sent, due or not."""
    sql = f"{_DELIVERY} WHERE match_id = ? AND kind = 'call' AND owed = ? AND shown < owed"
    return [_delivery(row) for row in await db.rows(sql, match_id, SENT)]


async def free_leases(db: Rows, now: float) -> None:
    """Free the leases of processes that are gone, and count a failure of each row that was due: the process may have
    sent it and ended before it recorded that.
    """
    sql = (
        "UPDATE outbox SET leased_by = NULL, failures = failures + 1 "
        "WHERE shown < owed AND trouble = '' AND due_at <= ?"
    )
    await db.rows(sql, now)
    await db.rows("UPDATE outbox SET leased_by = NULL WHERE leased_by IS NOT NULL")


async def lease(db: Rows, match_id: MatchId, process: str, now: float, until: float) -> None:
    """Lease all rows of a match to a process, unless another one holds a lease on any of them."""
    sql = (
        "UPDATE outbox SET leased_by = ?, leased_until = ? WHERE match_id = ? AND NOT EXISTS "
        "(SELECT 1 FROM outbox AS other WHERE other.match_id = outbox.match_id AND other.leased_by <> ? "
        "AND other.leased_until >= ?)"
    )
    await db.rows(sql, process, until, match_id, process, now)


async def leased(db: Rows, match_id: MatchId, process: str, now: float) -> list[Delivery]:
    """Return the rows of a match that are due and that this process may deliver, boards first."""
    sql = (
        f"{_DELIVERY} WHERE match_id = ? AND shown < owed AND trouble <> 'closed' AND due_at <= ? "
        f"AND (leased_by IS NULL OR leased_by = ? OR leased_until < ?) ORDER BY {_ORDER}"
    )
    return [_delivery(row) for row in await db.rows(sql, match_id, now, process, now)]


async def of_match(db: Rows, match_id: MatchId) -> list[Delivery]:
    """Return all rows of a match, boards first."""
    sql = f"{_DELIVERY} WHERE match_id = ? ORDER BY {_ORDER}"
    return [_delivery(row) for row in await db.rows(sql, match_id)]


async def notes(db: Rows, match_id: MatchId, seat: Seat) -> list[tuple[int, str]]:
    """Return the unsent notes to a seat with the ids of their rows, oldest first."""
    sql = "SELECT id, text FROM outbox WHERE match_id = ? AND seat = ? AND kind = 'note' AND shown < owed ORDER BY id"
    return [(row_id, text) for row_id, text in await db.rows(sql, match_id, seat)]


async def due(db: Rows, now: float, limit: int) -> list[MatchId]:
    """Return the matches with a row that is due, the longest overdue first."""
    sql = (
        "SELECT match_id FROM outbox WHERE shown < owed AND trouble <> 'closed' AND due_at <= ? "
        "GROUP BY match_id ORDER BY min(due_at), match_id LIMIT ?"
    )
    return [MatchId(match_id) for (match_id,) in await db.rows(sql, now, limit)]


async def next_due(db: Rows) -> float | None:
    """Return when a row is due next; None: none is behind."""
    [(due_at,)] = await db.rows("SELECT min(due_at) FROM outbox WHERE shown < owed AND trouble <> 'closed'")
    return None if due_at is None else float(due_at)


async def next_due_after(db: Rows, match_id: MatchId, now: float) -> float | None:
    """Return when a row of a match is due next after now; None: none is."""
    sql = "SELECT min(due_at) FROM outbox WHERE match_id = ? AND shown < owed AND trouble <> 'closed' AND due_at > ?"
    [(due_at,)] = await db.rows(sql, match_id, now)
    return None if due_at is None else float(due_at)


async def closed_to(db: Rows) -> set[UserId]:
    """Return the users whom a direct message did not reach."""
    sql = (
        "SELECT DISTINCT players.user_id FROM outbox JOIN players ON players.match_id = outbox.match_id "
        "AND players.seat = outbox.seat WHERE outbox.shown < outbox.owed AND outbox.trouble = 'closed'"
    )
    return {user_id for (user_id,) in await db.rows(sql)}


async def reopen(db: Rows, user_id: UserId, now: float) -> list[MatchId]:
    """Make the direct messages due now that a user did not take and that may be tried again; return their matches."""
    sql = (
        "UPDATE outbox SET trouble = '', due_at = ? WHERE trouble = 'closed' AND due_at <= ? AND EXISTS (SELECT 1 "
        "FROM players WHERE players.match_id = outbox.match_id AND players.seat = outbox.seat "
        "AND players.user_id = ?) RETURNING match_id"
    )
    return sorted({MatchId(match_id) for (match_id,) in await db.rows(sql, now, now, user_id)})


async def forbidden_in(db: Rows, guild_id: int, channel_id: int | None) -> list[MatchId]:
    """Return the matches of a server with a message that was forbidden. channel_id: only in this one, if given."""
    sql = (
        "SELECT DISTINCT outbox.match_id FROM outbox JOIN matches ON matches.id = outbox.match_id "
        "WHERE matches.guild_id = ? AND outbox.shown < outbox.owed AND outbox.trouble = 'forbidden'"
    )
    if channel_id is None:
        rows = await db.rows(sql, guild_id)
    else:
        rows = await db.rows(f"{sql} AND matches.channel_id = ?", guild_id, channel_id)
    return [MatchId(match_id) for (match_id,) in rows]


async def hasten(db: Rows, match_id: MatchId, now: float) -> None:
    """Make all rows of a match due now, except messages to users who take none, and pings that wait for their delay."""
    sql = (
        "UPDATE outbox SET due_at = ? WHERE match_id = ? AND shown < owed AND trouble <> 'closed' AND due_at > ? "
        "AND (kind <> 'call' OR failures > 0)"
    )
    await db.rows(sql, now, match_id, now)


async def insert(db: Rows, delivery: Delivery) -> None:
    """Store a new row."""
    marks = ", ".join("?" * len(_COLUMNS.split(", ")))
    await db.rows(f"INSERT INTO outbox ({_COLUMNS}) VALUES ({marks})", *_values(delivery))  # noqa: S608 # ours


async def save(db: Rows, delivery: Delivery) -> None:
    """Store the result of a delivery. What is owed may have risen meanwhile, and stays."""
    sql = (
        "UPDATE outbox SET shown = ?, channel_id = ?, message_id = ?, called = ?, fingerprint = ?, attempt = ?, "
        "failures = ?, trouble = ?, due_at = ? WHERE id = ?"
    )
    d = delivery
    sent = (d.shown, d.channel, d.message, d.called, d.fingerprint)
    await db.rows(sql, *sent, d.attempt, d.failures, d.trouble, d.due, d.id)


async def gone(db: Rows, row_id: int, message_id: int | None) -> bool:
    """Owe a message again that is known to be gone; return False if the row has another message by now."""
    sql = "UPDATE outbox SET shown = 0, message_id = NULL WHERE id = ? AND message_id = ? RETURNING id"
    return bool(await db.rows(sql, row_id, message_id))


async def delete(db: Rows, row_id: int) -> None:
    """Delete a row."""
    await db.rows("DELETE FROM outbox WHERE id = ?", row_id)


def _values(d: Delivery) -> Sequence[str | float | None]:
    """Return the values of `_COLUMNS`."""
    sent = (d.number, d.kind, d.seat, d.owed, d.shown, d.channel, d.message, d.called)
    return (*sent, d.fingerprint, d.text, d.attempt, d.failures, d.trouble, d.due)


def _delivery(row: Sequence[Any]) -> Delivery:
    row_id, match_id, kind, seat, owed, shown, channel_id, message_id, called, *others = row
    fingerprint, text, attempt, failures, trouble, due_at = others
    return Delivery(
        id=row_id,
        number=MatchId(match_id),
        kind=Kind(kind),
        seat=seat,
        owed=owed,
        shown=shown,
        channel=channel_id,
        message=message_id,
        called=called,
        fingerprint=fingerprint,
        text=text,
        attempt=attempt,
        failures=failures,
        trouble=Trouble(trouble),
        due=due_at,
    )
