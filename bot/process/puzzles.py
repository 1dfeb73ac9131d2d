"""The commands `hidden-hand puzzle generate`, `solve`, `render` and `booklet`."""

import argparse
import json
import sys
import time
from itertools import islice
from pathlib import Path
from typing import Any, Final

from bot.content.seeds import load_games
from bot.process.reading import UsageError, say, whole
from render.circuitry.puzzle import puzzle_picture
from rules.circuitry.content import Content
from rules.circuitry.game import Circuitry
from rules.circuitry.puzzle.levels import LEVELS, generate
from rules.circuitry.puzzle.puzzle import ME, Puzzle, read
from rules.circuitry.puzzle.solution import Solved, actions, solve
from rules.core.words import counted

PUZZLE: Final = """\
Puzzles of Circuitry: a board and a hand, and one turn to win in.
The levels: """ + "; ".join(f"{level.number} {level.summary[0].lower()}{level.summary[1:]}" for level in LEVELS)
BOOKLET: Final = """\
Make the booklet of puzzles: of each level the first that are worth keeping, the easy ones first. The same seed makes
the same files, byte by byte. It takes some minutes.
"""
BOOKLET_SEED: Final = 2026
"""What the booklet that is shipped was made of."""
EACH: Final = 12
_FORM: Final = """\
FILE holds a puzzle as JSON, or an object with a puzzle in it (what generate prints), or a list of these; - is the
standard input. What such an object says of its puzzle is proven again, and the exit code is 1 if it is not so.
"""
_WRITTEN: Final = ("level", "least", "key_sets", "solutions", "solution", "puzzle")
"""What the booklet says of a puzzle."""
_PROVEN: Final = ("least", "key_sets", "solutions")


def add_puzzle(command: argparse.ArgumentParser) -> None:
    """The commands and their arguments."""
    parts = command.add_subparsers(metavar="PART", dest="part", required=True)

    part = parts.add_parser("generate", help="make puzzles", description="Make puzzles, each proven and worth solving.")
    part.add_argument(
        "--level", type=whole(1, len(LEVELS)), required=True, metavar="L", help=f"from 1 to {len(LEVELS)}"
    )
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
    part.add_argument("--level", type=whole(1, len(LEVELS)), metavar="L", help="of this level alone")
    part.add_argument("--count", type=whole(1), default=EACH, metavar="N", help=f"puzzles of each level ({EACH})")
    part.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="where the files go, one of each level")
    part.set_defaults(handle=_booklet)


def _generate(arguments: argparse.Namespace) -> int:
    content = _game().content
    level = LEVELS[arguments.level - 1]
    found = []
    for kept in islice(generate(content, level, arguments.seed), arguments.count):
        proven, seconds = _proven(kept.puzzle)
        found.append({"level": level.number, **_known(content, kept.puzzle, proven), "seconds": seconds})
        if not arguments.json:
            say(_as_text(found[-1]))
    return say([_as_json(found)]) if arguments.json else 0


def _solve(arguments: argparse.Namespace) -> int:
    content = _game().content
    found, wrong = [], 0
    for entry, puzzle in _read(content, arguments.file):
        proven, seconds = _proven(puzzle)
        known = _known(content, puzzle, proven)
        found.append(known | {"seconds": seconds})
        as_said = all(entry[key] == known[key] for key in _PROVEN if key in entry)
        as_said &= "solution" not in entry or _leads_there(content, puzzle, entry["solution"])
        wrong += not as_said
        if not arguments.json:
            say([*_as_text(found[-1]), *([] if as_said else ["This is not what the file says of it."])])
    if arguments.json:
        say([_as_json(found)])
    return 1 if wrong else 0


