"""The rows of the outbox: a kind for each kind of message that shows a match, and how they are stored.

Each value that SQL compares has its own column. Only the delivery reads the content of a board or a hand, so that is
stored as JSON in one column, `shown`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Final, assert_never

from bot.model.match import MatchId, UserId
from bot.model.notes import Note
from bot.model.shown import (
    AbandonmentShown,
    BoardShown,
    HandShown,
    LobbyShown,
    QuarantineShown,
    ResultShown,
    TableShown,
)
from bot.store.note_json import read_note, write_note
from render.palette import Theme
from rules.core.events import Seat


class Kind(StrEnum):
    """The kinds of rows, in the order of their delivery."""

    BOARD = "board"
    RETIRED = "retired"
    PING = "ping"
    HAND = "hand"
    NOTE = "note"


class Trouble(StrEnum):
    """The reasons why a message is pending."""

    NONE = ""
    WAIT = "wait"  # Discord failed; retried automatically
    CLOSED = "closed"  # the user's direct messages are closed; retried when the user presses anything
    FORBIDDEN = "forbidden"  # not allowed in the channel, or the channel is gone; retried automatically, but seldom
    BROKEN = "broken"  # Discord rejected the message, or we could not draw it; retried, but seldom


class Wanted(StrEnum):
    """The wanted state of a ping."""

    POSTED = "posted"  # once it is due
    DELETED = "deleted"  # its seat has acted
    SILENCE = "silence"  # its seat is to act, but the player wants no pings


class Retired(StrEnum):
    """The kind of a retired message, which decides what is done with it."""

    BOARD = "board"  # deleted
    LOBBY = "lobby"  # shortened once its match has begun, else deleted
    FINAL = "final"  # the last board of a match that is over: it keeps the final table, without buttons
    HAND = "hand"  # of a player who gave their seat away: edited to say so


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """The fields of all rows: the place of a message, and the state of its delivery."""

    kind: ClassVar[Kind]

    id: int | None = None
    """The id of the row; None: it is not stored yet."""
    match_id: MatchId
    channel_id: int | None = None
    message_id: int | None = None
    """The id of the message; None: it was never sent, or is known to be gone."""
    attempt: int = 0
    """The number of times that the message was found deleted."""
    failures: int = 0
    """The number of failures in a row. Above 0, the message may have been sent all the same."""
    trouble: Trouble = Trouble.NONE
    due_at: float = 0.0
    """The moment of the next attempt, in seconds since 1970-01-01 UTC."""

    @property
    def is_pending(self) -> bool:
        """Whether there is something to deliver."""
        return True

    @property
    def is_public(self) -> bool:
        """Whether the message is in the channel of the match."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow(Delivery):
    """The message in the channel that shows a match, from its lobby to its result."""

    kind = Kind.BOARD

    version: int
    """The version of the match to show."""
    shown_version: int | None = None
    """The version that the message shows; None: that is unknown."""
    shown: BoardShown | None = None
    """The content of the message; None: it was never sent."""
    invited: frozenset[UserId] = frozenset()
    """The users that this message pinged while the match was a lobby."""

    @property
    def is_pending(self) -> bool:
        return self.shown_version is None or self.shown_version < self.version


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRow(Delivery):
    """The direct message that shows a seat its hand."""

    kind = Kind.HAND

    seat: Seat
    version: int
    """The version of the match to show."""
    shown_version: int | None = None
    """The version that the message shows; None: that is unknown."""
    shown: HandShown | None = None
    """The content of the message; None: that is unknown."""

    @property
    def is_pending(self) -> bool:
        return self.shown_version is None or self.shown_version < self.version

    @property
    def is_public(self) -> bool:
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class PingRow(Delivery):
    """The message in the channel that pings a seat that is to act."""

    kind = Kind.PING

    seat: Seat
    asked_ply: int
    """The ply that gave the seat its decision."""
    wanted: Wanted
    is_posted: bool = False
    """Whether the seat was pinged: by a message, or by the board."""

    @property
    def is_pending(self) -> bool:
        return self.wanted is Wanted.DELETED or (self.wanted is Wanted.POSTED and not self.is_posted)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteRow(Delivery):
    """A note that is sent once. Its row is then deleted."""

    kind = Kind.NOTE

    seat: Seat | None
    """The recipient; None: everyone in the channel."""
    note: Note
    pinged_user_id: UserId | None = None
    """The user whom a note to everyone pings."""
    watcher_id: UserId | None = None
    """The watcher of the match who gets the note; None: it is not for a watcher."""
    written_at: float
    """The moment at which the note was stored, in seconds since 1970-01-01 UTC. A message older than this cannot be the
    note.
    """

    @property
    def is_public(self) -> bool:
        return self.seat is None and self.watcher_id is None


@dataclass(frozen=True, slots=True, kw_only=True)
class RetiredRow(Delivery):
    """A message that another one has replaced. Its row is deleted once the message was treated as `Retired` says."""

    kind = Kind.RETIRED

    was: Retired

    @property
    def is_public(self) -> bool:
        return self.was is not Retired.HAND


Row = BoardRow | HandRow | PingRow | NoteRow | RetiredRow

