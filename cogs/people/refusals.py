"""Sentences of refusals about blocks, bars, reports, limits and the data of users."""

from collections.abc import Mapping
from typing import Final

from bot.model.limits import Act
from bot.people import refusals as people
from cogs.messages.sentences import Sentences
from cogs.text import escaped, listed


def _playing(refusal: people.StillPlaying) -> str:
    matches = listed([f"#{match_id}" for match_id in refusal.match_ids])
    return f"You're still in match {matches}. Finish it, leave it, or give up with `/match resign`; then ask again."


_TOO_OFTEN: Final[Mapping[str, str]] = {
    Act.INVITATION: "invite more players",
    Act.PHRASE: "say more",
    Act.REPORT: "report more",
    Act.SEARCH: "look for more opponents",
}
"""By what is limited, the text that completes “You can …”."""


def _user_barred(refusal: people.UserBarred) -> str:
    return (
        f"The operator of this bot has barred you from matches with other people {_until(refusal.ends)}. Reason: "
        f"{escaped(refusal.reason)} Matches that you play go on, and you can still play against computers. If you "
        "think this is a mistake, write to the operator: `/privacy` says how."
    )


def _server_barred(refusal: people.ServerBarred) -> str:
    return (
        f"The operator of this bot allows no new matches between people on this server {_until(refusal.ends)}. Reason: "
        f"{escaped(refusal.reason)} Matches that are played go on. If you think this is a mistake, ask a manager of "
        "this server to write to the operator: `/privacy` says how."
    )


def _until(ends: int | None) -> str:
    return "until they allow it again" if ends is None else f"until <t:{ends}:f>"


def _day_limit(refusal: people.DayLimitReached) -> str:
    return f"You've reached today's limit of {refusal.limit}. You can {_TOO_OFTEN[refusal.act]} tomorrow."


def _too_soon(refusal: people.TooSoonAgain) -> str:
    return f"That was a lot at once. You can {_TOO_OFTEN[refusal.act]} in a minute."


SENTENCES: Final[Sentences] = {
    people.BlocksThemselves: "You can't block yourself.",
    people.BlockLimitReached: "You've blocked {limit} people, the most you can. `/unblock` makes room.",
    people.StillPlaying: _playing,
    people.UserBarred: _user_barred,
    people.ServerBarred: _server_barred,
    people.DayLimitReached: _day_limit,
    people.TooSoonAgain: _too_soon,
    people.ReportsThemselves: "You can't report yourself.",
    people.JustSatDown: "You joined a match just now. Finish it or leave it; then ask again.",
}
