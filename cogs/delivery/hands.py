"""Hands by direct message: one message for each seat of a match, edited in place when its content changes."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.application.application import Application
from bot.application.match.outbox import HandRow, Trouble
from bot.model.match import Status, TableView, UserId
from bot.model.position import Position
from bot.model.shown import HandShown
from bot.people.settings import Preferences
from cogs.delivery.carriers import Carriers
from cogs.delivery.emojis import EmojiBook
from cogs.delivery.error_meanings import REPLACED, meaning
from cogs.delivery.record import Record
from cogs.delivery.sender import Sender
from cogs.messages.emojis import signed
from cogs.messages.hand import WHOLE, hand_message, hand_shown, is_current, is_hand, layout_for
from cogs.messages.lobby import heading
from cogs.messages.match_status import status_text
from cogs.messages.message import Message, as_liked
from cogs.messages.place import as_seen_here, place_text


class Hands:
    """Sends and edits hands. `hand` may raise the errors that `cogs.delivery.error_meanings.meaning` knows."""

    def __init__(self, sender: Sender, carriers: Carriers, application: Application, emojis: EmojiBook) -> None:
        self._sender = sender
        self._margins = application.hand_footers
        self._preferences = application.preferences
        self._emojis = emojis
        self._carriers = carriers

    async def hand(self, row: HandRow, position: Position, names: Sequence[str], record: Record) -> None:
        """Show a seat its hand."""
        match = position.match
        user, since = match.person(row.seat), match.players[row.seat].since
        if row.version < since:
            return  # the seat has a new player since, with another row
        if row.failures:
            row = replace(row, shown=None)  # an edit may have gone through unrecorded: draw it in any case
        current = replace(row, shown_version=match.version)
        if user is None or (row.message_id is None and match.status is not Status.LIVE):
            record.delivered(current)  # no user has the seat, or the match is not live and no hand was ever sent
            return
        liked = await self._preferences.of(user)
        if match.is_direct and row.message_id is None:  # the board is in the same direct messages, and shows the hand
            record.delivered(current)
            return
        if row.message_id is None and not liked.hands_by_dm and (not row.failures or row.trouble is Trouble.CLOSED):
            record.delivered(current)  # the user wants no hands sent, and no unrecorded one can have arrived
            return
        table_view, shown = await asyncio.to_thread(_viewed, position, user, names, liked)
        if row.message_id is not None and row.shown is not None and is_current(row.shown, shown):
            record.delivered(current)
            return
        message = await self._drawn(position, table_view, names, liked)
        message = as_seen_here(message, match, names)
        message = await as_liked(signed(message, self._emojis.of(match.game), names), liked)
        current = replace(current, shown=shown)
        if row.message_id is not None and await self._edited(row, message):
            record.delivered(current)
            return
        channel = await self._sender.direct(user)
        number = await self._found_again(row, channel, position) if row.failures else None
        if number is not None:
            await self._sender.edit(channel, number, message)
        else:
            nonce = f"{match.tag}/h{row.seat}/{since}/{row.attempt}"
            number = await self._sender.send(channel, message, nonce)
        sent = replace(current, channel_id=channel, message_id=number, attempt=row.attempt + 1)
        record.delivered(replace(sent, shown_version=None, shown=None) if row.failures else sent)

    async def _drawn(
        self, position: Position, table_view: TableView | None, names: Sequence[str], liked: Preferences
    ) -> Message:
        match = position.match
        if table_view is None:
            return Message(f"{heading(position.game, match)} · {place_text(match)}\n{status_text(match)}")
        assert table_view.view.seat is not None
        margin = await self._margins.of(
            table_view, match.players[table_view.view.seat].user, position.game.tip(table_view.view)
        )
        layout = layout_for(liked)
        return await asyncio.to_thread(hand_message, position, table_view, names, WHOLE, margin, layout=layout)

    async def _edited(self, row: HandRow, message: Message) -> bool:
        """Edit the message in place. Return False if it is gone or too old for that."""
        assert row.channel_id is not None
        assert row.message_id is not None
        try:
            if not await self._carriers.answer_with(row.message_id, message):
                await self._sender.edit(row.channel_id, row.message_id, message)
        except Exception as error:
            if meaning(error) not in REPLACED:
                raise
            return False
        return True

    async def _found_again(self, row: HandRow, channel: int, position: Position) -> int | None:
        """Return the message of a hand that was sent without being recorded; None without one."""
        for sent in await self._sender.ours(channel, row.message_id):
            if is_hand(sent.custom_ids, sent.pictures, position.match):
                return sent.id
        return None


def _viewed(
    position: Position, user: UserId, names: Sequence[str], liked: Preferences
) -> tuple[TableView | None, HandShown]:
    """Return the user's view, or None without a table, and the fingerprint of the hand that shows it."""
    if position.table is None:
        return None, HandShown(digest=position.match.status.value)
    table_view = position.view_for(user)
    seat, clocks = table_view.view.seat, position.deadlines
    until = clocks[seat].deadline if clocks and seat is not None else None
    shown = hand_shown(position.game, table_view, names, until)
    return table_view, replace(shown, theme=liked.theme, for_phone=liked.phone_pictures, in_words=liked.picture_texts)
