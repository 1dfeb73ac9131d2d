"""Run `hidden-hand backup`, `restore` and `upgrade`, and print what they have done."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.backup.errors import BackupError
from bot.backup.making import make_backup
from bot.backup.manifest import Reason
from bot.backup.replays import Replayed, live_replayed
from bot.backup.restoring import restore
from bot.backup.upgrade import try_upgrade
from bot.content.library import Library
from bot.log import set_up_logging
from bot.process import exit_codes
from bot.process.config import Settings
from bot.process.output import Output, match_data
from bot.store.address import file_of
from bot.store.deletion_list import DeletionList
from bot.store.migrations import Migration
from rules.core.words import counted

_ADVICE: Final = (
    "A release plays every match as it began: please report this. Keep the old version until these matches are over. "
    "If you start this one, it pauses those that differ and tells their players (the old version can resume them), and "
    "plays those that agree so far by the changed rules."
)


def back_up(settings: Settings, to: Path | None) -> Output:
    """Make a backup, with the list of deletions beside it.

    Raises:
        StoreError: the backup cannot be made.
    """
    folder = to or settings.backups
    replaying = live_replayed if settings.backup_check == "replay" else None
    made = make_backup(file_of(settings.database), folder, Reason.MANUAL, replaying=replaying)
    try:
        DeletionList(settings.backups).copy_to(folder)
    except OSError as error:
        raise BackupError(f"The list of deletions could not be copied to {folder} ({error.strerror}).") from error
    counts = ", ".join(f"{count} {status}" for status, count in made.manifest.matches.items()) or "none"
    size = made.file.stat().st_size
    lines = [f"Backup {made.file} is made and checked ({size:,} bytes). Matches: {counts}."]
    if replaying is not None:
        lines += _replay_lines(made.live)
    return Output(
        lines,
        {
            "file": str(made.file),
            "bytes": size,
            "matches": dict(made.manifest.matches),
            "live": _replayed_data(made.live),
        },
        exit_codes.FAILED if made.differing else 0,
    )


def put_back(settings: Settings, file: Path, library: Library) -> Output:
    """Restore a backup.

    Raises:
        StoreError: the backup cannot be restored; the database is as it was.
    """
    set_up_logging("WARNING", settings.log_format)
    lists = {folder.resolve(): DeletionList(folder) for folder in (settings.backups, file.parent)}
    done = asyncio.run(restore(file, file_of(settings.database), library, lists=list(lists.values())))
    made = datetime.fromtimestamp(done.manifest.made_at, UTC)
    lines = [
        f"The backup of {made:%Y-%m-%d %H:%M:%S} UTC is in place in {settings.database}.",
        *_replay_lines(done.live),
    ]
    if any(each.difference is not None for each in done.live):
        lines.append("The bot pauses those that do not, and tells their players.")
    if done.deleted:
        lines.append(
            f"Deleted again, since they asked for it after the backup: the data of {counted(done.deleted, 'user')}."
        )
    if done.kept is not None:
        lines.append(f"The old database is kept as {done.kept}. Delete it when you no longer need it.")
    lines.append("Start the bot: it shows every unfinished match again.")
    return Output(
        lines,
        {
            "database": str(settings.database),
            "made_at": made.isoformat(),
            "live": _replayed_data(done.live),
            "deleted_again": done.deleted,
            "kept": None if done.kept is None else str(done.kept),
        },
    )


def check_upgrade(
    settings: Settings, library: Library, finished: int, migrations: Sequence[Migration] | None = None
) -> Output:
    """Try this program on a copy of the database. The exit code is FAILED if a match differs.

    finished, migrations: as for `try_upgrade`.

    Raises:
        StoreError: the database cannot be used by this program.
    """
    tried = try_upgrade(settings.database, library, finished=finished, migrations=migrations)
    schema = f"It would be migrated by {', '.join(tried.migrations)}." if tried.migrations else "Its schema stays."
    lines = [
        f"{settings.database} can be used by this version. {schema}",
        f"{_agreeing(tried.unfinished)} live or paused matches replay as they were played.",
        f"{_agreeing(tried.finished)} finished matches do, the latest ones.",
        *(_line(each, each.difference or "") for each in tried.differing),
        *(_line(each, "it agrees so far, but others by the same rules do not") for each in tried.endangered),
        *(_line(each, "nobody has moved, and no other match shows whether its rules changed") for each in tried.unseen),
    ]
    if tried.differing:
        lines.append(_ADVICE)
    return Output(
        lines,
        {
            "database": str(settings.database),
            "migrations": list(tried.migrations),
            "unfinished": _replayed_data(tried.unfinished),
            "finished": _replayed_data(tried.finished),
            "endangered": [each.match.id for each in tried.endangered],
            "unseen": [each.match.id for each in tried.unseen],
        },
        exit_codes.FAILED if tried.differing else 0,
    )


def _replay_lines(matches: Sequence[Replayed]) -> list[str]:
    """Return how many live matches replay, and a line for each that does not."""
    return [
        f"{_agreeing(matches)} live matches replay as they were played.",
        *(_line(each, each.difference) for each in matches if each.difference is not None),
    ]


def _agreeing(matches: Sequence[Replayed]) -> str:
    return f"{sum(each.difference is None for each in matches)} of {len(matches)}"


def _replayed_data(matches: Sequence[Replayed]) -> list[dict[str, object]]:
    return [{**match_data(each.match), "difference": each.difference} for each in matches]


def _line(replayed: Replayed, said: str) -> str:
    match = replayed.match
    return f"#{match.id} {match.game} ({match.status}) server {match.guild} channel {match.channel}: {said}"
