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
from bot.process.reading import UsageError, say, whole
from bot.puzzles.attempts import replayed
from bot.puzzles.offers import Offer, Offers
from render.picture import puzzle_picture
from rules.catalog import GAMES
from rules.core.notation import NotationError
from rules.core.play import IllegalActionError
from rules.core.puzzles import SOLVER, OwnPuzzle, Solution
from rules.core.words import counted

PUZZLE: Final = "Puzzles of a game for one person: one turn, and a goal to reach in it."
BOOKLET: Final = """\
Make a booklet of puzzles: of each level the first that are worth keeping, the easy ones first. The same seed makes
the same files, byte by byte. It takes some minutes.
"""
BOOKLET_SEED: Final = 2026
"""The seed that shipped booklets are made of."""
EACH: Final = 12
_FORM: Final = """\
FILE holds a puzzle as JSON, or an object with a puzzle in it (what generate prints), or a list of these; - is the
standard input. What such an object says of its puzzle is proven again, and the exit code is 1 if it is not so.
"""
_WRITTEN: Final = ("level", "least", "key_sets", "solutions", "solution", "puzzle")
"""The facts of a puzzle that the booklet holds."""
_PROVEN: Final = ("least", "key_sets", "solutions")


def add_puzzle(command: argparse.ArgumentParser) -> None:
    """Add the commands and their arguments."""
    parts = command.add_subparsers(metavar="PART", dest="part", required=True)

    part = parts.add_parser("generate", help="make puzzles", description="Make puzzles, each proven and worth solving.")
    part.add_argument("--level", type=whole(1), required=True, metavar="L", help="from 1, the easiest")
    part.add_argument("--count", type=whole(1), default=1, metavar="N", help="how many (1)")
    part.add_argument("--seed", type=whole(0), default=0, metavar="S", help="the same seed gives the same puzzles (0)")
    part.add_argument("--json", action="store_true", help="print one JSON list and nothing else")
    part.set_defaults(handle=_generate)

    part = parts.add_parser("solve", help="prove what is known of puzzles", description="Solve puzzles.", epilog=_FORM)
    part.add_argument("file", metavar="FILE", help="where the puzzles are")
    part.add_argument("--json", action="store_true", help="print one JSON list and nothing else")
    part.set_defaults(handle=_solve)

    part = parts.add_parser("render", help="draw a puzzle", description="Draw a puzzle.", epilog=_FORM)
    part.add_argument("file", metavar="FILE", help="where the puzzle is")
    part.add_argument("--which", type=whole(1), default=1, metavar="N", help="of a list: the first is 1 (1)")
    part.add_argument("--out", type=Path, required=True, metavar="FILE.png", help="where the picture goes")
    part.set_defaults(handle=_render)

    part = parts.add_parser("booklet", help="make the booklet anew", description=BOOKLET)
    part.add_argument("--seed", type=whole(0), default=BOOKLET_SEED, metavar="S", help=f"the seed ({BOOKLET_SEED})")
    part.add_argument("--level", type=whole(1), metavar="L", help="of this level alone")
    part.add_argument("--count", type=whole(1), default=EACH, metavar="N", help=f"puzzles of each level ({EACH})")
    part.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the files go, one of each level")
    part.set_defaults(handle=_booklet)

    for part in parts.choices.values():
        part.add_argument("--game", choices=GAMES, metavar="GAME", help="the game (the first one that offers puzzles)")


def _generate(arguments: argparse.Namespace) -> int:
    offer = _offer(arguments)
    [level] = _levels(offer, arguments.level)
    puzzles = []
    for made in islice(offer.puzzles.generate(level, arguments.seed), arguments.count):
        solution, seconds = _proven(offer, made.puzzle)
        puzzles.append({"level": level, **_facts(offer, made.puzzle, solution), "seconds": seconds})
        if not arguments.json:
            say(_as_text(offer, puzzles[-1], made.puzzle))
    return say([_as_json(puzzles)]) if arguments.json else 0


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
            say([*_as_text(offer, facts, puzzle), *([] if is_true else ["This is not what the file says of it."])])
    if arguments.json:
        say([_as_json(puzzles)])
    return 1 if wrong else 0


def _render(arguments: argparse.Namespace) -> int:
    offer = _offer(arguments)
    puzzles = _read(offer, arguments.file)
    if arguments.which > len(puzzles):
        raise UsageError(f"--which: there are {len(puzzles)} puzzles, there is no {arguments.which}")
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
        say([f"{file}: {len(made)}, of {max(one.attempt for one in made) + 1} attempts"])
    return 0


def _offer(arguments: argparse.Namespace) -> Offer:
    """Return the game that was named, else the first that offers puzzles.

    Raises:
        UsageError: there is none, or it offers none.
    """
    for offer in Offers(load_games()).all:
        if arguments.game in (None, offer.game.key):
            return offer
    raise UsageError(f"--game: {arguments.game} has no puzzles" if arguments.game else "no game has puzzles")


def _levels(offer: Offer, number: int | None) -> list[int]:
    """Return this level of a game, or all of them.

    Raises:
        UsageError: there is no such level; says which there are.
    """
    levels = offer.puzzles.levels
    if number is None:
        return [level.number for level in levels]
    if number > len(levels):
        known = "; ".join(f"{level.number} {level.title}" for level in levels)
        raise UsageError(f"--level: the levels of {offer.game.title} are {known}")
    return [number]


def _proven(offer: Offer, puzzle: OwnPuzzle) -> tuple[Solution, float]:
    """Return what the solver proves, and the seconds of the processor that it took."""
    start = time.process_time()
    solution = offer.puzzles.solve(puzzle)
    return solution, round(time.process_time() - start, 4)


def _facts(offer: Offer, puzzle: OwnPuzzle, solution: Solution) -> dict[str, Any]:
    """Return what is known of a puzzle, and the puzzle itself."""
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
    """Return whether these actions, in notation, solve the puzzle by the rules of the game."""
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
        yield f"{head} It cannot be done."
    else:
        sets = f"{counted(facts['key_sets'], 'set')} of key actions"
        yield f"{head} {counted(facts['least'], offer.puzzles.unit)}, {counted(facts['solutions'], 'solution')}, {sets}"
        yield from (f"  {action}" for action in facts["solution"])


def _as_json(puzzles: list[dict[str, Any]]) -> str:
    return json.dumps(puzzles, ensure_ascii=False, indent=1)


def _read(offer: Offer, file: str) -> list[tuple[dict[str, Any], OwnPuzzle]]:
    """Return the puzzles of a file, each with what the file says of it."""
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
