"""Reasons why a user cannot meet others, say or report something, or have their data deleted."""

from bot.model.limits import Act
from bot.model.refusals import NotAllowed


class BlocksThemselves(NotAllowed):
    """The user named themselves."""


class BlockLimitReached(NotAllowed):
    """The user has blocked as many users as one may."""

    limit: int


class StillPlaying(NotAllowed):
    """The user has a seat in these matches."""

    match_ids: tuple[int, ...]


class JustSatDown(NotAllowed):
    """The user got a seat in a match while their data was to be deleted."""


class UserBarred(NotAllowed):
    """The operator has barred the user from matches with other people."""

    reason: str
    ends: int | None
    """The moment at which it ends, in seconds since 1970-01-01 UTC; None: once the operator lifts it."""


class ServerBarred(NotAllowed):
    """The operator has barred the server: no match between people begins there. Fields as for `UserBarred`."""

    reason: str
    ends: int | None


class DayLimitReached(NotAllowed):
    """The user has done this as often as one may in a day."""

    act: Act
    limit: int


class TooSoonAgain(NotAllowed):
    """The user has done this as often as one may in a minute. act: as for `DayLimitReached`."""

    act: Act


class ReportsThemselves(NotAllowed):
    """The user would report themselves."""
