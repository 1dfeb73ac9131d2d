"""`python -m bench.play_memory [--plies N] [--limit MIB]`: the process's memory while it draws matches of all games.

Matches of every game are played side by side. When a match ends, another one with other names takes its place; every
second match is between random players. At each ply, threads like the bot's draw the table and every hand. discord.py is
loaded too. It reads `/proc`, so it needs Linux.
"""

import argparse
import gc
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count, cycle
from pathlib import Path
from typing import Final

import discord

from bot.content.seeds import load_games
from bot.lab.autoplay import Setup
from render.cache import LIMIT, PIECES
from render.picture import Picture, hand_picture, table_picture
from rules.core.game import Game
from rules.core.play import View

PLIES: Final = 5_000
STEPS: Final = 10
"""The number of times that the memory is measured."""
GOAL: Final = 200
"""The most memory that the whole process may use, in MiB."""
MIB: Final = 1 << 20


def main() -> None:
    """Print a line for each step."""
    parser = argparse.ArgumentParser(
        description="Measure the memory of the process while it draws matches of all games."
    )
    parser.add_argument("--plies", type=int, default=PLIES, help=f"number of plies ({PLIES:,})")
    parser.add_argument("--limit", type=float, default=LIMIT / MIB, help=f"MiB of cached pieces ({LIMIT / MIB:.0f})")
    arguments = parser.parse_args()
    PIECES.limit = int(arguments.limit * MIB)
    print(f"discord.py {discord.__version__}; goal: under {GOAL} MiB, flat in the second half")
    print(f"{'plies':>8}{'pictures':>10}{'process, MiB':>14}{'pieces, MiB':>13}")
    pictures, tables = 0, cycle([tables_of(game) for game in load_games().values()])
    with ThreadPoolExecutor() as threads:
        for ply in range(arguments.plies + 1):
            if ply % max(arguments.plies // STEPS, 1) == 0:
                gc.collect()
                print(f"{ply:>8,}{pictures:>10,}{resident() / MIB:>14.0f}{PIECES.bytes / MIB:>13.1f}", flush=True)
            game, views, names = next(next(tables))
            pictures += len(list(threads.map(drawn, *zip(*((game, view, names) for view in views), strict=True))))


def tables_of(game: Game) -> Iterator[tuple[Game, list[View], tuple[str, ...]]]:
    """Yield every table of match after match: the views of a spectator and each seat, and the players' names."""
    able = game.playable({})
    for seed in count(1):
        seats = able[0] if seed % 4 < 2 else able[-1]
        setup = Setup(game=game, players=(("random", "greedy")[seed % 2],) * seats, options={})
        names = tuple(f"Player {seat} of {seed}" for seat in range(seats))
        g, _ = setup.begin(seed)
        for _ in setup.play(g, seed):
            yield game, [game.view(g, seat) for seat in (None, *range(seats))], names


def drawn(game: Game, view: View, names: tuple[str, ...]) -> Picture:
    """Draw the table for a spectator, or the hand for a seat."""
    return (table_picture if view.seat is None else hand_picture)(game, view, names)


def resident() -> int:
    """Return the resident memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main()
