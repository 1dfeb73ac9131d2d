"""The lock of a database file: one process at a time may have it open."""

import sqlite3
from pathlib import Path

from bot.store.errors import StoreError


class ProcessLock:
    """A lock that is held while the process lives; the operating system releases it however the process dies.

    It is SQLite's own exclusive lock on a file beside the database, `<database>.lock`: the same on every system, and
    the database itself stays open to other programs for reading and for backups.
    """

    def __init__(self, database: Path) -> None:
        """Take the lock.

        Raises:
            StoreError: another process holds it.
        """
        self._connection = sqlite3.connect(database.with_name(database.name + ".lock"), timeout=0, isolation_level=None)
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            raise StoreError(
                f"{database} is in use by another Hidden Hand. Stop that one first, or set DATABASE to another file."
            ) from error

    def release(self) -> None:
        """Let another process have the database."""
        self._connection.close()
