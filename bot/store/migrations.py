"""Create and change the database's tables by numbered SQL files, which are applied one after the other."""

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from bot.clock import Clock, seconds, system_clock
from bot.store.errors import StoreError
from bot.store.faults import is_of_the_disk

_NAME: Final = re.compile(r"(\d{4})_[a-z0-9_]+\.sql")
_LEDGER: Final = (
    "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, "
    "applied_at INTEGER NOT NULL) STRICT"
)


@dataclass(frozen=True, slots=True)
class Migration:
    """A step from one schema to the next. Once released, its text never changes."""

    number: int
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        """The checksum of its text, the same on every system: line endings do not count."""
        return sha256("\n".join(self.sql.splitlines()).encode()).hexdigest()


def known_migrations(folder: Traversable | None = None) -> tuple[Migration, ...]:
    """Return the migrations of this program (`bot/store/schema/`) in order. folder: where to read them instead.

    Raises:
        ValueError: their files are not numbered 0001, 0002 ... without a gap.
    """
    migrations = [
        Migration(int(match[1]), file.name, file.read_text(encoding="utf-8"))
        for file in (folder or files("bot.store").joinpath("schema")).iterdir()
        if (match := _NAME.fullmatch(file.name))
    ]
    migrations.sort(key=lambda migration: migration.number)
    if [migration.number for migration in migrations] != list(range(1, len(migrations) + 1)):
        raise ValueError(f"migrations are not numbered from 0001 on: {[migration.name for migration in migrations]}")
    return tuple(migrations)


def check(database: Path, known: Sequence[Migration]) -> None:
    """Raise StoreError unless the file is missing, empty, or a database that `migrate` can update. The file is not
    changed.

    Raises:
        StoreError: it is not a database of Hidden Hand, or its migrations are not the first ones of this program.
    """
    if not database.exists() or not database.stat().st_size:
        return
    try:
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            applied = applied_migrations(connection) if "migrations" in tables else []
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite's message on damage may be damaged itself
        raise StoreError(
            f"{database} cannot be read as a database ({' '.join(str(error).split())}). Set DATABASE to another file, "
            "or put a backup back."
        ) from error
    if tables and "migrations" not in tables:
        raise StoreError(f"{database} belongs to another program. Set DATABASE to another file.")
    check_applied(database, [(name, checksum) for _, name, checksum in applied], known)


def check_applied(database: object, applied: Sequence[tuple[str, str]], known: Sequence[Migration]) -> None:
    """Raise StoreError unless the applied migrations, by name and checksum, are the first ones of this program.

    database: its name in the error's text.
    """
    for (name, checksum), migration in zip(applied, known, strict=False):
        if checksum != migration.checksum:
            raise StoreError(
                f"{database} is left as it is, since its migration {name} is not this program's: if a draft before "
                "1.0.0 made it, go on with that draft or set DATABASE to a new one; if a release made it, this program "
                "was altered, and the release as it was published can use it."
            )
    if len(applied) > len(known):
        raise StoreError(
            f"{database} was written by a newer Hidden Hand and is left as it is. Install that version again, "
            "or put back a backup from before the update."
        )


def is_older(database: Path, known: Sequence[Migration]) -> bool:
    """Return whether a database that passed `check` has tables, and lacks some of these migrations."""
    if not database.exists() or not database.stat().st_size:
        return False
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE name = 'migrations'").fetchall()
        return bool(tables) and 0 < len(applied_migrations(connection)) < len(known)


def migrate(connection: sqlite3.Connection, known: Sequence[Migration], clock: Clock) -> None:
    """Apply the missing migrations, each in its own transaction, to a database that passed `check`.

    Raises:
        StoreError: a migration failed; neither it nor a later one was applied.
    """
    connection.execute(_LEDGER)
    for migration in known[len(applied_migrations(connection)) :]:
        entry = f"({migration.number}, '{migration.name}', '{migration.checksum}', {seconds(clock)})"
        record = f"INSERT INTO migrations VALUES {entry}"  # noqa: S608 # a script takes no parameters; all of it is ours
        try:
            connection.executescript(f"BEGIN IMMEDIATE;\n{migration.sql}\n;{record};COMMIT;")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            advice = "Is the disk full or read-only?" if is_of_the_disk(error) else "Go on with the version before it."
            raise StoreError(
                f"Migration {migration.name} failed ({error}); the database is as it was before it. {advice}"
            ) from error


def schema_by(migrations: Sequence[Migration]) -> dict[tuple[str, str], str | None]:
    """Return the statement that made each part of a database with these migrations, by its type (table, index …) and
    name; None for the indexes that SQLite makes for a table.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, migrations, system_clock)
        rows = connection.execute("SELECT type, name, sql FROM sqlite_schema")
        return {(kind, name): sql for kind, name, sql in rows}


def applied_migrations(connection: sqlite3.Connection) -> list[tuple[int, str, str]]:
    """Return number, name and checksum of each migration that was applied to a database, in order."""
    return connection.execute("SELECT number, name, checksum FROM migrations ORDER BY number").fetchall()
