"""What a live match holds in memory after many plies, beside what it holds when it is freshly dealt.

Random matches are played as live ones are, action by action, and kept; the numbers are what all of them hold together
divided by their number. What they share (cards, sprites, whatever the rules work out once) was there before and does
not count.
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


def held(game: Game, seats: int, plies: int, matches: int) -> float:
    """KiB of a match after so many plies."""

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
    """Every game with the fewest and the most players."""
    matches = FEW if quick else MATCHES
    games = [(game, seats) for game in load_games().values() for seats in sorted({game.seats[0], game.seats[-1]})]
    while True:
        tracemalloc.start()
        found = [(held(game, seats, PLIES, matches), held(game, seats, 0, matches)) for game, seats in games]
        tracemalloc.stop()
        yield [
            Reading(f"{game.key} {seats}, ply {PLIES}", "KiB", later, {"freshly dealt": fresh})
            for (game, seats), (later, fresh) in zip(games, found, strict=True)
        ]


ENTRY: Final = Entry(
    name="memory", says="what a live match holds after 100 plies, beside a freshly dealt one", rounds=rounds
)
