"""SQL about what is owed to whom: a row for each message that shows a match, or will."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from bot.model.match import MatchId, UserId
from bot.model.preferences import PATIENCE
from bot.store.database import Rows
from rules.core.events import Seat

EVERYBODY: Final = -1
"""The seat of what hangs in the channel."""

NEVER_CALLED: Final = -4

LATEST: Final = 2**31
"""Owed by what is to be taken down, whatever is recorded of it meanwhile."""

NEVER: Final = 1e12
"""When whoever is never called is: by such a row it is known that they are waited for."""

SENT, TAKEN_DOWN = 1, 2
"""What a call owes."""


class Kind(StrEnum):
    """What a message shows."""

    BOARD = "board"  # the match, in its channel: from its lobby to its result
    HAND = "hand"  # a seat's hand, by direct message
    RETIRED = (
        "retired"  # an older board, to be taken down; an older lobby, or the hand of whoever gave their seat away,
    )
    # to be reduced to what it told
    CALL = "call"  # a message in the channel that calls a seat, taken down when it has acted
    NOTE = "note"  # a text that is sent once


class Trouble(StrEnum):
    """Why a message is behind."""

    NONE = ""
    WAIT = "wait"  # Discord did not answer well; it is tried again by itself
    CLOSED = "closed"  # the direct messages are; tried again when their owner presses anything
    FORBIDDEN = "forbidden"  # not allowed in the channel, or it is gone; tried again by itself, seldom
    BROKEN = "broken"  # Discord found fault with the message, or we could not draw it; tried again, seldom


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A row of the outbox."""

    id: int = 0
    """0: not stored yet."""
    number: MatchId
    """The number of its match."""
    kind: Kind
    seat: Seat
    """Whose it is; `EVERYBODY`: it hangs in the channel of the match."""
    owed: int
    """The version of the match that is to be shown."""
    shown: int = 0
    """The version that is shown."""
    channel: int | None = None
    message: int | None = None
    """Where it hangs; None: it was never sent, or is known to be gone."""
    called: int = NEVER_CALLED
    """Of a board: `Position.called` as it is shown. Of a call: the ply after which its seat was asked. Of a note to
    everybody: the user whom it pings.
    """
    fingerprint: str = ""
    """Of a hand as it is shown. Of a lobby: whom it has asked to play."""
    text: str | None = None
    """Of a note."""
    attempt: int = 0
    """How often the message was found to be gone."""
    failures: int = 0
    """How often in a row it failed. Above 0 it may have been sent without our knowing."""
    trouble: Trouble = Trouble.NONE
    due: float = 0.0
    """When it is to be tried, in seconds since 1970-01-01 UTC."""


_COLUMNS: Final = (
    "id, match, kind, seat, owed, shown, channel, message, called, fingerprint, text, attempt, failures, trouble, due"
)
_ORDER: Final = (
    "CASE kind WHEN 'board' THEN 0 WHEN 'retired' THEN 1 WHEN 'call' THEN 2 WHEN 'hand' THEN 3 ELSE 4 END, id"
)


async def owe_board(db: Rows, number: MatchId, version: int, now: float) -> None:
    """A match that was created owes its channel a board, beginning as a lobby."""
    sql = "INSERT INTO outbox (match, kind, seat, owed, due) VALUES (?, 'board', ?, ?, ?)"
    await db.rows(sql, number, EVERYBODY, version, now)


async def owe_hands(db: Rows, number: MatchId, seats: Iterable[Seat], version: int, now: float) -> None:
    """A match that was dealt owes these seats their hands."""
    for seat in seats:
        sql = "INSERT INTO outbox (match, kind, seat, owed, due) VALUES (?, 'hand', ?, ?, ?)"
        await db.rows(sql, number, seat, version, now)


async def owe_version(db: Rows, number: MatchId, version: int, now: float) -> None:
    """A change of a match is owed to everybody who is shown it; what Discord does not take stays due when it was."""
    sql = (
        "UPDATE outbox SET owed = ?, due = CASE WHEN trouble IN ('', 'wait') THEN ? ELSE due END "
        "WHERE match = ? AND kind IN ('board', 'hand')"
    )
    await db.rows(sql, version, now, number)


