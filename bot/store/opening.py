"""The checks and migrations of a database file before it is used."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from bot.clock import Clock
from bot.store.errors import StoreError
from bot.store.migrations import Migration, check, is_older, migrate
from bot.store.swap import finish_swap


def prepare(
    path: Path,
    known: Sequence[Migration],
    clock: Clock,
    before_migration: Callable[[Path], object] | None = None,
) -> None:
    """Make the file ready for this program. A file that is refused is not changed by a single byte.

    before_migration: called with the path before an older file is migrated; if it raises, the file is not changed.

    Raises:
        StoreError: the file belongs to another program, does not fit this one, or is damaged.
        OSError, sqlite3.Error: the file cannot be read or written.
    """
    finish_swap(path)
    check(path, known)
    inspect(path)
    if before_migration is not None and is_older(path, known):
        before_migration(path)
    path.touch(mode=0o600)  # it holds every hand; a file that exists keeps its mode
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA secure_delete = ON")  # a migration may delete, too
        migrate(connection, known, clock)


def inspect(path: Path) -> None:
    """Raise StoreError unless all pages of the file are consistent. This reads the whole file: 100 MB take a third of a
    second from memory, and some 1.5 s from a disk. A changed text or number within a page goes unnoticed: SQLite has no
    checksums for them.
    """
    if not path.exists() or not path.stat().st_size:
        return
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            [(finding,)] = connection.execute("PRAGMA quick_check(1)")
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        finding = str(error)
    if finding != "ok":
        raise StoreError(
            f"{path} is damaged ({' '.join(finding.split())}) and is left as it is. Put a backup back, or set DATABASE "
            "to another file."
        )
