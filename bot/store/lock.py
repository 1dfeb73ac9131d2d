"""The lock of a database file: one process at a time may have it open."""

import os
import sqlite3
from pathlib import Path

from bot.store.errors import StoreError


def true_path(path: Path) -> Path:
    """Return the path of the file itself, past every symbolic link: the lock and SQLite's log lie beside it."""
    return Path(os.path.realpath(path))  # unlike Path.resolve, it raises nothing for links in a circle


def check_only_name(path: Path) -> None:
    """Raise StoreError if a file has hard links: names that nothing resolves.

    Under each name SQLite would keep a log of its own, and a lock would lie beside each, so that a second bot could
    damage the file. The lock cannot be on the file itself instead: closing it would drop SQLite's own locks.
    """
    if path.is_file() and path.stat().st_nlink > 1:
        raise StoreError(
            f"{path} has more than one name (hard links), under which two bots could damage it. Delete the other "
            "names, or set DATABASE to a copy."
        )


class ProcessLock:
    """A lock that is held while the process lives; the operating system releases it however the process dies.

    It is SQLite's own exclusive lock on a file beside the database, `<database>.lock`: the same on every system, and
    the database itself stays open to other programs for reading and for backups.
    """

    def __init__(self, database: Path) -> None:
        """Take the lock. database: as `true_path` gave it.

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
