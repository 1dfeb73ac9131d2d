"""`python -m bench [ENTRY ...] [--quick] [--json]`: everything that is measured, each beside a peer or a floor.

In each round every entry measures ours and the others in turn, so that the noise of a shared machine falls on both:
trust the ratios (ours to theirs), and those only as far as their quartiles lie together. Peers that are not the
project's own dependencies come with `pip install -e .[bench]`; one that is not there is said to be missing.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from bench import answers, commits, leaderboard, match_memory, moves, picture, scale, service
from bench.entry import Entry, Reading
from bench.report import HEADS, Figures, figures, lines

_MEASURED: Final = (answers, commits, leaderboard, match_memory, moves, picture, scale, service)
ENTRIES: Final[Mapping[str, Entry]] = {module.ENTRY.name: module.ENTRY for module in _MEASURED}
ROUNDS: Final = 5
FEW: Final = 2
"""Rounds of a quick run."""


def measured(entries: Sequence[Entry], rounds: int, folder: Path, *, quick: bool) -> Mapping[str, Figures]:
    """By entry: what so many rounds found, each of which goes through all entries."""
    found: dict[str, list[Sequence[Reading]]] = {entry.name: [] for entry in entries}
    with TemporaryDirectory(dir=folder) as places, ExitStack() as stack:
        streams = {}
        for entry in entries:
            place = Path(places, entry.name)
            place.mkdir()
            streams[entry.name] = entry.rounds(place, quick)
            stack.enter_context(closing(streams[entry.name]))
        for number in range(rounds):
            for name in list(streams)[:: 1 if number % 2 == 0 else -1]:
                begun = perf_counter()
                found[name].append(next(streams[name]))
                print(f"round {number + 1}: {name}, {perf_counter() - begun:.1f} s", file=sys.stderr, flush=True)
    return {name: figures(readings) for name, readings in found.items()}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print."""
    known = "\n".join(f"  {entry.name:<12}{entry.says}" for entry in ENTRIES.values())
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Everything that is measured, beside peers and floors in the same run.",
        epilog=f"entries:\n{known}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("entries", nargs="*", metavar="ENTRY", help="which (all)")
    parser.add_argument("--rounds", type=int, metavar="N", help=f"({ROUNDS}; quick: {FEW})")
    parser.add_argument("--quick", action="store_true", help="small sizes: proves that it works, and no more")
    parser.add_argument("--folder", type=Path, default=Path(), help="on the disk that is measured (here)")
    parser.add_argument("--json", action="store_true", help="for machines")
    options = parser.parse_args(arguments)
    if unknown := set(options.entries).difference(ENTRIES):
        parser.error(f"there is no entry {', '.join(sorted(unknown))}; there is {', '.join(ENTRIES)}")
    entries = [ENTRIES[name] for name in options.entries or ENTRIES]
    rounds = options.rounds or (FEW if options.quick else ROUNDS)
    found = measured(entries, rounds, options.folder, quick=options.quick)
    when, machine = datetime.now(UTC).isoformat(timespec="seconds"), f"{platform.machine()}, {os.cpu_count()} cores"
    if options.json:
        told = {entry.name: {"says": entry.says, "figures": found[entry.name]} for entry in entries}
        about = {"at": when, "machine": machine, "python": platform.python_version(), "rounds": rounds}
        print(json.dumps({**about, "quick": options.quick, "entries": told}))
        return
    print(f"{when}, Python {platform.python_version()}, {machine}; medians of {rounds} rounds\n{HEADS}")
    for entry in entries:
        print("\n".join(lines(entry.name, entry.says, found[entry.name])))


if __name__ == "__main__":
    main()
