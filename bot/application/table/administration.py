"""End, pause and revive matches for admins. Each such action is recorded in the match's log.

Callers must check that the user is an admin.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.application.lobby import lobby
from bot.application.lobby.lobby_changes import arranged
from bot.application.match.change import Change
from bot.application.match.end_notes import add_end_notes
from bot.application.match.positions import Positions
from bot.clock import Clock, seconds
from bot.model import life
from bot.model.admin_action import AdminAction, AdminActionKind
from bot.model.life import Step
from bot.model.match import Match, MatchId, Status, UserId
from bot.model.pace import DAY
from bot.model.position import Position
from bot.model.reasons.match import MatchInUse, MatchNotLive, NotYoursToEnd, UserNotSeated
from bot.store import admin_actions, servers
from bot.store import matches as sql
from bot.store.database import Rows


class Administration:
    """End, pause and revive matches. Methods that take a match raise the same refusals as methods of `Matches`."""

    def __init__(self, positions: Positions, clock: Clock) -> None:
        self._positions = positions
        self._clock = clock

    async def of_server(self, guild: int) -> Sequence[Match]:
        """Return the lobbies, live and quarantined matches of a server, oldest first."""
        numbers = await self._positions.read(lambda db: servers.of_guild(db, guild))
        return [(await self._positions.get(number)).match for number in numbers]

    async def acts(self, match_id: MatchId) -> Sequence[AdminAction]:
        """Return the actions of admins and players on a match that are not plies, in order."""
        return await self._positions.read(lambda db: admin_actions.of_match(db, match_id))

    async def end(self, match_id: MatchId, admin: UserId, *, interaction: int) -> Position:
        """End a match without a result: no ratings change, and its channel becomes free. A lobby is closed.

        Raises:
            NotLive: the match has ended already.
        """

        async def make(before: Position) -> Change:
            match = before.match
            after = life.after(match, Step.CLOSE if match.status is Status.LOBBY else Step.ABANDON)
            change = self._change(before, after, admin, AdminActionKind.ENDED)

            async def work(db: Rows) -> None:
                await change.work(db)
                if after.status is Status.ABANDONED:
                    await add_end_notes(db, after, admin, self._clock().timestamp())

            return replace(change, work=work)

        return await self._positions.change(match_id, interaction, make)

    async def abandon(self, match_id: MatchId, user: UserId, *, moderates: bool, interaction: int) -> Position:
        """End a match without a result: no ratings change, and its channel becomes free. A lobby is closed.

        moderates: whether the user moderates the channel, and so may do this at any time. Other users must have a seat,
        and the match must be quarantined or have had no ply for `life.IDLE` seconds.

        Raises:
            NotLive: the match has ended already.
            NotAllowed, NotAtThisTable: this user may not end the match.
        """

        async def end(before: Position) -> Change:
            match = before.match
            step = Step.CLOSE if match.status is Status.LOBBY else Step.ABANDON
            after = life.after(match, step)
            await self._check_abandoned(match, user)
            act = AdminAction(ply=match.ply, user=user, kind=AdminActionKind.GAVE_UP, at=seconds(self._clock))

            async def work(db: Rows) -> None:
                if after.status is Status.ABANDONED:
                    await admin_actions.insert(db, match_id, act)
                    await add_end_notes(db, after, user, self._clock().timestamp())

            return Change(match=after, table=None, work=work)

        if moderates:
            return await self.end(match_id, user, interaction=interaction)

        return await self._positions.change(match_id, interaction, end)

    async def hold(self, match_id: MatchId, admin: UserId, *, interaction: int) -> Position:
        """Quarantine a live match, so that nobody can act in it until it is revived.

        Raises:
            NotLive: the match is not being played.
        """

        async def make(before: Position) -> Change:
            after = replace(life.after(before.match, Step.QUARANTINE), held=True)
            return self._change(before, after, admin, AdminActionKind.HELD)

        return await self._positions.change(match_id, interaction, make)

    async def revive(self, match_id: MatchId, admin: UserId) -> Position:
        """Revive a quarantined match if it replays and its channel is free. If not, it is revived automatically as soon
        as both are so.

        Raises:
            NotLive: the match is not quarantined.
        """
        before = await self._positions.get(match_id)
        if before.match.status is not Status.QUARANTINED:
            life.after(before.match, Step.REVIVE)
            raise MatchNotLive(match=before.match)
        act = self._act(before.match, admin, AdminActionKind.REVIVED)

        async def work(db: Rows) -> None:
            await sql.raise_revision(db, match_id, await sql.revision(db, match_id))
            await servers.hold(db, match_id, held=False)
            await admin_actions.insert(db, match_id, act)

        await self._positions.write(work)
        self._positions.drop(match_id)
        return await self._positions.get(match_id)

    async def kick(self, match_id: MatchId, admin: UserId, user: UserId, *, interaction: int) -> Position:
        """Remove a user from a lobby. If they were the host, another player becomes host. A lobby without people
        closes.

        Raises:
            NotALobby, NotAtThisTable: the match is not a lobby, or the user is not in it.
        """

        async def make(before: Position) -> Change:
            if before.match.seat_of(user) is None:
                raise UserNotSeated(match_id=match_id, user_id=user)
            change = arranged(lobby.pass_on(before.match, user), self._clock().timestamp())
            act = self._act(before.match, admin, AdminActionKind.KICKED, user)

            async def work(db: Rows) -> None:
                await change.work(db)
                await admin_actions.insert(db, match_id, act)

            return replace(change, work=work)

        return await self._positions.change(match_id, interaction, make)

    def _change(self, before: Position, after: Match, admin: UserId, kind: AdminActionKind) -> Change:
        act = self._act(before.match, admin, kind)

        async def work(db: Rows) -> None:
            await admin_actions.insert(db, after.id, act)
            await servers.hold(db, after.id, held=after.held)

        return Change(match=after, table=None, work=work)

    def _act(self, match: Match, admin: UserId, kind: AdminActionKind, about: UserId | None = None) -> AdminAction:
        return AdminAction(ply=match.ply, user=admin, kind=kind, about=about, at=seconds(self._clock))

    async def _check_abandoned(self, match: Match, user: UserId) -> None:
        if match.seat_of(user) is None:
            raise NotYoursToEnd(match_id=match.id)
        if match.status is Status.QUARANTINED:
            return
        idle = seconds(self._clock) - await self._positions.read(lambda db: sql.touched(db, match.id))
        if idle < life.IDLE:
            raise MatchInUse(match_id=match.id, days=life.IDLE // DAY)
