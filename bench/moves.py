"""`python -m bench.moves`: how many moves of random play one core makes in a second, for every game.

`in place` is what simulations do: list the options, choose one, play it. `checked` is what a live match does: the
action is found in the options again, and played on a copy of the state. Both list the options of every decision.
Each number is the median of several rounds over the same matches.
"""

from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time
from typing import Final

from bot.autoplay import Setup
from bot.content import load_games
from rules.core.game import State, apply, options
from rules.core.rng import below, split

ROUNDS: Final = 7
MATCHES: Final = 40


def in_place(setup: Setup, seed: int) -> tuple[int, float]:
    """The moves of a match and the seconds that they took."""
    g, _ = setup.begin(seed)
    start = process_time()
    moves = sum(1 for _ in setup.play(g, seed))
    return moves, process_time() - start


def checked(setup: Setup, seed: int) -> tuple[int, float]:
    """The same, by `apply`."""
    g: State = setup.begin(seed)[0]
    random, moves = split(seed, 1), 0
    start = process_time()
    while g.phase.waiting:
        seat = g.phase.waiting[0]
        legal = options(g, seat)
        random, choice = below(random, len(legal))
        g = apply(g, seat, legal[choice])
        moves += 1
    return moves, process_time() - start


def rate(play: Callable[[Setup, int], tuple[int, float]], setup: Setup) -> float:
    """Moves per second over the matches of one round."""
    played = [play(setup, seed) for seed in range(MATCHES)]
    return sum(moves for moves, _ in played) / sum(seconds for _, seconds in played)


def main() -> None:
    """Print a line for each game and rule option."""
    start = perf_counter()
    print(f"{'random play, moves per second':<36}{'in place':>12}{'checked':>12}")
    for key, game in load_games().items():
        for chosen in [{}, *({o.name: value} for o in game.options for value in o.values[1:])]:
            setup = Setup(game=game, players=("random",) * game.seats[0], options=chosen)
            rates = [median(rate(play, setup) for _ in range(ROUNDS)) for play in (in_place, checked)]
            name = " ".join((key, *(f"{option}={value}" for option, value in chosen.items())))
            print(f"{name:<36}" + "".join(f"{moves:>12,.0f}" for moves in rates))
    print(f"medians of {ROUNDS} rounds of {MATCHES} matches, in {perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
