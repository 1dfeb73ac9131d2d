"""`hidden-hand people`: export or delete the data of a user who cannot use the bot's own commands."""

import asyncio
import json
from functools import partial
from pathlib import Path

from bot.application.application import application_on
from bot.application.departure import depart
from bot.backup.making import make_backup
from bot.backup.manifest import Reason
from bot.log import set_up_logging
from bot.model.match import UserId
from bot.model.refusals import Unavailable
from bot.people.refusals import StillPlaying
from bot.process import exit_codes
from bot.process.config import Settings
from bot.process.output import Output
from bot.store import user_data
from bot.store.address import DatabaseAddress
from bot.store.deletion_list import DeletionList
from bot.store.errors import StoreError
from bot.store.inspection import inspected
from bot.store.migrations import check, known_migrations


def export(settings: Settings, user: UserId, out: Path) -> Output:
    """Write everything that is stored about a user into a file. This only reads: the bot can keep running.

    Raises:
        StoreError: the database is missing or cannot be read, or the file cannot be written.
    """
    _check_exists(settings.database)
    if isinstance(settings.database, Path):
        check(settings.database, known_migrations())
    with inspected(settings.database) as read:
        stored = read(lambda db: user_data.export(db, user))
    try:
        out.touch(mode=0o600)
        out.write_text(json.dumps(stored, ensure_ascii=False, indent=1), encoding="utf-8")
    except OSError as error:
        raise StoreError(f"{out} cannot be written ({error.strerror}).") from error
    rows = sum(map(len, stored.values()))
    return Output(
        [f"{rows} entries about user {user} are in {out}." if rows else f"Nothing is stored about user {user}."],
        {"user": str(user), "file": str(out), "entries": rows},
    )


def delete(settings: Settings, user: UserId, *, end_matches: bool) -> Output:
    """Delete everything that is stored about a user, and note it beside the backups. No bot may be running on the
    database, since it would still have the data in memory.

    end_matches: end their unfinished matches without a result first; otherwise the exit code is FAILED if there are
    any, and nothing is deleted.

    Raises:
        StoreError: the database is missing, in use or cannot be changed.
    """
    _check_exists(settings.database)
    set_up_logging("WARNING", settings.log_format)
    return asyncio.run(_delete(settings, user, end_matches=end_matches))


async def _delete(settings: Settings, user: UserId, *, end_matches: bool) -> Output:
    save = partial(make_backup, folder=settings.backups, reason=Reason.BEFORE_MIGRATION)
    deletions = DeletionList(settings.backups)
    async with application_on(settings.database, deletions=deletions, before_migration=save) as app:
        try:
            if not end_matches:
                await app.user_data.check_deletable(user)
            ended = await depart(app, user)
        except StillPlaying as refusal:
            numbers = ", ".join(f"#{number}" for number in refusal.match_ids)
            return Output(
                [f"User {user} is in {numbers}. Nothing was deleted. --end-matches ends these without a result first."],
                {"user": str(user), "deleted": False, "unfinished": list(refusal.match_ids), "ended": []},
                exit_codes.FAILED,
            )
        except Unavailable as error:
            raise StoreError("The database could not be changed. Is the disk full or read-only?") from error
    lines = [f"Everything about user {user} is deleted."]
    if ended:
        lines.append(f"Left or ended without a result: {', '.join(f'#{number}' for number in ended)}.")
    lines.append("Backups made before now still contain it: docs/operating.md says what to do about them.")
    return Output(lines, {"user": str(user), "deleted": True, "unfinished": [], "ended": list(ended)})


def _check_exists(address: DatabaseAddress) -> None:
    if isinstance(address, Path) and not address.exists():
        raise StoreError(f"There is no database {address}. Set DATABASE to the file that the bot uses.")
