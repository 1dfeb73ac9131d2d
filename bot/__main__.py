"""The program: `hidden-hand`, or `python -m bot`."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import Final

from bot.content.seeds import ContentError
from bot.process.command_line import build_parser, one_line
from bot.process.reading import UsageError
from rules.core.game import TableError

# What a shell says of a program that a signal ended: SIGINT, SIGPIPE.
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out one command; the exit code: 0, 1 if it failed, 2 if it was not given as it must be."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    arguments = build_parser(run=_run, sandbox=_sandbox, quarantined=_quarantined).parse_args(argv)
    try:
        code = int(arguments.handle(arguments))
        sys.stdout.flush()
    except (UsageError, TableError) as error:
        return _fail(f"hidden-hand {arguments.command}: {error}", code=2)
    except ContentError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the interpreter flushes it once more
        return BROKEN_PIPE
    return code


def _run(_: argparse.Namespace) -> int:
    from bot.process.config import SettingsError, load_settings  # noqa: PLC0415 # Discord and the store are not always needed
    from bot.store.errors import StoreError  # noqa: PLC0415
    from cogs.run import RunError, run  # noqa: PLC0415

    try:
        run(load_settings())
    except (SettingsError, RunError, StoreError) as error:
        return _fail(*str(error).splitlines())
    return 0


def _quarantined(_: argparse.Namespace) -> int:
    from bot.content.library import load_library  # noqa: PLC0415
    from bot.process.config import SettingsError, load_settings  # noqa: PLC0415 # like the above
    from bot.process.quarantined import quarantined  # noqa: PLC0415
    from bot.store.errors import StoreError  # noqa: PLC0415

    try:
        found = quarantined(load_settings().database, load_library())
    except (SettingsError, StoreError) as error:
        return _fail(*str(error).splitlines())
    for match, why in found:
        sys.stdout.write(f"#{match.id} {match.game} server {match.guild} channel {match.channel}: {one_line(why)}\n")
    if not found:
        sys.stdout.write("No match is set aside.\n")
    return 0


def _sandbox(arguments: argparse.Namespace) -> int:
    from sandbox.page import main as sandbox  # noqa: PLC0415 # like the above

    return sandbox(port=arguments.port, open_browser=not arguments.no_browser, database=arguments.database)


def _fail(*lines: str, code: int = 1) -> int:
    sys.stderr.writelines(f"{one_line(line)}\n" for line in lines)
    return code


if __name__ == "__main__":
    sys.exit(main())
