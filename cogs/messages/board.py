"""The board of a match: the message in its channel that everyone sees.

Each match has one. It is edited in place, which notifies nobody, and tells the latest events.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import discord

from bot.application.match.chances import UNKNOWN, Chances
from bot.model.admin_action import AdminAction
from bot.model.match import Match, Status, UserId
from bot.model.position import Position
from bot.model.shown import BoardShown, LobbyShown, QuarantineShown, ResultShown, TableShown
from cogs.messages.fairness import fairness_button
from cogs.messages.lobby import heading, lasting_text, lobby_message
from cogs.messages.log import act_line
from cogs.messages.log_text import ROOM, latest_lines, newest
from cogs.messages.match_status import status_text
from cogs.messages.message import Message
from cogs.messages.ping import table_link
from cogs.messages.place import ONLY_ANSWERS, SHOW_TABLE_LABEL
from cogs.messages.proposal import proposal_items, proposal_lines
from cogs.messages.remarks import greetings
from cogs.messages.result import result_message
from cogs.messages.series import series_lines
from cogs.messages.time import deadlines
from cogs.text import escaped
from cogs.widgets.choice_level import LONG
from cogs.widgets.cursor import Cursor, Words
from cogs.widgets.ids import MATCH
from cogs.widgets.items import Item, button
from cogs.widgets.purposes import ABANDON, ACT, ANALYSIS, CLOSEUP, HAND, LEAVE, MATCH_MENU, REMATCH, SAY, SHOW_TABLE
from render.lengths import length
from render.moving import shown_once
from render.palette import Theme
from render.picture import closeups, table_picture
from rules.core.events import Seat
from rules.core.notation import words
from rules.core.play import View

OPEN_BUTTONS: Final = 4
"""The maximum number of actions that have a button on the board itself. With "My hand", they fill one row."""

ASKED: Final = "▸ "
"""Begins the line that says whose turn it is."""

MOVING: Final = "table.gif"
"""The name of a board's picture that moves."""

FINAL: Final = "-# The match is over. Its result is below."

SHOWN_EVENTS: Final = 3
"""The maximum number of lines about the latest events. All events are in the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """Facts that a board shows in addition to the position."""

    pinged: Sequence[UserId] = ()
    """The users whom the board pings."""
    changes: Mapping[Seat, tuple[int, int]] = field(default_factory=dict)
    """Each seat's points before and after a finished match."""
    asks: bool = False
    """Whether a finished match asks any of its players how it was."""
    chances: Chances = UNKNOWN
    """Each seat's chance to win in the course of a finished match."""
    deckless: Sequence[UserId] = ()
    """The users in a lobby who have to choose another deck."""
    others: Sequence[str] = ()
    """The other games that may be played in a matchmaking lobby."""
    end: AdminAction | None = None
    """The action that ended the match without a result, if there was one."""
    before: View | None = None
    """The public view before the latest ply, if the board shows that ply in motion."""
    theme: Theme = Theme.DARK
    """The theme of a moving picture. Other pictures get theirs later (`Message.in_theme`)."""


def board_message(position: Position, names: Sequence[str], beside: Beside) -> Message:
    """Draw the public view of a match. It takes long, and may run in any thread."""
    match = position.match
    match match.status:
        case Status.LOBBY | Status.CLOSED:
            lobby = lobby_message(position.game, match, names, beside.deckless, beside.others)
            return replace(lobby, pinged=beside.pinged)
        case Status.QUARANTINED | Status.ABANDONED:
            return _paused(position, beside)
        case Status.OVER:
            result = result_message(position, names, beside.changes, beside.chances, asks=beside.asks)
            return replace(result, pinged=beside.pinged)
        case _:
            return _table(position, names, beside)


def final_message(position: Position, names: Sequence[str]) -> Message:
    """Draw the final table of a match, for the message that was its board."""
    match, game = position.match, position.game
    table_view = position.view_for(None)
    lines = [heading(game, match), *newest(latest_lines(position, names, SHOWN_EVENTS), ROOM), FINAL]
    return Message("\n".join(lines), picture=table_picture(game, table_view.view, names))


