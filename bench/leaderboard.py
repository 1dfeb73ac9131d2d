"""The time to find a page of a leaderboard, with many rated players and with few.

The query is that of `/leaderboard`: a page of ten, the user's own line and the number of players. A user in the middle
asks for the first page, and the user with the fewest points for a middle page and for the last. Half of the players
have finished one or two matches, as on a real server, so many share the same points. Times are in milliseconds, from
the query to the answer.
"""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Final

from bench.entry import Entry, Reading, Rounds
from bot.model.rating_list import RatingList
from bot.ratings import store as sql
from bot.ratings.ratings import Rating, Ratings, stored
from bot.store.database import Database, Rows

GUILD: Final = 1
GAME: Final = "allocator"
COUNT: Final = 10
REPEATS: Final = 50
FEW: Final = 1_000
MANY: Final = 100_000
QUICK: Final = 2_000


def crowd(players: int) -> list[sql.Ranked]:
    """Return random ratings of this many players, the same at each call."""
    random, ranked = Random(1), []  # noqa: S311 # the same in every run
    for _ in range(players):
        games = random.choice((1, 1, 2, random.randint(3, 300)))
        wins = random.randint(0, games)
        sigma = 25 / 3 / (1 + games / 10) ** 0.5
        mu = 25 + (wins - games / 2) / (1 + games / 20) + (random.gauss(0, 2) if games > 2 else 0)
        ranked.append(stored(Rating(mu=mu, sigma=sigma, games=games, wins=wins)))
    return ranked


def asked(players: Sequence[sql.Ranked]) -> Mapping[str, tuple[int, int]]:
    """Return the queries by name, each as the index of the page's first line and the id of the user who asks."""
    order = sorted(range(len(players)), key=lambda index: players[index]["points"])
    last, middle = order[0] + 1, order[len(players) // 2] + 1
    return {
        "first page, user in the middle": (0, middle),
        "middle page, last user": (len(players) // 2, last),
        "last page, last user": (len(players) - COUNT, last),
    }


async def fill(path: Path, players: Sequence[sql.Ranked], guild: int = GUILD) -> None:
    """Store the ratings, with user ids from 1."""
    database = await Database.open(path)

    async def work(db: Rows) -> None:
        for user, rating in enumerate(players, start=1):
            await sql.save(db, RatingList(guild, GAME), user, rating)

    await database.write(work)
    await database.close()


async def measured(path: Path, players: Sequence[sql.Ranked]) -> Mapping[str, float]:
    """Return the milliseconds of each query, the median of the repetitions."""
    database = await Database.open(path)
    board, times = Ratings(database), dict[str, float]()
    for name, (first, user) in asked(players).items():
        took = []
        for _ in range(REPEATS):
            start = perf_counter()
            page = await board.leaderboard(GUILD, GAME, first=first, count=COUNT, user=user)
            took.append(1000 * (perf_counter() - start))
            assert len(page.standings) == COUNT
            assert page.players == len(players)
        times[name] = median(took)
    await database.close()
    return times


def rounds(place: Path, quick: bool) -> Rounds:
    """Yield the readings of all pages, round by round."""
    few, many = crowd(FEW), crowd(QUICK if quick else MANY)
    for name, players in (("few", few), ("many", many)):
        asyncio.run(fill(place / name, players))
    while True:
        beside = asyncio.run(measured(place / "few", few))
        ours = asyncio.run(measured(place / "many", many))
        yield [Reading(what, "ms", ours[what], {f"of {FEW:,} players": beside[what]}) for what in ours]


ENTRY: Final = Entry(
    name="leaderboard", summary="a page of a leaderboard of 100,000 players, beside one of 1,000", rounds=rounds
)
