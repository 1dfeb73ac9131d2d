"""`hidden-hand quarantined`: the matches that this version does not play as they were begun, each with why."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.application.match.replay import DivergedError, replay
from bot.content.library import Library
from bot.model.match import Match, MatchId, Status
from bot.store import matches as sql
from bot.store.errors import StoreError
from bot.store.migrations import check, known_migrations
from bot.store.request import Rows, Statements, carried_out


def quarantined(path: Path, library: Library) -> list[tuple[Match, str]]:
    """The matches that are set aside, oldest first, each with the ply that fails and the cause, which gives away no
    secret. The database is only read; the bot may run on it meanwhile.

    Raises:
        StoreError: the database is not there, or cannot be read.
    """
    known = known_migrations()
    if not path.exists():
        raise StoreError(f"There is no database {path}. Set DATABASE to the file that the bot uses.")
    check(path, known)
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)) as database:
            database.execute("BEGIN")
            numbers = carried_out(_numbers, Statements(database))
            stored = [carried_out(lambda db, n=number: sql.load(db, n), Statements(database)) for number in numbers]  # type: ignore[misc]
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be read ({error}). Start the bot on it once, or put a backup back.") from error
    return [(found.match, _why(found, library)) for found in stored if found is not None]


async def _numbers(db: Rows) -> list[MatchId]:
    return await sql.with_status(db, Status.QUARANTINED)


def _why(stored: sql.Stored, library: Library) -> str:
    assert stored.deal is not None
    try:
        content = stored.content or library.content(stored.match.game)
        replay(library.game(stored.match.game, stored.rules, content), stored.match, stored.deal, stored.plies)
    except DivergedError as error:
        return f"ply {error.ply}: {error}"
    except LookupError as error:
        return str(error)
    return "it is played as before by now: it goes on at the next start, once its channel has no other match"
