"""`python -m bench.leaderboard [--players N ...] [--json]`: how long a leaderboard takes to be found.

Asked are a page of ten, the asker's own line and the number of players, as `/leaderboard` asks: the first page, one in
the middle and the last, by whoever stands in the middle and at the end. Half of the players have finished one or two
matches, as on a real server, and so share few different points. Times are in milliseconds, from asking to the answer.
"""

import argparse
import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from bot.application.ratings import Rating, Ratings
from bot.store import ratings as sql
from bot.store.database import Database, Rows

GUILD: Final = 1
GAME: Final = "allocator"
COUNT: Final = 10
REPEATS: Final = 50
SIZES: Final = (1_000, 100_000)


def crowd(players: int) -> list[sql.Ranked]:
    """The ratings of so many players."""
    random, found = Random(1), []  # noqa: S311 # the same in every run
    for _ in range(players):
        games = random.choice((1, 1, 2, random.randint(3, 300)))
        wins = random.randint(0, games)
        sigma = 25 / 3 / (1 + games / 10) ** 0.5
        mu = 25 + (wins - games / 2) / (1 + games / 20) + (random.gauss(0, 2) if games > 2 else 0)
        rating = Rating(mu=mu, sigma=sigma, games=games, wins=wins)
        found.append(sql.Ranked(mu=mu, sigma=sigma, games=games, wins=wins, points=rating.points))
    return found


async def measured(folder: Path, players: int) -> dict[str, list[float]]:
    """By what was asked: the milliseconds of every repetition."""
    database = await Database.open(folder / f"{players}.sqlite3")
    ratings = crowd(players)

    async def fill(db: Rows) -> None:
        for user, rating in enumerate(ratings, start=1):
            await sql.save(db, GUILD, GAME, user, rating)

    await database.write(fill)
    order = sorted(range(players), key=lambda index: ratings[index]["points"])
    last, middle = order[0] + 1, order[players // 2] + 1
    asked = {
        "first page, asked by the middle": (0, middle),
        "middle page, asked by the last": (players // 2, last),
        "last page, asked by the last": (players - COUNT, last),
    }
    board, times = Ratings(database), {name: list[float]() for name in asked}
    for name, (first, user) in asked.items():
        for _ in range(REPEATS):
            start = perf_counter()
            found = await board.leaderboard(GUILD, GAME, first=first, count=COUNT, user=user)
            times[name].append(1000 * (perf_counter() - start))
            assert len(found.standings) == COUNT
            assert found.players == players
    await database.close()
    return times


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each number of players and each page."""
    parser = argparse.ArgumentParser(prog="python -m bench.leaderboard", description="How long a leaderboard takes.")
    parser.add_argument("--players", type=int, nargs="+", default=SIZES, metavar="N", help="how many (1000 100000)")
    parser.add_argument("--json", action="store_true", help="for machines")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        found = {players: asyncio.run(measured(Path(folder), players)) for players in options.players}
    if options.json:
        print(
            json.dumps({players: {what: median(ms) for what, ms in times.items()} for players, times in found.items()})
        )
        return
    print(f"{'leaderboard, ms':<36}{'players':>10}{'median':>9}{'95 %':>9}")
    for players, times in found.items():
        for what, ms in times.items():
            print(f"{what:<36}{players:>10,}{median(ms):>9.2f}{quantiles(ms, n=20)[18]:>9.2f}")


if __name__ == "__main__":
    main()
