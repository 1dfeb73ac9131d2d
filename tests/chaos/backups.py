"""Makes backups beside a running bot while people play: each must be complete, and show the moment at which it was
made.
"""

import asyncio
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

from bot.backup import archive
from bot.backup.making import Backup, make_backup
from bot.backup.manifest import Reason
from bot.backup.replays import live, replayed
from sandbox.wire.options import Options
from sandbox.wire.server import Wire
from tests.chaos.kills import Table
from tests.chaos.ledger import ledger_faults
from tests.chaos.program import library_of
from tests.chaos.stored import Stored
from tests.chaos.tables import game_bot
from tests.chaos.tally import Tally
from tests.patience import PATIENT
from tests.tiny_game import Tiny

TABLES: Final = 4
"""The number of matches at the same time."""

WHOLE: Final = 10
"""One in this many backups is replayed with all its finished matches, whose number grows."""

Logs = dict[int, list[str]]
"""The digests of each match, by its number."""


async def backups(count: int, seed: int, game: str = Tiny.key) -> Tally:
    """Make this many backups, each after at least one more ply."""
    tally, random = Tally(), Random(seed)  # noqa: S311 # no secret
    options = Options(identify_every=0, identifies_a_day=10**6, first_answer=PATIENT)
    with tempfile.TemporaryDirectory() as name:
        async with Wire(options) as wire, game_bot(wire, Path(name), game, seed) as bot:
            stored = Stored(bot.database, wire.clock.now)
            tables = [Table(wire, stored, game, number, random, ahead=None) for number in range(TABLES)]
            over = asyncio.Event()
            playing = [asyncio.create_task(_keep_playing(table, over)) for table in tables]
            try:
                for _ in range(count):
                    await _back_up(bot.database, game, playing, tally)
            finally:
                over.set()
                await asyncio.wait(playing)
                stored.close()
            tally.faults += [f"{type(error).__name__}: {error}" for task in playing if (error := task.exception())]
            tally.faults += [line for line in bot.log if "[error" in line or "Traceback" in line]
            tally.faults += map(str, wire.violations)
    return tally


async def _keep_playing(table: Table, over: asyncio.Event) -> None:
    while not over.is_set():
        await table.step()


async def _back_up(database: Path, game: str, playing: list[asyncio.Task[None]], tally: Tally) -> None:
    """Make a backup once somebody has played on, and compare it with the database before and after it."""
    begun = _logs(database)
    while (before := _logs(database)) == begun and not any(task.done() for task in playing):  # noqa: ASYNC110 # nobody tells of it
        await asyncio.sleep(0.01)
    made = await asyncio.to_thread(make_backup, database, database.parent / "saved", Reason.MANUAL)
    after = _logs(database)
    tally.done["backups"] += 1
    tally.done["plies played while one was made"] += sum(map(len, after.values())) - sum(map(len, before.values()))
    is_replayed = tally.done["backups"] % WHOLE == 1
    faults = await _faults(made, game, before, after, is_replayed=is_replayed)
    tally.done["backups of which every match was replayed"] += is_replayed
    tally.faults += [f"backup {tally.done['backups']}: {fault}" for fault in faults]
    tally.done["plies in the last backup"] = sum(map(len, after.values()))
    made.file.unlink()


async def _faults(made: Backup, game: str, before: Logs, after: Logs, *, is_replayed: bool) -> list[str]:
    """Return all faults of a backup.

    before, after: the logs when the backup was begun and when it was done. is_replayed: whether to check finished
    matches and their results, too.
    """
    folder = made.file.parent / "looked-at"
    folder.mkdir()
    try:
        path = folder / "saved.sqlite3"
        manifest = archive.extract(made.file, path)
        saved = _logs(path)
        faults = [] if manifest == made.manifest else ["its manifest is another one"]
        faults += [f"match {number} lacks plies" for number, log in before.items() if not _begins(saved, number, log)]
        faults += [
            f"match {number} has other plies" for number, log in saved.items() if not _begins(after, number, log)
        ]
        latest = {str(number): log[-1] for number, log in saved.items()}
        if not {*manifest.digests.items()} <= {*latest.items()}:
            faults.append(f"the manifest's digests are {manifest.digests}, and the plies end with {latest}")
        library = library_of(game)
        faults += [
            f"match {each.match.id}: {each.difference}" for each in replayed(path, library, live) if each.difference
        ]
        return faults + (await ledger_faults(path, library) if is_replayed else [])
    finally:
        shutil.rmtree(folder)


def _begins(logs: Logs, number: int, log: list[str]) -> bool:
    """Return whether the log of a match begins with this one."""
    return logs.get(number, [])[: len(log)] == log


def _logs(path: Path) -> Logs:
    """Return the digest of the deal and of each ply, by match."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        sql = "SELECT id, initial_digest FROM matches WHERE initial_digest IS NOT NULL ORDER BY id"
        logs = {number: [digest] for number, digest in connection.execute(sql)}
        for number, digest in connection.execute("SELECT match_id, digest FROM plies ORDER BY match_id, ply"):
            logs[number].append(digest)
        return logs