async def owe_hand(db: Rows, number: MatchId, seat: Seat, now: float) -> None:
    """The hand of a seat is owed once more; where it could not be shown, it stays due when it was."""
    sql = (
        "UPDATE outbox SET shown = 0, fingerprint = '', due = CASE WHEN trouble IN ('', 'wait') THEN ? ELSE due END "
        "WHERE match = ? AND seat = ? AND kind = 'hand'"
    )
    await db.rows(sql, now, number, seat)


async def owe_again(db: Rows, number: MatchId, now: float) -> None:
    """The board and the hands of a match are owed once more; where one could not be shown, it stays due when it was."""
    sql = (
        "UPDATE outbox SET shown = 0, fingerprint = '', due = CASE WHEN trouble IN ('', 'wait') THEN ? ELSE due END "
        "WHERE match = ? AND kind IN ('board', 'hand')"
    )
    await db.rows(sql, now, number)


async def pass_hand(db: Rows, number: MatchId, seat: Seat, version: int, now: float) -> None:
    """Somebody else sits at a seat: they are owed its hand, and its calls anew (`retire_hand`)."""
    await retire_hand(db, number, seat, now)
    sql = "INSERT INTO outbox (match, kind, seat, owed, due) VALUES (?, 'hand', ?, ?, ?)"
    await db.rows(sql, number, seat, version, now)


async def retire_hand(db: Rows, number: MatchId, seat: Seat, now: float) -> None:
    """What hangs of whoever sat at a seat is owed to be taken down."""
    sql = (
        "UPDATE outbox SET kind = 'retired', owed = ?, called = ?, text = NULL, due = ? "
        "WHERE match = ? AND seat = ? AND kind = 'hand'"
    )
    await db.rows(sql, LATEST, NEVER_CALLED, now, number, seat)
    sql = "UPDATE outbox SET owed = ?, due = ? WHERE match = ? AND seat = ? AND kind = 'call'"
    await db.rows(sql, TAKEN_DOWN, now, number, seat)


async def owe_note(  # noqa: PLR0913 # a note
    db: Rows, number: MatchId, seat: Seat, text: str, now: float, *, pings: UserId = NEVER_CALLED
) -> None:
    """A text is owed to a seat; or to everybody, and pings one user."""
    sql = "INSERT INTO outbox (match, kind, seat, owed, called, text, due) VALUES (?, 'note', ?, 1, ?, ?, ?)"
    await db.rows(sql, number, seat, pings, text, now)


async def owe_calls(
    db: Rows, number: MatchId, asked: Mapping[Seat, int], now: float, at_once: Container[Seat] = ()
) -> None:
    """Whoever is asked, by seat with the ply after which they were, is owed a call once their patience is over, or at
    once; calls to what is not asked any more are owed to be taken down. Whoever is never called is owed nothing.
    """
    sql = "SELECT id, seat, called, due FROM outbox WHERE match = ? AND kind = 'call' AND owed = ?"
    known = {(seat, called): (row, due_at) for row, seat, called, due_at in await db.rows(sql, number, SENT)}
    for call, (row, due_at) in known.items():
        if call in asked.items():
            continue
        if due_at == NEVER:
            await delete(db, row)
        else:
            await db.rows("UPDATE outbox SET owed = ?, due = ? WHERE id = ?", TAKEN_DOWN, now, row)
    for seat, called in asked.items():
        if (seat, called) not in known:
            sql = (
                "INSERT INTO outbox (match, kind, seat, owed, called, shown, due) SELECT match, 'call', seat, ?, ?, "
                "CASE WHEN preferences.user IS NULL OR patience IS NOT NULL THEN 0 ELSE ? END, "
                "CASE WHEN preferences.user IS NULL OR patience IS NOT NULL "
                "THEN ? + CASE WHEN ? THEN 0 ELSE coalesce(patience, ?) END ELSE ? END "
                "FROM players LEFT JOIN preferences ON preferences.user = players.user WHERE match = ? AND seat = ? "
                "AND players.user >= 0"
            )
            until = (now, seat in at_once, PATIENCE, NEVER)
            await db.rows(sql, SENT, called, SENT, *until, number, seat)


