"""Sentences of refusals about paces, active hours and other settings."""

from typing import Final

from bot.model.reasons.settings import (
    DayUnreadable,
    LiveClockOutOfRange,
    PaceNotOffered,
    SeasonBeginsInPast,
    SeasonEndsBeforeBegin,
    SeasonEndsInPast,
    SeasonTooFarAway,
    SeasonTooLong,
    SlowClockOutOfRange,
    TooFewDays,
    TooFewHours,
    UnknownTimeZone,
    UnreadableHours,
    UnreadablePace,
    ValueNotOffered,
)
from cogs.messages.sentences import Sentences, text_for
from cogs.text import quoted

PACE_FORMS: Final = (
    "Write minutes and the seconds that each turn adds (10+15), hours or days for each turn (24h, 3 days), or none."
)
HOURS_FORMS: Final = (
    "Write your zone and your hours, and days off if you like: Europe/Rome 08:00-22:00 off sat,sun; or always."
)
NOT_OFFERED: Final = "You can't choose that. Use the command again: it shows what you can choose."


def _begins_in_past(refusal: SeasonBeginsInPast) -> str:
    running = f" To change only the end of the present season, keep its first day: {refusal.running}."
    return (
        f"A season can't begin in the past, since matches that have ended don't count in it. Today is {refusal.today} "
        f"(UTC).{running if refusal.running else ''}"
    )


SENTENCES: Final[Sentences] = dict(
    [
        text_for(UnreadablePace, lambda r: f"{quoted(r.text)} isn't a pace. {PACE_FORMS}"),
        text_for(
            LiveClockOutOfRange,
            "Live games allow 1 to 180 minutes, and up to 600 seconds more for each turn, e.g. 10+15. For a slower "
            "game, write hours or days.",
        ),
        text_for(SlowClockOutOfRange, "Slow games allow 1 hour to 14 days per turn, e.g. 24h or 3 days."),
        text_for(
            PaceNotOffered,
            lambda r: f"This server doesn't allow the pace {r.clock}. Choose another one, e.g. {', '.join(r.offered)}.",
        ),
        text_for(UnreadableHours, lambda r: f"{quoted(r.text)} can't be read as active hours. {HOURS_FORMS}"),
        text_for(TooFewHours, lambda r: f"Your clock has to run for at least {r.least} hours a day. {HOURS_FORMS}"),
        text_for(TooFewDays, lambda r: f"Your clock has to run on at least {r.least} days a week. {HOURS_FORMS}"),
        text_for(
            UnknownTimeZone,
            lambda r: (
                f"There is no time zone {quoted(r.name)}. Name a city, like Europe/Rome or America/New_York. "
                f"{HOURS_FORMS}"
            ),
        ),
        text_for(DayUnreadable, lambda r: f"{quoted(r.text)} isn't a day. Write it like 2026-12-01: year-month-day."),
        text_for(SeasonBeginsInPast, _begins_in_past),
        text_for(
            SeasonEndsInPast,
            lambda r: f"That last day has passed. Today is {r.today} (UTC), and the season can end today or later.",
        ),
        text_for(
            SeasonEndsBeforeBegin,
            lambda r: f"The last day ({r.last}) is before the first one ({r.first}). Swap them, or choose others.",
        ),
        text_for(SeasonTooLong, "A season can last two years at most. Choose an earlier last day."),
        text_for(SeasonTooFarAway, "A season has to begin within the next two years. Choose an earlier first day."),
        text_for(ValueNotOffered, NOT_OFFERED),
    ]
)
