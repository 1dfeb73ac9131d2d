"""Sentences of refusals about replays."""

from typing import Final

from bot.model.reasons.replay import NeverSeated, NothingToPlayOn, NotReplayedNow, ReplayNotOpen, ReplayWhenOver
from cogs.messages.sentences import Sentences, text_for

SENTENCES: Final[Sentences] = dict(
    [
        text_for(ReplayWhenOver, lambda r: f"Match #{r.match_id} isn't over. You can replay it once it has a result."),
        text_for(
            ReplayNotOpen,
            lambda r: f"Match #{r.match_id} isn't open: each of its players can replay only their own seat.",
        ),
        text_for(NotReplayedNow, lambda r: f"Match #{r.match_id} can't be replayed by this version of the bot."),
        text_for(
            NothingToPlayOn, lambda r: f"Nobody has a decision at that moment of match #{r.match_id}. Try another."
        ),
        text_for(NeverSeated, lambda r: f"Match #{r.match_id} has no such seat."),
    ]
)
