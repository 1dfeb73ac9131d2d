"""Collect the changes that a pass over a match makes to rows of the outbox, and store them at its end."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from bot.application.match.outbox import BoardRow, HandRow, NoteRow, Outbox, PingRow, RetiredRow, Row, Trouble
from bot.model.match import UserId

R = TypeVar("R", BoardRow, HandRow, NoteRow, PingRow, RetiredRow)


class Record:
    """The outcome of one pass over a match: one transaction.

    A process that ends before leaves its rows pending; what it sent is found again, like whatever was sent without
    being recorded.
    """

    def __init__(self) -> None:
        self._saved: dict[int, Row] = {}
        self._following: list[RetiredRow] = []
        self._added: list[Row] = []
        self._deleted: list[Row] = []
        self.closed_to: set[UserId] = set()
        """The users whom a direct message did not reach."""
        self.has_lost = False
        """Whether a message was found that shows a later state of the match than the one that is stored."""

    @property
    def is_unsure(self) -> bool:
        """Whether something that was delivered has to be delivered again."""
        return any(row.is_pending and row.trouble is Trouble.NONE for row in self._saved.values())

    def delivered(self, row: Row, *, following: Sequence[RetiredRow] = ()) -> None:
        """Store that a message shows what its row says, and that rows follow from it."""
        assert row.id is not None
        self._saved[row.id] = replace(row, failures=0, trouble=Trouble.NONE, due_at=0.0)
        self._following += following

    def add(self, rows: Sequence[Row]) -> None:
        """Store new rows, to be delivered by a later pass."""
        self._added += rows

    def done(self, row: Row) -> None:
        """Delete a row that has nothing more to show."""
        if row.id is not None:
            self._deleted.append(row)

    def latest(self, row: R) -> R:
        """Return a row as this pass has left it."""
        saved = None if row.id is None else self._saved.get(row.id)
        return saved if isinstance(saved, type(row)) else row

    def failed(self, row: Row, *, failures: int, trouble: Trouble, due: float) -> None:
        """Store that a row is to be tried again when it is due."""
        if row.id is None:
            self._added.append(replace(row, failures=failures, trouble=trouble, due_at=due))
        else:
            saved = self._saved.get(row.id, row)
            self._saved[row.id] = replace(saved, failures=failures, trouble=trouble, due_at=due)

    def take_following(self) -> list[RetiredRow]:
        """Take the rows that follow; the caller then stores their changes."""
        taken, self._following = self._following, []
        return taken

    async def write(self, outbox: Outbox) -> None:
        """Store all of it.

        Raises:
            bot.store.errors.StoreError: the rows stay pending, and are delivered once more.
        """
        added = [*self._added, *self._following]
        if self._saved or added or self._deleted:
            await outbox.record(list(self._saved.values()), added=added, deleted=self._deleted)
        for user in self.closed_to:  # whoever came meanwhile has reopened nothing of this
            outbox.closed(user)
