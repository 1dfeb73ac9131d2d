"""Databases with matches, their backups, and what is in them."""

import sqlite3
import zipfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from bot.application.application import Application
from bot.backup.archive import DATABASE
from bot.backup.making import make_backup
from bot.backup.manifest import Reason
from bot.content.library import Library, load_library
from bot.model.new_match import NewMatch
from bot.store.database import Database
from bot.store.deletion_list import DeletionList
from tests.bot.table_helpers import ANN, BEN, CHANNEL, GUILD, SEED, TINY, begin, fresh, play_on

LIBRARY = Library.of({TINY.key: TINY})


@asynccontextmanager
async def opened(path: Path, *, deletions: DeletionList | None = None) -> AsyncIterator[Application]:
    """Open the application with the small game on a file; close it afterwards."""
    database = await Database.open(path)
    try:
        yield Application(database, LIBRARY, seeds=lambda: SEED, deletions=deletions)
    finally:
        await database.close()


async def fill(path: Path) -> None:
    """Create a file with a finished match, #1, and a live one after two plies, #2."""
    async with opened(path) as app:
        await play_on(app, await begin(app))
        await play_on(app, await begin(app, channel=CHANNEL + 1), 2)


async def fill_with_allocator(path: Path) -> None:
    """Create a file with two live matches of a game of the catalog, #1 and #2."""
    database = await Database.open(path)
    app = Application(database, load_library(), seeds=lambda: 1)
    for number in range(2):
        lobby = await app.lobbies.create(
            NewMatch(guild=GUILD, channel=CHANNEL + number, host=ANN, game="allocator"), interaction=fresh()
        )
        await app.lobbies.join(lobby.match.id, BEN, interaction=fresh())
        await app.lobbies.start(lobby.match.id, ANN, interaction=fresh())
    await database.close()


def back_up(path: Path, folder: Path, reason: Reason = Reason.MANUAL) -> Path:
    """Make a backup, and return its file."""
    return make_backup(path, folder, reason).file


def database_in(archive: Path) -> bytes:
    """Return the database of a backup."""
    with zipfile.ZipFile(archive) as read:
        return read.read(DATABASE)


def altered(archive: Path, to: Path, **contents: bytes | None) -> Path:
    """Write an archive with the contents of some entries replaced, by their names without endings; None leaves an entry
    out.
    """
    with zipfile.ZipFile(archive) as read, zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as out:
        for name in read.namelist():
            content = contents.get(name.partition(".")[0], read.read(name))
            if content is not None:
                out.writestr(name, content)
    return to


def query(path: Path, sql: str) -> list[Any]:
    """Return the rows of a query, and leave no extra file beside the database."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def plies(path: Path) -> Sequence[tuple[int, int]]:
    """Return each match with the number of its plies."""
    return query(path, "SELECT match_id, count(*) FROM plies GROUP BY match_id ORDER BY match_id")
