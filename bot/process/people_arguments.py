"""The arguments of `hidden-hand people`."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from bot.process.output import add_json
from bot.process.reading import whole

_PEOPLE: Final = """\
Export or delete everything that is stored about a user, for people who cannot use /data export and /data delete: they
were banned, have left, or write to you. Make sure that they are who they say they are."""
_EXPORT: Final = "Write everything that is stored about a user into a file. The bot can keep running."
_DELETE: Final = """\
Delete everything that is stored about a user, as /data delete does. Stop the bot first. Matches keep a pseudonym in
their place. The deletion is noted beside the backups, so that a restore repeats it; backups made before it still
contain their data."""


def add_people(
    commands: Any,
    *,
    export: Callable[[argparse.Namespace], int],
    delete: Callable[[argparse.Namespace], int],
) -> None:
    """Add the command to the subparsers of the command line."""
    people = commands.add_parser("people", help="export or delete the data of a user", description=_PEOPLE)
    each = people.add_subparsers(dest="what", metavar="command", required=True)
    command = each.add_parser("export", help="write it into a file", description=_EXPORT)
    _add_user(command)
    command.add_argument(
        "--out", type=Path, default=Path("user-data.json"), metavar="FILE", help="the file (user-data.json)"
    )
    add_json(command)
    command.set_defaults(handle=export)
    command = each.add_parser("delete", help="delete it", description=_DELETE)
    _add_user(command)
    command.add_argument(
        "--end-matches", action="store_true", help="end their unfinished matches first, without a result"
    )
    add_json(command)
    command.set_defaults(handle=delete)


def _add_user(command: argparse.ArgumentParser) -> None:
    command.add_argument("user", type=whole(1, 2**63 - 1), metavar="USER", help="the user's Discord id, a number")
