"""What becomes of rows of the outbox, written down together."""

from collections.abc import Sequence
from dataclasses import replace

from bot.application.match.outbox import Delivery, Outbox, Trouble


class Record:
    """What one pass over a match brought about: a transaction at its end.

    A process that ends before leaves its rows behind; what it sent is found again, like whatever was sent without being
    recorded.
    """

    def __init__(self) -> None:
        self._saved: dict[int, Delivery] = {}
        self._following: list[Delivery] = []
        self._added: list[Delivery] = []
        self._deleted: list[Delivery] = []

    @property
    def is_unsure(self) -> bool:
        """Whether something was delivered that is to be delivered once more."""
        return any(row.shown < row.owed and row.trouble is Trouble.NONE for row in self._saved.values())

    def delivered(self, row: Delivery, *, following: Sequence[Delivery] = ()) -> None:
        """A message shows what its row says, and rows follow from it."""
        self._saved[row.id] = replace(row, failures=0, trouble=Trouble.NONE, due=0.0)
        self._following += following

    def owed(self, rows: Sequence[Delivery]) -> None:
        """New rows, to be delivered by a later pass."""
        self._added += rows

    def done(self, row: Delivery) -> None:
        """A row that shows all it is to show: it is deleted."""
        if row.id:
            self._deleted.append(row)

    def latest(self, row: Delivery) -> Delivery:
        """A row as this pass has left it."""
        return self._saved.get(row.id, row)

    def failed(self, row: Delivery, *, failures: int, trouble: Trouble, due: float) -> None:
        """A row is to be tried again when it is due."""
        failed = replace(self._saved.get(row.id, row), failures=failures, trouble=trouble, due=due)
        if row.id:
            self._saved[row.id] = failed
        else:
            self._added.append(failed)

    def take_following(self) -> list[Delivery]:
        """The rows that follow and that nobody has taken yet; whoever takes them says what becomes of them."""
        taken, self._following = self._following, []
        return taken

    async def write(self, outbox: Outbox) -> None:
        """Write all of it down.

        Raises:
            bot.store.errors.StoreError: the rows are behind, and are delivered once more.
        """
        added = [*self._added, *self._following]
        if self._saved or added or self._deleted:
            await outbox.record(list(self._saved.values()), added=added, deleted=self._deleted)
