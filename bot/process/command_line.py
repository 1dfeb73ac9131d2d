"""What the program `hidden-hand` understands, and the commands that need no Discord."""

import argparse
import json
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, NoReturn

from bot.content.seeds import load_games
from bot.lab.gallery import gallery
from bot.lab.playthrough import playthrough
from bot.lab.simulate import Statistics, as_text
from bot.lab.snapshot import NAMES, snapshot
from bot.process.lab import LAB, add_lab
from bot.process.ladder import LADDER, LADDER_COLUMNS, add_ladder, ladder
from bot.process.lesson import LESSON, add_lesson, lesson
from bot.process.progress import counted
from bot.process.puzzles import PUZZLE, add_puzzle
from bot.process.reading import UsageError, add_setup, read_setup, say, whole
from rules.core.rng import split

_COUNTS: Final = """\
what is counted:
  wins             matches won, by seat; several seats can share a first place
  draws            matches that nobody won
  turns, plies     length in turns as the game counts them, and in decisions: percentiles by nearest rank
  endings          matches by how they ended; last_resort is the limit that ends a match which will not end
  moves_per_second decisions by the processor time that it took to choose and play them
  cards            drawn: how many times a player took the card into hand, first hands included if the game tells of
                   them; played: how many times a player used it; won_when_played: how many of those times that
                   player went on to win
  decks            games: how many times a player had the ready-made deck; wins: how many of those they won. Players
                   have different decks as long as there are any and --deck does not say otherwise
"""
_SEATS: Final = "Seats are counted from 0, in the order of play."


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)

    def error(self, message: str) -> NoReturn:
        """Leave the program with exit code 2."""
        self.exit(2, one_line(f"{self.prog}: {message}") + "\n")


def one_line(message: str) -> str:
    """The message without line breaks and other characters that a terminal would act on."""
    return "".join(character if character.isprintable() else " " for character in message)


Handler = Callable[[argparse.Namespace], int]
"""Carries a command out; gives the exit code.

Raises:
    UsageError, TableError: it cannot be carried out as it was given.
"""


def build_parser(*, run: Handler, sandbox: Handler, quarantined: Handler) -> Parser:
    """The whole command line. What it reads holds its command's `handle`, a `Handler`."""
    parser = Parser(
        prog="hidden-hand", description="A Discord bot on which people play tabletop games with hidden hands."
    )
    parser.add_argument("--version", action="version", version=f"hidden-hand {_version()}")
    commands = parser.add_subparsers(metavar="COMMAND", dest="command", required=True)

    command = commands.add_parser("run", help="connect the bot to Discord", description=_RUN)
    command.set_defaults(handle=run)

    command = commands.add_parser(
        "quarantined", help="list the matches that this version plays differently, and why", description=_QUARANTINED
    )
    command.set_defaults(handle=quarantined)

    command = commands.add_parser("sandbox", help="play in the browser, without a token", description=_SANDBOX)
    command.add_argument(
        "--port",
        type=whole(0, 65535 - 4),
        default=0,
        help="of the first page; the others take the four after it (any that are free)",
    )
    command.add_argument("--no-browser", action="store_true", help="print the addresses and open nothing")
    command.add_argument(
        "--database", type=Path, metavar="FILE", help="keep matches and ratings there (forget them at the end)"
    )
    command.set_defaults(handle=sandbox)

    command = commands.add_parser(
        "simulate",
        help="let the computer play many matches, and count",
        description=f"Let the computer play many matches, and count. {_SEATS}",
        epilog=_COUNTS,
    )
    add_setup(command)
    command.add_argument("--games", type=whole(1), default=100, metavar="N", help="how many matches (100)")
    command.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    command.set_defaults(handle=_simulate)

    command = commands.add_parser("lab", help="what a change of a game does, and whether it holds up", description=LAB)
    add_lab(command)

    command = commands.add_parser("lesson", help="write down the lesson of a game", description=LESSON)
    add_lesson(command)
    command.set_defaults(handle=lesson)

    command = commands.add_parser("puzzle", help="make, solve and draw puzzles", description=PUZZLE)
    add_puzzle(command)

    command = commands.add_parser(
        "ladder",
        help="measure the computer's levels against each other",
        description=LADDER,
        epilog=LADDER_COLUMNS,
    )
    add_ladder(command)
    command.set_defaults(handle=ladder)

    command = commands.add_parser(
        "render",
        help="draw a moment of a match",
        description="Play some decisions, draw what is then to be seen, and print the picture in words.\n"
        f"{_SEATS} They are called {', '.join(NAMES[:3])} and so on.",
    )
    add_setup(command)
    command.add_argument("--plies", type=whole(0), required=True, metavar="N", help="how many decisions to play first")
    command.add_argument("--seat", type=whole(0), metavar="K", help="who looks, at table and hand (a spectator)")
    command.add_argument("--out", type=Path, required=True, metavar="FILE.png", help="where the picture goes")
    command.set_defaults(handle=_render)

    command = commands.add_parser(
        "gallery",
        help="draw a lobby, a table, a hand and a choice of each game",
        description="Draw a lobby, a table, a hand and a choice of each game, whole and as small as they are shown.",
    )
    command.add_argument("folder", type=Path, metavar="FOLDER", help="where the pictures go")
    command.set_defaults(handle=_gallery)

    command = commands.add_parser(
        "playthrough",
        help="write down a whole match",
        description="Write a whole match as text: what was done, what happened and who knows it, and what each seat\n"
        f"sees: everything at first, then what each decision changed. {_SEATS}",
    )
    add_setup(command)
    command.set_defaults(handle=_playthrough)
    return parser


