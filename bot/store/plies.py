"""SQL about the plies of matches: what was done, what caused it, and who decided."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self

from bot.model.match import MatchId
from bot.store.database import Rows
from rules.core.events import Seat

_OWN = "plies.kind = 'action' AND plies.source IN ('interaction', 'pre-move')"


class PlyKind(StrEnum):
    """The kinds of plies."""

    ACTION = "action"
    RESIGNATION = "resignation"
    UNDO = "undo"  # takes back plies before it
    DRAW = "draw"  # its seat offered one, and all others agreed


@dataclass(frozen=True, slots=True, kw_only=True)
class Ply:
    """A ply: a row of `plies`."""

    number: int
    """The number of the ply, counted from 1."""
    seat: Seat
    kind: PlyKind = PlyKind.ACTION
    action: str | None = None
    """The action in notation; None unless the ply is an action."""
    undoes: int = 0
    """The number of plies in force that an undo takes back, the latest ones; 0 for any other kind."""
    anew: bool = False
    """Whether an undo reshuffles everything that nobody knew at that point."""
    digest: str
    """The digest of the table after the ply (`Table.digest`)."""


class Cause(NamedTuple):
    """The cause of a ply, and its moment."""

    source: str
    interaction_id: int | None
    """Discord's id of the press or command; None: there was none."""
    at: int
    """The moment of the ply, in seconds since 1970-01-01 UTC."""

    @classmethod
    def interaction(cls, interaction_id: int, at: int) -> Self:
        """Return the cause of a ply whose player pressed a button or used a command."""
        return cls("interaction", interaction_id, at)

    @classmethod
    def pre_move(cls, at: int) -> Self:
        """Return the cause of a ply that its player chose in advance."""
        return cls("pre-move", None, at)

    @classmethod
    def timer(cls, at: int) -> Self:
        """Return the cause of a ply that was made because its player was out of time."""
        return cls("timer", None, at)

    @classmethod
    def computer(cls, at: int) -> Self:
        """Return the cause of a computer player's ply."""
        return cls("computer", None, at)

    @classmethod
    def fork(cls, at: int) -> Self:
        """Return the cause of a ply that was copied from the match that this one continues."""
        return cls("fork", None, at)


async def acted_at(db: Rows, match_id: MatchId) -> dict[Seat, int]:
    """Return when each seat of a match last acted itself. For a seat that has not, return when the match started."""
    sql = (
        "SELECT players.seat, coalesce((SELECT max(plies.played_at) FROM plies "
        "WHERE plies.match_id = players.match_id AND plies.seat = players.seat AND plies.source <> 'timer'), "
        "matches.started_at) FROM players JOIN matches ON matches.id = players.match_id WHERE players.match_id = ?"
    )
    return {seat: int(moment or 0) for seat, moment in await db.rows(sql, match_id)}


async def played_at(db: Rows, match_id: MatchId, ply: int) -> int:
    """Return when a ply of a match was played; ply 0 is the deal."""
    sql = (
        "SELECT coalesce((SELECT played_at FROM plies WHERE match_id = matches.id AND ply = ?), started_at, "
        "created_at) FROM matches WHERE id = ?"
    )
    [(moment,)] = await db.rows(sql, ply, match_id)
    return int(moment)


async def moments_of_plies(db: Rows, match_id: MatchId) -> list[int]:
    """Return when a match was dealt, and when each of its plies was played."""
    [(started_at,)] = await db.rows("SELECT started_at FROM matches WHERE id = ?", match_id)
    rows = await db.rows("SELECT played_at FROM plies WHERE match_id = ? ORDER BY ply", match_id)
    return [int(started_at), *(int(played_at) for (played_at,) in rows)]


async def causes_of(db: Rows, match_id: MatchId) -> list[tuple[str, float]]:
    """Return the source and the moment of each ply of a match, in order."""
    sql = "SELECT source, played_at FROM plies WHERE match_id = ? ORDER BY ply"
    return [(source, float(played_at)) for source, played_at in await db.rows(sql, match_id)]


