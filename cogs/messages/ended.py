"""The result of a finished match in words, with a pointer to its picture, for anyone who asks later."""

from collections.abc import Mapping, Sequence

from bot.application.match.finished import Ending
from bot.model.match import Status, UserId
from bot.model.position import Position
from cogs.messages.lobby import heading
from cogs.messages.log import act_line
from cogs.messages.match_status import CLEARED, status_text
from cogs.messages.message import Message
from cogs.messages.result import result_items, result_text
from cogs.messages.series import series_lines
from cogs.messages.status import with_link
from rules.core.events import Seat


def ending_lines(
    position: Position, names: Sequence[str], ending: Ending, changes: Mapping[Seat, tuple[int, int]]
) -> list[str]:
    """Return the result with everyone's points; without a result, say so and name the user who ended the match."""
    match = position.match
    lines = [*series_lines(match, names)]
    lines += [result_text(position, names, changes) if match.status is Status.OVER else status_text(match)]
    if ending.act is not None:
        lines.append(act_line(ending.act))
    elif ending.at is not None:
        lines.append(f"-# Ended <t:{ending.at}:R>.")
    return lines


def ended_message(position: Position, lines: Sequence[str], user: UserId, board: int | None) -> Message:
    """Return the result as a message, with buttons for players. board: the message that shows the match now."""
    match = position.match
    text = with_link(match, "\n".join([heading(position.game, match), *lines]), board)
    if match.status is Status.CLOSED:
        return Message(text)
    if match.cleared:
        return Message(text if match.status is Status.ABANDONED else f"{text}\n-# {CLEARED}")
    more = "-# See the final board with `/match status` and “show: picture”, or read the whole match with `/match log`."
    items = result_items(match) if match.status is Status.OVER and match.seat_of(user) is not None else ()
    return Message(f"{text}\n{more}", [*items])
