"""Try a new version on a copy of the database before it takes over from the old version."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from bot.backup import copying
from bot.backup.errors import BackupError
from bot.backup.replays import Replayed, latest_finished, replayed, unfinished
from bot.backup.workplace import workplace
from bot.clock import Clock, system_clock
from bot.content.library import Library
from bot.store.address import DatabaseAddress, ServerAddress
from bot.store.errors import StoreError
from bot.store.lock import true_path
from bot.store.migrations import Migration, check, known_migrations
from bot.store.opening import prepare


@dataclass(frozen=True, slots=True, kw_only=True)
class Upgrade:
    """The effect of this program's version on a database."""

    migrations: Sequence[str]
    """The names of the migrations that this program would apply, in order."""
    unfinished: Sequence[Replayed]
    """The live and the quarantined matches, replayed by this program, in the order of their numbers."""
    finished: Sequence[Replayed]
    """The latest matches that were played to their end, replayed by this program, latest first."""

    @property
    def differing(self) -> list[Replayed]:
        """The matches that this program plays differently, unfinished ones first."""
        return [each for each in self._all if each.difference is not None]

    @property
    def endangered(self) -> list[Replayed]:
        """The unfinished matches that have not come to the difference yet: they replay, but others by their rules do
        not.
        """
        altered = {_rules_of(each) for each in self.differing}
        return [each for each in self._agreeing if _rules_of(each) in altered]

    @property
    def unseen(self) -> list[Replayed]:
        """The unfinished matches without a move whose rules no other match shows to be the same as before."""
        shown = {_rules_of(each) for each in self._all if each.match.ply}
        return [each for each in self._agreeing if not each.match.ply and _rules_of(each) not in shown]

    @property
    def _all(self) -> list[Replayed]:
        return [*self.unfinished, *self.finished]

    @property
    def _agreeing(self) -> list[Replayed]:
        return [each for each in self.unfinished if each.difference is None]


def _rules_of(replayed: Replayed) -> tuple[str, int]:
    return replayed.match.game, replayed.rules


def try_upgrade(
    database: DatabaseAddress,
    library: Library,
    *,
    finished: int,
    migrations: Sequence[Migration] | None = None,
    clock: Clock = system_clock,
) -> Upgrade:
    """Migrate a copy of a database, replay its matches with this program, and delete the copy. A bot of an older
    version may be using the database meanwhile. A server's database is not copied: its schema must be this program's.

    finished: how many of the latest finished matches to replay. migrations: None means those of this program.

    Raises:
        NoRoomError: less than twice the size of the database is free beside it.
        StoreError: the database is missing, cannot be read, or does not fit this program; a migration fails.
    """
    if isinstance(database, ServerAddress):
        return _replays(database, library, finished, [])
    known = known_migrations() if migrations is None else migrations
    database = true_path(database)
    if not database.is_file():
        raise StoreError(f"There is no database {database}. Set DATABASE to the file that the bot uses.")
    check(database, known)
    try:
        copying.check_room(database.parent, copying.size_of(database))
        with workplace(database.parent, f"{database.name}.upgrade") as folder:
            copied = folder / database.name
            copying.copy(database, copied)
            applied = len(copying.migrations_in(copied))
            prepare(copied, known, clock)
            return _replays(copied, library, finished, [migration.name for migration in known[applied:]])
    except (sqlite3.Error, OSError) as error:
        raise BackupError(f"{database} could not be copied ({error}). Is the disk full or read-only?") from error


def _replays(database: DatabaseAddress, library: Library, finished: int, migrations: Sequence[str]) -> Upgrade:
    return Upgrade(
        migrations=migrations,
        unfinished=sorted(replayed(database, library, unfinished), key=lambda each: each.match.id),
        finished=replayed(database, library, latest_finished(finished)),
    )
