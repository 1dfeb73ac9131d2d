"""The program: `hidden-hand`, or `python -m bot`."""

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from bot.process import exit_codes, heap

with heap.loading():
    from bot.content.seeds import ContentError
    from bot.process.command_line import build_parser
    from bot.process.reading import UsageError, one_line
    from rules.core.game import TableError

if TYPE_CHECKING:
    from bot.process.config import Settings
    from bot.process.output import Output


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out one command and return its exit code: 0, or one of `bot.process.exit_codes`."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    words = sys.argv[1:] if argv is None else argv
    arguments = build_parser(
        run=_run,
        sandbox=_sandbox,
        quarantined=_quarantined,
        backup=_backup,
        restore=_restore,
        upgrade=_upgrade,
        doctor=_doctor,
        people_export=_people_export,
        people_delete=_people_delete,
        moderation=_moderation,
    ).parse_args(words, argparse.Namespace(words=words))
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
        # else Python raises BrokenPipeError once more when it flushes stdout at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return exit_codes.BROKEN_PIPE
    return code


def _run(arguments: argparse.Namespace) -> int:
    with heap.loading():
        from bot.process.config import (  # noqa: PLC0415 # commands import only what they need
            SettingsError,
            load_settings,
        )
        from bot.store.errors import StoreError  # noqa: PLC0415
        from cogs.run import RunError, run  # noqa: PLC0415

    try:
        run(load_settings(), shards=arguments.shards)
    except SettingsError as error:
        return _fail(*str(error).splitlines(), code=exit_codes.SETTINGS)
    except StoreError as error:
        return _fail(*str(error).splitlines(), code=exit_codes.DATABASE)
    except RunError as error:
        return _fail(*str(error).splitlines(), code=error.code)
    return 0


def _quarantined(arguments: argparse.Namespace) -> int:
    from bot.content.library import load_library  # noqa: PLC0415 # as in `_run`
    from bot.process.quarantined import quarantined  # noqa: PLC0415

    return _on_the_database(arguments, lambda settings: quarantined(settings.database, load_library()))


def _backup(arguments: argparse.Namespace) -> int:
    from bot.process.backups import back_up  # noqa: PLC0415 # as in `_run`

    return _on_the_database(arguments, lambda settings: back_up(settings, arguments.to))


def _restore(arguments: argparse.Namespace) -> int:
    from bot.content.library import load_library  # noqa: PLC0415 # as in `_run`
    from bot.process.backups import put_back  # noqa: PLC0415

    return _on_the_database(arguments, lambda settings: put_back(settings, arguments.file, load_library()))


def _upgrade(arguments: argparse.Namespace) -> int:
    from bot.content.library import load_library  # noqa: PLC0415 # as in `_run`
    from bot.process.backups import check_upgrade  # noqa: PLC0415

    return _on_the_database(arguments, lambda settings: check_upgrade(settings, load_library(), arguments.finished))


def _people_export(arguments: argparse.Namespace) -> int:
    from bot.process.people import export  # noqa: PLC0415 # as in `_run`

    return _on_the_database(arguments, lambda settings: export(settings, arguments.user, arguments.out))


def _people_delete(arguments: argparse.Namespace) -> int:
    from bot.process.people import delete  # noqa: PLC0415 # as in `_run`

    def work(settings: "Settings") -> "Output":
        return delete(settings, arguments.user, end_matches=arguments.end_matches)

    return _on_the_database(arguments, work)


def _moderation(arguments: argparse.Namespace) -> int:
    from bot.process.moderation import WORK  # noqa: PLC0415 # as in `_run`

    return _on_the_database(arguments, lambda settings: WORK[arguments.work](settings, arguments))


def _on_the_database(arguments: argparse.Namespace, work: "Callable[[Settings], Output]") -> int:
    """Call `work` with the settings and print its output. Return its exit code, or that of the error that stopped
    it.
    """
    from bot.process.config import SettingsError, load_settings  # noqa: PLC0415 # as in `_run`
    from bot.process.output import tell  # noqa: PLC0415
    from bot.store.errors import StoreError  # noqa: PLC0415

    try:
        output = work(load_settings())
    except SettingsError as error:
        return _fail(*str(error).splitlines(), code=exit_codes.SETTINGS)
    except StoreError as error:
        return _fail(*str(error).splitlines(), code=exit_codes.DATABASE)
    return tell(output, as_json=arguments.json)


def _doctor(arguments: argparse.Namespace) -> int:
    import asyncio  # noqa: PLC0415

    from bot.process.findings import as_output  # noqa: PLC0415 # as in `_run`
    from bot.process.output import tell  # noqa: PLC0415
    from cogs.doctor.doctor import examine  # noqa: PLC0415

    return tell(as_output(asyncio.run(examine(channel=arguments.channel))), as_json=arguments.json)


def _sandbox(arguments: argparse.Namespace) -> int:
    with heap.loading():
        from bot.process.check import read_pack  # noqa: PLC0415 # as in `_run`
        from sandbox.page import main as sandbox  # noqa: PLC0415

    return sandbox(
        port=arguments.port,
        open_browser=not arguments.no_browser,
        database=arguments.database,
        content=read_pack(arguments.content, arguments.game, "--content") if arguments.content else None,
    )


def _fail(*lines: str, code: int = exit_codes.FAILED) -> int:
    sys.stderr.writelines(f"{one_line(line)}\n" for line in lines)
    return code


if __name__ == "__main__":
    sys.exit(main())
