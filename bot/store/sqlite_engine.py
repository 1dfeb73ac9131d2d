"""A SQLite file as the database of one process."""

import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from bot.clock import Clock, system_clock
from bot.store.connection import Connection
from bot.store.errors import StoreError
from bot.store.lock import ProcessLock, check_only_name, true_path
from bot.store.migrations import Migration, known_migrations
from bot.store.notices import Notice
from bot.store.opening import prepare

_OLDEST_SQLITE: Final = (3, 37, 0)  # STRICT tables


class SqliteEngine:
    """A file with a lock beside it, which is held from `prepare` to `release`."""

    def __init__(
        self,
        path: Path,
        migrations: Sequence[Migration] | None,
        clock: Clock,
        patience: float,
        before_migration: Callable[[Path], object] | None = None,
    ) -> None:
        """migrations: None means those of this program. patience: the seconds to wait for another program's lock.
        before_migration: as for `prepare`.
        """
        self._before_migration = before_migration
        self._file = true_path(path)
        self._clock, self._patience = clock, patience
        self._migrations = known_migrations() if migrations is None else migrations
        self._lock: ProcessLock | None = None

    @property
    def path(self) -> Path | None:
        """The database file, with symbolic links resolved."""
        return self._file

    @property
    def is_shared(self) -> bool:
        """False: the lock beside the file keeps others out."""
        return False

    async def prepare(self) -> None:
        """Lock, check and migrate the file, and make its folder if need be, as `Engine` says."""
        if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
            raise StoreError(
                f"This Python has SQLite {sqlite3.sqlite_version}; at least 3.37 is needed. Update Python."
            )
        path = self._file
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = ProcessLock(path)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"{path} cannot be opened ({error}). Set DATABASE to a file in a folder of yours."
            ) from error
        try:
            check_only_name(path)
            prepare(path, self._migrations, self._clock, self._before_migration)
        except (OSError, sqlite3.Error) as error:
            self.release()
            raise StoreError(f"{path} cannot be opened ({error}). Is the disk full or read-only?") from error
        except BaseException:
            self.release()
            raise

    def now(self) -> datetime:
        """Return the present moment by the system's clock."""
        return system_clock()

    def connection(self, *, reading: bool) -> Connection:
        """Return a new connection to the file."""
        return Connection(self._file, patience=self._patience, reading=reading)

    async def listen(self, hear: Callable[[Notice | None], None]) -> None:
        """Return at once: a file is used by one process only."""

    async def lead(self, tell: Callable[[bool], None]) -> None:
        """Return at once: a file is used by one process only."""

    async def compact(self, run_alone: Callable[[str], Awaitable[list[tuple[Any, ...]]]]) -> None:
        """Rewrite the file without the bytes that deleted rows have left in it, and empty its log.

        Secure deletion overwrites a deleted row, but not the copies that stay in unused parts of pages when SQLite
        moves rows between pages. Writes wait meanwhile, about a second for 100 MB; reads do not.

        Raises:
            StoreError: the disk has no room for a copy, or another program uses the database; some bytes may be left.
        """
        await run_alone("VACUUM")
        [(is_busy, *_)] = await run_alone("PRAGMA wal_checkpoint(TRUNCATE)")
        if is_busy:
            raise StoreError("The log of the database could not be emptied, since another program reads from it.")

    def release(self) -> None:
        """Release the lock."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None
