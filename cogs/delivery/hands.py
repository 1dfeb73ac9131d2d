"""Hands by direct message: one message for each seat of a match, edited in place when what it shows has changed."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.application.application import Application
from bot.application.match.outbox import Delivery, Trouble
from bot.model.life import stands
from bot.model.match import Look, Status, UserId
from bot.model.position import Position
from bot.model.preferences import Preferences
from cogs.delivery.carriers import Carriers
from cogs.delivery.emojis import EmojiBook
from cogs.delivery.error_meanings import Meaning, meaning
from cogs.delivery.record import Record
from cogs.delivery.sender import Sender
from cogs.messages.emojis import signed
from cogs.messages.hand import WHOLE, fingerprint, hand_message, is_hand, is_shown
from cogs.messages.lobby import heading
from cogs.messages.message import Message
from render.palette import Theme


class Hands:
    """The method may raise what `cogs.delivery.error_meanings.meaning` reads."""

    def __init__(self, sender: Sender, carriers: Carriers, application: Application, emojis: EmojiBook) -> None:
        self._sender = sender
        self._margins = application.hand_footers
        self._preferences = application.preferences
        self._emojis = emojis
        self._carriers = carriers

    async def hand(self, row: Delivery, position: Position, names: Sequence[str], record: Record) -> None:
        """Show a seat its hand."""
        player = position.match.players[row.seat]
        user = player.user
        if row.owed < player.since:
            return  # of whoever sat there before: by now it is another row
        if row.failures:
            row = replace(row, fingerprint="")  # an edit may have been made without our knowing: draw it in any case
        shown = replace(row, shown=position.match.version)
        if user < 0 or (row.message is None and position.match.status is not Status.LIVE):
            record.delivered(shown)  # nobody is there, or nobody would look at it any more
            return
        liked = await self._preferences.of(user)
        if row.message is None and not liked.hands and (not row.failures or row.trouble is Trouble.CLOSED):
            record.delivered(shown)  # they ask for it; what may have been sent without our knowing is found first
            return
        look, mark = await asyncio.to_thread(_looked, position, user, names, liked)
        if is_shown(mark, row.fingerprint) and row.message is not None:
            record.delivered(shown)
            return
        message = await self._drawn(position, look, names)
        message = signed(message, self._emojis.of(position.match.game), names).as_liked(liked)
        shown = replace(shown, fingerprint=mark)
        if row.message is not None and await self._edited(row, message):
            record.delivered(shown)
            return
        channel = await self._sender.direct(user)
        found = await self._found_again(row, channel, position) if row.failures else None
        if found is not None:
            await self._sender.edit(channel, found, message)
        else:
            nonce = f"{position.match.tag}/h{row.seat}/{player.since}/{row.attempt}"
            found = await self._sender.send(channel, message, nonce)
        sent = replace(shown, channel=channel, message=found, attempt=row.attempt + 1)
        record.delivered(replace(sent, shown=0, fingerprint="") if row.failures else sent)

    async def _drawn(self, position: Position, look: Look | None, names: Sequence[str]) -> Message:
        match = position.match
        if look is None:
            return Message(f"{heading(position.game, match)} · <#{match.channel}>\n{stands(match)}")
        assert look.view.seat is not None
        margin = await self._margins.of(match.id, match.players[look.view.seat].user)
        return await asyncio.to_thread(hand_message, position, look, names, WHOLE, margin)

    async def _edited(self, row: Delivery, message: Message) -> bool:
        """Whether the message could be edited in place; False: it is gone, or too old."""
        assert row.channel is not None
        assert row.message is not None
        try:
            if not await self._carriers.carry(row.message, message):
                await self._sender.edit(row.channel, row.message, message)
        except Exception as error:
            if meaning(error) not in (Meaning.GONE, Meaning.TOO_OLD):
                raise
            return False
        return True

    async def _found_again(self, row: Delivery, channel: int, position: Position) -> int | None:
        """A hand that was sent without our recording it."""
        for found in await self._sender.ours(channel, row.message):
            if is_hand(found.custom_ids, found.pictures, position.match):
                return found.id
        return None


def _looked(position: Position, user: UserId, names: Sequence[str], liked: Preferences) -> tuple[Look | None, str]:
    """What a user may see, if there is a table, and what the message must be drawn again for."""
    if position.table is None:
        return None, position.match.status.value
    look = position.look(user)
    until = position.clocks[look.view.seat].deadline if position.clocks and look.view.seat is not None else None
    reading = ("" if liked.theme is Theme.DARK else f"{liked.theme} ") + ("words " if liked.words else "")
    return look, reading + fingerprint(position.game, look, names, until)
