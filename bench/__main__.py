"""`python -m bench [ENTRY ...] [--quick] [--json] [--write FILE] [--record PAGE]`: run all measurements.

Each figure stands beside that of a peer (another project's code) or a floor (the least that the work can cost). In each
round, every entry measures our code and then the peers and floors, so that the noise of a shared machine affects all of
them. Trust only the ratios (ours to theirs), and only if their quartiles are close. Some peers are not dependencies of
the project: `pip install -e .[bench]` installs them, and the table marks the missing ones. If an entry fails, the error
is reported, the other entries continue, and the exit code is 1.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from bench import (
    answers,
    commits,
    delivery,
    leaderboard,
    match_memory,
    moves,
    moving,
    parts,
    picture,
    ply,
    postgres,
    presses,
    scale,
    search,
    servers,
    service,
    start,
    veteran,
)
from bench.entry import Entry, Reading
from bench.history import section, with_section
from bench.report import HEADS, Figures, figures, lines
from bot.version import program_version

_MEASURED: Final = (
    answers,
    commits,
    delivery,
    leaderboard,
    match_memory,
    moves,
    moving,
    parts,
    picture,
    ply,
    postgres,
    presses,
    scale,
    search,
    servers,
    service,
    start,
    veteran,
)
ENTRIES: Final[Mapping[str, Entry]] = {module.ENTRY.name: module.ENTRY for module in _MEASURED}
ROUNDS: Final = 5
FEW: Final = 2
"""The number of rounds in a quick run."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an entry."""

    figures: Figures
    """The figures of all rounds, or of those before the entry failed."""
    failed: str | None
    """The error in one line; None if it did not fail."""


def measured(entries: Sequence[Entry], rounds: int, folder: Path, *, quick: bool) -> Mapping[str, Result]:
    """Run the rounds, each with every entry that has not failed yet; return the results by entry."""
    readings: dict[str, list[Sequence[Reading]]] = {entry.name: [] for entry in entries}
    failed: dict[str, str] = {}
    with TemporaryDirectory(dir=folder.absolute()) as places, ExitStack() as stack:
        streams = {}
        for entry in entries:
            place = Path(places, entry.name)
            place.mkdir()
            streams[entry.name] = entry.rounds(place, quick)
            stack.enter_context(closing(streams[entry.name]))
        for number in range(rounds):
            for name in list(streams)[:: 1 if number % 2 == 0 else -1]:
                if name in failed:
                    continue
                begun = perf_counter()
                try:
                    readings[name].append(next(streams[name]))
                except Exception as error:  # noqa: BLE001 # any error: the other entries go on
                    failed[name] = " ".join(f"{type(error).__name__}: {error}".split())
                result, why = ("failed after", f": {failed[name]}") if name in failed else ("took", "")
                took = f"{perf_counter() - begun:.1f} s"
                print(f"round {number + 1}: {name} {result} {took}{why}", file=sys.stderr, flush=True)
    return {name: Result(figures(rounds_of), failed.get(name)) for name, rounds_of in readings.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return 1 if an entry failed."""
    listing = "\n".join(f"  {entry.name:<12}{entry.summary}" for entry in ENTRIES.values())
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure everything, beside peers and floors in the same run.",
        epilog=f"entries:\n{listing}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("entries", nargs="*", metavar="ENTRY", help="an entry to measure (all)")
    parser.add_argument("--rounds", type=int, metavar="N", help=f"number of rounds ({ROUNDS}; quick: {FEW})")
    parser.add_argument("--quick", action="store_true", help="small sizes, only to prove that it works")
    parser.add_argument("--folder", type=Path, default=Path(), help="a folder on the disk to measure (here)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--write", type=Path, metavar="FILE", help="also write the JSON to this file")
    parser.add_argument("--record", type=Path, metavar="PAGE", help="also write this version's ratios into this page")
    options = parser.parse_args(arguments)
    if unknown := set(options.entries).difference(ENTRIES):
        parser.error(f"there is no entry {', '.join(sorted(unknown))}; there is {', '.join(ENTRIES)}")
    entries = [ENTRIES[name] for name in options.entries or ENTRIES]
    rounds = options.rounds or (FEW if options.quick else ROUNDS)
    results = measured(entries, rounds, options.folder, quick=options.quick)
    when, machine = datetime.now(UTC).isoformat(timespec="seconds"), f"{platform.machine()}, {os.cpu_count()} cores"
    failed = any(each.failed for each in results.values())
    reports = {entry.name: {"summary": entry.summary, **asdict(results[entry.name])} for entry in entries}
    about = {"at": when, "machine": machine, "python": platform.python_version(), "rounds": rounds}
    for_machines = json.dumps({**about, "quick": options.quick, "entries": reports})
    if options.write:
        options.write.write_text(f"{for_machines}\n", "utf-8")
    title = f"{when}, Python {platform.python_version()}, {machine}; medians of {rounds} rounds"
    if options.record:
        new = section(program_version(), title, {name: result.figures for name, result in results.items()})
        page = options.record.read_text("utf-8")
        options.record.write_text(with_section(page, program_version(), new), "utf-8")
    if options.json:
        print(for_machines)
        return int(failed)
    print(f"{title}\n{HEADS}")
    for entry in entries:
        each = results[entry.name]
        print("\n".join(lines(entry.name, entry.summary, each.figures, each.failed)))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
