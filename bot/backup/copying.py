"""Copy a database file, even while a bot writes to it, and examine the copy."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.backup.errors import NoRoomError

_PATIENCE: Final = 30.0
"""Seconds to wait for a program that locks the database against readers."""


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


def fault_in(copied: Path) -> str | None:
    """Return the first fault that SQLite finds in a file's pages or references, or None if there is no fault."""
    try:
        with closing(_connected(copied)) as connection:
            [(finding,)] = connection.execute("PRAGMA integrity_check(1)")
            if finding == "ok" and connection.execute("PRAGMA foreign_key_check").fetchone():
                finding = "a row refers to one that is not there"
    except (sqlite3.Error, UnicodeDecodeError) as error:  # SQLite's message on damage may be damaged itself
        finding = str(error)
    return None if finding == "ok" else " ".join(finding.split())


def migrations_in(copied: Path) -> list[tuple[str, str]]:
    """Return the name and the checksum of each migration that was applied to a file, in order."""
    with closing(_connected(copied)) as connection:
        return connection.execute("SELECT name, checksum FROM migrations ORDER BY number").fetchall()


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
    return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_PATIENCE)


def _megabytes(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB"
