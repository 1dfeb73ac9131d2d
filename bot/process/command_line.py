"""The command line of `hidden-hand`, and the commands that need no Discord."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NoReturn

from bot.content.differences import differences_page
from bot.content.seeds import load_games, load_rulebook
from bot.lab.gallery import HEADING, gallery, page
from bot.lab.playthrough import playthrough
from bot.lab.simulate import Statistics, as_text, simulate
from bot.lab.snapshot import NAMES, snapshot
from bot.model.shards import ShardRange
from bot.process.backup_arguments import add_backups
from bot.process.check import CHECK, add_check
from bot.process.cluster import add_cluster, crew
from bot.process.database import add_database
from bot.process.exit_codes import INTERRUPTED
from bot.process.interrupted import stopped_by_sigterm
from bot.process.lab import LAB, add_lab
from bot.process.ladder import LADDER, LADDER_COLUMNS, add_ladder, ladder
from bot.process.lesson import LESSON, add_lesson, lesson
from bot.process.moderation_arguments import add_moderation
from bot.process.output import Output, add_json, tell
from bot.process.people_arguments import add_people
from bot.process.printing import PRINT, add_print
from bot.process.progress import Bar
from bot.process.puzzles import PUZZLE, add_puzzle
from bot.process.reading import UsageError, add_setup, game_key, one_line, read_setup, say, whole
from bot.process.replay import REPLAY, VERIFY, add_replay, add_verify
from bot.version import program_version
from rules.core.options import RuleSet
from rules.core.rng import split

_COUNTS: Final = """\
figures:
  wins             matches won, by seat; several seats can share a first place
  draws            matches that nobody won
  turns, plies     length in turns as the game counts them, and in decisions: percentiles by nearest rank
  endings          matches by how they ended, for each ending of the game; last_resort is the limit that ends a match
                   that would never end
  moves_per_second decisions per second of processor time spent on choosing and playing them
  cards            drawn: how many times a player took the card into hand, first hands included if the game tells of
                   them; played: how many times a player used it; won_when_played: how often that player went on to
                   win
  decks            games: how many times a player had the ready-made deck; wins: how many of those they won. Players
                   have different decks as long as there are any and --deck does not say otherwise
"""
_SEATS: Final = "Seats are counted from 0, in the order of play."


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line, without the usage."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)

    def error(self, message: str) -> NoReturn:
        """Print the error and exit with code 2."""
        self.exit(2, one_line(f"{self.prog}: {message}") + "\n")


Handler = Callable[[argparse.Namespace], int]
"""A function that carries out a command and returns its exit code.

Raises:
    UsageError, TableError: the arguments make no sense for this command.
"""


def build_parser(  # noqa: PLR0913, PLR0915 # a handler and a few statements for each command
    *,
    run: Handler,
    sandbox: Handler,
    quarantined: Handler,
    backup: Handler,
    restore: Handler,
    upgrade: Handler,
    doctor: Handler,
    people_export: Handler,
    people_delete: Handler,
    moderation: Handler,
) -> Parser:
    """Return the parser of the whole command line; its result holds the command's `Handler` as `handle`."""
    parser = Parser(
        prog="hidden-hand", description="A Discord bot on which people play tabletop games with hidden hands."
    )
    parser.add_argument("--version", action="version", version=f"hidden-hand {program_version()}")
    commands = parser.add_subparsers(metavar="COMMAND", dest="command", required=True)

    command = commands.add_parser("run", help="connect the bot to Discord", description=_RUN)
    command.add_argument(
        "--shards",
        type=_shards,
        metavar="RANGE",
        help="connect with a part of the shards, like 0-7/16, beside other processes on a PostgreSQL database "
        "(default: with all of them, alone)",
    )
    command.set_defaults(handle=run)

    command = commands.add_parser(
        "quarantined", help="list matches that this version plays differently, and why", description=_QUARANTINED
    )
    add_json(command)
    command.set_defaults(handle=quarantined)

    add_backups(commands, backup=backup, restore=restore, upgrade=upgrade)
    add_people(commands, export=people_export, delete=people_delete)
    add_moderation(commands, moderation)

    add_database(commands)
    _add_doctor(commands, doctor)

    add_replay(commands.add_parser("replay", help="print, check or analyse a finished match", description=REPLAY))
    add_verify(commands.add_parser("verify", help="check that a match was dealt as committed", description=VERIFY))

    command = commands.add_parser("sandbox", help="play in the browser, without a token", description=_SANDBOX)
    command.add_argument(
        "--port",
        type=whole(0, 65535 - 6),
        default=0,
        help="port of the first page; the other pages take the next four (default: any free ports)",
    )
    command.add_argument("--no-browser", action="store_true", help="print the addresses without opening a browser")
    command.add_argument(
        "--database",
        type=Path,
        metavar="FILE",
        help="keep matches and ratings in this file (default: forget them at the end)",
    )
    command.add_argument(
        "--content",
        type=Path,
        metavar="FOLDER",
        help="play with the cards and rules in this folder, as `check` takes it; saving a file changes new matches",
    )
    command.add_argument(
        "--game", type=game_key, metavar="GAME", help="the game that --content changes (default: the folder's name)"
    )
    command.set_defaults(handle=sandbox)

    command = commands.add_parser(
        "simulate",
        help="let the computer play many matches and print statistics",
        description=f"Let the computer play many matches and print statistics. {_SEATS}",
        epilog=_COUNTS,
    )
    add_setup(command)
    command.add_argument("--games", type=whole(1), default=100, metavar="N", help="number of matches (100)")
    add_cluster(command)
    add_json(command)
    command.set_defaults(handle=_simulate)

    command = commands.add_parser(
        "lab", help="measure what a change does to a game, and find its weak points", description=LAB
    )
    add_lab(command)

    add_check(commands.add_parser("check", help="list all faults of a changed game", description=CHECK))

    add_print(commands.add_parser("print", help="print a game's rulebook and cards on paper", description=PRINT))

    command = commands.add_parser("lesson", help="print the lesson of a game as text", description=LESSON)
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
        description="Play some decisions, draw the table or a hand, and print the picture's description.\n"
        f"{_SEATS} The players are called {', '.join(NAMES[:3])} and so on.",
    )
    add_setup(command)
    command.add_argument("--plies", type=whole(0), required=True, metavar="N", help="number of decisions to play first")
    command.add_argument(
        "--seat",
        type=whole(0),
        metavar="K",
        help="draw the table and the hand of this seat (default: a spectator's view)",
    )
    command.add_argument("--out", type=Path, required=True, metavar="FILE.png", help="file for the picture")
    command.set_defaults(handle=_render)

    command = commands.add_parser(
        "gallery",
        help="draw a lobby, a table, a hand and a choice of each game",
        description="Draw a lobby, a table, a hand and a choice of each game, full size and as Discord shows them.",
    )
    command.add_argument("folder", type=Path, metavar="FOLDER", help="folder for the pictures, and a README with them")
    command.set_defaults(handle=_gallery)

    commands.add_parser(
        "rules",
        help="print how house rules differ from the authors' rules",
        description="Print how house rules differ from the authors' rules, and which rulings a match as written needs, "
        "as a page\nin Markdown.",
    ).set_defaults(handle=_rules)

    command = commands.add_parser(
        "playthrough",
        help="print a whole match as text",
        description="Print a whole match as text: each action, its events and who sees them, and the view of each\n"
        f"seat, complete at first and then by its changes. {_SEATS}",
    )
    add_setup(command)
    command.set_defaults(handle=_playthrough)
    return parser