COLUMNS: Final = (
    "id",
    "match_id",
    "kind",
    "seat",
    "version",
    "shown_version",
    "shown",
    "asked_ply",
    "wanted",
    "is_posted",
    "note",
    "pinged_user_id",
    "watcher_id",
    "written_at",
    "was",
    "channel_id",
    "message_id",
    "attempt",
    "failures",
    "trouble",
    "due_at",
)

Columns = Mapping[str, Any]


def columns_of(row: Row) -> dict[str, str | float | None]:
    """Return the columns that a row of its kind has, except its id."""
    return {"match_id": row.match_id, "kind": row.kind, **_of_kind(row), **delivery_columns(row)}


def delivery_columns(row: Row) -> dict[str, str | float | None]:
    """Return the columns that a delivery changes in a row of any kind."""
    return {
        "channel_id": row.channel_id,
        "message_id": row.message_id,
        "attempt": row.attempt,
        "failures": row.failures,
        "trouble": row.trouble,
        "due_at": row.due_at,
    }


def shown_columns(row: Row) -> dict[str, str | float | None]:
    """Return the further columns that a delivery changes in a row of this kind."""
    match row:
        case BoardRow():
            return {"shown_version": row.shown_version, "shown": _board_text(row)}
        case HandRow():
            return {"shown_version": row.shown_version, "shown": _hand_text(row.shown)}
        case PingRow():
            return {"is_posted": int(row.is_posted)}
        case NoteRow() | RetiredRow():
            return {}
        case _:
            assert_never(row)


def read_row(columns: Columns) -> Row:
    """Return the row with these columns."""
    delivery: dict[str, Any] = {
        name: columns[name] for name in ("id", "channel_id", "message_id", "attempt", "failures", "due_at")
    }
    delivery |= {"match_id": MatchId(columns["match_id"]), "trouble": Trouble(columns["trouble"])}
    match Kind(columns["kind"]):
        case Kind.BOARD:
            shown, invited = _read_board(columns["shown"])
            versions = {name: columns[name] for name in ("version", "shown_version")}
            return BoardRow(shown=shown, invited=invited, **versions, **delivery)
        case Kind.HAND:
            kept = {name: columns[name] for name in ("seat", "version", "shown_version")}
            return HandRow(shown=_read_hand(columns["shown"]), **kept, **delivery)
        case Kind.PING:
            asked = {name: columns[name] for name in ("seat", "asked_ply")}
            wanted, is_posted = Wanted(columns["wanted"]), bool(columns["is_posted"])
            return PingRow(wanted=wanted, is_posted=is_posted, **asked, **delivery)
        case Kind.NOTE:
            fields = {name: columns[name] for name in ("seat", "pinged_user_id", "watcher_id", "written_at")}
            return NoteRow(note=read_note(columns["note"]), **fields, **delivery)
        case Kind.RETIRED:
            return RetiredRow(was=Retired(columns["was"]), **delivery)


def _of_kind(row: Row) -> dict[str, str | float | None]:
    match row:
        case BoardRow():
            return {"version": row.version, **shown_columns(row)}
        case HandRow():
            return {"seat": row.seat, "version": row.version, **shown_columns(row)}
        case PingRow():
            return {"seat": row.seat, "asked_ply": row.asked_ply, "wanted": row.wanted, **shown_columns(row)}
        case NoteRow():
            columns = {"seat": row.seat, "note": write_note(row.note), "pinged_user_id": row.pinged_user_id}
            return {**columns, "watcher_id": row.watcher_id, "written_at": row.written_at}
        case RetiredRow():
            return {"was": row.was}
        case _:
            assert_never(row)


def _board_text(row: BoardRow) -> str | None:
    invited = sorted(row.invited)
    match row.shown:
        case None:
            return None
        case LobbyShown():
            return json.dumps({"scene": "lobby", "invited": invited})
        case TableShown():
            return json.dumps({"scene": "table", "asked_ply": row.shown.asked_ply, "invited": invited})
        case ResultShown():
            return json.dumps({"scene": "result", "invited": invited})
        case QuarantineShown():
            return json.dumps({"scene": "quarantine", "invited": invited})
        case AbandonmentShown():
            return json.dumps({"scene": "abandonment", "invited": invited})
        case _:
            assert_never(row.shown)


def _read_board(text: str | None) -> tuple[BoardShown | None, frozenset[UserId]]:
    if text is None:
        return None, frozenset()
    stored = json.loads(text)
    scenes: dict[str, BoardShown] = {
        "lobby": LobbyShown(),
        "result": ResultShown(),
        "quarantine": QuarantineShown(),
        "abandonment": AbandonmentShown(),
    }
    shown = TableShown(stored["asked_ply"]) if stored["scene"] == "table" else scenes[stored["scene"]]
    return shown, frozenset(stored["invited"])


def _hand_text(shown: HandShown | None) -> str | None:
    if shown is None:
        return None
    names = ("digest", "may_undo", "deadline", "theme", "for_phone", "in_words")
    return json.dumps({name: getattr(shown, name) for name in names})


def _read_hand(text: str | None) -> HandShown | None:
    if text is None:
        return None
    stored = json.loads(text)
    return HandShown(**stored | {"theme": Theme(stored["theme"])})
