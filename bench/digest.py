"""`python -m bench.digest [GAME ...]`: the time of a state's digest, in microseconds.

The states come from random matches, one after each of the first plies; each figure is the fastest of several rounds.
"""

import argparse
from time import process_time
from typing import Final

from bench.match_memory import played
from bot.content.seeds import load_game
from rules.catalog import GAMES
from rules.core.digest import digest
from rules.core.game import Game
from rules.core.play import State

ROUNDS: Final = 15
MATCHES: Final = 4
PLIES: Final = 100


def states(game: Game, seats: int) -> list[State]:
    """Return the states after each of the first plies of several matches."""
    matches = (zip(range(PLIES), played(game, seed, seats), strict=False) for seed in range(MATCHES))
    return [table.state for match in matches for _, table in match]


def main() -> None:
    """Print a line for each game and number of players."""
    parser = argparse.ArgumentParser(description="Measure the time of a state's digest, in microseconds.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(GAMES)} (all)")
    arguments = parser.parse_args()
    print(f"{'a digest, µs':<20}{'players':>8}")
    for key in arguments.games or GAMES:
        game = load_game(key)
        for seats in sorted({game.seats[0], game.seats[-1]}):
            digested, times = states(game, seats), []
            for _ in range(ROUNDS):
                start = process_time()
                for state in digested:
                    digest(state)
                times.append(process_time() - start)
            print(f"{key:<20}{seats:>8}{1e6 * min(times) / len(digested):>10.1f}")


if __name__ == "__main__":
    main()
