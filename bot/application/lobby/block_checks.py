"""Keep two users apart if one has blocked the other. Only the user who made the block learns the reason."""

from collections.abc import Collection

from bot.application.match.positions import Positions
from bot.model.match import Match, UserId
from bot.model.reasons.lobby import SeatedWithBlocked, SeatsReserved
from bot.people.blocks import blocked_by, blockers
from bot.store.database import Rows


async def check_apart(positions: Positions, match: Match, user: UserId, seated: Collection[UserId]) -> None:
    """Raise a refusal if the user has blocked one of the seated users, or if one of them has blocked the user.

    Raises:
        NotAllowed: the user has blocked a seated user.
        TableFull: a seated user has blocked the user, who does not learn of the block: the refusal says that the free
            seats are reserved.
    """

    async def work(db: Rows) -> tuple[bool, bool]:
        own = not set(await blocked_by(db, user)).isdisjoint(seated)
        return own, bool(await blockers(db, seated, user))

    by_them, by_others = await positions.read(work)
    if by_them:
        raise SeatedWithBlocked
    if by_others:
        raise SeatsReserved(match_id=match.id)
