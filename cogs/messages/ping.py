"""A ping: a short message to a player who has not moved for a while, in the channel or by direct message."""

from collections.abc import Sequence

from bot.model.match import Match
from bot.model.position import Position
from cogs.messages.message import Message
from cogs.messages.time import moment
from cogs.widgets.ids import MATCH
from cogs.widgets.items import button
from cogs.widgets.purposes import HAND, MUTE, PINGED
from rules.core.events import Seat


def ping_message(match: Match, seat: Seat, since: int, board: int | None, deadline: float | None = None) -> Message:
    """Return the message that pings a seat until it acts.

    since: the ply after which it is their turn. board: the message to link to; None: it is not known. deadline: when
    their time runs out.
    """
    until = "" if deadline is None else f" · time runs out {moment(deadline)}"
    mute = [] if deadline is None else [button("No more reminders this turn", MUTE(match.key, since))]
    user = match.players[seat].user
    return Message(
        f"-# Your turn in match #{match.id}: [to the board]({table_link(match, board)}){until}\n<@{user}>",
        [button("My hand", PINGED(match.key, seat, since)), *mute],
        pinged=[user],
    )


def is_ping(custom_ids: Sequence[str], match: Match, seat: Seat, since: int) -> bool:
    """Return whether our message with these buttons pings a seat for the turn after this ply."""
    return PINGED(match.key, seat, since) in custom_ids


def is_lost_ping(custom_ids: Sequence[str], position: Position) -> bool:
    """Return whether our message with these buttons pings a seat for a ply that was lost when a backup was restored."""
    read = filter(None, map(PINGED.read, custom_ids))
    return any(ping[MATCH.name] == position.match.key and position.has_lost(ping["ply"]) for ping in read)


def shows_lost(custom_ids: Sequence[str], position: Position) -> bool:
    """Return whether our message with these buttons shows a later state of a match than the stored one."""
    read = filter(None, map(HAND.read, custom_ids))
    is_lost_board = any(board[MATCH.name] == position.match.key and position.has_lost(board["ply"]) for board in read)
    return is_lost_board or is_lost_ping(custom_ids, position)


def table_link(match: Match, board: int | None) -> str:
    """Return the link to the board of a match; without a board, to its channel."""
    place = f"https://discord.com/channels/{'@me' if match.is_direct else match.guild}/{match.channel}"
    return place if board is None else f"{place}/{board}"
