"""`hidden-hand quarantined`: replays every live or paused match and lists those that this version plays differently."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.application.match.replay import DivergedError, replay
from bot.content.library import Library
from bot.model.match import Match, MatchId, Status
from bot.store import matches as sql
from bot.store.errors import StoreError
from bot.store.migrations import check, known_migrations
from bot.store.request import Rows, Statements, carry_out

_REVIVED: Final = "it replays correctly again: it resumes at the next start, once its channel has no other match"


def quarantined(path: Path, library: Library) -> list[tuple[Match, str]]:
    """Return the matches that are quarantined, or would be at the next check, each with the ply that differs and a
    cause that reveals no secret. This only reads the database: the bot can keep running.

    Raises:
        StoreError: the database is missing or cannot be read.
    """
    migrations = known_migrations()
    if not path.exists():
        raise StoreError(f"There is no database {path}. Set DATABASE to the file that the bot uses.")
    check(path, migrations)
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)) as database:
            database.execute("BEGIN")
            numbers = carry_out(_numbers, Statements(database))
            stored = [carry_out(lambda db, n=number: sql.load(db, n), Statements(database)) for number in numbers]  # type: ignore[misc]
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be read ({error}). Start the bot on it once, or put a backup back.") from error
    tried = [(entry.match, _why(entry, library)) for entry in stored if entry is not None]
    return [(match, why or _REVIVED) for match, why in tried if why or match.status is Status.QUARANTINED]


async def _numbers(db: Rows) -> list[MatchId]:
    return [*await sql.with_status(db, Status.QUARANTINED), *await sql.with_status(db, Status.LIVE)]


def _why(stored: sql.Stored, library: Library) -> str | None:
    """Return why a match does not replay; None if it does."""
    assert stored.deal is not None
    assert stored.content is not None
    try:
        game = library.game(stored.match.game, stored.rules, stored.content)
        replay(game, stored.match, stored.deal, stored.plies)
    except DivergedError as error:
        return f"ply {error.ply}: {error}"
    except LookupError as error:
        return str(error)
    return None
