"""Carries a study of the lab out: shows how far it is, prints what was found, and writes it as a page."""

import argparse
import json
import os
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from bot.lab.contest import Arena
from bot.lab.experiment import Experiment, Lab
from bot.lab.page import MissingExtraError, draw_nothing, page
from bot.lab.report import Report
from bot.process.progress import Bar
from bot.process.reading import UsageError, say, whole

INTERRUPTED: Final = 130
"""What a shell says of a program that Ctrl-C ended."""


def add_study(command: argparse.ArgumentParser) -> None:
    """The arguments of all studies."""
    command.add_argument(
        "--within", type=whole(1, 50), default=5, metavar="P", help="stop when a share is known to so many points (5)"
    )
    command.add_argument("--most", type=whole(2), default=400, metavar="N", help="matches for each row at most (400)")
    command.add_argument(
        "--processes", type=whole(1), default=os.cpu_count() or 1, metavar="N", help="how many work at once (all)"
    )
    command.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    command.add_argument("--report", type=Path, metavar="FILE.html", help="write it as a page with charts, too")


def carry_out(arguments: argparse.Namespace, prepare: Callable[[Lab], Experiment]) -> int:
    """Carry a study out and print what it found: if it is interrupted, what it found until then.

    Raises:
        UsageError: the page cannot be written; if that shows at the end only, everything has been printed before.
    """
    if arguments.report:
        _try_to_write(arguments.report)
    study: Experiment | None = None
    stopped = False
    try:
        with Bar() as bar, Arena(arguments.processes, bar.played) as arena:
            lab = Lab(arena=arena, within=arguments.within, most=arguments.most, seed=arguments.seed, progress=bar)
            study = prepare(lab)
            study.run()
    except KeyboardInterrupt:
        if study is None:
            return INTERRUPTED
        stopped = True
    report = study.report()
    report.stopped = stopped
    say([json.dumps(report.data())] if arguments.json else report.lines())
    if arguments.report:
        _write(arguments.report, report)
    return INTERRUPTED if stopped else 0


def _try_to_write(file: Path) -> None:
    """Nothing, if a page can be drawn and its file written, as far as one can know before."""
    try:
        draw_nothing()
        with NamedTemporaryFile(dir=file.parent):
            pass
    except MissingExtraError as error:
        raise UsageError(f"--report: {error}") from None
    except OSError as error:
        raise UsageError(f"--report: {file} cannot be written ({error.strerror})") from None
    if file.is_dir():
        raise UsageError(f"--report: {file} is a folder")


def _write(file: Path, report: Report) -> None:
    """The whole page or nothing: what stood there before stays, if there is no room."""
    written: Path | None = None
    try:
        with NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, suffix=".html", delete=False) as stream:
            written = Path(stream.name)
            stream.write(page(report))
        written.chmod(0o644)
        written.replace(file)
    except OSError as error:
        if written is not None:
            written.unlink(missing_ok=True)
        raise UsageError(f"--report: {file} cannot be written ({error.strerror})") from None
