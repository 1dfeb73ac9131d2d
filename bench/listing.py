"""`python -m bench.listing [GAME ...] [--seats K]`: the time to list all legal actions of a decision, in milliseconds.

The actions of each decision in random matches are listed once, just after the table changed, so that none are cached.
"""

import argparse
from statistics import median, quantiles
from time import perf_counter
from typing import Final

from bench.moves import setups
from bot.content.seeds import load_game
from bot.lab.autoplay import Setup
from rules.catalog import GAMES
from rules.core.play import State, advance, options
from rules.core.rng import below, split

MATCHES: Final = 20


def listed(setup: Setup, seed: int) -> tuple[list[float], list[int]]:
    """Return, for the decisions of a match, the milliseconds of each listing and its number of options."""
    g: State = setup.begin(seed)[0]
    random, times, counts = split(seed, 1), [], []
    while g.phase.waiting:
        seat = g.phase.waiting[0]
        start = perf_counter()
        legal = options(g, seat)
        times.append(1000 * (perf_counter() - start))
        counts.append(len(legal))
        random, choice = below(random, len(legal))
        advance(g, seat, legal[choice])
    return times, counts


def main() -> None:
    """Print a line for each game, rule option and number of players."""
    parser = argparse.ArgumentParser(description="Measure the time to list all legal actions of a decision.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(GAMES)} (all)")
    parser.add_argument("--seats", type=int, metavar="K", help="number of players (the fewest and the most)")
    arguments = parser.parse_args()
    print(f"{'listing, ms':<36}{'players':>8}{'options':>9}{'most':>7}{'median':>9}{'95 %':>9}{'99 %':>9}")
    for key in arguments.games or GAMES:
        for setup in setups(load_game(key), arguments.seats):
            times, counts = zip(*(listed(setup, seed) for seed in range(MATCHES)), strict=True)
            every = [time for match in times for time in match]
            many = [count for match in counts for count in match]
            slow = quantiles(every, n=100)
            name = " ".join((key, *(f"{option}={value}" for option, value in setup.options.items())))
            figures = f"{median(every):>9.3f}{slow[94]:>9.3f}{slow[98]:>9.3f}"
            print(f"{name:<36}{len(setup.players):>8}{median(many):>9.0f}{max(many):>7}{figures}")


if __name__ == "__main__":
    main()
