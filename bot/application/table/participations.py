"""List the matches of a user on all servers, with those that wait for the user and since when."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.application.match.positions import Positions
from bot.model.match import MatchId, Status, UserId
from bot.model.position import Position
from bot.store import matches as sql
from bot.store.database import Rows
from bot.store.plies import played_at
from rules.core.events import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Participation:
    """A match in the list of one of its players."""

    position: Position
    asked: Sequence[Seat]
    """The seats for which the match waits; () unless it is live."""
    waits: bool
    """Whether the match waits for the player whose list this is."""
    since: int
    """The moment since which the match waits for this player, or for others if it does not wait for this player; of a
    match that is not live, the moment of its latest ply or of its opening. In seconds since 1970-01-01 UTC.
    """


class Waiting(NamedTuple):
    """The matches of a user that may wait for them."""

    called: Sequence[MatchId]
    """The live matches in which the user is to act and has not muted the ping."""
    unfinished: Sequence[MatchId]


class Participations:
    """List the matches of a user. Every method may raise `Unavailable`."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    async def of(self, user: UserId) -> list[Participation]:
        """Return the lobbies, live and quarantined matches in which a user has a seat.

        Matches that wait for the user come first, those that have waited longest before the others. Lobbies come last.
        """
        numbers = await self._positions.read(lambda db: sql.of_user(db, user))
        return await self._sittings(user, numbers)

    async def waiting(self, user: UserId, *, besides: MatchId) -> MatchId | None:
        """Return the match other than `besides` that has waited longest for a user, or None if no other match waits."""
        numbers = await self._positions.read(lambda db: sql.of_user(db, user))
        sittings = await self._sittings(user, [number for number in numbers if number != besides])
        return sittings[0].position.match.id if sittings and sittings[0].waits else None

    async def waits_elsewhere(self, user: UserId, *, besides: MatchId) -> bool:
        """Return whether a match other than `besides` is known to wait for a user. No match is loaded.

        A match whose pings the user has muted counts as waiting only while it is in memory.
        """
        found = await self._positions.read(lambda db: find_waiting(db, user))
        return self.is_waiting(user, found, besides=besides)

    def is_waiting(self, user: UserId, found: Waiting, *, besides: MatchId) -> bool:
        """Return what `waits_elsewhere` returns, by what `find_waiting` has found."""
        if any(number != besides for number in found.called):
            return True
        others = [self._positions.known(number) for number in found.unfinished if number != besides]
        return any(_opened(position, user) is not None for position in others if position is not None)

    async def _sittings(self, user: UserId, numbers: Sequence[MatchId]) -> list[Participation]:
        if not numbers:
            return []
        positions = [await self._positions.get(number) for number in numbers]

        async def work(db: Rows) -> list[Participation]:
            return [await _sitting(db, position, user) for position in positions]

        return sorted(await self._positions.read(work), key=_order)


async def _sitting(db: Rows, position: Position, user: UserId) -> Participation:
    match, table = position.match, position.table
    if table is None or match.status is not Status.LIVE:
        return Participation(position=position, asked=(), waits=False, since=await sql.touched(db, match.id))
    asked, opened = table.state.phase.waiting, _opened(position, user)
    since = await played_at(db, match.id, table.passed if opened is None else opened)
    return Participation(position=position, asked=asked, waits=opened is not None, since=since)


def _opened(position: Position, user: UserId) -> int | None:
    """Return the ply after which a user's present decision opened, or None if the match does not wait for the user."""
    match, table = position.match, position.table
    seat = match.seat_of(user)
    if table is None or match.status is not Status.LIVE or seat is None or seat not in table.state.phase.waiting:
        return None
    return table.opened[seat]


def _order(sitting: Participation) -> tuple[bool, bool, int, MatchId]:
    match = sitting.position.match
    return (not sitting.waits, match.status is Status.LOBBY, sitting.since, match.id)


async def find_waiting(db: Rows, user_id: UserId) -> Waiting:
    """Return the matches of a user that may wait for them."""
    return Waiting(await _called_to(db, user_id), await sql.of_user(db, user_id))


async def _called_to(db: Rows, user_id: UserId) -> list[MatchId]:
    """Return the live matches in which a user is to act, the one that has waited longest first."""
    query = (
        "SELECT outbox.match_id FROM players JOIN matches ON matches.id = players.match_id "
        "JOIN outbox ON outbox.match_id = players.match_id AND outbox.seat = players.seat "
        "WHERE players.user_id = ? AND players.ended_at IS NULL AND matches.status = 'live' "
        "AND outbox.kind = 'ping' AND outbox.wanted <> 'deleted' ORDER BY outbox.id"
    )
    return [MatchId(match_id) for (match_id,) in await db.rows(query, user_id)]
