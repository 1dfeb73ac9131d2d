"""Users who look for an opponent on all servers, and who suits whom."""

from dataclasses import dataclass
from typing import Final

from bot.model.match import MatchId, UserId
from bot.model.match_request import MatchRequest

NEAR: Final = 150
"""The difference in points between opponents who are matched at once."""
WIDENS: Final = 10 * 60
"""The seconds after which this difference doubles, again and again."""
ANY: Final = 60 * 60
"""The seconds after which a seeker is matched with opponents of any strength."""
ANSWER: Final = 15 * 60
"""The seconds that a seeker has to accept a match that was found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeker:
    """A user in the common queue."""

    user: UserId
    channel: int
    """The direct messages of the user with the bot, in which they are asked and play."""
    request: MatchRequest
    since: float
    """The moment at which they began to wait, in seconds since 1970-01-01 UTC."""
    match_id: MatchId | None = None
    """The lobby of the match that was found for them; None: they wait."""


def window(waited: float) -> float:
    """Return the difference in points that is accepted after this many seconds."""
    return float("inf") if waited >= ANY else NEAR * 2.0 ** (waited // WIDENS)


def are_near(one: int, other: int, waited: float) -> bool:
    """Return whether players with these points are matched. waited: the seconds of the one who has waited longer."""
    return abs(one - other) <= window(waited)
