"""SQL about the outbox: a row for each message that shows a match, written with the change that it shows."""

from collections.abc import Iterable
from typing import Any, Final

from bot.model.match import Match, MatchId, UserId
from bot.model.notes import Note
from bot.store import leases
from bot.store.database import Rows
from bot.store.note_json import read_note, write_note
from bot.store.outbox_rows import (
    COLUMNS,
    HandRow,
    Row,
    columns_of,
    delivery_columns,
    read_row,
    shown_columns,
)
from rules.core.events import Seat

_ALL: Final = ", ".join(COLUMNS)
_ORDER: Final = (
    "CASE kind WHEN 'board' THEN 0 WHEN 'retired' THEN 1 WHEN 'ping' THEN 2 WHEN 'hand' THEN 3 ELSE 4 END, id"
)
_SOON: Final = "due_at = CASE trouble WHEN 'closed' THEN due_at ELSE ? END"
"""The assignment that makes rows due at a moment. Direct messages to users who accept none keep their own: only a press
of their user helps. Any other refusal is tried again with each change, since nothing tells when it has passed.
"""


async def add_board(db: Rows, match_id: MatchId, version: int, now: float, channel_id: int | None = None) -> None:
    """Add a board of a new match, which begins as a lobby. channel_id: None for the place where it is opened."""
    sql = "INSERT INTO outbox (match_id, kind, version, channel_id, due_at) VALUES (?, 'board', ?, ?, ?)"
    await db.run(sql, match_id, version, channel_id, now)


async def follow_places(db: Rows, match: Match, now: float) -> None:
    """Add a board in each place of a match that has none, and retire those in places where nobody sits any more."""
    home, channels = (match.home or match.place).channel, [place.channel for place in match.places]
    sql = "SELECT id, channel_id FROM outbox WHERE match_id = ? AND kind = 'board'"
    known = {channel_id or home: row for row, channel_id in await db.rows(sql, match.id)}  # the first is sent anywhere
    for channel_id in channels:
        if channel_id not in known:
            sql = "INSERT INTO outbox (match_id, kind, version, channel_id, due_at) VALUES (?, 'board', ?, ?, ?)"
            await db.run(sql, match.id, match.version, channel_id, now)
    for channel_id in known.keys() - channels:
        sql = (
            "UPDATE outbox SET kind = 'retired', was = 'board', version = NULL, shown_version = NULL, shown = NULL, "
            "due_at = ? WHERE id = ?"
        )
        await db.run(sql, now, known[channel_id])


async def add_hands(db: Rows, match_id: MatchId, seats: Iterable[Seat], version: int, now: float) -> None:
    """Add the hands of these seats of a match that was dealt."""
    for seat in seats:
        sql = "INSERT INTO outbox (match_id, kind, seat, version, due_at) VALUES (?, 'hand', ?, ?, ?)"
        await db.run(sql, match_id, seat, version, now)


async def raise_version(db: Rows, match_id: MatchId, version: int, now: float) -> None:
    """Let the board and the hands of a match show this version."""
    sql = f"UPDATE outbox SET version = ?, {_SOON} WHERE match_id = ? AND kind IN ('board', 'hand')"  # noqa: S608 # ours
    await db.run(sql, version, now, match_id)


async def redraw_hand(db: Rows, match_id: MatchId, seat: Seat, now: float) -> None:
    """Let the hand of a seat be drawn again, whatever it shows."""
    sql = (
        f"UPDATE outbox SET shown_version = NULL, shown = NULL, {_SOON} WHERE match_id = ? AND seat = ? "  # noqa: S608 # ours
        "AND kind = 'hand'"
    )
    await db.run(sql, now, match_id, seat)


async def redraw(db: Rows, match_id: MatchId, now: float) -> None:
    """Let the board and the hands of a match be drawn again, whatever they show."""
    sql = (
        "UPDATE outbox SET shown_version = NULL, shown = CASE kind WHEN 'board' THEN shown END, "  # noqa: S608 # ours
        f"{_SOON} WHERE match_id = ? AND kind IN ('board', 'hand')"
    )
    await db.run(sql, now, match_id)


