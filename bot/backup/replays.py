"""Replay stored matches with the present program. A bot may be using their database."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from bot.application.match.replay import DivergedError, replay
from bot.computing.processes import processes
from bot.content.library import Library, load_library
from bot.model.match import Match, MatchId, Status
from bot.store import matches as sql
from bot.store.address import DatabaseAddress
from bot.store.inspection import inspected
from bot.store.request import Rows

Choice = Callable[[Rows], Awaitable[Sequence[MatchId]]]
"""A function that selects the matches to replay."""


class Replayed(NamedTuple):
    """A match that was replayed."""

    match: Match
    rules: int
    """The version of the rules with which the match began (`Game.version`)."""
    difference: str | None
    """The first difference between the replay and what was stored: a ply and a cause, without secrets. None if there is
    no difference.
    """


def replayed(address: DatabaseAddress, library: Library, choose: Choice) -> list[Replayed]:
    """Replay matches of a database, without changing it.

    Raises:
        StoreError: the database cannot be read.
    """
    with inspected(address) as read:
        stored = [read(lambda db, n=number: sql.load(db, n)) for number in read(choose)]  # type: ignore[misc]
    return [Replayed(entry.match, entry.rules, _difference(entry, library)) for entry in stored if entry is not None]


def live_replayed(copied: Path) -> list[Replayed]:
    """Replay the live matches of a copied database with the games of this program."""
    return replayed(copied, load_library(), live)


def live_replayed_apart(copied: Path) -> list[Replayed]:
    """Do the same in a process that yields to others, so that a bot in this one is not slowed down."""
    with processes(1, niceness=10) as pool:
        return pool.submit(live_replayed, copied).result()


async def unfinished(db: Rows) -> Sequence[MatchId]:
    """Select the quarantined and the live matches."""
    return [*await sql.with_status(db, Status.QUARANTINED), *await sql.with_status(db, Status.LIVE)]


async def live(db: Rows) -> Sequence[MatchId]:
    """Select the live matches."""
    return await sql.with_status(db, Status.LIVE)


def latest_finished(count: int) -> Choice:
    """Return a function that selects the latest `count` matches that were played to their end and still have logs."""

    async def choose(db: Rows) -> Sequence[MatchId]:
        return await sql.latest_over(db, count)

    return choose


def _difference(stored: sql.Stored, library: Library) -> str | None:
    assert stored.deal is not None
    try:
        game = stored.played_by(library)
        replay(game, stored.match, stored.deal, stored.plies)
    except DivergedError as error:
        return f"ply {error.ply}: {error}"
    except LookupError as error:
        return str(error)
    return None
