"""`python -m bench.moves [GAME ...] [--seats K]`: how many moves of random play one core makes in a second.

`in place` is what simulations do: list the options, choose one, play it. `checked` is what a live match does: the
action is found in the options again, and played on a copy of the state. Both list the options of every decision.
Every game and rule option is measured with the fewest and the most players that go together, or with K. Each number is
the median of several rounds over the same matches.
"""

import argparse
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter, process_time
from typing import Final

from bot.content.seeds import load_game
from bot.lab.autoplay import Setup
from rules.catalog import GAMES
from rules.core.game import Game
from rules.core.play import State, apply, options
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
    """The same, by `apply`; nobody interrupts."""
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


def setups(game: Game, wanted: int | None) -> Iterator[Setup]:
    """What is measured of a game: random players, as many as are wanted if it can be played by so many."""
    for chosen in [{}, *({o.name: value} for o in game.options for value in o.values[1:])]:
        able = game.playable(chosen)
        for seats in sorted({able[0], able[-1]}) if wanted is None else {wanted} & set(able):
            yield Setup(game=game, players=("random",) * seats, options=chosen)


def main() -> None:
    """Print a line for each game, rule option and number of players."""
    parser = argparse.ArgumentParser(description="How many moves of random play one core makes in a second.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(GAMES)} (all)")
    parser.add_argument("--seats", type=int, metavar="K", help="how many players (the fewest and the most)")
    arguments = parser.parse_args()
    if unknown := set(arguments.games).difference(GAMES):
        parser.error(f"there is no game {', '.join(sorted(unknown))}; there is {', '.join(GAMES)}")
    start = perf_counter()
    print(f"{'random play, moves per second':<36}{'players':>8}{'in place':>12}{'checked':>12}")
    for key in arguments.games or GAMES:
        for setup in setups(load_game(key), arguments.seats):
            rates = [median(rate(play, setup) for _ in range(ROUNDS)) for play in (in_place, checked)]
            name = " ".join((key, *(f"{option}={value}" for option, value in setup.options.items())))
            print(f"{name:<36}{len(setup.players):>8}" + "".join(f"{moves:>12,.0f}" for moves in rates))
    print(f"medians of {ROUNDS} rounds of {MATCHES} matches, in {perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
