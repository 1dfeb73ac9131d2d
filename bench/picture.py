"""The time to draw and encode the next table of a match, beside naive Pillow and beside encoding alone.

Ours caches the pieces of earlier tables and composes the next one from them. `Pillow afresh` draws the same picture
without a cache, and saves it by Pillow's own encoder. `packed only` encodes a finished canvas: the floor. Times are
processor time; the size of the cache stands beside its limit.
"""

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from statistics import mean
from time import process_time
from typing import Final

from bench.entry import Entry, Reading, Rounds
from bot.content.seeds import load_games
from bot.lab.autoplay import Setup
from render.cache import PIECES
from render.canvas import Canvas
from render.encode import png
from render.renderer import renderer
from rules.core.game import Game
from rules.core.play import View

NAMES: Final = ("Alice", "Bob", "Chloe", "Dan", "Eve", "Frank")
TABLES: Final = 120
"""The number of tables of a match, from its beginning."""
FEW: Final = 10
"""The number of tables in a quick run."""
AFRESH: Final = 4
"""The number of tables drawn without a cache."""
MIB: Final = 1 << 20


def measured(game: Game, tables: Sequence[View]) -> Iterator[Reading]:
    """Yield the readings of a game for one round; the first half of the tables warms the cache."""
    by, names = renderer(game.key), NAMES[: game.seats[0]]

    def draw(view: View) -> Canvas:
        return by.table(game, view, names)

    def afresh(view: View) -> bytes:
        PIECES.clear()
        file = BytesIO()
        draw(view).pixels.save(file, "PNG")
        return file.getvalue()

    PIECES.clear()
    warm, drawn = tables[: len(tables) // 2], tables[len(tables) // 2 :]
    for view in warm:
        draw(view)
    ours = [timed(lambda: png(draw(view))) for view in drawn]  # noqa: B023 it is called at once
    kept = PIECES.bytes / MIB
    packed = [timed(lambda: png(canvas)) for canvas in map(draw, drawn)]  # noqa: B023 as above
    few = drawn[:: -(-len(drawn) // AFRESH)]
    naive = [timed(lambda: afresh(view)) for view in few]  # noqa: B023 as above
    rates = {"Pillow afresh": per_second(naive), "packed only": per_second(packed)}
    yield Reading(game.key, "pictures/s", per_second(ours), rates)
    small, large = mean(len(png(draw(view))) for view in few), mean(len(file) for _, file in naive)
    yield Reading(f"{game.key}, size", "bytes", small, {"Pillow afresh": large})
    yield Reading(f"{game.key}, kept", "MiB", kept, {"as much as may be kept": PIECES.limit / MIB})


def per_second(took: Sequence[tuple[float, bytes]]) -> float:
    """Return the number of pictures per second."""
    return len(took) / sum(seconds for seconds, _ in took)


def views(game: Game, seed: int) -> list[View]:
    """Return a spectator's views of a match between quick players, at the beginning and after each decision."""
    setup = Setup(game=game, players=("greedy",) * game.seats[0], options={})
    g, _ = setup.begin(seed)
    seen = [game.view(g, None)]
    for _ in setup.play(g, seed):
        seen.append(game.view(g, None))
        if len(seen) == TABLES:
            break
    return seen


def timed(work: Callable[[], bytes]) -> tuple[float, bytes]:
    """Do the work; return its processor time in seconds, and its result."""
    begun = process_time()
    result = work()
    return process_time() - begun, result


def rounds(_: Path, quick: bool) -> Rounds:
    """Yield the readings of every game, round by round."""
    tables = [(game, views(game, 1)[: FEW if quick else None]) for game in load_games().values()]
    while True:
        yield [reading for game, seen in tables for reading in measured(game, seen)]


ENTRY: Final = Entry(
    name="pictures",
    summary="the next table of a match, beside the same drawn afresh by Pillow and beside encoding alone",
    rounds=rounds,
)
