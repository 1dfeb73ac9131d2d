"""The command `hidden-hand ladder`."""

import argparse
import json
import os
from collections.abc import Iterator
from typing import Final

from bot.computer.levels import Level
from bot.lab.contest import Arena
from bot.lab.ladder import HEAD, Rung, Table, climb
from bot.process.cluster import add_cluster, crew
from bot.process.reading import add_table, read_table, say, whole

LADDER: Final = """\
Let each level of the computer play the one below it: random, novice, regular, expert. In a match of three or more, one
player has the higher level. The same seed gives the same matches on any machine."""

LADDER_COLUMNS: Final = """\
columns:
  won %     share of first places of the higher level, and its 95 % confidence interval
  least     the goal: 90 against random play, 75 against a level; with three or more players twice a fair share
  decisions of the higher level; then their processor time in seconds, median and 95th percentile
"""


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
    command.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def ladder(arguments: argparse.Namespace) -> int:
    """Play the matches and print a row for each level.

    Raises:
        UsageError: the game cannot be played like this, or the cluster cannot be used.
    """
    game, seats, options = read_table(arguments)
    game.agreed(seats, options, [deck.cards for deck in game.decks.values()][:1] * seats)
    table = Table(game=game.key, seats=seats, options=options)
    with crew(arguments) as workers:
        arena = Arena(workers)
        levels = [level for level in Level if level in (arguments.level or Level)]
        rungs = (climb(arena, table, level, arguments.games, arguments.seed) for level in levels)
        if arguments.json:
            return say([json.dumps([rung.report() for rung in rungs])])
        return say(_lines(rungs))


def _lines(rungs: Iterator[Rung]) -> Iterator[str]:
    yield HEAD
    for rung in rungs:
        yield rung.line()
