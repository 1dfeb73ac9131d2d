"""`python -m bench.picture [GAME ...]`: how long the table of a game takes to be composed, packed and put into words.

*First* is the first table of a process that has warmed up for its game, *next* each table of a match as play goes on:
what was drawn for earlier tables is kept, what has changed is put together from it. *Again* draws the same table once
more, and *cold* draws it with nothing kept: what every picture would cost without kept pieces. Times are medians, in
milliseconds of processor time.
"""

import argparse
from collections.abc import Callable, Sequence
from statistics import median
from time import process_time
from typing import Any, Final

from bot.content.seeds import load_game
from bot.lab.autoplay import Setup
from render.artist import artist
from render.cache import PIECES
from render.encode import png
from render.picture import table_text, warm_up
from rules.catalog import GAMES
from rules.core.game import Game
from rules.core.play import View

NAMES: Final = ("Alice", "Bob", "Chloe", "Dan", "Eve", "Frank")
TABLES: Final = 150
"""Of a match, from its beginning."""
COLD: Final = 12
"""So many of them are drawn with nothing kept."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description="How long a table takes to be drawn and put into words.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(GAMES)} (all)")
    parser.add_argument("--seed", type=int, default=1, help="of the match whose tables are drawn")
    options = parser.parse_args(arguments)
    heads = ("first", "next", "again", "cold", "pack", "words", "bytes")
    print(f"{'tables, ms':<14}" + "".join(f"{head:>9}" for head in heads))
    for key in options.games or GAMES:
        figures = measured(load_game(key), options.seed)
        print(f"{key:<14}" + "".join(f"{figure:>9.2f}" for figure in figures[:-1]) + f"{figures[-1]:>9,.0f}")


def measured(game: Game, seed: int) -> tuple[float, ...]:
    """The figures of a game, in the order of their heads."""
    earlier, tables = views(game, seed + 1), views(game, seed)
    by, names = artist(game.key), NAMES[: game.seats[0]]

    def draw(view: View) -> Any:
        return by.table(game, view, names)

    PIECES.forget()
    warm_up(game)
    first = timed(lambda: draw(earlier[0]))[0]
    for view in earlier:
        draw(view)
    following, again, packed, words = [], [], [], []
    for view in tables:
        took, made = timed(lambda: draw(view))  # noqa: B023 it is called at once
        following.append(took)
        again.append(timed(lambda: draw(view))[0])  # noqa: B023 as above
        packed.append(timed(lambda: png(made)))  # noqa: B023 as above
        words.append(timed(lambda: table_text(game, view, names))[0])  # noqa: B023 as above
    cold = []
    for view in tables[:: -(-len(tables) // COLD)]:
        PIECES.forget()
        cold.append(timed(lambda: draw(view))[0])  # noqa: B023 as above
    medians = [median(times) for times in (following, again, cold, [took for took, _ in packed], words)]
    return first, *medians, median(len(file) for _, file in packed)


def views(game: Game, seed: int) -> list[View]:
    """What a spectator sees of a match between greedy players, before it and after each decision."""
    setup = Setup(game=game, players=("greedy",) * game.seats[0], options={})
    g, _ = setup.begin(seed)
    found = [game.view(g, None)]
    for _ in setup.play(g, seed):
        found.append(game.view(g, None))
        if len(found) == TABLES:
            break
    return found


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Milliseconds that it took, and what came of it."""
    begun = process_time()
    result = work()
    return 1000 * (process_time() - begun), result


if __name__ == "__main__":
    main()
