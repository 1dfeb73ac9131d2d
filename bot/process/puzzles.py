"""The commands `hidden-hand puzzle generate`, `solve`, `render` and `booklet`."""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from bot.content.seeds import load_games
from bot.process.cluster import add_cluster, crew
from bot.process.exit_codes import INTERRUPTED
from bot.process.interrupted import stopped_by_sigterm
from bot.process.output import Output, add_json, tell
from bot.process.reading import UsageError, say, whole
from bot.puzzles.attempts import replayed
from bot.puzzles.making import generated
from bot.puzzles.offers import Offer, Offers
from render.picture import puzzle_picture
from rules.catalog import GAMES
from rules.core.notation import NotationError
from rules.core.play import IllegalActionError
from rules.core.puzzles import SOLVER, OwnPuzzle, Solution
from rules.core.words import counted

PUZZLE: Final = "Puzzles for one person: one turn of a game, and a goal to reach in it."
BOOKLET: Final = """\
Make a booklet of puzzles: the first of each level that are worth keeping, easy ones first. The same seed makes the same
files, byte for byte. This takes a few minutes.
"""
BOOKLET_SEED: Final = 2026
"""The seed of the shipped booklets."""
EACH: Final = 12
"""The number of puzzles of each level in a booklet."""
_FORM: Final = """\
FILE holds a puzzle as JSON, or an object with a puzzle in it (as generate prints it), or a list of these; - is the
standard input. The solver checks every claim of such an object, and the exit code is 1 if one is wrong.
"""
_WRITTEN: Final = ("level", "least", "key_sets", "solutions", "solution", "puzzle")
"""The fields of an entry in the booklet."""
_PROVEN: Final = ("least", "key_sets", "solutions")
"""The fields that `solve` compares with the solver's result."""


def add_puzzle(command: argparse.ArgumentParser) -> None:
    """Add the commands and their arguments."""
    parts = command.add_subparsers(metavar="PART", dest="part", required=True)

    part = parts.add_parser("generate", help="make puzzles", description="Make puzzles, each proven and worth solving.")
    part.add_argument("--level", type=whole(1), required=True, metavar="L", help="the level, from 1 (easiest)")
    part.add_argument("--count", type=whole(1), default=1, metavar="N", help="number of puzzles (1)")
    part.add_argument("--seed", type=whole(0), default=0, metavar="S", help="the same seed gives the same puzzles (0)")
    add_json(part, "list")
    add_cluster(part)
    part.set_defaults(handle=_generate)

    part = parts.add_parser(
        "solve", help="solve puzzles and check their claims", description="Solve puzzles.", epilog=_FORM
    )
    part.add_argument("file", metavar="FILE", help="the puzzles")
    add_json(part, "list")
    part.set_defaults(handle=_solve)

    part = parts.add_parser("render", help="draw a puzzle", description="Draw a puzzle.", epilog=_FORM)
    part.add_argument("file", metavar="FILE", help="the puzzle")
    part.add_argument("--which", type=whole(1), default=1, metavar="N", help="its place in a list, from 1 (1)")
    part.add_argument("--out", type=Path, required=True, metavar="FILE.png", help="file for the picture")
    part.set_defaults(handle=_render)

    part = parts.add_parser("booklet", help="make a booklet of puzzles", description=BOOKLET)
    part.add_argument("--seed", type=whole(0), default=BOOKLET_SEED, metavar="S", help=f"the seed ({BOOKLET_SEED})")
    part.add_argument("--level", type=whole(1), metavar="L", help="only this level (all)")
    part.add_argument("--count", type=whole(1), default=EACH, metavar="N", help=f"puzzles of each level ({EACH})")
    part.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="folder for the files, one per level")
    part.set_defaults(handle=_booklet)

    for part in parts.choices.values():
        part.add_argument("--game", choices=GAMES, metavar="GAME", help="the game (the first one that offers puzzles)")


def _generate(arguments: argparse.Namespace) -> int:
    offer = _offer(arguments)
    [level] = _levels(offer, arguments.level)
    puzzles = []
    code = 0
    try:
        with stopped_by_sigterm(), crew(arguments) as workers:
            for made in islice(generated(workers, offer.game, level, arguments.seed), arguments.count):
                solution, seconds = _proven(offer, made.puzzle)
                puzzles.append({"level": level, **_facts(offer, made.puzzle, solution), "seconds": seconds})
                if not arguments.json:
                    say(_as_text(offer, puzzles[-1], made.puzzle))
    except KeyboardInterrupt:
        code = INTERRUPTED
    lines = [f"Ended early: {len(puzzles)} of {arguments.count}."] if code else []
    return tell(Output(lines, puzzles, code), as_json=arguments.json)


def _solve(arguments: argparse.Namespace) -> int:
    offer = _offer(arguments)
    puzzles, wrong = [], 0
    for entry, puzzle in _read(offer, arguments.file):
        solution, seconds = _proven(offer, puzzle)
        facts = _facts(offer, puzzle, solution)
        puzzles.append(facts | {"seconds": seconds})
        is_true = all(entry[key] == facts[key] for key in _PROVEN if key in entry)
        is_true &= "solution" not in entry or _leads_there(offer, puzzle, entry["solution"])
        wrong += not is_true
        if not arguments.json:
            say(
                [
                    *_as_text(offer, facts, puzzle),
                    *([] if is_true else ["The file claims something else about this puzzle."]),
                ]
            )
    return tell(Output([], puzzles, 1 if wrong else 0), as_json=arguments.json)


