"""Sentences of refusals about blocks and the data of users."""

from typing import Final

from bot.people import refusals as people
from cogs.messages.sentences import Sentences
from cogs.text import listed


def _playing(refusal: people.StillPlaying) -> str:
    matches = listed([f"#{match_id}" for match_id in refusal.match_ids])
    return f"You're still in match {matches}. Finish it, leave it, or give up with `/match resign`; then ask again."


SENTENCES: Final[Sentences] = {
    people.BlocksThemselves: "You can't block yourself.",
    people.BlockLimitReached: "You've blocked {limit} people, the most you can. `/unblock` makes room.",
    people.StillPlaying: _playing,
    people.JustSatDown: "You joined a match just now. Finish it or leave it; then ask again.",
}
