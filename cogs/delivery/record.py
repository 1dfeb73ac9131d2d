"""Collect the changes that a pass over a match makes to rows of the outbox, and store them at its end."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from bot.application.match.outbox import BoardRow, HandRow, NoteRow, Outbox, PingRow, RetiredRow, Row, Trouble
from bot.model.match import UserId
from rules.core.events import Seat

R = TypeVar("R", BoardRow, HandRow, NoteRow, PingRow, RetiredRow)


class Record:
    """The outcome of one pass over a match, stored in one transaction.

    If the process ends before `write`, the rows stay pending, and the next delivery finds the messages that were sent.
    """

    def __init__(self) -> None:
        self._saved: dict[int, Row] = {}
        self._following: list[RetiredRow] = []
        self._added: list[Row] = []
        self._deleted: list[Row] = []
        self.closed_to: set[UserId] = set()
        """The users whom a direct message could not reach."""
        self.boards_refused: set[UserId] = set()
        """The users whose direct messages refused the board of a lobby."""
        self.untold: set[Seat] = set()
        """The seats that no ping could reach, neither in the channel nor by direct message."""
        self.told: set[Seat] = set()
        """The seats that were pinged or left alone on purpose, or whose decision is over."""
        self.has_added = False
        """Whether the pass has made rows for the next one to deliver."""
        self.has_lost = False
        """Whether a message was found that shows a later state of the match than the stored one."""

    @property
    def is_unsure(self) -> bool:
        """Whether something that was delivered has to be delivered again."""
        return any(row.is_pending and row.trouble is Trouble.NONE for row in self._saved.values())

    def delivered(self, row: Row, *, following: Sequence[RetiredRow] = ()) -> None:
        """Note that a row was delivered. following: rows to deliver and store as a consequence."""
        assert row.id is not None
        self._saved[row.id] = replace(row, failures=0, trouble=Trouble.NONE, due_at=0.0)
        if isinstance(row, PingRow) and row.is_posted:
            self.told.add(row.seat)
        self._following += following

    def add(self, rows: Sequence[Row]) -> None:
        """Note new rows, for the next pass to deliver."""
        self._added += rows
        self.has_added = True

    def done(self, row: Row) -> None:
        """Note that a row can be deleted, since it has nothing more to show."""
        if row.id is not None:
            self._deleted.append(row)

    def latest(self, row: R) -> R:
        """Return a row with the changes that this pass has noted."""
        saved = None if row.id is None else self._saved.get(row.id)
        return saved if isinstance(saved, type(row)) else row

    def failed(self, row: Row, *, failures: int, trouble: Trouble, due: float) -> None:
        """Note that a row failed, and when to try it again. due: seconds, by the outbox's clock.

        A ping that is refused leaves its seat untold, but a reminder finds a player who was told already.
        """
        if isinstance(row, PingRow) and not row.attempt and trouble not in (Trouble.NONE, Trouble.WAIT):
            self.untold.add(row.seat)
        if row.id is None:
            self._added.append(replace(row, failures=failures, trouble=trouble, due_at=due))
        else:
            saved = self._saved.get(row.id, row)
            self._saved[row.id] = replace(saved, failures=failures, trouble=trouble, due_at=due)

    def postponed(self, rows: Sequence[Row], due: float) -> None:
        """Note that rows are to be tried at a later moment, though none has failed. due: as for `failed`."""
        for row in rows:
            assert row.id is not None
            self._saved[row.id] = replace(row, due_at=due)

    def redraw(self) -> None:
        """Note that the delivered board and hands are to be drawn again, since a clock has stopped or gone on."""
        for number, row in self._saved.items():
            if isinstance(row, BoardRow):
                self._saved[number] = replace(row, shown_version=None)
            elif isinstance(row, HandRow):
                self._saved[number] = replace(row, shown_version=None, shown=None)

    def take_following(self) -> list[RetiredRow]:
        """Return the rows that follow from deliveries and forget them. The caller must deliver and store them."""
        taken, self._following = self._following, []
        return taken

    async def write(self, outbox: Outbox) -> None:
        """Store everything noted.

        Raises:
            bot.store.errors.StoreError: nothing was stored. The rows stay pending and are delivered once more.
        """
        added = [*self._added, *self._following]
        if self._saved or added or self._deleted:
            await outbox.record(list(self._saved.values()), added=added, deleted=self._deleted)
        for user in self.closed_to:  # repeated: a press meanwhile could not reopen rows that were not stored yet
            outbox.closed(user)
