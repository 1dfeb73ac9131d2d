"""End, pause and revive matches for admins. Each such action is recorded in the match's log.

Callers must check that the user is an admin.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.application.lobby import lobby
from bot.application.lobby.lobby_changes import arranged
from bot.application.match.change import Change
from bot.application.match.end_notes import end_without_result
from bot.application.match.positions import Positions
from bot.clock import Clock, seconds
from bot.model import life
from bot.model.admin_action import AdminAction, AdminActionKind
from bot.model.life import Step
from bot.model.match import Match, MatchId, Status, UserId
from bot.model.position import Position
from bot.model.reasons.match import JudgeInOwnMatch, MatchInUse, MatchNotLive, NotYoursToEnd, UserNotSeated
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
            NotAllowed: the admin plays in it, against other people.
        """

        async def make(before: Position) -> Change:
            _check_no_party(before.match, admin)
            return self._ended(before, admin, AdminActionKind.ENDED)

        return await self._positions.change(match_id, interaction, make)

    async def abandon(self, match_id: MatchId, user: UserId, *, moderates: bool, interaction: int) -> Position:
        """End a match without a result: no ratings change, and its channel becomes free. A lobby is closed.

        moderates: whether the user moderates the channel, and so may do this at any time, but not as a player of the
        match. Other users must have a seat, and the match must be one that cannot be played, since it does not replay.
        In a live match, a player alone cannot end it, whoever is to move: the others have to agree, or to be absent
        (`bot.model.waiting`).

        Raises:
            NotLive: the match has ended already.
            NotAllowed, NotAtThisTable: this user may not end the match.
        """

        async def end(before: Position) -> Change:
            match = before.match
            life.after(match, _ending(match))
            if moderates and not _is_party(match, user):
                return self._ended(before, user, AdminActionKind.ENDED)
            if match.seat_of(user) is None:
                raise NotYoursToEnd(match_id=match.id)
            if match.status is not Status.QUARANTINED or match.held:
                raise MatchInUse(match_id=match.id)
            return self._ended(before, user, AdminActionKind.GAVE_UP)

        return await self._positions.change(match_id, interaction, end)

    def _ended(self, before: Position, user: UserId, kind: AdminActionKind) -> Change:
        """Return the change by which a user ends a match without a result, or closes a lobby."""
        after = life.after(before.match, _ending(before.match))
        act = self._act(before.match, user, kind)

        async def work(db: Rows) -> None:
            if after.status is Status.ABANDONED:
                await end_without_result(db, after, act)
            else:
                await admin_actions.insert(db, after.id, act)

        return Change(match=after, table=None, work=work)

    async def hold(self, match_id: MatchId, admin: UserId, *, interaction: int) -> Position:
        """Quarantine a live match, so that nobody can act in it until it is revived.

        Raises:
            NotLive: the match is not being played.
            NotAllowed: the admin plays in it, against other people.
        """

        async def make(before: Position) -> Change:
            _check_no_party(before.match, admin)
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


def _check_no_party(match: Match, admin: UserId) -> None:
    """Raise a refusal if an admin would decide about a match in which they play against other people."""
    if _is_party(match, admin):
        raise JudgeInOwnMatch(match_id=match.id)


def _is_party(match: Match, user: UserId) -> bool:
    """Return whether a user plays against other people in a match that has begun."""
    people = [player.user for player in match.players if not player.computer]
    return match.status is not Status.LOBBY and user in people and people != [user]


def _ending(match: Match) -> Step:
    """Return the step by which a match ends without a result."""
    return Step.CLOSE if match.status is Status.LOBBY else Step.ABANDON
