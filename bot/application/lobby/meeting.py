"""Decide who may be seated with whom: nobody whom the operator has barred, and no two users of whom one has blocked the
other. Only the user who made a block, or is barred, learns the reason.
"""

from collections.abc import Collection

from bot.application.match.positions import Positions
from bot.model.match import Match, UserId
from bot.model.new_match import NewMatch
from bot.model.reasons.lobby import CannotPlayNow, SeatedWithBlocked, SeatsReserved
from bot.people.bars import barred, check_free
from bot.people.blocks import blocked_by, blockers
from bot.store.database import Rows


async def check_may_meet(
    positions: Positions, match: Match, user: UserId, seated: Collection[UserId], guild: int
) -> None:
    """Raise a refusal unless a user may be seated with these users of a match. guild: where the user would sit; 0: in
    direct messages.

    Raises:
        NotAllowed: the user has blocked a seated user, or the operator has barred the user or their server.
        TableFull: a seated user has blocked the user, or they or a server of the match are barred. The user does not
            learn of that: the refusal says that the free seats are reserved.
    """
    now = positions.now

    async def work(db: Rows) -> tuple[bool, bool]:
        await check_free(db, user, guild, now)
        own = not set(await blocked_by(db, user)).isdisjoint(seated)
        servers = [place.guild for place in match.places]
        return own, bool(await blockers(db, seated, user) or await barred(db, seated, servers, now))

    by_them, by_others = await positions.read(work)
    if by_them:
        raise SeatedWithBlocked
    if by_others:
        raise SeatsReserved(match_id=match.id)


async def can_meet(db: Rows, one: UserId, other: UserId, now: float) -> bool:
    """Return whether two users may be seated together, wherever they sit. Neither of them learns why not."""
    is_blocked = await blockers(db, [one], other) or await blockers(db, [other], one)
    return not is_blocked and not await barred(db, [one, other], (), now)


async def check_opens(positions: Positions, new: NewMatch) -> None:
    """Raise a refusal unless the host of a new lobby may meet others, and the invited users, too. A host who plays
    with computers alone always may.

    Raises:
        NotAllowed: the operator has barred the host, the server or an invited user.
    """
    if not new.settings.asked and new.settings.wanted == 1 + len(new.levels):
        return
    now = positions.now

    async def work(db: Rows) -> None:
        await check_free(db, new.host, new.guild, now)
        await check_invited(db, new.settings.asked, now)

    await positions.read(work)


async def check_invited(db: Rows, users: Collection[UserId], now: float) -> None:
    """Raise a refusal if the operator has barred one of the users who are to be invited."""
    if unable := await barred(db, users, (), now):
        raise CannotPlayNow(user_ids=tuple(user for user in users if user in unable))
