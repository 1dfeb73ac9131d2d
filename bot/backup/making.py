"""Make a backup: copy the database, compress the copy, read it back and check it, and only then name the file."""

import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from bot.backup import archive, copying
from bot.backup.errors import BackupError
from bot.backup.manifest import Manifest, Reason
from bot.backup.replays import Replayed
from bot.backup.workplace import workplace
from bot.clock import Clock, system_clock
from bot.store.lock import true_path
from bot.store.migrations import check, known_migrations
from bot.store.swap import flush

_NAME: Final = re.compile(r"hidden-hand-(\d{8}T\d{6}Z)(?:\.(\d+))?-([a-z-]+)\.zip")
_STAMP: Final = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was made and checked."""

    file: Path
    manifest: Manifest
    live: Sequence[Replayed] = ()
    """The live matches that were replayed from the file; none unless that was asked for."""

    @property
    def differing(self) -> list[Replayed]:
        """The matches among `live` that do not replay as they were played."""
        return [each for each in self.live if each.difference is not None]


def program_version() -> str:
    """Return the version of this program; "unknown" if it is not installed as a package."""
    try:
        return version("hidden-hand")
    except PackageNotFoundError:
        return "unknown"


def stamp(clock: Clock) -> str:
    """Return the present moment as it is written in file names, in UTC."""
    return f"{clock().astimezone(UTC):{_STAMP}}"


def make_backup(
    database: Path,
    folder: Path,
    reason: Reason,
    clock: Clock = system_clock,
    *,
    replaying: Callable[[Path], Sequence[Replayed]] | None = None,
) -> Backup:
    """Make a backup of a database in a folder, which is created if it is missing. A bot may be using the database.

    Every file in the folder with a backup's name is complete: it gets the name only after it was read back and checked.

    replaying: replays matches of the database that was read back. A match that differs is no reason not to keep the
    backup.

    Raises:
        NoRoomError: less than twice the size of the database is free.
        BackupError: the backup cannot be made; no backup was added or changed.
    """
    database = true_path(database)
    if not database.is_file():
        raise BackupError(f"There is no database {database}. Set DATABASE to the file that the bot uses.")
    if reason is not Reason.BEFORE_MIGRATION:
        check(database, known_migrations())
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with workplace(folder, "backups") as working:
            copying.check_room(folder, copying.size_of(database))
            return _made(database, folder, working, reason, clock, replaying)
    except (sqlite3.Error, OSError) as error:
        why = " ".join(str(error).split())
        raise BackupError(f"No backup could be made in {folder} ({why}). Is the disk full or read-only?") from error


def automatic_backups(folder: Path) -> list[Path]:
    """Return the automatic backups of a folder, oldest first."""
    return [file for file, _ in sorted(_named(folder, Reason.AUTOMATIC), key=lambda each: each[1])]


def newest(folder: Path, now: datetime) -> datetime | None:
    """Return when the latest automatic backup of a folder was made, or None if there is none.

    now: the present moment. Backups whose names have a later one are ignored: the clock was put back since.
    """
    stamps = (moment for _, (moment, _) in _named(folder, Reason.AUTOMATIC))
    moments = (datetime.strptime(moment, _STAMP).replace(tzinfo=UTC) for moment in stamps)
    return max((moment for moment in moments if moment <= now), default=None)


def prune(folder: Path, keep: int) -> list[Path]:
    """Delete all automatic backups of a folder except the latest `keep`, and return the deleted files. Backups made for
    other reasons are never deleted.

    Raises:
        OSError: a file cannot be deleted.
    """
    surplus = automatic_backups(folder)[:-keep]
    for file in surplus:
        file.unlink()
    return surplus


def _made(  # noqa: PLR0913, PLR0917 # the parts of `make_backup`
    database: Path,
    folder: Path,
    working: Path,
    reason: Reason,
    clock: Clock,
    replaying: Callable[[Path], Sequence[Replayed]] | None,
) -> Backup:
    copied, written = working / "copy.sqlite3", working / "backup.zip"
    moment = clock()
    copying.copy(database, copied)
    manifest = Manifest.of(copied, program=program_version(), made_at=int(moment.timestamp()), reason=reason)
    archive.write(written, copied, manifest)
    copied.unlink()  # makes room for the copy that is read back
    again = working / "again.sqlite3"
    if archive.extract(written, again) != manifest:
        raise BackupError(f"The backup in {folder} did not come back as it was written. Is the disk failing?")
    if fault := copying.fault_in(again, known_migrations()[: len(manifest.schema)]):
        raise BackupError(
            f"{database} is damaged or was altered ({fault}), and its backup was not kept. Undo what was altered, or "
            "restore an older one."
        )
    live = () if replaying is None else replaying(again)
    flush(written)
    file = _free_name(folder, f"{moment.astimezone(UTC):{_STAMP}}", reason)
    written.replace(file)
    flush(folder)
    return Backup(file, manifest, live)


def _free_name(folder: Path, moment: str, reason: Reason) -> Path:
    taken = {names for _, names in _named(folder, None)}
    number = 1
    while (moment, number) in taken:
        number += 1
    return folder / f"hidden-hand-{moment}{f'.{number}' if number > 1 else ''}-{reason}.zip"


def _named(folder: Path, reason: Reason | None) -> Iterator[tuple[Path, tuple[str, int]]]:
    """Yield the backups of a folder, each with the moment and the number in its name. reason: yield only backups made
    for this reason; None: yield all.
    """
    for file in folder.glob("*.zip"):
        match = _NAME.fullmatch(file.name)
        if match and (reason is None or match[3] == reason):
            yield file, (match[1], int(match[2] or 1))
