"""Reasons of refusals for which the bot is at fault: its database, its rules, or what it stored."""

from bot.model.refusals import Unavailable


class NotSaved(Unavailable):
    """The database did not take the change."""


class MaybeSaved(Unavailable):
    """The database was lost during the change. The change was made completely or not at all."""


class NotRead(Unavailable):
    """The database could not be read."""


class MatchDamaged(Unavailable):
    """The stored match cannot be read: a value in it is not one that was written."""

    match_id: int


class GameMissing(Unavailable):
    """The game of the match is not among those of the running version."""

    match_id: int


class RulesFailed(Unavailable):
    """The rules failed because of a fault in them."""

    match_id: int


class DiscordUnreachable(Unavailable):
    """Discord did not answer a question about a member."""
