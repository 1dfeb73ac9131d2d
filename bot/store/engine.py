"""The interface of the store's two engines, SQLite and PostgreSQL.

Both use the same requests, worker and batches on a thread for each connection, and one dialect of SQL:
`postgres/dialect.py` writes `$1` for `?`, and makes PostgreSQL's tables from SQLite's files. On PostgreSQL a request
waits for the server only when it reads rows. Writes are serializable: after a conflict a batch runs again, at last
each request alone. A lost server is waited for; a commit whose reply was lost is uncertain, and its matches are read
again. Commits notify (`bot.store.notices`), and `bot.application.neighbours` drops what another process has changed; a
look now and then makes up for lost notices. Tests run on both (`pytest --engine postgres`).
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from bot.store.notices import Notice
from bot.store.request import Answer, Work


class Connection(Protocol):
    """A connection and the thread that serves it. `raw` is the driver's connection, which only that thread uses."""

    async def open(self) -> None:
        """Open the connection.

        Raises:
            UnreachableError: the server cannot be reached; opening another connection later may succeed.
            StoreError: the database cannot be used.
        """

    def hand_over(self, work: Callable[[Any], None]) -> None:
        """Call a function with `raw` in the connection's thread, after everything handed over before. It must not
        raise: nobody would get the error.

        Raises:
            ValueError: the connection is not open.
        """

    def carry_out(self, raw: Any, works: Sequence[Work]) -> list[Answer]:
        """Carry out requests that came at the same time, in the connection's thread, and return the answer to each."""

    def end_transaction(self, raw: Any) -> None:
        """Undo the transaction of the connection, if it is in one. Raise if the connection is no longer usable."""

    def explained(self, error: BaseException) -> BaseException:
        """Return the error for the caller: a one-line `StoreError` in place of an error of the driver, any other
        unchanged.
        """

    async def run_alone(self, sql: str) -> list[tuple[Any, ...]]:
        """Run a statement outside any transaction, and return its rows.

        Raises:
            StoreError: the database refused it, or the connection was lost.
        """

    async def close(self) -> None:
        """Close the connection after everything handed over before. Raise nothing."""


class Engine(Protocol):
    """A database of one kind, which this process uses alone or shares with others."""

    @property
    def path(self) -> Path | None:
        """The file of the database, with symbolic links resolved; None if it is on a server."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use the database at the same time."""

    async def prepare(self) -> None:
        """Take the database for this process, check it, and migrate it. A database that is refused is not changed.

        Raises:
            StoreError: the database is in use, belongs to another program, does not fit this one, is damaged, or cannot
                be read or written.
        """

    def now(self) -> datetime:
        """Return the present moment by the database's clock, as estimated from ours. The difference between the two is
        measured whenever a connection is opened.
        """

    def connection(self, *, reading: bool) -> Connection:
        """Return a new connection, which is not open yet. reading: whether the connection refuses any change."""

    async def listen(self, hear: Callable[[Notice | None], None]) -> None:
        """Call `hear` with each notice of another process on this database, and with None when some may have been
        missed. Run until cancelled, but return at once if there can be no other process.
        """

    async def lead(self, tell: Callable[[bool], None]) -> None:
        """Stand for election as the leader of all processes on this database. Call `tell` with whether this process
        leads, once that is decided and whenever it changes. Run until cancelled, but return at once if there can be no
        other process.
        """

    async def compact(self, run_alone: Callable[[str], Any]) -> None:
        """Remove what deleted rows have left behind, as far as the database lets a client do that.

        Raises:
            StoreError: the removal failed; some of the data may be left.
        """

    def release(self) -> None:
        """Let another process have the database."""
