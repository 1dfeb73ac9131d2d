"""Where a match is played, in words, and the names of its players there."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.model.match import Match
from cogs.messages.message import Message
from cogs.text import escaped

DIRECT: str = "our direct messages"
CONVERSATION: Final = "your own conversation"

ONLY_ANSWERS: Final = (
    "-# Here I can only answer what you press. Does this look old? **Show the table** brings the present one; after a "
    "while without a press, nothing else does."
)
"""The line on every board in a conversation of people without the bot."""

SHOW_TABLE_LABEL: Final = "Show the table"

_MENTION: Final = re.compile(r"(?P<start>^)?<@(?P<user>[0-9]+)>", re.MULTILINE)


def place_text(match: Match) -> str:
    """Return the mention of a match's channel, or words where others cannot follow one."""
    if match.in_conversation:
        return CONVERSATION
    return DIRECT if match.is_direct else f"<#{match.channel}>"


def as_seen_here(message: Message, match: Match, names: Sequence[str]) -> Message:
    """Return a message about a match as it is shown at one of its places (`unmentioned`)."""
    return message if len(match.places) == 1 else replace(message, content=unmentioned(message.content, match, names))


def unmentioned(text: str, match: Match, names: Sequence[str]) -> str:
    """Return a text for the place from which a match is looked at. It mentions no account of a player who sits
    elsewhere, but has the name that they show to strangers.

    names: of the players, by seat.
    """
    if len(match.places) == 1:
        return text
    asked = dict(match.asked_at)

    def named(mention: re.Match[str]) -> str:
        user = int(mention["user"])
        seat = match.seat_of(user)
        if seat is not None and match.place_of(seat) != match.place:
            return escaped(names[seat])
        if seat is None and asked.get(user, match.place) != match.place:
            return "somebody" if mention["start"] is None else "Somebody"
        return mention[0]

    return _MENTION.sub(named, text)
