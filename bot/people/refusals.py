"""Reasons why a user cannot block someone, or have their data deleted."""

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
