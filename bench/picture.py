"""How long the table of Allocator takes to be composed and packed: `python -m bench.picture`.

*Warm* is a table of which every piece was drawn before. *Moved* is one decision later: the systems, the players and the
attack that it changed are put together anew from letters, shapes and cards that were drawn before. *Cold* draws the
same table with nothing kept: what every picture would cost without sprites.
"""

import argparse
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter
from typing import Any

from bot.autoplay import Setup
from bot.content import load_game
from render import canvas, fonts, shapes
from render.allocator import cards, side, table
from render.artist import artist
from render.canvas import Canvas
from render.encode import png
from rules.core.play import View

GAME = "allocator"
NAMES = ("Alice", "Bob")
REPEATS = 5
GOAL = 5.0
"""Milliseconds of a warm table, packed."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print medians over the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.picture", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the match whose tables are drawn")
    parser.add_argument("--tables", type=int, default=60, help="how many of them, spread over the match")
    options = parser.parse_args(arguments)
    game = load_game(GAME)
    views = _views(options.seed)
    places = [1 + place * (len(views) - 1) // options.tables for place in range(options.tables)]
    chosen, before = [views[place] for place in places], [views[place - 1] for place in places]

    def draw(view: View) -> Canvas:
        return artist(GAME).table(game, view, NAMES)

    cold = [_timed(draw, view, first=_forget) for view in chosen]
    for view in chosen:
        draw(view)
    warm = [_best(draw, view) for view in chosen]
    moved = []
    for view, earlier in zip(chosen, before, strict=True):
        _forget_tables()
        draw(earlier)
        moved.append(_timed(draw, view))
    packed = [_best(lambda made: png(made.pixels), made) for _, made in warm]
    composing, packing = (1000 * median(seconds for seconds, _ in runs) for runs in (warm, packed))
    _line("compose, warm", composing, "ms")
    _line("pack as PNG", packing, "ms")
    _line("both", composing + packing, f"ms   goal: under {GOAL:.0f} ms")
    _line("bytes", median(len(file) for _, file in packed), "")
    for name, runs in (("moved", moved), ("cold", cold)):
        took = 1000 * median(seconds for seconds, _ in runs)
        _line(f"compose, {name}", took, f"ms   {took / composing:.1f} times warm")


def _views(seed: int) -> list[View]:
    """What a spectator sees of a match between two greedy players, after each decision."""
    game = load_game(GAME)
    setup = Setup(game=game, players=("greedy", "greedy"), options={})
    g, _ = setup.begin(seed)
    return [game.view(g, None), *(game.view(g, None) for _ in setup.play(g, seed))]


def _forget() -> None:
    """Drop everything that was drawn, as in a process that has just begun."""
    _forget_tables()
    for kept in (
        *(canvas._corners, canvas._panel, canvas._shape, canvas._text),  # noqa: SLF001 what is kept is nobody else's business
        *(shapes.shape, shapes.corner, fonts.written, fonts.width, fonts.fitted, fonts.wrapped),
        *(cards.strip, cards.card, cards.slip),
    ):
        kept.cache_clear()


def _forget_tables() -> None:
    """Drop the pieces that are put together for one table."""
    for kept in (side._summary, side._system, table._clash):  # noqa: SLF001 as above
        kept.cache_clear()


def _timed(work: Callable[[Any], Any], on: Any, first: Callable[[], None] = lambda: None) -> tuple[float, Any]:
    """Seconds that it took, and what came of it."""
    first()
    begun = perf_counter()
    result = work(on)
    return perf_counter() - begun, result


def _best(work: Callable[[Any], Any], on: Any) -> tuple[float, Any]:
    """The fastest of some runs: what other programs took meanwhile is not ours."""
    return min((_timed(work, on) for _ in range(REPEATS)), key=lambda run: run[0])


def _line(what: str, figure: float, unit: str) -> None:
    print(f"{what:<16} {figure:>10,.2f} {unit}".rstrip())


if __name__ == "__main__":
    main()
