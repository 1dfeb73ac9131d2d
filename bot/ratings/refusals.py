"""Reasons why a season cannot have the chosen dates."""

from bot.model.refusals import NotUnderstood


class SeasonBeginsInPast(NotUnderstood):
    """The first day of a season has passed. running: the first day of the season that is running; "" for none."""

    today: str
    running: str


class SeasonEndsInPast(NotUnderstood):
    """The last day of a season has passed."""

    today: str


class SeasonEndsBeforeBegin(NotUnderstood):
    """The last day of a season is before its first one."""

    first: str
    last: str


class SeasonTooLong(NotUnderstood):
    """A season would last too long."""


class SeasonTooFarAway(NotUnderstood):
    """A season would begin in the far future."""
