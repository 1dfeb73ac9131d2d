"""Sentences of refusals about paces, active hours and other settings."""

from typing import Final

from bot.model.reasons import settings
from cogs.messages.sentences import Sentences

PACE_FORMS: Final = (
    "Write minutes and the seconds that each turn adds (10+15), hours or days for each turn (24h, 3 days), or none."
)
HOURS_FORMS: Final = (
    "Write your zone and your hours, and days off if you like: Europe/Rome 08:00-22:00 off sat,sun; or always."
)
NOT_OFFERED: Final = "You can't choose that. Use the command again: it shows what you can choose."


SENTENCES: Final[Sentences] = {
    settings.UnreadablePace: "{text!q} isn't a pace. " + PACE_FORMS,
    settings.LiveClockOutOfRange: (
        "Live games allow 1 to 180 minutes, and up to 600 seconds more for each turn, e.g. 10+15. For a slower game, "
        "write hours or days."
    ),
    settings.SlowClockOutOfRange: "Slow games allow 1 hour to 14 days per turn, e.g. 24h or 3 days.",
    settings.PaceNotOffered: "This server doesn't allow the pace {clock}. Choose another one, e.g. {offered}.",
    settings.UnreadableHours: "{text!q} can't be read as active hours. " + HOURS_FORMS,
    settings.TooFewHours: "Your clock has to run for at least {least} hours a day. " + HOURS_FORMS,
    settings.TooFewDays: "Your clock has to run on at least {least} days a week. " + HOURS_FORMS,
    settings.UnknownTimeZone: (
        "There is no time zone {name!q}. Name a city, like Europe/Rome or America/New_York. " + HOURS_FORMS
    ),
    settings.DayUnreadable: "{text!q} isn't a day. Write it like 2026-12-01: year-month-day.",
    settings.HolidayInPast: "A holiday can't begin in the past. Today is {today} where you are; it can begin today.",
    settings.HolidayEndsBeforeBegin: (
        "The last day ({last}) is before the first one ({first}). Swap them, or choose others."
    ),
    settings.HolidayTooFarAway: "A holiday has to begin within the next year. Choose an earlier first day.",
    settings.TooManyHolidays: (
        "That would be {days} days of holiday in {year}, and you have {most} a year. Choose fewer days."
    ),
    settings.ValueNotOffered: NOT_OFFERED,
}
