"""The time to list the matches of a user with many finished ones and to read their profile, beside one with few.

`first win` is asked for a poster of the last match. Times are in milliseconds, from the question to the answer. A
profile includes its badges.
"""

import asyncio
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from bench.entry import Entry, Reading, Rounds
from bench.live_matches import Place, fill
from bench.scale import add_results
from bot.application.application import application_on
from bot.model.history import Filter
from bot.model.match import MatchId

FEW: Final = 50
MANY: Final = 5_000
QUICK: Final = 500
REPEATS: Final = 20
SHOWN: Final = 10
"""The number of matches on a page."""
USER, OTHER, GUILD = 10**17 + 1, 10**17 + 2, 1


def prepare(path: Path, matches: int) -> None:
    """Store this many finished matches of two users."""
    asyncio.run(fill(path, 1, Place(guild=GUILD, channel=1, users=(USER, OTHER)).of))
    add_results(path, GUILD, matches)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE players SET user_id = CASE seat WHEN 0 THEN ? ELSE ? END", (USER, OTHER))


async def measured(path: Path) -> Mapping[str, float]:
    """Return the milliseconds of each question, the median of the repetitions."""
    async with application_on(path) as app:
        total = await app.history.count(USER, Filter())
        match = (await app.positions.get(MatchId(1 + total))).match

        async def number() -> object:
            return await app.history.count(USER, Filter())

        async def page() -> object:
            return await app.history.of(USER, Filter(), first=0, count=SHOWN)

        async def last_page() -> object:
            return await app.history.of(USER, Filter(), first=total - SHOWN, count=SHOWN)

        async def profile() -> object:
            return (await app.profiles.of(USER, None)).badges

        async def first_win() -> object:
            return await app.profiles.is_first_win(USER, match)

        questions: Mapping[str, Callable[[], Awaitable[object]]] = {
            "number of matches": number,
            "matches, first page": page,
            "matches, last page": last_page,
            "profile": profile,
            "first win": first_win,
        }
        return {name: await _milliseconds(ask) for name, ask in questions.items()}


async def _milliseconds(ask: Callable[[], Awaitable[object]]) -> float:
    took = []
    for _ in range(REPEATS):
        start = perf_counter()
        await ask()
        took.append(1000 * (perf_counter() - start))
    return median(took)


def rounds(place: Path, quick: bool) -> Rounds:
    """Yield the readings of every question, round by round."""
    sizes = {"few": FEW, "many": QUICK if quick else MANY}
    for name, matches in sizes.items():
        prepare(place / name, matches)
    while True:
        copies = {name: Path(shutil.copy(place / name, place / f"{name} copy")) for name in sizes}
        few, many = (asyncio.run(measured(copies[name])) for name in sizes)
        yield [Reading(what, "ms", many[what], {f"with {FEW} matches": few[what]}) for what in many]


ENTRY: Final = Entry(
    name="veteran", summary="lists and profile of a user with 5,000 finished matches, beside one with 50", rounds=rounds
)
