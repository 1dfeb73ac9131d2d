"""Sentences of refusals about replays."""

from typing import Final

from bot.model.reasons import replay
from cogs.messages.sentences import Sentences

SENTENCES: Final[Sentences] = {
    replay.NothingFinished: "You haven't finished a match yet. `/match new` opens one.",
    replay.ReplayWhenOver: "Match #{match_id} isn't over. You can replay it once it has a result.",
    replay.ReplayNotOpen: "Match #{match_id} isn't open: each of its players can replay only their own seat.",
    replay.NotReplayedNow: "Match #{match_id} can't be replayed by this version of the bot.",
    replay.NothingToPlayOn: "Nobody has a decision at that moment of match #{match_id}. Try another.",
    replay.NeverSeated: "Match #{match_id} has no such seat.",
}