async def recover(db: Rows, match_id: MatchId, now: float) -> None:
    """After a backup was restored, let the messages of a match's board and hands be found and drawn again, since it is
    unknown what they show now. Count the match's pings as sent: their players were pinged, or have acted, before.
    """
    sql = (
        "UPDATE outbox SET shown_version = NULL, shown = CASE kind WHEN 'board' THEN shown END, "
        "failures = CASE failures WHEN 0 THEN 1 ELSE failures END, trouble = '', due_at = ? "
        "WHERE match_id = ? AND kind IN ('board', 'hand')"
    )
    await db.run(sql, now, match_id)
    sql = "UPDATE outbox SET is_posted = 1 WHERE match_id = ? AND kind = 'ping' AND wanted = 'posted'"
    await db.run(sql, match_id)


async def pass_hand(db: Rows, match_id: MatchId, seat: Seat, version: int, now: float) -> None:
    """Retire the hand of a seat's former player, and add one for the user who takes over."""
    await retire_hand(db, match_id, seat, now)
    await add_hands(db, match_id, [seat], version, now)


async def retire_hand(db: Rows, match_id: MatchId, seat: Seat, now: float) -> None:
    """Retire the hand of a seat's former player, and withdraw their pings."""
    sql = (
        "UPDATE outbox SET kind = 'retired', was = 'hand', seat = NULL, version = NULL, shown_version = NULL, "
        "shown = NULL, due_at = ? WHERE match_id = ? AND seat = ? AND kind = 'hand'"
    )
    await db.run(sql, now, match_id, seat)
    sql = "UPDATE outbox SET wanted = 'deleted', due_at = ? WHERE match_id = ? AND seat = ? AND kind = 'ping'"
    await db.run(sql, now, match_id, seat)


async def add_note(  # noqa: PLR0913 # the parts of a note
    db: Rows, match_id: MatchId, seat: Seat | None, note: Note, now: float, *, pinged: UserId | None = None
) -> None:
    """Add a note to a seat; None: to everyone in the channel. pinged: the user whom a note to everyone pings."""
    sql = (
        "INSERT INTO outbox (match_id, kind, seat, note, pinged_user_id, written_at, due_at) "
        "VALUES (?, 'note', ?, ?, ?, ?, ?)"
    )
    await db.run(sql, match_id, seat, write_note(note), pinged, now, now)


async def has_note(db: Rows, match_id: MatchId, note: Note) -> bool:
    """Return whether a note of a match is still to be sent."""
    sql = "SELECT 1 FROM outbox WHERE match_id = ? AND kind = 'note' AND note = ?"
    return bool(await db.rows(sql, match_id, write_note(note)))


async def delete_notes(db: Rows, match_id: MatchId, note: Note) -> None:
    """Delete a note of a match that is no longer to be sent."""
    await db.run("DELETE FROM outbox WHERE match_id = ? AND kind = 'note' AND note = ?", match_id, write_note(note))


async def add_watcher_note(db: Rows, match_id: MatchId, user_id: UserId, note: Note, now: float) -> None:
    """Add a note to a user who watches a match."""
    sql = "INSERT INTO outbox (match_id, kind, note, watcher_id, written_at, due_at) VALUES (?, 'note', ?, ?, ?, ?)"
    await db.run(sql, match_id, write_note(note), user_id, now, now)


async def unsent_pings(db: Rows, match_id: MatchId) -> list[Row]:
    """Return the pings of a match that are still to be sent, due or not."""
    sql = f"SELECT {_ALL} FROM outbox WHERE match_id = ? AND kind = 'ping' AND wanted = 'posted' AND is_posted = 0"  # noqa: S608 # ours
    return _read(await db.rows(sql, match_id))


async def mark_uncertain(db: Rows, match_id: MatchId, now: float) -> None:
    """Count a failure for each due message of a match: a process that died may have sent it without recording that."""
    sql = "UPDATE outbox SET failures = failures + 1 WHERE match_id = ? AND is_pending AND trouble = '' AND due_at <= ?"
    await db.run(sql, match_id, now)


async def free_leases(db: Rows, now: float) -> None:
    """Free the leases of all processes, since they are gone. Count a failure for each message that they may have sent
    without recording that.
    """
    for (match_id,) in await db.rows("SELECT work_key FROM leases WHERE work = 'outbox'"):
        await mark_uncertain(db, MatchId(match_id), now)
    await leases.end_all(db)


