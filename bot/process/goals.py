"""The command `hidden-hand lab goals`."""

import argparse
import json
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from bot.content.seeds import load_game
from bot.lab.experiment import Field, Lab
from bot.lab.goal_parts import Limits
from bot.lab.goals import NOTHING, Earlier, Goals, Known
from bot.lab.report import Report
from bot.process.reading import LARGEST_SEED, UsageError, add_rules, game_key, options_by_rules, whole
from bot.process.study import add_output, carry_out
from bot.process.variants import read_game
from rules.catalog import GAMES

GOALS: Final = """\
Measure what a good game should measure (`Game.goals`), with quick players, and print one table: seats, decks,
plans, the best decks of three searches, and each game's own goals. Without GAME: all games. Results are printed as
they come. --record keeps them in a file, so that the same command can continue later. --against compares with such a
file, or with the output of --json, so that a change can be judged:
  hidden-hand lab goals --record before.json
  hidden-hand lab goals --against before.json
  hidden-hand lab goals --rules as-written --against before.json
Deck searches have a limit of processor time, so their results depend on the machine."""


def add_goals(part: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    part.add_argument("games", metavar="GAME", nargs="*", type=game_key, help="only these games (all)")
    part.add_argument(
        "--seed", type=whole(0, LARGEST_SEED), default=1, metavar="S", help="the same seed gives the same matches (1)"
    )
    part.add_argument(
        "--content", type=Path, metavar="FOLDER", help="use the files in FOLDER/GAME, as in seeds/, for each game"
    )
    part.add_argument(
        "--matches", type=whole(2), metavar="N", help="most matches per goal (as many as each goal needs)"
    )
    part.add_argument(
        "--minutes",
        type=whole(0),
        default=10,
        metavar="M",
        help="processor time of each deck search in minutes; 0 for no search (10)",
    )
    part.add_argument("--against", type=Path, metavar="FILE.json", help="compare with the results in this file")
    part.add_argument(
        "--record", type=Path, metavar="FILE.json", help="keep the results in this file, and go on from those in it"
    )
    add_rules(part)
    add_output(part)
    part.set_defaults(handle=_goals)


def _goals(arguments: argparse.Namespace) -> int:
    keys = [key for key in arguments.games or GAMES if load_game(key).goals]
    fields = [_field(key, arguments.content, arguments.rules) for key in keys]
    if not fields:
        raise UsageError("these games have no goals")
    before = _read(arguments.against, "--against") if arguments.against else NOTHING
    record: Path | None = arguments.record
    begun = _read(record, "--record") if record and record.exists() else NOTHING
    limits = Limits(matches=arguments.matches, minutes=arguments.minutes)

    def prepare(lab: Lab) -> Goals:
        goals = Goals(lab, fields, limits, Known(begun=begun, before=before), lambda report: _keep(record, report))
        if begun is not NOTHING and begun.settings != goals.settings:
            raise UsageError(f"--record: {record} is of another run: {json.dumps(begun.settings)}")
        _keep(record, goals.report())
        return goals

    return carry_out(arguments, prepare)


def _field(key: str, content: Path | None, rules: str) -> Field:
    game, changed = read_game(key, content / key if content else None, (), "--content")
    options = options_by_rules(game, rules, "--rules")
    return Field(game=game, content=changed, seats=game.playable(options)[0], options=options)


def _read(file: Path, where: str) -> Earlier:
    try:
        return Earlier.of(json.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        raise UsageError(f"{where}: {file} cannot be read ({error.strerror})") from None
    except ValueError as error:
        raise UsageError(f"{where}: {file} cannot be used ({error})") from None


def _keep(file: Path | None, report: Report) -> None:
    """Write the record through a temporary file, so that the file is never incomplete."""
    if file is None:
        return
    try:
        with NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, suffix=".json", delete=False) as stream:
            stream.write(json.dumps(report.data(), ensure_ascii=False, indent=1) + "\n")
        Path(stream.name).replace(file)
    except OSError as error:
        raise UsageError(f"--record: {file} cannot be written ({error.strerror})") from None
