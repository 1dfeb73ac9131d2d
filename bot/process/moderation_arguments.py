"""The arguments of `hidden-hand reports`, `bar` and `unbar`."""

import argparse
from collections.abc import Callable
from datetime import date
from typing import Any, Final

from bot.process.output import add_json
from bot.process.reading import whole

_REPORTS: Final = """\
Read what players have reported to you, and close each report with your decision. Nobody else sees a report: not the
players whom it is about, and not the admins of a server. The bot can keep running."""
_BAR: Final = """\
Bar a user or a server: they begin no match with other people. They are told your reason and whom to write to. Matches
that they play go on, since others play in them too; computers, puzzles and lessons stay open to them. It holds at once
while the bot runs, in every process."""
_UNBAR: Final = "Lift a bar at once. The bot can keep running."
_ID: Final = "the Discord id, a number"

Handler = Callable[[argparse.Namespace], int]


def add_moderation(commands: Any, handle: Handler) -> None:
    """Add the commands to the subparsers of the command line. handle: carries out each; `arguments.work` names it."""
    command = commands.add_parser("reports", help="read and close reports about players", description=_REPORTS)
    each = command.add_subparsers(dest="what", metavar="command", required=True)
    part = each.add_parser("list", help="list the open ones", description="List the reports that are open.")
    part.add_argument("--all", action="store_true", help="also those that are closed")
    _finish(part, handle, "list_reports")
    part = each.add_parser("show", help="show one", description="Show one report, with the commands to look into it.")
    _add_report(part)
    _finish(part, handle, "show_report")
    part = each.add_parser("close", help="close one", description="Close a report with your decision.")
    _add_report(part)
    part.add_argument("--decision", required=True, metavar="TEXT", help="what you have decided, for your own records")
    _finish(part, handle, "close_report")

    command = commands.add_parser("bar", help="bar a user or a server from matches", description=_BAR)
    each = command.add_subparsers(dest="what", metavar="command", required=True)
    for kind in ("user", "server"):
        part = each.add_parser(kind, help=f"bar a {kind}", description=f"Bar a {kind}. {_BAR}")
        part.add_argument("id", type=whole(1, 2**63 - 1), metavar="ID", help=_ID)
        part.add_argument("--reason", required=True, metavar="TEXT", help="why: they are told this")
        part.add_argument(
            "--until", type=_day, metavar="DATE", help="the day on which it ends, like 2026-12-31 (until you lift it)"
        )
        _finish(part, handle, "bar")
    part = each.add_parser("list", help="list the bars", description="List the users and servers that are barred.")
    _finish(part, handle, "list_bars")

    command = commands.add_parser("unbar", help="lift a bar", description=_UNBAR)
    command.add_argument("what", choices=("user", "server"), help="what is barred")
    command.add_argument("id", type=whole(1, 2**63 - 1), metavar="ID", help=_ID)
    _finish(command, handle, "unbar")


def _add_report(command: argparse.ArgumentParser) -> None:
    command.add_argument("report", type=whole(1, 2**63 - 1), metavar="NUMBER", help="the number of the report")


def _finish(command: argparse.ArgumentParser, handle: Handler, work: str) -> None:
    add_json(command)
    command.set_defaults(handle=handle, work=work)


def _day(word: str) -> date:
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{word!r} is not a day like 2026-12-31") from None
