"""Remove a user on behalf of the operator: end their unfinished matches, and delete their data."""

from collections.abc import Sequence

from bot.application.application import Application
from bot.application.match.change import Change
from bot.application.match.end_notes import end_without_result
from bot.clock import seconds
from bot.model import life
from bot.model.admin_action import AdminAction, AdminActionKind
from bot.model.life import Step
from bot.model.match import Match, MatchId, Status, UserId
from bot.model.position import Position
from bot.store import matches as sql
from bot.store.database import Rows


async def depart(app: Application, user: UserId) -> Sequence[MatchId]:
    """Remove a user from all lobbies, end their unfinished matches without a result, and delete their data. Return the
    ids of these lobbies and matches.
    """
    numbers = await app.database.read(lambda db: sql.of_user(db, user))
    for number in numbers:
        await _let_go(app, number, user)
    await app.user_data.delete(user)
    return numbers


async def _let_go(app: Application, match_id: MatchId, user: UserId) -> None:
    position = await app.positions.get(match_id)
    if position.match.status is Status.LOBBY:
        await app.lobbies.pass_on(match_id, user)
        return

    async def end(before: Position) -> Change:
        after: Match = life.after(before.match, Step.ABANDON)

        async def work(db: Rows) -> None:
            act = AdminAction(ply=after.ply, user=user, kind=AdminActionKind.LEFT, at=seconds(app.clock))
            await end_without_result(db, after, act, is_named=False)

        return Change(match=after, table=None, work=work)

    await app.positions.change(match_id, None, end)
