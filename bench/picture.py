"""How long the table of Allocator takes to be composed and packed: `python -m bench.picture`.

*Warm* is a table like those of a running bot: all its pieces were drawn once, as pieces of this or of another match.
*Cold* draws the same table with nothing kept but the font: what each picture would cost without sprites. *Moved* is in
between: only the pieces of the table one decision earlier are kept.
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
from rules.core.game import View

GAME = "allocator"
NAMES = ("Alice", "Bob")
GOAL = 5.0
"""Milliseconds of a warm table, packed."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print medians."""
    parser = argparse.ArgumentParser(prog="python -m bench.picture", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the match whose tables are drawn")
    parser.add_argument("--tables", type=int, default=60, help="how many of them, spread over the match")
    options = parser.parse_args(arguments)
    game = load_game(GAME)
    views = _views(options.seed)
    chosen = [views[place * (len(views) - 1) // options.tables] for place in range(1, options.tables + 1)]
    before = [views[place * (len(views) - 1) // options.tables - 1] for place in range(1, options.tables + 1)]

    def draw(view: View) -> Canvas:
        return artist(GAME).table(game, view, NAMES)

    cold = [_timed(draw, view, first=forget) for view in chosen]
    moved = []
    for view, earlier in zip(chosen, before, strict=True):
        forget()
        draw(earlier)
        moved.append(_timed(draw, view))
    for view in chosen:
        draw(view)
    warm = [_timed(draw, view) for view in chosen]
    packed = [_timed(lambda c: png(c.pixels), made) for _, made in warm]
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


def forget() -> None:
    """Drop everything that was drawn, as in a process that has just begun."""
    for kept in (
        *(canvas._corners, canvas._panel, canvas._shape, canvas._text),  # noqa: SLF001 what is kept is nobody else's business
        *(shapes.shape, shapes.corner, fonts.written, fonts.width, fonts.fitted, fonts.wrapped),
        *(cards.strip, cards.card, cards.slip, side._summary, side._system, table._clash),  # noqa: SLF001 as above
    ):
        kept.cache_clear()


def _timed(work: Callable[[Any], Any], on: Any, first: Callable[[], None] = lambda: None) -> tuple[float, Any]:
    """Seconds that it took, and what came of it."""
    first()
    begun = perf_counter()
    result = work(on)
    return perf_counter() - begun, result


def _line(what: str, figure: float, unit: str) -> None:
    print(f"{what:<16} {figure:>10,.2f} {unit}".rstrip())


if __name__ == "__main__":
    main()