async def calls(db: Rows, number: MatchId) -> list[Delivery]:
    """The calls of a match that have not been sent, due or not."""
    sql = f"SELECT {_COLUMNS} FROM outbox WHERE match = ? AND kind = 'call' AND owed = ? AND shown < owed"  # noqa: S608 # ours
    return [_delivery(row) for row in await db.rows(sql, number, SENT)]


async def free_leases(db: Rows, now: float) -> None:
    """Forget the leases of processes that are gone; what they were at may have been sent without their recording it."""
    sql = "UPDATE outbox SET leased_by = NULL, failures = failures + 1 WHERE shown < owed AND trouble = '' AND due <= ?"
    await db.rows(sql, now)
    await db.rows("UPDATE outbox SET leased_by = NULL WHERE leased_by IS NOT NULL")


async def lease(db: Rows, number: MatchId, process: str, now: float, until: float) -> None:
    """Take all that a match owes, unless another process is at it."""
    sql = (
        "UPDATE outbox SET leased_by = ?, leased_until = ? WHERE match = ? AND NOT EXISTS "
        "(SELECT 1 FROM outbox AS other WHERE other.match = outbox.match AND other.leased_by <> ? "
        "AND other.leased_until >= ?)"
    )
    await db.rows(sql, process, until, number, process, now)


async def leased(db: Rows, number: MatchId, process: str, now: float) -> list[Delivery]:
    """What a match owes now and this process may deliver, boards first."""
    sql = (
        f"SELECT {_COLUMNS} FROM outbox WHERE match = ? AND shown < owed AND trouble <> 'closed' AND due <= ? "  # noqa: S608 # ours
        f"AND (leased_by IS NULL OR leased_by = ? OR leased_until < ?) ORDER BY {_ORDER}"
    )
    return [_delivery(row) for row in await db.rows(sql, number, now, process, now)]


async def of_match(db: Rows, number: MatchId) -> list[Delivery]:
    """Everything that shows a match, or will, boards first."""
    sql = f"SELECT {_COLUMNS} FROM outbox WHERE match = ? ORDER BY {_ORDER}"  # noqa: S608 # ours
    return [_delivery(row) for row in await db.rows(sql, number)]


async def notes(db: Rows, number: MatchId, seat: Seat) -> list[tuple[int, str]]:
    """The notes to a seat that have not reached it, by their ids, oldest first."""
    sql = "SELECT id, text FROM outbox WHERE match = ? AND seat = ? AND kind = 'note' AND shown < owed ORDER BY id"
    return [(row, text) for row, text in await db.rows(sql, number, seat)]


async def due(db: Rows, now: float, limit: int) -> list[MatchId]:
    """The matches that owe something now, the longest overdue first."""
    sql = (
        "SELECT match FROM outbox WHERE shown < owed AND trouble <> 'closed' AND due <= ? "
        "GROUP BY match ORDER BY min(due), match LIMIT ?"
    )
    return [MatchId(number) for (number,) in await db.rows(sql, now, limit)]


async def next_due(db: Rows) -> float | None:
    """When something is to be tried next; None: nothing is behind."""
    [(found,)] = await db.rows("SELECT min(due) FROM outbox WHERE shown < owed AND trouble <> 'closed'")
    return None if found is None else float(found)


async def next_due_after(db: Rows, number: MatchId, now: float) -> float | None:
    """When something that a match owes is to be tried after now; None: nothing is."""
    sql = "SELECT min(due) FROM outbox WHERE match = ? AND shown < owed AND trouble <> 'closed' AND due > ?"
    [(found,)] = await db.rows(sql, number, now)
    return None if found is None else float(found)


