"""Durable moves per second of the match service, beside bare sqlite3 and aiosqlite.

The service makes complete moves: it reads the action, plays it on a copy of the table, writes the changes with their
digest and the entries of the outbox, and syncs them to the disk. The other two only write an id and a row of the log.
As in the bot, no search for garbage goes through modules and content (`bot.process.heap`).
"""

import asyncio
import gc
import shutil
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from time import perf_counter, process_time
from typing import Final

from bench.commits import FEWER, floors, readings
from bench.entry import Entry, Rounds
from bench.live_matches import Place, Played, fill
from bot.application.application import application_on
from bot.model.match import MatchId
from bot.store.address import DatabaseAddress

MATCHES: Final = 50
PLIES: Final = 8
"""Plies of each match."""
FEW: Final = 1
HERE: Final = Place(guild=1, channel=1, users=(1, 2, 3, 4, 5, 6))


async def rate(path: DatabaseAddress, played: Sequence[Played], in_flight: int, plies: int) -> float:
    """Return the moves per second with `in_flight` matches at the same time, all of them loaded beforehand."""
    return (await measured(path, played, in_flight, plies))[0]


async def measured(path: DatabaseAddress, played: Sequence[Played], in_flight: int, plies: int) -> tuple[float, float]:
    """Return the moves per second, as `rate` does, and the seconds of processor time of this process for each."""
    interactions, matches = count(10**12), iter(range(MATCHES))
    async with application_on(path) as application:
        for number in range(MATCHES):
            await application.positions.get(MatchId(number + 1))

        async def play() -> int:
            moves = 0
            for number in matches:
                each = played[number % len(played)]
                users = HERE.of(number, each.seats).users
                for seat, action in plan[number]:
                    match, user, interaction = MatchId(number + 1), users[seat], next(interactions)
                    await application.matches.act(match, user, action, decision=None, interaction=interaction)
                    moves += 1
            return moves

        plan = [list(played[number % len(played)].onward(plies)) for number in range(MATCHES)]
        gc.freeze()
        start, used = perf_counter(), process_time()
        moves = sum(await asyncio.gather(*(play() for _ in range(in_flight))))
        return moves / (perf_counter() - start), (process_time() - used) / moves


def rounds(place: Path, quick: bool) -> Rounds:
    """Yield the readings with one match and with fifty at the same time, round by round."""
    full, plies = place / "full", FEW if quick else PLIES
    played = asyncio.run(fill(full, MATCHES, HERE.of))

    def copy(name: str) -> Path:
        return Path(shutil.copy(full, place / name))

    for number in count():
        floor = floors(place / str(number), FEWER if quick else 1)
        alone = asyncio.run(rate(copy(f"{number} alone"), played, 1, max(1, plies // 4)))
        together = asyncio.run(rate(copy(f"{number} at 50"), played, MATCHES, plies))
        yield readings("match service", alone, together, floor)


ENTRY: Final = Entry(
    name="service",
    summary="durable moves of the match service, beside a ply's writes by bare sqlite3 and plain aiosqlite",
    rounds=rounds,
)
