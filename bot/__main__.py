"""The program: `hidden-hand`, or `python -m bot`."""

import argparse
import io
import os
import sys
from collections.abc import Sequence

from bot.content.seeds import ContentError
from bot.process import exit_codes
from bot.process.command_line import build_parser, one_line
from bot.process.reading import UsageError
from rules.core.game import TableError


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out one command and return its exit code: 0, or one of `bot.process.exit_codes`."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    arguments = build_parser(run=_run, sandbox=_sandbox, quarantined=_quarantined).parse_args(argv)
    try:
        code = int(arguments.handle(arguments))
        sys.stdout.flush()
    except (UsageError, TableError) as error:
        return _fail(f"hidden-hand {arguments.command}: {error}", code=exit_codes.USAGE)
    except ContentError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return exit_codes.INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the interpreter flushes it again at exit
        return exit_codes.BROKEN_PIPE
    return code


def _run(_: argparse.Namespace) -> int:
    from bot.process.config import SettingsError, load_settings  # noqa: PLC0415 # Discord and the store are not always needed
    from bot.store.errors import StoreError  # noqa: PLC0415
    from cogs.run import RunError, run  # noqa: PLC0415

    try:
        run(load_settings())
    except SettingsError as error:
        return _fail(*str(error).splitlines(), code=exit_codes.SETTINGS)
    except StoreError as error:
        return _fail(*str(error).splitlines(), code=exit_codes.DATABASE)
    except RunError as error:
        return _fail(*str(error).splitlines(), code=error.code)
    return 0


def _quarantined(_: argparse.Namespace) -> int:
    from bot.content.library import load_library  # noqa: PLC0415
    from bot.process.config import SettingsError, load_settings  # noqa: PLC0415 # like the above
    from bot.process.quarantined import quarantined  # noqa: PLC0415
    from bot.store.errors import StoreError  # noqa: PLC0415

    try:
        matches = quarantined(load_settings().database, load_library())
    except SettingsError as error:
        return _fail(*str(error).splitlines(), code=exit_codes.SETTINGS)
    except StoreError as error:
        return _fail(*str(error).splitlines(), code=exit_codes.DATABASE)
    for match, why in matches:
        sys.stdout.write(f"#{match.id} {match.game} server {match.guild} channel {match.channel}: {one_line(why)}\n")
    if not matches:
        sys.stdout.write("This version plays every match as it was begun.\n")
    return 0


def _sandbox(arguments: argparse.Namespace) -> int:
    from sandbox.page import main as sandbox  # noqa: PLC0415 # like the above

    return sandbox(port=arguments.port, open_browser=not arguments.no_browser, database=arguments.database)


def _fail(*lines: str, code: int = exit_codes.FAILED) -> int:
    sys.stderr.writelines(f"{one_line(line)}\n" for line in lines)
    return code


if __name__ == "__main__":
    sys.exit(main())
