"""The booklet of puzzles that comes with a game: `seeds/<key>/puzzles`, one JSON file for each level."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from bot.content.seeds import ContentError
from bot.puzzles.offers import Offer
from rules.core.puzzles import OwnPuzzle, PuzzleSet


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle with its level and solution."""

    level: int
    puzzle: OwnPuzzle
    least: int
    solution: tuple[str, ...]
    """One of the puzzle's solutions, in notation."""


@cache
def load_booklet(offer: Offer) -> tuple[Entry, ...]:
    """Return all puzzles of a game's booklet, level by level.

    Raises:
        ContentError: a file or a level is missing, or a file is malformed.
    """
    name = f"seeds/{offer.game.key}/puzzles"
    folder = files("seeds").joinpath(offer.game.key).joinpath("puzzles")
    if not folder.is_dir():
        raise ContentError(f"{name}: the folder is missing")
    entries: list[Entry] = []
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".json"):
            try:
                written = json.loads(file.read_text(encoding="utf-8"))
                entries += [entry_of(offer.puzzles, one) for one in written]
            except (KeyError, TypeError, ValueError) as error:
                raise ContentError(f"{name}/{file.name}: {error}") from error
    if missing := {level.number for level in offer.puzzles.levels} - {entry.level for entry in entries}:
        raise ContentError(f"{name}: there is no puzzle of level {min(missing)}")
    return tuple(entries)


def of_level(offer: Offer, level: int) -> Sequence[Entry]:
    """Return the puzzles of a level in the order of the booklet.

    Raises:
        ContentError: as for `load_booklet`.
    """
    return [entry for entry in load_booklet(offer) if entry.level == level]


def entry_of(puzzles: PuzzleSet, written: dict[str, object]) -> Entry:
    """Read a puzzle in the form that `hidden-hand puzzle generate --json` prints.

    Raises:
        KeyError, TypeError, ValueError: the object has another form.
    """
    level, least, solution = written["level"], written["least"], written["solution"]
    if type(level) is not int or type(least) is not int or not isinstance(solution, list):
        raise TypeError("a puzzle has a level, its lowest cost, and a solution")
    return Entry(level, puzzles.read(written["puzzle"]), least, tuple(map(str, solution)))