def retired_message(position: Position, names: Sequence[str], board: int | None = None) -> Message:
    """Return the shortened lobby message of a match that has started. board: the message to link to."""
    text = lasting_text(position.game, position.match, names)
    return Message(text if board is None else f"{text}\n[Jump to the board]({table_link(position.match, board)})")


def _table(position: Position, names: Sequence[str], beside: Beside) -> Message:
    match, game = position.match, position.game
    table_view = position.view_for(None)
    proposed = proposal_lines(position, names)
    room = ROOM - sum(map(length, proposed))
    lines = [heading(game, match), *series_lines(match, names)]
    waiting = table_view.view.waiting
    lines += newest(latest_lines(position, names, SHOWN_EVENTS, waiting), room)
    lines += greetings(position, names)
    mentions = [
        f"<@{player.user}>" if seat in waiting and not player.computer else escaped(names[seat])
        for seat, player in enumerate(match.players)
    ]
    lines += [f"{ASKED}{game.prompt(table_view.view, mentions)}", *deadlines(position, names), *proposed]
    items: list[Item] = [
        button("My hand", HAND(match.key, position.seen.ply)),
        *_open_actions(position, table_view.view, table_view.decision),
        *proposal_items(position, names),
    ]
    if closeups(game, table_view.view):
        items.append(button("Zoom", CLOSEUP(match.key), row=1))
    items.append(fairness_button(match, row=1))
    if len(match.places) > 1:
        items.append(button("Say …", SAY(match.key), row=1))
    if match.in_conversation:
        lines.append(ONLY_ANSWERS)
        items.append(button(SHOW_TABLE_LABEL, SHOW_TABLE(match.key), row=1))
        items.append(button("More …", MATCH_MENU(match.key), row=1))
    picture = table_picture(game, table_view.view, names)
    message = Message("\n".join(lines), items, picture, pinged=beside.pinged)
    if beside.before is None:
        return message
    moving = shown_once(game, beside.before, table_view.view, names, beside.theme)
    return message if moving is None else replace(message, picture=None, file=(MOVING, moving), file_text=picture.alt)


def _paused(position: Position, beside: Beside) -> Message:
    match = position.match
    players = [player.user for player in match.players if not player.computer]
    text = f"{heading(position.game, match)}\n{status_text(match)}"
    if match.status is Status.ABANDONED:
        return Message(text if beside.end is None else f"{text}\n{act_line(beside.end)}")
    mentions = " ".join(f"<@{player}>" for player in players)
    end = button("End the match without a result", ABANDON(match.key), discord.ButtonStyle.danger)
    return Message(f"{text}\n{mentions}", [end], pinged=beside.pinged)


def _open_actions(position: Position, table: View, decision: int) -> list[Item]:
    """Return buttons for the public actions of the waiting seats: for all if they are few and short, else for those of
    one word.
    """
    match, game = position.match, position.game
    views: dict[Words, View] = {}
    for seat in [seat for seat in table.waiting if seat not in match.computers]:
        theirs = position.view_for(match.players[seat].user).view
        for action in theirs.options:
            if action.open:
                views.setdefault(words(action), theirs)
    is_short = len(views) <= OPEN_BUTTONS and all(
        len(Cursor(game, view, action).sentence()) <= LONG for action, view in views.items()
    )
    shown = views if is_short else {action: view for action, view in views.items() if len(action) == 1}
    return [
        button(Cursor(game, view, action).sentence(), ACT(match.key, decision, " ".join(action)))
        for action, view in list(shown.items())[:OPEN_BUTTONS]
    ]


def board_shown(custom_ids: Sequence[str], match: Match) -> BoardShown | None:
    """Return what our message with these buttons shows as the board of this match: a lobby, a table, a paused match or
    a result. Return None if it is not a board, or has no buttons left.
    """
    by_id: dict[str, BoardShown] = {
        LEAVE(match.key): LobbyShown(),
        ABANDON(match.key): QuarantineShown(),
        REMATCH(match.key): ResultShown(),
        ANALYSIS(match.key, 0): ResultShown(),
    }
    for identity in custom_ids:
        if identity in by_id:
            return by_id[identity]
        hand = HAND.read(identity)
        if hand is not None and hand[MATCH.name] == match.key:
            return TableShown(hand["ply"])
    return None
