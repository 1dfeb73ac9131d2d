"""The answer to `/match status`."""

from collections.abc import Sequence
from typing import Final

from bot.model.match import Match, TableView
from bot.model.position import Position
from cogs.messages.lobby import heading
from cogs.messages.log_text import event_lines, newest
from cogs.messages.message import Message
from cogs.messages.ping import table_link
from cogs.messages.proposal import proposal_items, proposal_lines
from cogs.messages.time import times_left
from cogs.text import escaped
from cogs.widgets.purposes import STATUS
from render.picture import table_picture, table_text

EVENTS_ROOM: Final = 900
"""The maximum length of the latest events."""


def status_message(  # noqa: PLR0913 # the facts that it shows
    position: Position,
    table_view: TableView,
    names: Sequence[str],
    board: int | None,
    ended: Sequence[str],
    *,
    in_words: bool,
) -> Message:
    """Return the board as the user sees it from their seat. Safe in any thread. board: the message that shows the match
    now. ended: the lines of the result; () while it is being played.
    """
    game = position.game
    lines = [heading(game, position.match), *newest(event_lines(game, table_view.ply_events, names), EVENTS_ROOM)]
    lines += ended
    if not ended:
        lines.append(f"**{game.prompt(table_view.view, [escaped(name) for name in names])}**")
        lines += times_left(position, names)
    lines += proposal_lines(position, names)
    items = proposal_items(position, names)
    text = with_link(position.match, "\n".join(lines), board)
    if in_words:
        again = STATUS(position.match.key, 1)
        return Message(text, items, words=table_text(game, table_view.view, names), again=again)
    return Message(text, items, table_picture(game, table_view.view, names), again=STATUS(position.match.key))


def with_link(match: Match, text: str, board: int | None) -> str:
    """Return the text with a link to the board, if there is one."""
    return text if board is None else f"{text}\n[To the board]({table_link(match, board)})"
