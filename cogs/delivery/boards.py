"""Boards in channels: the new one first, then the older one is reduced."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

import discord

from bot.application.application import Application
from bot.application.outbox import CALLED_AS_TOLD, EVERYBODY, Delivery, Kind
from bot.model.match import Status
from bot.model.position import Position
from cogs.delivery.carriers import Carriers
from cogs.delivery.meanings import Meaning, meaning
from cogs.delivery.record import Record
from cogs.delivery.sender import Found, Sender
from cogs.messages.board import Beside, board_message, is_live_board, retired_message, without_question
from cogs.messages.message import Message
from rules.core.events import Event

STALE_AFTER: Final = timedelta(minutes=50)
"""Discord caps the edits of messages older than an hour (30046)."""

Story = tuple[tuple[Event, ...], ...]


class Boards:
    """Every method may raise what `cogs.delivery.meanings.meaning` reads."""

    def __init__(self, sender: Sender, carriers: Carriers, application: Application) -> None:
        self._sender = sender
        self._carriers = carriers
        self._matches = application.matches
        self._ratings = application.ratings

    async def hangs(self, row: Delivery) -> bool:
        """Whether the board that was recorded is still there; True if that cannot be found out."""
        if row.message is None or row.channel is None:
            return True
        try:
            return await self._sender.exists(row.channel, row.message)
        except Exception as error:
            if meaning(error) is Meaning.BROKEN:
                raise
            return True

    async def board(self, row: Delivery, position: Position, names: Sequence[str], record: Record) -> None:
        """Show a match in its channel."""
        if row.failures:
            row = await self._found_again(row, position, record)
        if row.message is None and position.match.status in (Status.CLOSED, Status.ABANDONED):
            record.delivered(replace(row, shown=position.match.version))  # nobody has seen it
        elif row.message is None or not _goes_on(row, position) or not await self._edited(row, position, names, record):
            await self._post(row, position, names, record)

    async def retired(self, row: Delivery, position: Position, names: Sequence[str], record: Record) -> None:
        """Leave of an older board what it told."""
        try:
            await self._change(row, await self._reduced(row, position, names))
        except Exception as error:
            if meaning(error) is not Meaning.GONE:
                raise
        record.done(row)

    async def _reduced(self, row: Delivery, position: Position, names: Sequence[str]) -> Message:
        """An older board as it stays: what happened while it hung, without buttons."""
        assert row.channel is not None
        assert row.message is not None
        if row.called == CALLED_AS_TOLD or (row.called >= 0 and position.table is None):  # it cannot be told anew
            return Message(without_question(await self._sender.read(row.channel, row.message)))
        story: Story = ()
        if row.called >= 0:
            story = await self._matches.story(position, row.told_from, row.told_to)
        return await asyncio.to_thread(retired_message, position, names, story, lobby=row.called == -1)

    async def _edited(self, row: Delivery, position: Position, names: Sequence[str], record: Record) -> bool:
        """Whether the board could be edited in place; False: it is gone, or too old."""
        try:
            await self._change(row, await self._drawn(position, names, row.told_from, ping=False))
        except Exception as error:
            if meaning(error) not in (Meaning.GONE, Meaning.TOO_OLD):
                raise
            return False
        record.delivered(replace(row, shown=position.match.version, told_to=_ply(position), called=position.called))
        return True

    async def _post(self, row: Delivery, position: Position, names: Sequence[str], record: Record) -> None:
        """Send a fresh board; only who has not been called to what is asked now is pinged."""
        match = position.match
        told_from = row.told_from if row.message is None or row.told_to < 0 else row.told_to + 1
        ping = row.called != position.called
        message = await self._drawn(position, names, told_from, ping=ping)
        nonce = f"{match.id}/b/{position.called}/{row.attempt}"
        number = await self._sender.send(match.channel, message, nonce)
        older = [] if row.message is None else [_older(row, row.message, row.called, row.told_from, row.told_to)]
        sent = replace(
            row,
            shown=0 if row.failures else match.version,  # Discord may have given back what it took the first time
            channel=match.channel,
            message=number,
            told_from=told_from,
            told_to=_ply(position),
            called=position.called,
            attempt=row.attempt + 1,
        )
        record.delivered(sent, following=older)

    async def _found_again(self, row: Delivery, position: Position, record: Record) -> Delivery:
        """The row with a board that was sent without our recording it, if there is one; others like it are retired."""
        match = position.match
        older: list[Delivery] = []
        adopted: Found | None = None
        for found in await self._sender.ours(match.channel, row.message):
            called = is_live_board(found.content, found.custom_ids, match)
            if called is None or found.id == row.message:
                continue
            if adopted is None and called == position.called:
                adopted = found
            else:
                older.append(_older(row, found.id, called, row.told_to + 1, max(called, row.told_to)))
        if adopted is None and not older:
            return row
        if adopted is not None:
            if row.message is not None:
                older.append(_older(row, row.message, row.called, row.told_from, row.told_to))
            row = replace(
                row,
                channel=match.channel,
                message=adopted.id,
                told_from=row.told_from if row.message is None else row.told_to + 1,
                called=position.called,
                attempt=row.attempt + 1,
            )
        record.delivered(row, following=older)
        return replace(row, failures=0)

    async def _drawn(self, position: Position, names: Sequence[str], told_from: int, *, ping: bool) -> Message:
        match, beside = position.match, Beside()
        if match.status is Status.LOBBY:
            beside = replace(beside, deckless=await self._matches.decks.missing(match.game, match.players))
        if position.table is not None and match.status in (Status.LIVE, Status.OVER):
            beside = replace(beside, story=await self._matches.story(position, told_from, match.ply))
        if match.status is Status.OVER:
            beside = replace(beside, changes=await self._ratings.changes(match.id))
        return await asyncio.to_thread(board_message, position, names, beside, ping=ping)

    async def _change(self, row: Delivery, message: Message) -> None:
        assert row.channel is not None
        assert row.message is not None
        if not await self._carriers.carry(row.message, message):
            await self._sender.edit(row.channel, row.message, message)


def _goes_on(row: Delivery, position: Position) -> bool:
    """Whether a board that hangs is still the one for what is asked now."""
    assert row.message is not None
    if position.match.status in (Status.CLOSED, Status.ABANDONED):
        return True
    if row.called == CALLED_AS_TOLD:
        same = row.told_to == position.match.ply and position.match.status is Status.LIVE
    else:
        same = row.called == position.called
    age = discord.utils.utcnow() - discord.utils.snowflake_time(row.message)
    return same and age < STALE_AFTER


def _ply(position: Position) -> int:
    """Up to which ply a board of this position tells; -1 for a lobby."""
    return -1 if position.table is None else position.match.ply


def _older(row: Delivery, message: int, called: int, told_from: int, told_to: int) -> Delivery:
    return Delivery(
        number=row.number,
        kind=Kind.RETIRED,
        seat=EVERYBODY,
        owed=1,
        channel=row.channel,
        message=message,
        told_from=told_from,
        told_to=told_to,
        called=called,
    )
