"""Limits of acts that reach strangers or the operator, so wide that nobody who means well meets one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.model.limits import Act
from bot.model.match import UserId
from bot.model.pace import DAY, MINUTE
from bot.people.refusals import DayLimitReached, TooSoonAgain
from bot.store.database import Rows


@dataclass(frozen=True, slots=True)
class Limit:
    """How often a user can do something."""

    a_day: int
    a_minute: int


LIMITS: Final[Mapping[Act, Limit]] = {
    Act.INVITATION: Limit(50, 10),
    Act.PHRASE: Limit(100, 4),
    Act.REPORT: Limit(10, 3),
    Act.SEARCH: Limit(40, 10),
}


async def count(db: Rows, user: UserId, act: Act, now: float, *, times: int = 1) -> None:
    """Record that a user does something so many times, and forget what is older than a day.

    Raises:
        NotAllowed: they have done it too often in the latest minute or day; nothing is recorded.
    """
    await forget_old(db, now)
    sql = "SELECT acted_at FROM recent_acts WHERE user_id = ? AND act = ? ORDER BY acted_at"
    moments = [moment for (moment,) in await db.rows(sql, user, act)]
    limit = LIMITS[act]
    if len(moments) + times > limit.a_day:
        raise DayLimitReached(act=act, limit=limit.a_day)
    if sum(moment > now - MINUTE for moment in moments) + times > limit.a_minute:
        raise TooSoonAgain(act=act)
    for _ in range(times):
        await db.run("INSERT INTO recent_acts (user_id, act, acted_at) VALUES (?, ?, ?)", user, act, now)


async def forget_old(db: Rows, now: float) -> None:
    """Delete what is older than a day."""
    await db.run("DELETE FROM recent_acts WHERE acted_at <= ?", now - DAY)
