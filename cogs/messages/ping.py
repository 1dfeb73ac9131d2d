"""A call: a short message in the channel to somebody who is asked and has not acted for a while."""

from collections.abc import Sequence
from typing import Final

from bot.model.match import Match
from cogs.messages.message import Message
from cogs.messages.time import moment
from cogs.widgets.items import button
from cogs.widgets.purposes import MUTE, PINGED
from rules.core.events import Seat

_BEGINS: Final = "-# Your decision in match #"


def call_message(match: Match, seat: Seat, asked: int, board: int, deadline: float | None = None) -> Message:
    """It goes when they act. asked: the ply that asked them. board: the message to look at. deadline: of their time."""
    until = "" if deadline is None else f" · time runs out {moment(deadline)}"
    mute = [] if deadline is None else [button("No more calls for this turn", MUTE(match.key, asked))]
    user = match.players[seat].user
    return Message(
        f"{_BEGINS}{match.id}: [to the table]({table_link(match, board)}){until}\n<@{user}>",
        [button("My hand", PINGED(match.key, seat, asked)), *mute],
        called=[user],
    )


def is_call(custom_ids: Sequence[str], match: Match, seat: Seat, asked: int) -> bool:
    """Whether a message of ours with these buttons calls a seat to what it has been asked since this ply; one that was
    sent without our knowing is found so.
    """
    return PINGED(match.key, seat, asked) in custom_ids


def table_link(match: Match, board: int | None) -> str:
    """Leads to the board of a match; None: to its channel."""
    place = f"https://discord.com/channels/{match.guild}/{match.channel}"
    return place if board is None else f"{place}/{board}"
