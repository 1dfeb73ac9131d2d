"""The arguments of `hidden-hand backup`, `restore` and `upgrade`."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from bot.process.output import add_json
from bot.process.reading import whole

FINISHED: Final = 100
"""The number of finished matches that `upgrade --check` replays unless told otherwise."""

_BACKUP: Final = """\
Make a backup of the database; the bot can keep running. It is one compressed file, which is read back and checked
before it gets its name; its manifest.json says what is in it. A running bot makes backups by itself as well
(BACKUP_HOURS, BACKUP_KEEP). docs/operating.md says how to keep them."""
_RESTORE: Final = """\
Put a backup in the place of the database. Stop the bot first. The backup is checked, brought to this version's schema
and replayed, and users who deleted their data since are deleted again. Only then does it replace the database, which is
kept under another name beside it. The next start of the bot shows every unfinished match as it is in the backup."""
_UPGRADE: Final = """\
Try this version on a copy of the database before you switch to it; the bot of the older version can keep running. The
copy is migrated, and all live and the latest finished matches are replayed. Each match that this version plays
differently is listed with the first ply that differs, and the exit code is then 1. A replay shows only the rules that
its moves have met: live matches whose rules differ in other matches are listed too, and so are those without a move
whose rules no other match shows."""


def add_backups(
    commands: Any,
    *,
    backup: Callable[[argparse.Namespace], int],
    restore: Callable[[argparse.Namespace], int],
    upgrade: Callable[[argparse.Namespace], int],
) -> None:
    """Add the three commands to the subparsers of the command line."""
    command = commands.add_parser("backup", help="make a backup, also while the bot runs", description=_BACKUP)
    command.add_argument(
        "--to",
        type=Path,
        metavar="FOLDER",
        help="the folder for it (default: BACKUP_FOLDER, or backups beside DATABASE)",
    )
    add_json(command)
    command.set_defaults(handle=backup)

    command = commands.add_parser("restore", help="put a backup in the place of the database", description=_RESTORE)
    command.add_argument("file", type=Path, metavar="FILE", help="a file that `hidden-hand backup` or the bot made")
    add_json(command)
    command.set_defaults(handle=restore)

    command = commands.add_parser("upgrade", help="try this version on a copy of the database", description=_UPGRADE)
    command.add_argument(
        "--check", action="store_true", required=True, help="change nothing, and say what would differ"
    )
    command.add_argument(
        "--finished",
        type=whole(0),
        default=FINISHED,
        metavar="N",
        help=f"how many of the latest finished matches to replay ({FINISHED})",
    )
    add_json(command)
    command.set_defaults(handle=upgrade)
