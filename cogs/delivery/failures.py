"""Handle rows that could not be shown: plan the next attempt, and tell players the reason."""

import discord
import structlog

from bot.application.match.outbox import BoardRow, HandRow, NoteRow, Outbox, RetiredRow, Row, Trouble
from bot.log import origin
from bot.model.match import MatchId, Status, UserId
from bot.model.notes import DealCommitted
from bot.model.position import Position
from cogs.delivery.backoff import TROUBLES, Backoff
from cogs.delivery.emojis import EmojiBook
from cogs.delivery.error_meanings import Meaning, meaning
from cogs.delivery.error_texts import kind_words
from cogs.delivery.observers import Observers
from cogs.delivery.record import Record
from cogs.delivery.unshown import Explanations, Unshown, unreachable, unshown

log = structlog.stdlib.get_logger(__name__)


class Failures:
    """Notes rows that failed, and remembers whom to tell."""

    def __init__(
        self, client: discord.Client, outbox: Outbox, emojis: EmojiBook, backoff: Backoff, observers: Observers
    ) -> None:
        self._client = client
        self._outbox = outbox
        self._emojis = emojis
        self._backoff = backoff
        self._observers = observers
        self.explanations = Explanations()
        self._untold: set[tuple[MatchId, UserId]] = set()

    def was_closed(self, match_id: MatchId, user: UserId) -> bool:
        """Return whether to tell a user that direct messages do not reach them: True once, then False."""
        closed = (match_id, user) in self._untold
        self._untold.discard((match_id, user))
        return closed

    async def note(self, row: Row, position: Position, error: Exception, record: Record) -> float | None:
        """Note a row that failed. Return the moment of its next attempt, in seconds by the outbox's clock; None if the
        clock does not bring it, but a press of its user.
        """
        what = meaning(error)
        if what is Meaning.UNHEARD:
            record.failed(row, failures=row.failures, trouble=Trouble.CLOSED, due=self._outbox.now())
            return None
        self._observers.failed(what)
        trouble = Trouble.WAIT if self._emojis.note_error(error) else _trouble_of(row, what)
        failures = row.failures + 1
        reason = await self._reason(row, position, error, trouble)
        pause = self._backoff.pause_after(error, trouble, failures)
        if reason is not None and reason.over is not None:
            pause = min(pause, max(0.0, reason.over - self._outbox.now()) + 1.0)
        due = self._outbox.now() + pause
        code = getattr(error, "code", 0)
        tell = log.error if trouble is Trouble.BROKEN else log.info
        tell("not delivered", match=row.match_id, kind=row.kind, trouble=trouble, code=code, cause=origin(error))
        record.failed(row, failures=failures, trouble=trouble, due=due)
        if trouble is Trouble.CLOSED:
            self._note_closed(row, position, record)
        if isinstance(row, BoardRow) and what is Meaning.CLOSED:
            _note_guests(position, record)
        if reason is not None:
            self.explanations.add(row.match_id, position.match.place, reason)
        if isinstance(row, BoardRow) and reason is not None and trouble is Trouble.FORBIDDEN:
            self._note_forbidden(row, position, reason, record)
        return None if trouble is Trouble.CLOSED else due

    async def _reason(self, row: Row, position: Position, error: Exception, trouble: Trouble) -> Unshown | None:
        """Return why a board, or what deals a match, is not shown; None for any other row."""
        if not isinstance(row, BoardRow) and not is_dealing(row):
            return None
        if trouble is Trouble.FORBIDDEN:
            return await unshown(self._client, position, error)
        return Unshown(kind_words(error))

    def _note_closed(self, row: Row, position: Position, record: Record) -> None:
        """Note a user whom direct messages do not reach."""
        if not isinstance(row, HandRow | NoteRow) or row.seat is None:
            return
        user = position.match.players[row.seat].user
        self._outbox.closed(user)
        record.closed_to.add(user)
        if isinstance(row, HandRow) and row.trouble is not Trouble.CLOSED and not row.failures:
            self._untold.add((row.match_id, user))

    def _note_forbidden(self, row: BoardRow, position: Position, reason: Unshown, record: Record) -> None:
        """Note a board that is not allowed where it belongs. Its players are told at its first failure."""
        self._observers.forbidden(position.match)
        has_table = position.match.status not in (Status.CLOSED, Status.ABANDONED)
        if has_table and not position.match.is_direct and row.trouble is not Trouble.FORBIDDEN:
            record.add(unreachable(position, reason.why, self._outbox.now()))


def is_dealing(row: Row) -> bool:
    """Return whether a match starts as soon as this row's message is posted."""
    return isinstance(row, NoteRow) and isinstance(row.note, DealCommitted)


def _note_guests(position: Position, record: Record) -> None:
    """Note the guests of a lobby whose direct messages refused its board."""
    match = position.match
    if match.status is Status.LOBBY and match.is_direct:
        record.boards_refused.update(match.people_here)
        record.boards_refused.update(user for user, place in match.asked_at if place == match.place)


def _trouble_of(row: Row, error: Meaning) -> Trouble:
    """Return the trouble of a row that failed by an error."""
    trouble = TROUBLES[error]
    if row.is_public and trouble is Trouble.CLOSED:  # a board in direct messages is retried without a press, rarely
        return Trouble.FORBIDDEN
    if isinstance(row, RetiredRow) and trouble is Trouble.CLOSED:
        return Trouble.FORBIDDEN  # its owner no longer plays, so it must not wait for their next press
    if isinstance(row, RetiredRow) and error is Meaning.ARCHIVED:
        return Trouble.WAIT  # the next message in the thread reopens it
    return trouble
