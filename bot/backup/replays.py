"""Replays of stored matches by the present program, read from a file that a bot may be using."""

import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from bot.application.match.replay import DivergedError, replay
from bot.content.library import Library
from bot.model.match import Match, MatchId, Status
from bot.store import matches as sql
from bot.store.errors import StoreError
from bot.store.request import Rows, Statements, carry_out

Choice = Callable[[Rows], Awaitable[Sequence[MatchId]]]
"""A request for the matches to replay."""


class Replayed(NamedTuple):
    """A match, and the ply and cause of its first difference, without secrets; None: it replays as it was played."""

    match: Match
    difference: str | None


def replayed(path: Path, library: Library, choose: Choice) -> list[Replayed]:
    """Replay matches of a database file, which is only read.

    Raises:
        StoreError: it cannot be read.
    """
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)) as database:
            database.execute("BEGIN")
            numbers = carry_out(choose, Statements(database))
            stored = [carry_out(lambda db, n=number: sql.load(db, n), Statements(database)) for number in numbers]  # type: ignore[misc]
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be read ({error}). Start the bot on it once, or put a backup back.") from error
    return [Replayed(entry.match, _difference(entry, library)) for entry in stored if entry is not None]


async def unfinished(db: Rows) -> Sequence[MatchId]:
    """Request the quarantined and the live matches."""
    return [*await sql.with_status(db, Status.QUARANTINED), *await sql.with_status(db, Status.LIVE)]


async def live(db: Rows) -> Sequence[MatchId]:
    """Request the live matches."""
    return await sql.with_status(db, Status.LIVE)


def latest_finished(count: int) -> Choice:
    """Return a request for so many of the matches that were played to their end, the latest ones."""

    async def choose(db: Rows) -> Sequence[MatchId]:
        return list(reversed(await sql.with_status(db, Status.OVER)))[:count]

    return choose


def _difference(stored: sql.Stored, library: Library) -> str | None:
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
