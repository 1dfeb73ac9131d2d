"""Restore a backup: check, migrate and replay it first, and only then put it in the database's place.

A backup was copied beside the running bot (`VACUUM INTO`), zipped with a manifest, and read back before it got its
name. Restoring works on a file aside and trusts no file: it unpacks no more than the manifest says, and its tables
must be those that its migrations make. Then it is checked, migrated and replayed, users who deleted their data since
are deleted again (`bot.store.deletion_list`), and all unfinished matches are recovered. At last `bot.store.swap`
exchanges the files.
"""

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path
from typing import Final

from bot.application.application import Application
from bot.application.departure import depart
from bot.backup import archive, copying
from bot.backup.errors import BackupError
from bot.backup.making import program_version, stamp
from bot.backup.manifest import Manifest
from bot.backup.replays import Replayed, live, replayed
from bot.clock import Clock, system_clock
from bot.content.library import Library
from bot.log import origin
from bot.model.commitment import draw_secret
from bot.model.match import Status
from bot.model.notes import BackupRestored
from bot.puzzles import post_store
from bot.store import matches as sql
from bot.store import outbox, user_data
from bot.store.database import Database, Rows
from bot.store.deletion_list import DeletionList
from bot.store.errors import StoreError
from bot.store.lock import ProcessLock, check_only_name, true_path
from bot.store.migrations import Migration, known_migrations
from bot.store.swap import finish_swap, swap

_ASIDE: Final = ".restoring"
_LEEWAY: Final = 86_400
"""Seconds by which the clock of the machine that made a backup may be ahead of this one's."""
_UNFINISHED: Final = (Status.LOBBY, Status.LIVE, Status.QUARANTINED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """The result of a restore."""

    manifest: Manifest
    live: Sequence[Replayed]
    """The live matches of the backup, each replayed by this program."""
    deleted: int
    """The number of users whose data were deleted again."""
    kept: Path | None
    """The file of the database that was replaced; None if there was none."""


async def restore(  # noqa: PLR0913 # a backup, its place, and what tests stand in for
    file: Path,
    database: Path,
    library: Library,
    *,
    lists: Sequence[DeletionList] = (),
    migrations: Sequence[Migration] | None = None,
    clock: Clock = system_clock,
) -> Restored:
    """Replace a database by a backup, and keep the replaced file. No bot may be using the database.

    The database is not touched before the very end, when the files are exchanged. Afterwards the messages of all
    unfinished matches are pending, so that the next start shows these matches as they are in the backup. Nobody is
    pinged again. The secrets of matches may have been shown after the backup was made: each lobby gets a new one, and
    the players of the other matches are told.

    lists: the deletion lists; users who deleted their data since the backup was made are deleted again. migrations:
    None means those of this program.

    Raises:
        BackupError: the file is damaged, is not a backup, was made by a newer program, or was altered; or there is too
            little room.
        StoreError: a bot is using the database.
    """
    known = known_migrations() if migrations is None else migrations
    database, manifest = true_path(database), archive.manifest_of(file)
    archive.check_fits(file, manifest, known, program_version())
    if manifest.made_at > clock().timestamp() + _LEEWAY:
        raise BackupError(
            f"{file} says that it was made in the future, so that it is unknown who has deleted their data since. Set "
            "this machine's clock, or use another backup."
        )
    aside = database.with_name(database.name + _ASIDE)
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        lock = ProcessLock(database)
        try:
            check_only_name(database)
            finish_swap(database)
            _clear(aside)
            copying.check_room(database.parent, manifest.size)
            archive.extract(file, aside)
            if fault := copying.fault_in(aside, known[: len(manifest.schema)]):
                raise BackupError(f"{file} is damaged, or another hand has altered it ({fault}). Use another backup.")
            try:
                async with _opened(aside, library, known, clock) as app:
                    tried = replayed(aside, library, live)
                    await app.database.write(lambda db: _prepare_matches(db, manifest.made_at, clock))
                    deleted = await _delete_again(app, manifest.made_at, lists)
            except (StoreError, sqlite3.Error, OSError):
                raise
            except Exception as error:  # its rows may hold anything
                raise BackupError(
                    f"{file} holds data that this program cannot read ({origin(error)}). Use another backup."
                ) from error
            kept = swap(database, aside, stamp(clock))
        finally:
            _clear(aside)
            lock.release()
    except (sqlite3.Error, OSError) as error:
        why = " ".join(str(error).split())
        raise BackupError(f"{file} could not be put back ({why}). Is the disk full or read-only?") from error
    return Restored(manifest=manifest, live=tried, deleted=deleted, kept=kept)


@asynccontextmanager
async def _opened(
    aside: Path, library: Library, known: Sequence[Migration], clock: Clock
) -> AsyncIterator[Application]:
    database = await Database.open(aside, clock=clock, migrations=known)
    try:
        app = Application(database, library, clock=clock)
        yield app
        await app.computers.close()
        await app.names.close()
    finally:
        await database.close()


async def _prepare_matches(db: Rows, made_at: int, clock: Clock) -> None:
    """Make the messages of all unfinished matches pending, and queue today's puzzles. The next start looks for messages
    on Discord before it sends any of them. Give each lobby a new secret, and tell the players of dealt matches.

    made_at: when the backup was made, in seconds since 1970-01-01 UTC.
    """
    now = clock().timestamp()
    for status in _UNFINISHED:
        for match_id in await sql.with_status(db, status):
            await outbox.recover(db, match_id, now)
            if status is Status.LOBBY:
                await sql.save_secret(db, match_id, draw_secret())
            else:
                await outbox.add_note(db, match_id, None, BackupRestored(made_at=made_at), now)
    await post_store.owe(db, clock().astimezone(UTC).date().isoformat(), now)


async def _delete_again(app: Application, made_at: int, lists: Sequence[DeletionList]) -> int:
    """Delete the data of all users who have deleted theirs since the backup was made. Return the number of these
    users.
    """
    users = await app.database.read(user_data.users)
    gone = {user for each in lists for user in each.deleted_since(made_at, users)}
    for user in sorted(gone):
        await depart(app, user)  # matches that are unfinished in the backup were over when they deleted their data
    return len(gone)


def _clear(aside: Path) -> None:
    """Delete a database with its log, journal and lock files."""
    for ending in ("", "-wal", "-shm", "-journal", ".lock", ".lock-journal"):
        aside.with_name(aside.name + ending).unlink(missing_ok=True)