def _render(arguments: argparse.Namespace) -> int:
    game = _game()
    puzzles = _read(game.content, arguments.file)
    if arguments.which > len(puzzles):
        raise UsageError(f"--which: there are {len(puzzles)} puzzles, there is no {arguments.which}")
    puzzle = puzzles[arguments.which - 1][1]
    picture = puzzle_picture(game.view(puzzle.state(game.content), ME), puzzle.goal)
    try:
        arguments.out.write_bytes(picture.png)
    except (OSError, ValueError) as error:  # ValueError: a zero character, which no path has
        why = error.strerror if isinstance(error, OSError) else error
        raise UsageError(f"--out: {arguments.out} cannot be written ({why})") from None
    return say([picture.alt])


def _booklet(arguments: argparse.Namespace) -> int:
    content = _game().content
    for level in LEVELS if arguments.level is None else [LEVELS[arguments.level - 1]]:
        made = list(islice(generate(content, level, arguments.seed), arguments.count))
        made.sort(key=lambda kept: (kept.puzzle.cards, kept.judgement.score, kept.solved.solutions))
        entries = [{"level": level.number, **_known(content, kept.puzzle, kept.solved)} for kept in made]
        lines = [json.dumps({key: entry[key] for key in _WRITTEN}) for entry in entries]
        file = arguments.out / f"level_{level.number}.json"
        try:
            file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
        except OSError as error:
            raise UsageError(f"--out: {file} cannot be written ({error.strerror})") from None
        say([f"{file}: {len(made)}, of {max(kept.board for kept in made) + 1} boards"])
    return 0


def _game() -> Circuitry:
    game = load_games()[Circuitry.key]
    assert isinstance(game, Circuitry)
    return game


def _proven(puzzle: Puzzle) -> tuple[Solved, float]:
    """What the solver says, and the seconds of the processor that it took."""
    start = time.process_time()
    solved = solve(puzzle)
    return solved, round(time.process_time() - start, 4)


def _known(content: Content, puzzle: Puzzle, solved: Solved) -> dict[str, Any]:
    """What is known of a puzzle, and the puzzle itself."""
    steps = next(iter(solved.steps(1)), ())
    return {
        "complete": solved.complete,
        "least": solved.least,
        "key_sets": len(solved.key_sets),
        "solutions": solved.solutions,
        "keys": [list(keys) for keys in solved.key_sets],
        "solution": [str(action) for action in actions(content, puzzle, solved, steps)] if steps else [],
        "puzzle": puzzle.as_json(),
    }


def _leads_there(content: Content, puzzle: Puzzle, solution: object) -> bool:
    """Whether these actions, in words, solve the puzzle by the rules of the game."""
    if not isinstance(solution, list):
        return False
    return puzzle.is_solved_by(content, solution)


def _as_text(known: dict[str, Any]) -> list[str]:
    level = f"Level {known['level']}: " if "level" in known else ""
    if not known["complete"]:
        return [f"{level}{known['puzzle']['goal']}: the solver gave up"]
    if known["least"] is None:
        return [f"{level}{known['puzzle']['goal']}: it cannot be done"]
    sets = f"{counted(known['key_sets'], 'set')} of key actions"
    facts = f"{counted(known['least'], 'card')}, {counted(known['solutions'], 'solution')}, {sets}"
    return [f"{level}{known['puzzle']['goal']}: {facts}", *(f"  {action}" for action in known["solution"])]


def _as_json(found: list[dict[str, Any]]) -> str:
    return json.dumps(found, ensure_ascii=False, indent=1)


def _read(content: Content, file: str) -> list[tuple[dict[str, Any], Puzzle]]:
    """The puzzles of a file, each with what is said of it."""
    try:
        written = json.loads(sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise UsageError(f"{file} cannot be read ({why})") from None
    found = []
    for place, entry in enumerate(written if isinstance(written, list) else [written], 1):
        known = entry if isinstance(entry, dict) else {}
        try:
            found.append((known, read(content, known.get("puzzle", entry))))
        except ValueError as error:
            raise UsageError(f"{file}, puzzle {place}: {error}") from None
    if not found:
        raise UsageError(f"{file}: there is no puzzle in it")
    return found
