"""Sentences of refusals about blocks and the data of users."""

from typing import Final

from bot.model.reasons.people import BlockLimitReached, BlocksThemselves, JustSatDown, StillPlaying
from cogs.messages.sentences import Sentences, text_for
from cogs.text import listed


def _playing(refusal: StillPlaying) -> str:
    matches = listed([f"#{match_id}" for match_id in refusal.match_ids])
    return f"You're still in match {matches}. Finish it, leave it, or give up with `/match resign`; then ask again."


SENTENCES: Final[Sentences] = dict(
    [
        text_for(BlocksThemselves, "You can't block yourself."),
        text_for(
            BlockLimitReached,
            lambda r: f"You've blocked {r.limit} people, the most you can. `/unblock` makes room.",
        ),
        text_for(StillPlaying, _playing),
        text_for(JustSatDown, "You joined a match just now. Finish it or leave it; then ask again."),
    ]
)
