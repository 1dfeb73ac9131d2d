"""Run a study of the lab: show its progress, print its report, and write the report as a page."""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from shlex import join
from tempfile import NamedTemporaryFile

from bot.lab.contest import Arena, Contest, Match
from bot.lab.experiment import Experiment, Lab
from bot.lab.page import MissingExtraError, draw_nothing, page
from bot.lab.raw_matches import RawMatches
from bot.lab.report import Report
from bot.process.cluster import add_cluster, crew
from bot.process.exit_codes import INTERRUPTED
from bot.process.interrupted import stopped_by_sigterm
from bot.process.output import Output, add_json, tell
from bot.process.progress import Bar
from bot.process.reading import UsageError, whole


def add_study(command: argparse.ArgumentParser) -> None:
    """Add the arguments of a study that plays each row until it is precise enough."""
    command.add_argument(
        "--within", type=whole(1, 50), default=5, metavar="P", help="stop when a share is known to within P points (5)"
    )
    command.add_argument("--most", type=whole(2), default=400, metavar="N", help="most matches per row (400)")
    add_output(command)


def add_output(command: argparse.ArgumentParser) -> None:
    """Add the arguments that say where matches are played and where the results go."""
    command.add_argument(
        "--processes",
        type=whole(1),
        default=os.cpu_count() or 1,
        metavar="N",
        help="number of processes (one per processor)",
    )
    add_cluster(command)
    command.add_argument(
        "--csv",
        type=Path,
        metavar="FILE.csv",
        help="also write a line for each match, with its seed and the command that prints it; those of searches, and"
        " others that are played for their result alone, are left out",
    )
    add_json(command)
    command.add_argument("--report", type=Path, metavar="FILE.html", help="also write the report as a page with charts")


def carry_out(arguments: argparse.Namespace, prepare: Callable[[Lab], Experiment]) -> int:
    """Run a study and print its report; after Ctrl-C or SIGTERM, print the results so far.

    Raises:
        UsageError: the cluster cannot be used, or the page cannot be written; if only that fails, at the end, the
            report has been printed.
    """
    if arguments.report:
        _try_to_write(arguments.report)
    study: Experiment | None = None
    stopped = False
    try:
        with stopped_by_sigterm(), Bar() as bar, _raw_matches(arguments.csv) as record, crew(arguments) as workers:
            arena = Arena(workers, bar.played, record)
            precision = {name: getattr(arguments, name) for name in ("within", "most") if name in arguments}
            lab = Lab(arena=arena, seed=arguments.seed, progress=bar, **precision)
            study = prepare(lab)
            study.run()
    except KeyboardInterrupt:
        if study is None:
            return INTERRUPTED
        stopped = True
    report = study.report()
    report.stopped = stopped
    report.command = join(["hidden-hand", *arguments.words])
    report.date = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    tell(Output(report.lines(), report.data()), as_json=arguments.json)
    if arguments.report:
        _write(arguments.report, report)
    return INTERRUPTED if stopped else 0


@contextmanager
def _raw_matches(file: Path | None) -> Iterator[Callable[[Contest, Match], object]]:
    """Yield a function that writes a match to the file, if there is one.

    Raises:
        UsageError: the file cannot be written.
    """
    if file is None:
        yield lambda _contest, _match: None
        return
    try:
        with file.open("w", encoding="utf-8", newline="") as stream:
            yield RawMatches(stream).add
    except OSError as error:
        raise UsageError(f"--csv: {file} cannot be written ({error.strerror})") from None


def _try_to_write(file: Path) -> None:
    """Raise unless a page can probably be drawn and its file written.

    Raises:
        UsageError: matplotlib is missing, or the file cannot be written.
    """
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
    """Write the page through a temporary file, so that a failure leaves an older page as it was."""
    try:
        with NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, suffix=".html", delete=False) as stream:
            written = Path(stream.name)
        try:
            written.write_text(page(report), encoding="utf-8")
            written.chmod(0o644)
            written.replace(file)
        finally:
            written.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f"--report: {file} cannot be written ({error.strerror})") from None