_RUN: Final = """\
Connect the bot to Discord and host matches until it is stopped.
Settings are read from the environment and from the file .env; .env.example explains them all."""
_QUARANTINED: Final = """\
Replay every live and every quarantined match, and list those that this version does not play as they were begun,
each with the first ply that differs. The database is only read: the bot may run on it meanwhile."""
_SANDBOX: Final = "Run the bot on a small simulated server, and open its page: play there as any of its people."


def _simulate(arguments: argparse.Namespace) -> int:
    setup = read_setup(arguments)
    numbers = Statistics(setup)
    seeds = (split(arguments.seed, n) for n in range(arguments.games))
    for seed in counted(seeds, arguments.games):
        numbers.add(seed)
    report = numbers.report()
    return say([json.dumps(report)] if arguments.json else as_text(report, setup.game.title))


def _render(arguments: argparse.Namespace) -> int:
    setup = read_setup(arguments)
    if arguments.seat is not None and arguments.seat >= len(setup.players):
        raise UsageError(f"--seat: the last seat is {len(setup.players) - 1}, there is no {arguments.seat}")
    file, text = snapshot(setup, arguments.seed, arguments.plies, arguments.seat)
    try:
        arguments.out.write_bytes(file)
    except (OSError, ValueError) as error:  # ValueError: a zero character, which no path has
        why = error.strerror if isinstance(error, OSError) else error
        raise UsageError(f"--out: {arguments.out} cannot be written ({why})") from None
    return say([text])


def _gallery(arguments: argparse.Namespace) -> int:
    try:
        arguments.folder.mkdir(parents=True, exist_ok=True)
        for game in load_games().values():
            for name, file in gallery(game):
                (arguments.folder / f"{name}.png").write_bytes(file)
    except OSError as error:
        raise UsageError(f"{arguments.folder} cannot be written ({error.strerror})") from None
    return 0


def _playthrough(arguments: argparse.Namespace) -> int:
    return say(playthrough(read_setup(arguments), arguments.seed))


def _version() -> str:
    try:
        return version("hidden-hand")
    except PackageNotFoundError:
        return "(not installed)"