def _render(arguments: argparse.Namespace) -> int:
    offer = _offer(arguments)
    puzzles = _read(offer, arguments.file)
    if arguments.which > len(puzzles):
        raise UsageError(f"--which: the file has {len(puzzles)} puzzles, so there is no number {arguments.which}")
    puzzle = puzzles[arguments.which - 1][1]
    view = offer.game.view(offer.puzzles.begin(puzzle), SOLVER)
    picture = puzzle_picture(offer.game, view, offer.puzzles.goal(puzzle))
    try:
        arguments.out.write_bytes(picture.png)
    except (OSError, ValueError) as error:  # ValueError: a zero character, which no path has
        why = error.strerror if isinstance(error, OSError) else error
        raise UsageError(f"--out: {arguments.out} cannot be written ({why})") from None
    return say([picture.alt])


def _booklet(arguments: argparse.Namespace) -> int:
    offer = _offer(arguments)
    for level in _levels(offer, arguments.level):
        made = list(islice(offer.puzzles.generate(level, arguments.seed), arguments.count))
        entries = [
            {"level": level, **_facts(offer, one.puzzle, one.solution)}
            for one in sorted(made, key=lambda one: one.difficulty)
        ]
        lines = [json.dumps({key: entry[key] for key in _WRITTEN}) for entry in entries]
        file = arguments.out / f"level_{level}.json"
        try:
            file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
        except OSError as error:
            raise UsageError(f"--out: {file} cannot be written ({error.strerror})") from None
        say([f"{file}: {len(made)}, of {sum(one.attempt + 1 for one in made)} attempts"])
    return 0


def _offer(arguments: argparse.Namespace) -> Offer:
    """Return the puzzles of the named game, or else of the first game that offers any.

    Raises:
        UsageError: no such game offers puzzles.
    """
    for offer in Offers(load_games()).all:
        if arguments.game in (None, offer.game.key):
            return offer
    raise UsageError(f"--game: {arguments.game} has no puzzles" if arguments.game else "no game has puzzles")


def _levels(offer: Offer, number: int | None) -> list[int]:
    """Return this level, or all levels for None.

    Raises:
        UsageError: there is no such level; the message lists those of the game.
    """
    levels = offer.puzzles.levels
    if number is None:
        return [level.number for level in levels]
    if number > len(levels):
        titles = "; ".join(f"{level.number} {level.title}" for level in levels)
        raise UsageError(f"--level: the levels of {offer.game.title} are {titles}")
    return [number]


def _proven(offer: Offer, puzzle: OwnPuzzle) -> tuple[Solution, float]:
    """Return the solver's result and its processor time in seconds."""
    start = time.process_time()
    solution = offer.puzzles.solve(puzzle)
    return solution, round(time.process_time() - start, 4)


def _facts(offer: Offer, puzzle: OwnPuzzle, solution: Solution) -> dict[str, Any]:
    """Return the entry of a puzzle: the solver's result, and the puzzle itself."""
    return {
        "complete": solution.complete,
        "least": solution.least,
        "key_sets": len(solution.keys),
        "solutions": solution.count,
        "keys": [list(keys) for keys in solution.keys],
        "solution": list(solution.actions),
        "puzzle": offer.puzzles.written(puzzle),
    }


def _leads_there(offer: Offer, puzzle: OwnPuzzle, solution: object) -> bool:
    """Return whether these actions, in notation, are legal and solve the puzzle."""
    if not isinstance(solution, list):
        return False
    try:
        return offer.puzzles.is_met(puzzle, replayed(offer, puzzle, map(str, solution)))
    except (NotationError, IllegalActionError):
        return False


def _as_text(offer: Offer, facts: dict[str, Any], puzzle: OwnPuzzle) -> Iterator[str]:
    head = f"Level {facts['level']}: " if "level" in facts else ""
    head += offer.puzzles.goal(puzzle)
    if not facts["complete"]:
        yield f"{head} The solver gave up."
    elif facts["least"] is None:
        yield f"{head} It has no solution."
    else:
        sets = f"{counted(facts['key_sets'], 'set')} of key actions"
        yield f"{head} {counted(facts['least'], offer.puzzles.unit)}, {counted(facts['solutions'], 'solution')}, {sets}"
        yield from (f"  {action}" for action in facts["solution"])


def _read(offer: Offer, file: str) -> list[tuple[dict[str, Any], OwnPuzzle]]:
    """Return the puzzles of a file, each with the fields of its entry."""
    try:
        written = json.loads(sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise UsageError(f"{file} cannot be read ({why})") from None
    puzzles = []
    for place, entry in enumerate(written if isinstance(written, list) else [written], 1):
        facts = entry if isinstance(entry, dict) else {}
        try:
            puzzles.append((facts, offer.puzzles.read(facts.get("puzzle", entry))))
        except ValueError as error:
            raise UsageError(f"{file}, puzzle {place}: {error}") from None
    if not puzzles:
        raise UsageError(f"{file}: there is no puzzle in it")
    return puzzles
