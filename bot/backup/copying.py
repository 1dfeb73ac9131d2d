"""Copy a database file, even while a bot writes to it, and examine the copy."""

import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.backup.errors import NoRoomError
from bot.store.migrations import Migration, applied_migrations, schema_by

_LOCK_TIMEOUT: Final = 30.0
"""Seconds to wait for a program that locks the database against readers."""
_LONGEST_FAULT: Final = 200
"""Characters of a fault that are told: SQLite may quote a whole statement."""
_STATISTICS: Final = {
    ("table", "sqlite_stat1"): "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    ("table", "sqlite_stat4"): "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
}
"""The tables that SQLite makes for an operator's ANALYZE."""


def size_of(database: Path) -> int:
    """Return the size of a database and its write-ahead log, in bytes."""
    files = (database, database.with_name(f"{database.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def check_room(folder: Path, size: int) -> None:
    """Raise NoRoomError unless twice `size` bytes are free on the disk of a folder."""
    free = shutil.disk_usage(folder).free
    if free < 2 * size:
        raise NoRoomError(
            f"{folder} has {_megabytes(free)} free, and twice the size of the database is needed: "
            f"{_megabytes(2 * size)}. Free some space first."
        )


def copy(database: Path, to: Path) -> None:
    """Write everything that is committed in a database to a new file, without any byte of deleted rows. Readers and
    writers of the database are not held up.

    Raises:
        sqlite3.Error, OSError: the database cannot be read, or the file cannot be written.
    """
    to.touch(mode=0o600)  # the file holds every hand
    with closing(_connected(database, "rw")) as connection:  # read-only, VACUUM fails on generated columns (3.40)
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("VACUUM INTO ?", (str(to),))


def fault_in(copied: Path, migrations: Sequence[Migration]) -> str | None:
    """Return the first fault of a file, or None if there is none.

    A file is sound if it has exactly the tables, indexes, views and triggers that these migrations make, and SQLite
    finds its pages and references whole.
    """
    try:
        with closing(_connected(copied)) as connection:
            finding = _foreign_in(connection, migrations)
            if finding is None:
                [(finding,)] = connection.execute("PRAGMA integrity_check(1)")
            if finding == "ok" and connection.execute("PRAGMA foreign_key_check").fetchone():
                finding = "a row refers to one that is not there"
    except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite's message on damage may be damaged itself
        finding = str(error)
    return None if finding == "ok" else " ".join(finding.split())[:_LONGEST_FAULT]


def _foreign_in(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> str | None:
    """Return a part that a file has besides those that these migrations make, or lacks; None if there is none."""
    parts = {(kind, name): sql for kind, name, sql in connection.execute("SELECT type, name, sql FROM sqlite_schema")}
    if ("table", "migrations") not in parts:
        return "it has no tables of Hidden Hand"
    if applied_migrations(connection) != [(each.number, each.name, each.checksum) for each in migrations]:
        return "its migrations are not those that it should have"
    expected, found = schema_by(migrations), dict(parts.items() - _STATISTICS.items())
    differing = sorted(part for part, _ in expected.items() ^ found.items())
    return f"its {differing[0][0]} {differing[0][1]!r} is not of this program" if differing else None


def migrations_in(copied: Path) -> tuple[tuple[str, str], ...]:
    """Return the name and the checksum of each migration that was applied to a file, in order."""
    with closing(_connected(copied)) as connection:
        return tuple((name, checksum) for _, name, checksum in applied_migrations(connection))


def matches_in(copied: Path) -> dict[str, int]:
    """Return the number of matches in a file, by status."""
    with closing(_connected(copied)) as connection:
        return dict(connection.execute("SELECT status, count(*) FROM matches GROUP BY status ORDER BY status"))


def digests_in(copied: Path) -> dict[str, str]:
    """Return the latest digest of each live match in a file, by the match's number."""
    sql = (
        "SELECT id, coalesce((SELECT digest FROM plies WHERE match_id = matches.id ORDER BY ply DESC LIMIT 1), "
        "initial_digest) FROM matches WHERE status = 'live' ORDER BY id"
    )
    with closing(_connected(copied)) as connection:
        return {str(match_id): digest for match_id, digest in connection.execute(sql)}


def _connected(database: Path, mode: str = "ro") -> sqlite3.Connection:
    uri = f"{database.resolve().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_LOCK_TIMEOUT)
    connection.execute("PRAGMA trusted_schema = OFF")  # of a file of another hand, no view or default calls a function
    return connection


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB"
