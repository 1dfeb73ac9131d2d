"""Reasons why a pace, active hours or another setting cannot be chosen."""

from bot.model.refusals import BadHours, BadPace, NotUnderstood


class UnreadablePace(BadPace):
    """The text is not a valid pace."""

    text: str


class LiveClockOutOfRange(BadPace):
    """The bank or the increment of a live clock is too short or too long."""


class SlowClockOutOfRange(BadPace):
    """The time for a turn by correspondence is too short or too long."""


class PaceNotOffered(BadPace):
    """The server does not allow this kind of pace. offered: clocks of paces that it allows."""

    clock: str
    offered: tuple[str, ...]


class UnreadableHours(BadHours):
    """The text does not describe active hours."""

    text: str


class TooFewHours(BadHours):
    """The clock would run for too few hours of a day."""

    least: int


class TooFewDays(BadHours):
    """The clock would run on too few days of a week."""

    least: int


class UnknownTimeZone(BadHours):
    """No time zone has this name."""

    name: str


class DayUnreadable(NotUnderstood):
    """The text is not a date."""

    text: str


class HolidayInPast(NotUnderstood):
    """The first day of a holiday has passed."""

    today: str


class HolidayEndsBeforeBegin(NotUnderstood):
    """The last day of a holiday is before its first one."""

    first: str
    last: str


class HolidayTooFarAway(NotUnderstood):
    """A holiday would begin in the far future."""


class TooManyHolidays(NotUnderstood):
    """A user would have more days of holiday in a year than they may. days: with the new holiday."""

    year: int
    most: int
    days: int


class ValueNotOffered(NotUnderstood):
    """The value is none of those that can be chosen."""
