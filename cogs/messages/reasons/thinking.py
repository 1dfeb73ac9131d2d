"""Sentences of refusals about hints and analyses."""

from typing import Final

from bot.model.reasons.thinking import (
    AnalysedWhenOver,
    AnalysesBusy,
    AnalysisFailed,
    DidNotFinish,
    NoHintNow,
    NoHintsWhenRated,
    NothingFinishedHere,
    NotReplayable,
)
from cogs.messages.sentences import Sentences, text_for

SENTENCES: Final[Sentences] = dict(
    [
        text_for(
            NothingFinishedHere,
            "You haven't finished a match in this channel. Name one by its number, e.g. `match:12`.",
        ),
        text_for(
            AnalysedWhenOver, lambda r: f"Match #{r.match_id} is in play. You can look back at it once it's over."
        ),
        text_for(
            DidNotFinish,
            lambda r: f"You weren't in match #{r.match_id} when it ended. Only its players can look back at it.",
        ),
        text_for(AnalysesBusy, "Many players are looking back at their matches right now. Try again in a few minutes."),
        text_for(AnalysisFailed, "The expert couldn't analyse that just now. Try again in a minute."),
        text_for(NotReplayable, "This match can't be replayed just now."),
        text_for(
            NoHintsWhenRated,
            "This match counts for the leaderboard. You only get hints in matches that started with a computer.",
        ),
        text_for(NoHintNow, "It's not your turn. Ask for a hint when it is."),
    ]
)
