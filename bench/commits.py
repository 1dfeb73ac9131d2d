"""Durable transactions per second, beside the sqlite3 module and aiosqlite.

A transaction writes what a ply writes: the id of an interaction, which the statement also returns, and a row of the
log. It counts once it is synced to the disk (WAL, synchronous=FULL).

`bare` is the sqlite3 module in a loop: the limit of one thread. `plain` uses aiosqlite in the simplest way: each
statement is handed to aiosqlite's thread, and a lock guards each transaction. `at 50` means that fifty clients work at
the same time, and each starts its next transaction as soon as the last one is answered. Every measurement uses a new
file.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Final

import aiosqlite

from bench.entry import Entry, Reading, Rounds
from bot.store.address import DatabaseAddress
from bot.store.database import Database, Rows
from bot.store.migrations import Migration

ALONE: Final = 300
TOGETHER: Final = 5_000
"""The number of transactions in a round with fifty clients; `plain` makes only `ALONE`."""
FEWER: Final = 30
"""A quick run divides both numbers by this."""

TABLES: Final = Migration(
    1,
    "0001_log.sql",
    "CREATE TABLE interactions (id INTEGER PRIMARY KEY, match_id INTEGER NOT NULL) STRICT;"
    "CREATE TABLE plies (match_id INTEGER NOT NULL, ply INTEGER NOT NULL, action TEXT NOT NULL, digest TEXT NOT NULL, "
    "interaction_id INTEGER NOT NULL UNIQUE, PRIMARY KEY (match_id, ply)) STRICT, WITHOUT ROWID;",
)
CLAIM: Final = "INSERT INTO interactions (id, match_id) VALUES (?, 1) ON CONFLICT DO NOTHING RETURNING id"
PLY: Final = "INSERT INTO plies (match_id, ply, action, digest, interaction_id) VALUES (1, ?, ?, ?, ?)"
ACTION: Final = "play card-17 to 3"
DIGEST: Final = "d" * 64

Ask = Callable[[int], Awaitable[None]]


def bare(path: Path, transactions: int) -> float:
    """Return the transactions per second of the sqlite3 module."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        start = perf_counter()
        for number in range(transactions):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(CLAIM, (number,)).fetchall()
            connection.execute(PLY, (number, ACTION, DIGEST, number)).fetchall()
            connection.execute("COMMIT")
        return transactions / (perf_counter() - start)


async def plain(path: Path, in_flight: int, transactions: int) -> float:
    """Return the transactions per second of aiosqlite."""
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        await connection.execute("PRAGMA synchronous = FULL")
        lock = asyncio.Lock()

        async def ask(number: int) -> None:
            async with lock:
                await connection.execute("BEGIN IMMEDIATE")
                await connection.execute_fetchall(CLAIM, (number,))
                await connection.execute_fetchall(PLY, (number, ACTION, DIGEST, number))
                await connection.execute("COMMIT")

        return await rate(ask, transactions, in_flight)


async def ours(path: DatabaseAddress, in_flight: int, transactions: int, tables: Migration = TABLES) -> float:
    """Return the transactions per second of the bot's store."""
    database = await Database.open(path, migrations=[tables])

    async def ask(number: int) -> None:
        async def work(db: Rows) -> None:
            await db.run(CLAIM, number)
            await db.run(PLY, number, ACTION, DIGEST, number)

        await database.write(work)

    try:
        return await rate(ask, transactions, in_flight)
    finally:
        await database.close()


async def rate(ask: Ask, transactions: int, in_flight: int) -> float:
    """Return the transactions per second of all clients together."""
    numbers = iter(range(transactions))

    async def keep_asking() -> None:
        for number in numbers:
            await ask(number)

    start = perf_counter()
    await asyncio.gather(*(keep_asking() for _ in range(in_flight)))
    return transactions / (perf_counter() - start)


def floors(place: Path, fewer: int) -> Mapping[str, float]:
    """Return the transactions per second of bare sqlite3 and of plain aiosqlite, in a new folder."""
    place.mkdir()
    number = ALONE // fewer
    return {
        "bare sqlite3": bare(_made(place / "bare"), number),
        "plain aiosqlite": asyncio.run(plain(_made(place / "alone"), 1, number)),
        "plain aiosqlite at 50": asyncio.run(plain(_made(place / "at 50"), 50, number)),
    }


def readings(what: str, alone: float, together: float, floor: Mapping[str, float]) -> list[Reading]:
    """Return the readings of our store, alone and with fifty clients, beside the floors."""
    by = {1: floor["plain aiosqlite"], 50: floor["plain aiosqlite at 50"]}
    return [
        Reading(
            f"{what}, {n} in flight", "/s", figure, {"bare sqlite3": floor["bare sqlite3"], "plain aiosqlite": by[n]}
        )
        for n, figure in ((1, alone), (50, together))
    ]


def rounds(place: Path, quick: bool) -> Rounds:
    """Yield the readings of the bot's store, round by round."""
    fewer = FEWER if quick else 1
    for number in count():
        floor = floors(place / str(number), fewer)
        alone = asyncio.run(ours(_made(place / f"{number} alone"), 1, ALONE // fewer))
        together = asyncio.run(ours(_made(place / f"{number} at 50"), 50, TOGETHER // fewer))
        yield readings("store", alone, together, floor)


def _made(path: Path) -> Path:
    asyncio.run(_make(path))
    return path


async def _make(path: Path) -> None:
    await (await Database.open(path, migrations=[TABLES])).close()


ENTRY: Final = Entry(
    name="commits",
    summary="durable transactions of a ply, beside a loop of bare sqlite3 and beside plain aiosqlite",
    rounds=rounds,
)