def _shards(text: str) -> ShardRange:
    try:
        return ShardRange.read(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{one_line(text)}: {error}") from None


_RUN: Final = """\
Connect the bot to Discord and host matches until you stop it.
It reads its settings from the environment and from the file .env; .env.example explains them all."""
_QUARANTINED: Final = """\
Replay every live and every quarantined match, and list those that this version plays differently, each with the first
ply that differs. This only reads the database: the bot can keep running."""
_DOCTOR: Final = """\
Examine settings, token, intents, permissions, the database file, the clock, fonts, the slash commands and what is
pending on Discord, and rehearse a match of each game by computers. It changes nothing: the bot can keep running.
The exit code is 0 if there is no fault, else 1."""
_SANDBOX: Final = "Run the bot on a small simulated server and open its page, where you can play as any of its people."


def _add_doctor(commands: Any, doctor: Handler) -> None:
    command = commands.add_parser("doctor", help="find what is wrong with a set-up", description=_DOCTOR)
    command.add_argument(
        "--channel",
        type=whole(1),
        metavar="ID",
        help="rehearse a match of each game in this channel, and delete its messages (default: send nothing)",
    )
    add_json(command)
    command.set_defaults(handle=doctor)


def _simulate(arguments: argparse.Namespace) -> int:
    setup = read_setup(arguments)
    seeds = [split(arguments.seed, n) for n in range(arguments.games)]
    statistics, code = Statistics(), 0
    try:
        with stopped_by_sigterm(), crew(arguments) as workers, Bar() as bar:
            bar.expect(arguments.games)
            simulate(workers, setup, seeds, statistics, bar.played)
    except KeyboardInterrupt:
        code = INTERRUPTED
    if statistics.games:
        found = statistics.report(setup)
        tell(Output(as_text(found, setup.game.title), found), as_json=arguments.json)
    return code


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
    games, readme = load_games().values(), arguments.folder / "README.md"
    try:
        if readme.exists() and not readme.read_text(encoding="utf-8", errors="replace").startswith(HEADING):
            raise UsageError(f"{readme} is about something else: choose another folder")
        arguments.folder.mkdir(parents=True, exist_ok=True)
        drawn = set()
        for game in games:
            for name, file in gallery(game):
                (arguments.folder / f"{name}.png").write_bytes(file)
                drawn.add(name)
        readme.write_text(page(games, drawn), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{arguments.folder} cannot be written ({error.strerror})") from None
    return 0


def _rules(_: argparse.Namespace) -> int:
    games = load_games().items()
    rulebooks = {game: load_rulebook(key) for key, game in games if RuleSet.WRITTEN in game.rule_sets}
    return say(differences_page(rulebooks).splitlines())


def _playthrough(arguments: argparse.Namespace) -> int:
    return say(playthrough(read_setup(arguments), arguments.seed))