async def ready(db: Rows, match_id: MatchId, now: float) -> list[Row]:
    """Return the pending rows of a match that are due, boards first."""
    sql = (
        f"SELECT {_ALL} FROM outbox WHERE match_id = ? AND is_pending AND trouble <> 'closed' AND due_at <= ? "  # noqa: S608 # ours
        f"ORDER BY {_ORDER}"
    )
    return _read(await db.rows(sql, match_id, now))


async def of_match(db: Rows, match_id: MatchId) -> list[Row]:
    """Return all rows of a match, boards first."""
    sql = f"SELECT {_ALL} FROM outbox WHERE match_id = ? ORDER BY {_ORDER}"  # noqa: S608 # ours
    return _read(await db.rows(sql, match_id))


async def notes(db: Rows, match_id: MatchId, seat: Seat) -> list[tuple[int, Note]]:
    """Return the notes to a seat that have not reached it, with their ids, oldest first."""
    sql = "SELECT id, note FROM outbox WHERE match_id = ? AND seat = ? AND kind = 'note' ORDER BY id"
    return [(row, read_note(note)) for row, note in await db.rows(sql, match_id, seat)]


async def due(db: Rows, now: float, limit: int) -> list[MatchId]:
    """Return the matches with rows that are pending and due, the longest overdue first."""
    sql = (  # in one step SQLite would read the whole outbox, in the order of the matches, to group it
        "WITH due AS MATERIALIZED (SELECT match_id, due_at FROM outbox "
        "WHERE is_pending AND trouble <> 'closed' AND due_at <= ?) "
        "SELECT match_id FROM due GROUP BY match_id ORDER BY min(due_at), match_id LIMIT ?"
    )
    return [MatchId(match_id) for (match_id,) in await db.rows(sql, now, limit)]


async def next_due(db: Rows) -> float | None:
    """Return when the next message is to be tried; None: no message is pending."""
    [(moment,)] = await db.rows("SELECT min(due_at) FROM outbox WHERE is_pending AND trouble <> 'closed'")
    return None if moment is None else float(moment)


async def next_due_after(db: Rows, match_id: MatchId, now: float) -> float | None:
    """Return when the next pending row of a match is to be tried after now; None: there is no such row."""
    sql = "SELECT min(due_at) FROM outbox WHERE match_id = ? AND is_pending AND trouble <> 'closed' AND due_at > ?"
    [(moment,)] = await db.rows(sql, match_id, now)
    return None if moment is None else float(moment)


async def closed_to(db: Rows) -> set[UserId]:
    """Return the users whom a direct message did not reach."""
    sql = (
        "SELECT DISTINCT players.user_id FROM outbox JOIN players ON players.match_id = outbox.match_id "
        "AND players.seat = outbox.seat WHERE outbox.is_pending AND outbox.trouble = 'closed'"
    )
    return {user_id for (user_id,) in await db.rows(sql)}


async def reopen(db: Rows, user_id: UserId, now: float) -> list[MatchId]:
    """Make direct messages that did not reach a user due now, unless they must wait longer; return their matches."""
    sql = (
        "UPDATE outbox SET trouble = '', due_at = ? WHERE is_pending AND trouble = 'closed' AND due_at <= ? "
        "AND EXISTS (SELECT 1 FROM players WHERE players.match_id = outbox.match_id AND players.seat = outbox.seat "
        "AND players.user_id = ?) RETURNING match_id"
    )
    return sorted({MatchId(match_id) for (match_id,) in await db.rows(sql, now, now, user_id)})


async def waits_in(db: Rows, channel_id: int) -> bool:
    """Return whether anything waits for a press in a conversation."""
    sql = (
        "SELECT 1 FROM outbox JOIN matches ON matches.id = outbox.match_id WHERE matches.channel_id = ? "
        "AND matches.in_conversation = 1 AND outbox.seat IS NULL AND outbox.is_pending AND outbox.trouble = 'closed' "
        "LIMIT 1"
    )
    return bool(await db.rows(sql, channel_id))


