"""`python -m bench.commits [--rounds N] [--json]`: how many transactions a second are on the disk, side by side.

A transaction is what a ply writes: an interaction's id, asked back, and a row of the log. Each is synced to the disk
before it counts (WAL, synchronous=FULL).

`bare` is the sqlite3 module in a loop: what one thread can do. `plain` is aiosqlite as one writes it at first: a hop to
its thread for each statement, a lock around each transaction. `ours` is `bot.store`. `at 50` means that fifty ask at
the same time, and each again as soon as it is answered. Everything is measured once in each round, on a new file, and
ratios are taken within a round. The machine's noise is in the spread: the quartiles of the rounds.
"""

import argparse
import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

import aiosqlite

from bot.store.database import Database, Rows
from bot.store.migrations import Migration

ROUNDS: Final = 15
ALONE: Final = 300
TOGETHER: Final = 5_000
"""Transactions in a round; `plain` makes as many at 50 as alone."""

TABLES: Final = Migration(
    1,
    "0001_log.sql",
    "CREATE TABLE interactions (id INTEGER PRIMARY KEY, match INTEGER NOT NULL) STRICT;"
    "CREATE TABLE plies (match INTEGER NOT NULL, ply INTEGER NOT NULL, action TEXT NOT NULL, digest TEXT NOT NULL, "
    "interaction INTEGER NOT NULL UNIQUE, PRIMARY KEY (match, ply)) STRICT, WITHOUT ROWID;",
)
CLAIM: Final = "INSERT INTO interactions (id, match) VALUES (?, 1) ON CONFLICT DO NOTHING RETURNING id"
PLY: Final = "INSERT INTO plies (match, ply, action, digest, interaction) VALUES (1, ?, ?, ?, ?)"
ACTION: Final = "play card-17 to 3"
DIGEST: Final = "d" * 64
GOALS: Final = {"ours alone / bare": 0.7, "ours at 50 / plain at 50": 10.0}

Ask = Callable[[int], Awaitable[None]]


def bare(path: Path) -> float:
    """Transactions a second by the sqlite3 module."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        start = perf_counter()
        for number in range(ALONE):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(CLAIM, (number,)).fetchall()
            connection.execute(PLY, (number, ACTION, DIGEST, number)).fetchall()
            connection.execute("COMMIT")
        return ALONE / (perf_counter() - start)


async def plain(path: Path, in_flight: int) -> float:
    """The same by aiosqlite."""
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        await connection.execute("PRAGMA synchronous = FULL")
        lock = asyncio.Lock()

        async def ask(number: int) -> None:
            async with lock:
                await connection.execute("BEGIN IMMEDIATE")
                await connection.execute_fetchall(CLAIM, (number,))
                await connection.execute_fetchall(PLY, (number, ACTION, DIGEST, number))
                await connection.execute("COMMIT")

        return await _rate(ask, ALONE, in_flight)


async def ours(path: Path, in_flight: int) -> float:
    """The same by the bot's store."""
    database = await Database.open(path, migrations=[TABLES])

    async def ask(number: int) -> None:
        async def work(db: Rows) -> None:
            await db.rows(CLAIM, number)
            await db.rows(PLY, number, ACTION, DIGEST, number)

        await database.write(work)

    rate = await _rate(ask, ALONE if in_flight == 1 else TOGETHER, in_flight)
    await database.close()
    return rate


async def _rate(ask: Ask, transactions: int, in_flight: int) -> float:
    numbers = iter(range(transactions))

    async def keep_asking() -> None:
        for number in numbers:
            await ask(number)

    start = perf_counter()
    await asyncio.gather(*(keep_asking() for _ in range(in_flight)))
    return transactions / (perf_counter() - start)


def one_round(new_file: Callable[[], Path]) -> dict[str, float]:
    """Transactions a second of everybody."""
    return {
        "bare": bare(new_file()),
        "plain alone": asyncio.run(plain(new_file(), 1)),
        "ours alone": asyncio.run(ours(new_file(), 1)),
        "plain at 50": asyncio.run(plain(new_file(), 50)),
        "ours at 50": asyncio.run(ours(new_file(), 50)),
    }


def ratios(rates: dict[str, float]) -> dict[str, float]:
    """What a round says of ours."""
    return {
        "ours alone / bare": rates["ours alone"] / rates["bare"],
        "ours alone / plain alone": rates["ours alone"] / rates["plain alone"],
        "ours at 50 / bare": rates["ours at 50"] / rates["bare"],
        "ours at 50 / plain at 50": rates["ours at 50"] / rates["plain at 50"],
    }


def spread(found: Sequence[dict[str, float]]) -> dict[str, tuple[float, float, float]]:
    """Lower quartile, median and upper quartile over the rounds."""
    by_name = {name: [each[name] for each in found] for name in found[0]}
    return {name: (quantiles(each, n=4)[0], median(each), quantiles(each, n=4)[2]) for name, each in by_name.items()}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print a line for each."""
    parser = argparse.ArgumentParser(prog="python -m bench.commits", description="How many transactions a second.")
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help=f"at least 2 ({ROUNDS})")
    parser.add_argument("--folder", type=Path, default=Path(), help="on the disk that is measured (here)")
    parser.add_argument("--json", action="store_true", help="for machines")
    options = parser.parse_args(arguments)
    with TemporaryDirectory(dir=options.folder) as folder:
        numbers = count()

        def new_file() -> Path:
            path = Path(folder) / f"{next(numbers)}.sqlite3"
            asyncio.run(_made(path))
            return path

        rounds = [one_round(new_file) for _ in range(options.rounds)]
    rates, compared = spread(rounds), spread([ratios(each) for each in rounds])
    if options.json:
        print(json.dumps({"per second": rates, "ratios": compared}))
        return
    print(f"{'transactions per second':<30}{'median':>9}{'quartiles':>18}")
    for name, (low, middle, high) in rates.items():
        print(f"{name:<30}{middle:>9,.0f}{low:>10,.0f}{high:>8,.0f}")
    for name, (low, middle, high) in compared.items():
        goal = f"   goal: at least {GOALS[name]:g}" if name in GOALS else ""
        print(f"{name:<30}{middle:>9.2f}{low:>10.2f}{high:>8.2f}{goal}")


async def _made(path: Path) -> None:
    await (await Database.open(path, migrations=[TABLES])).close()


if __name__ == "__main__":
    main()
