"""The memory of a live match after many plies, beside that of a freshly dealt one.

Random matches are played like live ones, action by action, and kept; a figure is their total memory divided by the
number of matches. Things that they share (cards, sprites, caches of the rules) are created before the measurement, and
do not count.
"""

import gc
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bench.entry import Entry, Reading, Rounds
from bot.content.seeds import load_games
from bot.model.table import Table
from rules.core.game import Game
from rules.core.play import options
from rules.core.rng import below, split

MATCHES: Final = 20
FEW: Final = 2
PLIES: Final = 100


def played(game: Game, seed: int, seats: int) -> Iterator[Table]:
    """Yield the table after each ply of a match; after its end, yield the last table again and again."""
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


def held(game: Game, seats: int, plies: int, matches: int) -> float:
    """Return the KiB of a match after this many plies."""

    def after(seed: int) -> Table:
        return next(table for number, table in enumerate(played(game, seed, seats)) if number == plies)

    warm = [after(seed) for seed in range(matches)]
    gc.collect()
    before, _ = tracemalloc.get_traced_memory()
    kept = [after(seed) for seed in range(matches)]
    gc.collect()
    now, _ = tracemalloc.get_traced_memory()
    assert len(kept) == len(warm)
    return (now - before) / matches / 1024


def rounds(_: Path, quick: bool) -> Rounds:
    """Yield the readings of every game with the fewest and the most players, round by round."""
    matches = FEW if quick else MATCHES
    games = [(game, seats) for game in load_games().values() for seats in sorted({game.seats[0], game.seats[-1]})]
    while True:
        tracemalloc.start()
        sizes = [(held(game, seats, PLIES, matches), held(game, seats, 0, matches)) for game, seats in games]
        tracemalloc.stop()
        yield [
            Reading(f"{game.key} {seats}, ply {PLIES}", "KiB", later, {"freshly dealt": fresh})
            for (game, seats), (later, fresh) in zip(games, sizes, strict=True)
        ]


ENTRY: Final = Entry(
    name="memory", summary="memory of a live match after 100 plies, beside a freshly dealt one", rounds=rounds
)
