"""The command `hidden-hand ladder`."""

import argparse
import os
import sys
from pathlib import Path
from typing import Final

from bot.computer.levels import Level
from bot.lab.contest import Arena
from bot.lab.ladder import HEAD, Rung, Table, climb, rung_of
from bot.process.cluster import add_cluster, crew
from bot.process.exit_codes import INTERRUPTED
from bot.process.interrupted import stopped_by_sigterm
from bot.process.ladder_record import Record
from bot.process.output import Output, add_json, tell
from bot.process.reading import add_table, read_table, say, whole

LADDER: Final = """\
Let each level of the computer play the one below it: random, novice, regular, expert. In a match of three or more, one
player has the higher level. The same seed gives the same matches on any machine."""

LADDER_COLUMNS: Final = """\
columns:
  won %     share of first places of the higher level, and its 95 % confidence interval (by deals, each of which is
            played from every seat)
  least     the goal: 90 against random play, 75 against a level; with three or more players twice a fair share
  decisions of the higher level; then their processor time in seconds, median and 95th percentile
"""

_FIRST: Final = 8
"""The number of matches after which an incomplete row is printed for the first time."""


def add_ladder(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_table(command)
    command.add_argument(
        "--level", action="append", choices=[*Level], help="only this level against the one below; repeatable (all)"
    )
    command.add_argument("--games", type=whole(2), default=200, metavar="N", help="matches per row (200)")
    command.add_argument(
        "--processes",
        type=whole(1),
        default=os.cpu_count() or 1,
        metavar="N",
        help="number of processes (one per processor)",
    )
    add_cluster(command)
    add_json(command, "list")
    command.add_argument(
        "--record", type=Path, metavar="FILE", help="keep all matches in this file, and go on from those already in it"
    )


def ladder(arguments: argparse.Namespace) -> int:
    """Play the matches and print a row for each level. After Ctrl-C or SIGTERM, print the rows as they are so far.

    Raises:
        UsageError: the game does not allow the seats or the options, the cluster cannot be used, or the record is of
            another ladder.
    """
    game, seats, options = read_table(arguments)
    game.agreed(seats, options, [deck.cards for deck in game.decks.values()][:1] * seats)
    table = Table(game=game.key, seats=seats, options=options)
    rungs = [rung_of(table, level) for level in Level if level in (arguments.level or Level)]
    record: Record | None = None
    if arguments.record:
        heading = {"game": game.key, "seats": seats, "options": game.all_options(options), "seed": arguments.seed}
        record = Record(arguments.record, heading)
        record.fill(rungs)
    if not arguments.json:
        say([HEAD])
    try:
        with stopped_by_sigterm(), crew(arguments) as workers:
            arena = Arena(workers)
            for rung in rungs:
                for match in climb(arena, table, rung, arguments.games, arguments.seed):
                    if record:
                        record.add(rung, match)
                    _tell_progress(rung, arguments.games)
                if not arguments.json:
                    say([rung.line()])
    except KeyboardInterrupt:
        begun = [rung for rung in rungs if rung.won]
        unfinished = [rung for rung in begun if len(rung.won) < arguments.games]
        lines = [*(rung.line() for rung in unfinished), "Ended early."]
        return tell(Output(lines, [rung.report() for rung in begun], INTERRUPTED), as_json=arguments.json)
    return tell(Output([], [rung.report() for rung in rungs]), as_json=arguments.json)


def _tell_progress(rung: Rung, matches: int) -> None:
    """Print the row to stderr after 8 matches, 16, 32, and so on."""
    played = len(rung.won)
    if _FIRST <= played < matches and played & (played - 1) == 0:
        sys.stderr.write(f"{rung.line()}  of {matches:,}\n")
        sys.stderr.flush()
