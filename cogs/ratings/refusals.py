"""Sentences of refusals about the dates of seasons."""

from typing import Final

from bot.ratings import refusals as seasons
from cogs.messages.sentences import Sentences


def _begins_in_past(refusal: seasons.SeasonBeginsInPast) -> str:
    running = f" To change only the end of the present season, keep its first day: {refusal.running}."
    return (
        f"A season can't begin in the past, since matches that have ended don't count in it. Today is {refusal.today} "
        f"(UTC).{running if refusal.running else ''}"
    )


SENTENCES: Final[Sentences] = {
    seasons.SeasonBeginsInPast: _begins_in_past,
    seasons.SeasonEndsInPast: "That date is in the past. Choose today ({today}, UTC) or later.",
    seasons.SeasonEndsBeforeBegin: (
        "The last day ({last}) is before the first one ({first}). Swap them, or choose others."
    ),
    seasons.SeasonTooLong: "A season can last two years at most. Choose an earlier last day.",
    seasons.SeasonTooFarAway: "A season has to begin within the next two years. Choose an earlier first day.",
}
