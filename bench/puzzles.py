"""`python -m bench.puzzles [--count N] [--seed S]`: the processor time to prove puzzles, and to make them.

First come hands of 6 to 8 mini cards, 2 to 4 of them actions of any kind, on boards of 6 to 9 cards. Most have no
solution, which takes the longest to prove. As many hands follow with a circuit card in addition, and only 1 to 3
actions.
"""

import argparse
from collections import Counter
from resource import RUSAGE_SELF, getrusage
from statistics import median, quantiles
from time import process_time
from typing import Final

from bot.content.seeds import load_games
from rules.circuitry.cards import BLACK, Colour
from rules.circuitry.content import Content
from rules.circuitry.game import Circuitry
from rules.circuitry.puzzle.drawing import Random
from rules.circuitry.puzzle.levels import LEVELS, look
from rules.circuitry.puzzle.puzzle import Puzzle
from rules.circuitry.puzzle.solution import solve
from rules.circuitry.puzzle.solver import Solver
from rules.core.rng import split
from tests.rules.circuitry.puzzles import deal

_KINDS: Final = ("rotate", "flip", "swap", "slide", "force", "portal")


def dealt(content: Content, random: Random, *, circuit: bool) -> Puzzle:
    """Deal a random puzzle: a hand and a board."""
    table = deal(content, random, cards=5 + random.below(4), others=random.below(3), carrying=False)
    actions = [random.one_of(_KINDS) for _ in range((1 if circuit else 2) + random.below(3))]
    colour, words = table.pawns[0].colour.word, [colour.word for colour in Colour]
    movement = 5 + random.below(3) - len(actions)
    hand = [BLACK, *actions, *(random.one_of((BLACK, colour, random.one_of(words))) for _ in range(movement))]
    counts = Counter(hand)
    minis = tuple(card.id for card in content.minis for _ in range(min(counts[card.id], card.copies)))
    return Puzzle(table.goal, table.board, table.pawns, minis, table.unused[0] if circuit else None)


def main() -> None:
    """Print a line for hands without and with a circuit card, then one for each level."""
    parser = argparse.ArgumentParser(description="Measure the time to prove puzzles, and to make them.")
    parser.add_argument(
        "--count", type=int, default=200, metavar="N", help="number of hands, and of puzzles of each level (200)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed gives the same puzzles (1)")
    arguments = parser.parse_args()
    game = load_games()["circuitry"]
    assert isinstance(game, Circuitry)
    print(f"{'proven, seconds':<24}{'solved':>8}{'gave up':>9}{'median':>9}{'95 %':>8}{'99 %':>8}{'most':>8}")
    for circuit in (False, True):
        times, solved, gave_up = [], 0, 0
        for number in range(arguments.count):
            puzzle = dealt(game.content, Random(split(split(arguments.seed, circuit), number)), circuit=circuit)
            start = process_time()
            solution = solve(puzzle)
            times.append(process_time() - start)
            solved += solution.least is not None
            gave_up += not solution.complete
        slow = quantiles(times, n=100)
        name = "with a circuit card" if circuit else "mini cards alone"
        figures = f"{median(times):>9.3f}{slow[94]:>8.2f}{slow[98]:>8.2f}{max(times):>8.2f}"
        print(f"{name:<24}{solved:>8}{gave_up:>9}{figures}", flush=True)
    print(f"most memory: {getrusage(RUSAGE_SELF).ru_maxrss // 1024} MB")
    print(f"{'made':<24}{'boards':>8}{'kept':>9}{'s/kept':>9}")
    for level in LEVELS:
        start = process_time()
        kept = sum(
            look(game.content, level, arguments.seed, board, Solver()) is not None for board in range(arguments.count)
        )
        each = (process_time() - start) / max(kept, 1)
        print(f"{f'level {level.number}':<24}{arguments.count:>8}{kept:>9}{each:>9.1f}", flush=True)


if __name__ == "__main__":
    main()