async def insert_ply(db: Rows, match_id: MatchId, ply: Ply, cause: Cause) -> None:
    """Store a ply."""
    sql = (
        "INSERT INTO plies (match_id, ply, seat, kind, action, undone_plies, redraws, digest, source, interaction_id, "
        "played_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    )
    played = (ply.kind, ply.action, ply.undoes, int(ply.anew))
    await db.run(sql, match_id, ply.number, ply.seat, *played, ply.digest, *cause)


async def plies_of(db: Rows, match_id: MatchId) -> list[Ply]:
    """Return the plies of a match, in order."""
    sql = "SELECT ply, seat, kind, action, undone_plies, redraws, digest FROM plies WHERE match_id = ? ORDER BY ply"
    return [
        Ply(
            number=ply,
            seat=seat,
            kind=PlyKind(kind),
            action=action,
            undoes=undone_plies,
            anew=bool(redraws),
            digest=digest,
        )
        for ply, seat, kind, action, undone_plies, redraws, digest in await db.rows(sql, match_id)
    ]


async def plies_decided_by(db: Rows, match_id: MatchId, seat: Seat) -> frozenset[int]:
    """Return the numbers of the plies that a seat's player decided, directly or by a pre-move; not those of a clock or
    a computer.
    """
    sql = "SELECT ply FROM plies WHERE match_id = ? AND seat = ? AND source IN ('interaction', 'pre-move')"
    return frozenset(ply for (ply,) in await db.rows(sql, match_id, seat))


async def count_plies(db: Rows, match_id: MatchId) -> None:
    """Store how many plies of each seat its player decided, and how many the clock. Skip seats that changed hands."""
    sql = (
        "UPDATE players SET own_plies = (SELECT count(*) FROM plies WHERE plies.match_id = players.match_id "  # noqa: S608 # ours
        f"AND plies.seat = players.seat AND {_OWN}), timed_out_plies = (SELECT count(*) FROM plies "
        "WHERE plies.match_id = players.match_id AND plies.seat = players.seat AND plies.source = 'timer'), "
        "lost_on_time = (SELECT count(*) FROM plies WHERE plies.match_id = players.match_id "
        "AND plies.seat = players.seat AND plies.source = 'timer' AND plies.kind = 'resignation') "
        "WHERE match_id = ? AND since_version = 0"
    )
    await db.run(sql, match_id)


async def unmoved_seats(db: Rows, match_id: MatchId) -> frozenset[Seat]:
    """Return the seats of a match for which no action was played."""
    sql = (
        "SELECT seat FROM players WHERE match_id = ? AND NOT EXISTS (SELECT 1 FROM plies "
        "WHERE plies.match_id = players.match_id AND plies.seat = players.seat AND plies.kind = 'action')"
    )
    return frozenset(seat for (seat,) in await db.rows(sql, match_id))


async def idle_seats(db: Rows, match_id: MatchId) -> frozenset[Seat]:
    """Return the seats whose players were out of time at every decision."""
    sql = "SELECT seat FROM players WHERE match_id = ? AND own_plies = 0 AND timed_out_plies > 0"
    return frozenset(seat for (seat,) in await db.rows(sql, match_id))


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark that a log shows in addition to the events of the game."""

    ply: int
    seat: Seat
    kind: PlyKind
    timed_out: bool
    """Whether the ply was made because its player was out of time."""


async def remarks_on(db: Rows, match_id: MatchId) -> list[Remark]:
    """Return the remarks on the resignations, the draws and the timed-out plies of a match, in order."""
    sql = (
        "SELECT ply, seat, kind, source FROM plies WHERE match_id = ? "
        "AND (source = 'timer' OR kind IN ('resignation', 'draw')) ORDER BY ply"
    )
    return [
        Remark(ply, seat, PlyKind(kind), source == "timer") for ply, seat, kind, source in await db.rows(sql, match_id)
    ]
