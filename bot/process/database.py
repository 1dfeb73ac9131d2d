"""`hidden-hand database move`: copies everything into another database."""

import argparse
import sys
from typing import Any, Final

from bot.process import exit_codes
from bot.process.output import Output, add_json, tell
from bot.process.reading import UsageError
from rules.core.words import counted

_DATABASE: Final = "Copy everything that a stopped bot has stored into another database."
_MOVE: Final = """\
Copy everything that a stopped bot has stored into a new file or an empty PostgreSQL database, compare every row, and
leave the old database as it is. Set DATABASE to the new one afterwards."""
_PLACE: Final = "a file, or postgresql://user:password@host/name"


def add_database(commands: Any) -> None:
    """Add `hidden-hand database` and its subcommands to the subparsers of the command line."""
    command = commands.add_parser("database", help="copy everything into another database", description=_DATABASE)
    subcommands = command.add_subparsers(metavar="SUBCOMMAND", dest="subcommand", required=True)
    move = subcommands.add_parser("move", help="copy everything into another database", description=_MOVE)
    move.add_argument("source", metavar="FROM", help=_PLACE)
    move.add_argument("target", metavar="TO", help=_PLACE)
    add_json(move)
    move.set_defaults(handle=_move)


def _move(arguments: argparse.Namespace) -> int:
    from bot.store.address import ServerAddress, read_address  # noqa: PLC0415 # other commands do without the store
    from bot.store.errors import StoreError  # noqa: PLC0415
    from bot.store.moving import move  # noqa: PLC0415

    try:
        source, target = read_address(arguments.source), read_address(arguments.target)
    except ValueError as error:
        raise UsageError(f"the address {error}") from None
    try:
        tables = move(source, target)
    except StoreError as error:
        sys.stderr.write(f"{error}\n")
        return exit_codes.DATABASE
    lines = [f"{table.name}: {counted(table.count, 'row')}, {table.digest[:16]}" for table in tables]
    typed = target.without_password if isinstance(target, ServerAddress) else target
    lines.append(f"Everything was copied and compared. Set DATABASE to {typed}")
    data = [{"name": table.name, "rows": table.count, "digest": table.digest} for table in tables]
    return tell(Output(lines, {"database": str(typed), "tables": data}), as_json=arguments.json)
