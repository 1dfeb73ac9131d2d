"""The command `hidden-hand lab` and its parts."""

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tqdm import tqdm

from bot.lab.compare import Comparison
from bot.lab.contest import Arena
from bot.lab.plans import plans_of
from bot.lab.report import Report
from bot.lab.study import Effort, Field, Progress, Study
from bot.process.reading import UsageError, add_table, known_player, read_table, say, whole
from bot.process.variants import WRITTEN, playable, read_game, read_variant

LAB: Final = """\
A laboratory for designers: the computer plays many matches, and tells in plain words what follows. The same seed gives
the same figures on any machine and any number of processors. Ctrl-C ends it early and prints what is known by then."""

_COMPARE: Final = """\
Compare two variants of a game: how matches go, and what plans are worth in each. Without --b: what the game is like.
Example: hidden-hand lab compare allocator --b cards.boost=+1"""

INTERRUPTED: Final = 130
"""What a shell says of a program that Ctrl-C ended."""


class Bar:
    """Shows how many matches have been played, and how long the others take, where a terminal shows it."""

    def __init__(self) -> None:
        self._bar = tqdm(
            total=0,
            leave=False,
            disable=not sys.stderr.isatty(),
            bar_format="{percentage:3.0f} %  {n_fmt} of at most {total_fmt} matches, {remaining} left",
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.close()

    def expect(self, matches: int) -> None:
        """So many matches more are to come."""
        if self._bar.total is not None:
            self._bar.total += matches

    def played(self, matches: int) -> None:
        """So many more have been played."""
        self._bar.update(matches)


Prepared = Callable[[Arena, Progress], Study]
"""A study of which everything is known but who plays its matches."""


def add_lab(command: argparse.ArgumentParser) -> None:
    """The parts and their arguments."""
    parts = command.add_subparsers(metavar="PART", dest="part", required=True)

    part = parts.add_parser("compare", help="two variants of a game", description=_COMPARE, epilog=WRITTEN)
    _add_common(part)
    part.add_argument("--a", nargs="+", default=[], metavar="WORD", help="what is different about A (nothing)")
    part.add_argument("--b", nargs="+", default=[], metavar="WORD", help="what is different about B")
    part.add_argument(
        "--plan", action="append", metavar="NAME", help="a plan that is tried; repeatable (all); none: no plan"
    )
    part.set_defaults(handle=_compare)


def _add_common(part: argparse.ArgumentParser) -> None:
    add_table(part)
    part.add_argument("--content", type=Path, metavar="FOLDER", help="its files stand in the place of the game's own")
    part.add_argument("--player", default="greedy", metavar="WHO", help="who plays where nothing else is said (greedy)")
    part.add_argument(
        "--within", type=whole(1, 50), default=5, metavar="P", help="stop when a share is known to so many points (5)"
    )
    part.add_argument("--most", type=whole(2), default=400, metavar="N", help="matches for each row at most (400)")
    part.add_argument(
        "--processes", type=whole(1), default=os.cpu_count() or 1, metavar="N", help="how many work at once (all)"
    )
    part.add_argument("--json", action="store_true", help="print one JSON object and nothing else")


def _compare(arguments: argparse.Namespace) -> int:
    field, player = _field(arguments)
    variants = [read_variant("A", arguments.a, field, player)]
    if arguments.b:
        variants.append(read_variant("B", arguments.b, field, player))
        one, other = variants
        if one.rules == other.rules and not one.meets(other):
            raise UsageError("--b: it is the same as A")
        if one.meets(other) and bool(one.deck) != bool(other.deck):
            raise UsageError("--a, --b: where decks are compared, both need one")
    names = [] if arguments.plan == ["none"] else arguments.plan or [*plans_of(field.game, field.seats)]
    for name in names:
        if name not in plans_of(field.game, field.seats):
            known_player(field.game, name, "--plan")
    return _study(arguments, lambda arena, told: Comparison(arena, _effort(arguments), variants, names, told))


def _field(arguments: argparse.Namespace) -> tuple[Field, str]:
    """Where it is played, and who plays."""
    game, seats, options = read_table(arguments)
    game, content = read_game(game.key, arguments.content, (), "--content")
    field = Field(game=game, content=content, seats=seats, options=options)
    playable(field)
    return field, known_player(game, arguments.player, "--player")


def _effort(arguments: argparse.Namespace) -> Effort:
    return Effort(within=arguments.within, most=arguments.most, seed=arguments.seed)


def _study(arguments: argparse.Namespace, prepare: Prepared) -> int:
    """Carry a study out and print what it found; if it is interrupted, what it found until then."""
    study: Study | None = None
    stopped = False
    try:
        with Bar() as bar, Arena(arguments.processes, bar.played) as arena:
            study = prepare(arena, bar)
            study.run()
    except KeyboardInterrupt:
        if study is None:
            return INTERRUPTED
        stopped = True
    report = study.report()
    report.stopped = stopped
    _print(report, as_json=arguments.json)
    return INTERRUPTED if stopped else 0


def _print(report: Report, *, as_json: bool) -> None:
    say([json.dumps(report.data())] if as_json else report.lines())
