"""The lock of a database file: one process at a time may have it open."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from bot.store.errors import StoreError


def true_path(path: Path) -> Path:
    """Return the path of the file with symbolic links resolved: the lock and SQLite's log lie beside that file."""
    return Path(os.path.realpath(path))  # unlike Path.resolve, it raises nothing for links in a circle


def check_only_name(path: Path) -> None:
    """Raise StoreError if a file has several names (hard links), which cannot be resolved to one.

    SQLite would keep a separate log for each name, and each name would have its own lock, so a second bot could damage
    the file. The file itself cannot serve as the lock: closing it would drop SQLite's own locks.
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
        lock = database.with_name(database.name + ".lock")
        with suppress(OSError):  # SQLite gives the better error
            lock.touch(mode=0o600)
        self._connection = sqlite3.connect(lock, timeout=0, isolation_level=None)
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