async def reopen_in(db: Rows, channel_id: int, now: float) -> list[MatchId]:
    """Make what waits for a press in a conversation due now, except notes to a seat, which its player reads with their
    hand; return its matches.
    """
    sql = (
        "UPDATE outbox SET trouble = '', due_at = ? WHERE is_pending AND trouble = 'closed' AND seat IS NULL "
        "AND match_id IN (SELECT id FROM matches WHERE channel_id = ? AND in_conversation = 1) RETURNING match_id"
    )
    return sorted({MatchId(match_id) for (match_id,) in await db.rows(sql, now, channel_id)})


async def is_closed_to(db: Rows, user_id: UserId) -> bool:
    """Return whether a direct message that did not reach a user is still to be tried again."""
    sql = (
        "SELECT 1 FROM outbox JOIN players ON players.match_id = outbox.match_id AND players.seat = outbox.seat "
        "WHERE outbox.is_pending AND outbox.trouble = 'closed' AND players.user_id = ? LIMIT 1"
    )
    return bool(await db.rows(sql, user_id))


async def forbidden_in(db: Rows, guild_id: int, channel_id: int | None) -> list[MatchId]:
    """Return the matches of a server with a message that was forbidden. channel_id: count this channel only; None: all
    channels.
    """
    sql = (
        "SELECT outbox.match_id FROM outbox JOIN matches ON matches.id = outbox.match_id "
        "LEFT JOIN players ON players.match_id = outbox.match_id AND players.place_guild_id = ? "
        "WHERE outbox.is_pending AND outbox.trouble = 'forbidden' AND ? IN (matches.guild_id, players.place_guild_id)"
    )
    if channel_id is None:
        rows = await db.rows(sql, guild_id, guild_id)
    else:
        sql = f"{sql} AND ? IN (matches.channel_id, players.place_channel_id)"
        rows = await db.rows(sql, guild_id, guild_id, channel_id)
    return sorted({MatchId(match_id) for (match_id,) in rows})


async def hasten(db: Rows, match_id: MatchId, now: float) -> None:
    """Make every pending message of a match due now, except direct messages to users who accept none, and pings whose
    time has not come.
    """
    sql = (
        "UPDATE outbox SET due_at = ? WHERE match_id = ? AND is_pending AND trouble <> 'closed' AND due_at > ? "
        "AND (kind <> 'ping' OR failures > 0 OR trouble <> '')"
    )
    await db.run(sql, now, match_id, now)


async def hasten_waiting(db: Rows, now: float) -> None:
    """Make due now every message that waits because Discord took none, since it takes them again."""
    await db.run("UPDATE outbox SET due_at = ? WHERE is_pending AND trouble = 'wait' AND due_at > ?", now, now)


async def insert(db: Rows, row: Row) -> None:
    """Store a new row."""
    stored = columns_of(row)
    marks = ", ".join("?" * len(stored))
    await db.run(f"INSERT INTO outbox ({', '.join(stored)}) VALUES ({marks})", *stored.values())  # noqa: S608 # ours


async def save(db: Rows, row: Row) -> None:
    """Store the result of a delivery in its row. A version that has risen meanwhile is kept, and so is a hand that was
    retired.
    """
    assert row.id is not None
    delivery, shown = delivery_columns(row), shown_columns(row)
    if_kept = "{0} = CASE kind WHEN 'hand' THEN ? ELSE {0} END" if isinstance(row, HandRow) else "{0} = ?"
    changes = ", ".join([*(f"{name} = ?" for name in delivery), *map(if_kept.format, shown)])
    sql = f"UPDATE outbox SET {changes} WHERE id = ?"  # noqa: S608 # ours
    await db.run(sql, *delivery.values(), *shown.values(), row.id)


async def gone(db: Rows, row: int, message: int | None) -> bool:
    """Record that a row's message is gone, so that it is sent again. Return False if the row names another message."""
    sql = "UPDATE outbox SET shown_version = NULL, message_id = NULL WHERE id = ? AND message_id = ? RETURNING id"
    return bool(await db.rows(sql, row, message))


async def delete(db: Rows, row: int) -> None:
    """Delete a row."""
    await db.run("DELETE FROM outbox WHERE id = ?", row)


def _read(rows: Iterable[tuple[Any, ...]]) -> list[Row]:
    return [read_row(dict(zip(COLUMNS, row, strict=True))) for row in rows]