async def closed_to(db: Rows) -> set[UserId]:
    """Whom a direct message did not reach."""
    sql = (
        "SELECT DISTINCT players.user FROM outbox JOIN players ON players.match = outbox.match "
        "AND players.seat = outbox.seat WHERE outbox.shown < outbox.owed AND outbox.trouble = 'closed'"
    )
    return {user for (user,) in await db.rows(sql)}


async def reopen(db: Rows, user: UserId, now: float) -> list[MatchId]:
    """What did not reach a user by direct message and may be tried again is due now; the matches that owe it."""
    sql = (
        "UPDATE outbox SET trouble = '', due = ? WHERE trouble = 'closed' AND due <= ? AND EXISTS ("
        "SELECT 1 FROM players WHERE players.match = outbox.match AND players.seat = outbox.seat AND players.user = ?) "
        "RETURNING match"
    )
    return sorted({MatchId(number) for (number,) in await db.rows(sql, now, now, user)})


async def forbidden_in(db: Rows, guild: int, channel: int | None) -> list[MatchId]:
    """The matches whose board Discord did not let us show on a server, or in one of its channels."""
    sql = (
        "SELECT DISTINCT outbox.match FROM outbox JOIN matches ON matches.id = outbox.match WHERE matches.guild = ? "
        "AND (? IS NULL OR matches.channel = ?) AND outbox.shown < outbox.owed AND outbox.trouble = 'forbidden'"
    )
    return [MatchId(number) for (number,) in await db.rows(sql, guild, channel, channel)]


async def hasten(db: Rows, number: MatchId, now: float) -> None:
    """Whatever a match owes is due now; closed direct messages are left to whom they belong, and nobody's patience is
    cut short.
    """
    sql = (
        "UPDATE outbox SET due = ? WHERE match = ? AND shown < owed AND trouble <> 'closed' AND due > ? "
        "AND (kind <> 'call' OR failures > 0)"
    )
    await db.rows(sql, now, number, now)


async def insert(db: Rows, delivery: Delivery) -> None:
    """Store a new row."""
    columns, marks = _COLUMNS.removeprefix("id, "), ", ".join("?" * 14)
    await db.rows(f"INSERT INTO outbox ({columns}) VALUES ({marks})", *_values(delivery))  # noqa: S608 # ours


async def save(db: Rows, delivery: Delivery) -> None:
    """What became of a row; what is owed may have risen meanwhile and stays."""
    sql = (
        "UPDATE outbox SET shown = ?, channel = ?, message = ?, called = ?, "
        "fingerprint = ?, attempt = ?, failures = ?, trouble = ?, due = ? WHERE id = ?"
    )
    d = delivery
    where = (d.shown, d.channel, d.message, d.called)
    await db.rows(sql, *where, d.fingerprint, d.attempt, d.failures, d.trouble, d.due, d.id)


async def gone(db: Rows, row: int, message: int | None) -> bool:
    """Whether a row still says that this message shows it, which is known to be gone; it is to be sent anew then."""
    sql = "UPDATE outbox SET shown = 0, message = NULL WHERE id = ? AND message = ? RETURNING id"
    return bool(await db.rows(sql, row, message))


async def delete(db: Rows, row: int) -> None:
    """Delete a row."""
    await db.rows("DELETE FROM outbox WHERE id = ?", row)


def _values(d: Delivery) -> Sequence[str | float | None]:
    head = (d.number, d.kind, d.seat, d.owed, d.shown, d.channel, d.message, d.called)
    return (*head, d.fingerprint, d.text, d.attempt, d.failures, d.trouble, d.due)


def _delivery(row: Sequence[Any]) -> Delivery:
    identity, number, kind, seat, owed, shown, channel, message, called, *rest = row
    fingerprint, text, attempt, failures, trouble, due_at = rest
    return Delivery(
        id=identity,
        number=MatchId(number),
        kind=Kind(kind),
        seat=seat,
        owed=owed,
        shown=shown,
        channel=channel,
        message=message,
        called=called,
        fingerprint=fingerprint,
        text=text,
        attempt=attempt,
        failures=failures,
        trouble=Trouble(trouble),
        due=due_at,
    )
