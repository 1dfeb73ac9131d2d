"""The booklet of puzzles that is shipped: `seeds/circuitry/puzzles`, one file of JSON for each level."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from bot.content.seeds import ContentError, load_games
from rules.circuitry.content import Content
from rules.circuitry.game import Circuitry
from rules.circuitry.puzzle.puzzle import Puzzle, read


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle with what is known of it."""

    level: int
    puzzle: Puzzle
    least: int
    solution: tuple[str, ...]
    """One of its solutions, in notation."""


@cache
def load_booklet() -> tuple[Entry, ...]:
    """All puzzles, level by level.

    Raises:
        ContentError: a file is missing or not written as it should be.
    """
    game = load_games()[Circuitry.key]
    assert isinstance(game, Circuitry)
    folder = files("seeds").joinpath(Circuitry.key).joinpath("puzzles")
    found: list[Entry] = []
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".json"):
            try:
                found += [entry_of(game.content, written) for written in json.loads(file.read_text(encoding="utf-8"))]
            except (KeyError, TypeError, ValueError) as error:
                raise ContentError(f"seeds/{Circuitry.key}/puzzles/{file.name}: {error}") from error
    return tuple(found)


def entry_of(content: Content, written: dict[str, object]) -> Entry:
    """A puzzle as `hidden-hand puzzle generate --json` prints it.

    Raises:
        KeyError, TypeError, ValueError: it is not.
    """
    level, least, solution = written["level"], written["least"], written["solution"]
    if type(level) is not int or type(least) is not int or not isinstance(solution, list):
        raise TypeError("a puzzle has a level, the least number of cards and a solution")
    return Entry(level, read(content, written["puzzle"]), least, tuple(map(str, solution)))
