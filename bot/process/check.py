"""The command `hidden-hand check`: all faults of a changed game at once."""

import argparse
from pathlib import Path
from typing import Final

from bot.content.seeds import read_content
from bot.process import exit_codes
from bot.process.output import Output, add_json, tell
from bot.process.reading import UsageError, game_key
from bot.workshop.checking import faults_of, read_files
from rules.catalog import GAMES

CHECK: Final = """\
Check the files of a changed game: cards, decks, numbers, rulebook and lessons. All faults are listed at once, with the
file, line and column, and what is expected. Files that the folder lacks are the game's own. The exit code is 1 if
anything is wrong. Example: copy seeds/tnb to my/tnb, change it, and run hidden-hand check my/tnb"""


def add_check(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument("folder", type=Path, metavar="FOLDER", help="the folder with the changed files")
    command.add_argument(
        "--game", type=game_key, metavar="GAME", help="the game that they change (default: the folder's name)"
    )
    add_json(command)
    command.set_defaults(handle=check)


def read_pack(folder: Path, game: str | None, where: str) -> tuple[str, Path]:
    """Return the game that the files of a folder change, and the folder. game: the game, if it was named. where: the
    argument that names the folder, for errors.

    Raises:
        UsageError: there is no such folder, or it is not named after a game.
    """
    if not folder.is_dir():
        raise UsageError(f"{where}: {folder} is not a folder")
    key = game or folder.resolve().name
    if key not in GAMES:
        raise UsageError(f"--game: {folder} is not named after a game; name it: {' or '.join(GAMES)}")
    return key, folder


def check(arguments: argparse.Namespace) -> int:
    """Carry out the command.

    Raises:
        UsageError: the folder cannot be read, or the game is not known.
    """
    key, folder = read_pack(arguments.folder, arguments.game, "FOLDER")
    try:
        faults = faults_of(key, read_files(folder))
    except OSError as error:
        raise UsageError(f"{folder} cannot be read ({error.strerror})") from None
    lines = [str(fault) for fault in faults]
    content = None
    if not faults:
        content = read_content(key, folder).hash if any(folder.glob("*.toml")) else None
        lines = [f"{GAMES[key].title}: nothing is wrong." + (f" Its content is {content}." if content else "")]
    data = {
        "game": key,
        "content": content,
        "faults": [
            {"file": fault.file, "line": fault.line, "column": fault.column, "words": fault.words} for fault in faults
        ],
    }
    return tell(Output(lines, data, exit_codes.FAILED if faults else 0), as_json=arguments.json)
