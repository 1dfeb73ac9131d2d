"""`python -m bench.match_memory [GAME ...]`: what a live match holds in memory, in KiB.

Random matches are played as live ones are, action by action, and kept; the numbers are what all of them hold together
divided by their number, freshly dealt and after so many plies. What they share (cards, sprites, whatever the rules work
out once) was there before and does not count.
"""

import argparse
import gc
import tracemalloc
from collections.abc import Iterator
from typing import Final

from bot.content.seeds import load_game
from bot.model.table import Table
from rules.catalog import GAMES
from rules.core.game import Game
from rules.core.play import options
from rules.core.rng import below, split

MATCHES: Final = 40
PLIES: Final = (0, 20, 100)


def played(game: Game, seed: int, seats: int) -> Iterator[Table]:
    """The table after each ply of a match, over and over again from the last one if it ends too soon."""
    decks = [deck.cards for deck in game.decks.values()]
    lists = [decks[(seed + seat) % len(decks)] for seat in range(seats)] if decks else []
    table = Table.deal(game, seats=seats, options={}, decks=lists, seed=seed)
    random = split(seed, 1)
    while True:
        yield table
        waiting = table.state.phase.waiting
        if waiting:
            legal = options(table.state, waiting[0])
            random, choice = below(random, len(legal))
            table = table.play(waiting[0], legal[choice])


def held(game: Game, seats: int, plies: int) -> float:
    """KiB of a match after so many plies."""

    def after(seed: int) -> Table:
        return next(table for number, table in enumerate(played(game, seed, seats)) if number == plies)

    warm = [after(seed) for seed in range(MATCHES)]
    gc.collect()
    before, _ = tracemalloc.get_traced_memory()
    kept = [after(seed) for seed in range(MATCHES)]
    gc.collect()
    now, _ = tracemalloc.get_traced_memory()
    assert len(kept) == len(warm)
    return (now - before) / MATCHES / 1024


def main() -> None:
    """Print a line for each game and number of players."""
    parser = argparse.ArgumentParser(description="What a live match holds in memory, in KiB.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(GAMES)} (all)")
    arguments = parser.parse_args()
    tracemalloc.start()
    print(f"{'a live match, KiB':<20}{'players':>8}" + "".join(f"{f'ply {plies}':>10}" for plies in PLIES))
    for key in arguments.games or GAMES:
        game = load_game(key)
        for seats in sorted({game.seats[0], game.seats[-1]}):
            figures = "".join(f"{held(game, seats, plies):>10.1f}" for plies in PLIES)
            print(f"{key:<20}{seats:>8}{figures}")


if __name__ == "__main__":
    main()
