"""Make the changes that keep a lobby open, and close lobbies that expire."""

from dataclasses import replace

from bot.application.match.change import Change
from bot.application.match.positions import Positions
from bot.clock import Clock
from bot.model.life import Step, after
from bot.model.lobby_settings import STANDS
from bot.model.match import Match, MatchId, Status
from bot.model.notes import LobbyExpired
from bot.model.position import Position
from bot.model.reasons.match import NoLongerDue
from bot.store import lobby_settings, outbox
from bot.store import matches as sql
from bot.store.database import Rows


def arranged(lobby: Match, now: float) -> Change:
    """Return the change that stores this lobby. It also postpones the time at which the lobby expires, except for a
    rematch and a match from the common queue.
    """
    if lobby.settings.rematch is None and not lobby.settings.asked_in:
        lobby = replace(lobby, settings=replace(lobby.settings, closes=now + STANDS))
    if lobby.status is Status.CLOSED:
        lobby = replace(lobby, settings=replace(lobby.settings, requests=()))

    async def work(db: Rows) -> None:
        await sql.save_players(db, lobby.id, lobby.players)
        await sql.save_terms(db, lobby)
        await lobby_settings.save(db, lobby.id, lobby.settings)
        await outbox.follow_places(db, lobby, now)

    return Change(match=lobby, table=None, work=work)


class Closings:
    """A duty (see `Duty`) that closes lobbies which are not started in time. Moments are seconds since 1970-01-01
    UTC.
    """

    def __init__(self, positions: Positions, clock: Clock) -> None:
        self._positions = positions
        self._clock = clock

    async def due(self) -> list[tuple[float, MatchId]]:
        """Return when each lobby expires, the earliest first."""
        return await self._positions.read(lobby_settings.due)

    async def carry_out(self, match_id: MatchId) -> Position:
        """Close a lobby if it has expired, and return the match."""
        position = await self._positions.get(match_id)
        if not self._is_due(position):
            return position

        async def close(before: Position) -> Change:
            if not self._is_due(before):
                raise NoLongerDue
            closed = after(before.match, Step.CLOSE)
            closed = replace(closed, settings=replace(closed.settings, timed_out=True, requests=()))

            async def work(db: Rows) -> None:
                await lobby_settings.save(db, match_id, closed.settings)
                if closed.settings.request is not None:
                    for seat in range(len(closed.players)):
                        await outbox.add_note(db, match_id, seat, LobbyExpired(), self._clock().timestamp())

            return Change(match=closed, table=None, work=work)

        return await self._positions.change(match_id, None, close)

    def next_of(self, position: Position) -> float | None:
        """Return when a lobby expires, or None if the match is not a lobby."""
        return position.match.settings.closes if position.match.status is Status.LOBBY else None

    def _is_due(self, position: Position) -> bool:
        moment = self.next_of(position)
        return moment is not None and moment <= self._clock().timestamp()
