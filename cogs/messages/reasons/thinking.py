"""Sentences of refusals about hints and analyses."""

from typing import Final

from bot.model.reasons import thinking
from cogs.messages.sentences import Sentences

SENTENCES: Final[Sentences] = {
    thinking.AnalysedWhenOver: "Match #{match_id} is in play. You can look back at it once it's over.",
    thinking.DidNotFinish: "You weren't in match #{match_id} when it ended. Only its players can look back at it.",
    thinking.AnalysesBusy: "Many players are looking back at their matches right now. Try again in a few minutes.",
    thinking.AnalysisFailed: "The expert couldn't analyse that just now. Try again in a minute.",
    thinking.NotReplayable: "This match can't be replayed just now.",
    thinking.NoHintsWhenRated: (
        "This match counts for the leaderboard. You only get hints in matches that started with a computer."
    ),
    thinking.NoHintNow: "It's not your turn. Ask for a hint when it is.",
}
