"""The board of a match in its channel: edited in place, and moved down only when it is out of sight."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.application.application import Application
from bot.application.lobby.lobby_settings import still_asked
from bot.application.match.outbox import EVERYBODY, SENT, Delivery, Kind
from bot.model.match import Match, Status, UserId
from bot.model.position import LOBBY, Position
from cogs.delivery.carriers import Carriers
from cogs.delivery.emojis import EmojiBook
from cogs.delivery.error_meanings import Meaning, meaning
from cogs.delivery.members import Absences
from cogs.delivery.record import Record
from cogs.delivery.sender import Found, Sender
from cogs.messages.board import Beside, board_message, is_live_board, retired_message
from cogs.messages.emojis import signed
from cogs.messages.hand import handed_over
from cogs.messages.message import Message

STALE_AFTER: Final = timedelta(minutes=50)
"""Discord caps the edits of messages older than an hour (30046)."""
FEW: Final = 3
"""Messages below a board with which it is still in sight."""
SELDOM: Final = timedelta(minutes=1)
"""How often it is looked whether a board is in sight, while people act."""
_KNOWN: Final = 4096
"""Boards of which it is kept when that was looked at."""


class Boards:
    """Every method may raise what `cogs.delivery.error_meanings.meaning` reads."""

    def __init__(
        self, sender: Sender, carriers: Carriers, absences: Absences, application: Application, emojis: EmojiBook
    ) -> None:
        self._sender = sender
        self._emojis = emojis
        self._absences = absences
        self._carriers = carriers
        self._app = application
        self._ratings = application.ratings
        self._outbox = application.outbox
        self._preferences = application.preferences
        self._looked: dict[int, datetime] = {}
        """By the id of a board's message."""

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

    async def is_out_of_sight(self, row: Delivery) -> bool:
        """Whether a board that hangs is too old, or has more than `FEW` messages below it; False if nobody can tell."""
        assert row.channel is not None
        assert row.message is not None
        if _is_old(row.message):
            return True
        while len(self._looked) >= _KNOWN:
            del self._looked[next(iter(self._looked))]
        self._looked[row.message] = discord.utils.utcnow()
        try:
            return await self._sender.below(row.channel, row.message, FEW + 1) > FEW
        except Exception as error:
            if meaning(error) is Meaning.BROKEN:
                raise
            return False

    async def is_quiet(self, match: Match) -> bool:
        """Whether nobody is called on the server of a match."""
        return not (await self._preferences.of_server(match.guild)).calls

    async def board(self, row: Delivery, position: Position, names: Sequence[str], record: Record) -> None:
        """Show a match in its channel."""
        if row.failures:
            hung, row = row.message, await self._found_again(row, position, record)
            if row.message != hung:
                return  # it is changed once this is written down: a change takes away whom it pinged
        if row.message is None and position.match.status in (Status.CLOSED, Status.ABANDONED):
            record.delivered(replace(row, shown=position.match.version))  # nobody has seen it
        elif (
            row.message is None
            or not await self._goes_on(row, position)
            or not await self._edited(row, position, names, record)
        ):
            await self.moved(row, position, names, record)

    async def retired(self, row: Delivery, position: Position, names: Sequence[str], record: Record) -> None:
        """Take an older board down; leave of an older lobby what it told, once its match has begun, of a hand that its
        seat has changed hands.
        """
        if row.message is None or row.channel is None:  # a hand that was never sent
            record.done(row)
            return
        try:
            if row.seat != EVERYBODY:
                await self._change(row, handed_over(position))
            elif row.called == LOBBY and position.match.status is not Status.LOBBY:
                [board] = [found for found in await self._outbox.of_match(row.number) if found.kind is Kind.BOARD]
                await self._change(row, retired_message(position, names, record.latest(board).message))
            else:
                await self._sender.delete(row.channel, row.message)
        except Exception as error:
            if meaning(error) is not Meaning.GONE:
                raise
        record.done(row)

    async def moved(
        self,
        row: Delivery,
        position: Position,
        names: Sequence[str],
        record: Record,
        *,
        calling: Delivery | None = None,
    ) -> None:
        """Send a fresh board, below all others. It calls whoever was still to be called.

        calling: a call that is known not to have been sent, whatever became of it before.
        """
        match = position.match
        pending = [record.latest(call) for call in await self._outbox.calls(match.id)]
        pending = [call for call in pending if call.shown < call.owed and position.asks(call.seat, call.called)]
        known = calling.id if calling is not None else 0
        calls = [call for call in pending if call.id == known or not call.failures]  # others may have been sent
        if row.message is not None and _is_old(row.message):  # of a match in which nobody has acted for long
            gone = [call for call in calls if await self._absences.is_absent(match, call.seat)]
        else:
            gone = []
        is_quiet = await self.is_quiet(match)
        users = [match.players[call.seat].user for call in calls if call not in gone and not is_quiet]
        if match.status is Status.QUARANTINED and row.called != position.called:
            users = [player.user for player in match.players if not player.computer]
        asked = await self._asked(position)
        users += [user for user in asked if str(user) not in row.fingerprint.split()]
        message = await self._drawn(position, names, called=users)
        nonce = f"{match.tag}/b/{position.called}/{row.attempt}"
        number = await self._sender.send(match.channel, message, nonce)
        older = [] if row.message is None else [_older(row, row.message, row.called)]
        sent = replace(
            row,
            shown=0 if row.failures else match.version,  # Discord may have given back what it took the first time
            channel=match.channel,
            message=number,
            called=position.called,
            fingerprint=" ".join(map(str, asked)),
            attempt=row.attempt + 1,
        )
        record.delivered(sent, following=older)
        for call in calls:
            record.delivered(replace(call, shown=SENT))

    async def _edited(self, row: Delivery, position: Position, names: Sequence[str], record: Record) -> bool:
        """Whether the board could be edited in place; False: it is gone, or too old."""
        try:
            await self._change(row, await self._drawn(position, names))
        except Exception as error:
            if meaning(error) not in (Meaning.GONE, Meaning.TOO_OLD):
                raise
            return False
        record.delivered(replace(row, shown=position.match.version, called=position.called))
        return True

    async def _asked(self, position: Position) -> list[UserId]:
        """Who is asked to a lobby and is to be told."""
        asked = still_asked(position.match) if position.match.status is Status.LOBBY else ()
        quiet = await self._app.invitations.quiet(position.match) if asked else frozenset()
        return [user for user in asked if user not in quiet]

    async def _goes_on(self, row: Delivery, position: Position) -> bool:
        """Whether a board that hangs is edited, not moved."""
        assert row.message is not None
        status = position.match.status
        if not set(map(str, await self._asked(position))).issubset(row.fingerprint.split()):
            return False
        if status in (Status.CLOSED, Status.ABANDONED):
            return True
        if row.called != position.called and (row.called == LOBBY or status is Status.QUARANTINED):
            return False
        if _is_old(row.message):
            return False
        if row.called == position.called or self._carriers.is_pressed(row.message):
            return True
        looked = self._looked.get(row.message, discord.utils.snowflake_time(row.message))
        return discord.utils.utcnow() - looked < SELDOM or not await self.is_out_of_sight(row)

    async def _found_again(self, row: Delivery, position: Position, record: Record) -> Delivery:
        """The row with a board that was sent without our recording it, if there is one; others like it are retired."""
        match = position.match
        older: list[Delivery] = []
        adopted: Found | None = None
        shown = LOBBY
        for found in await self._sender.ours(match.channel, row.message):
            ply = is_live_board(found.custom_ids, match)
            if ply is None or found.id == row.message:
                continue
            if adopted is None and (ply == position.called or min(ply, position.called) > LOBBY):
                adopted, shown = found, ply
            else:
                older.append(_older(replace(row, channel=match.channel), found.id, ply))
        if adopted is None and not older:
            return row
        if adopted is not None:
            if row.message is not None:
                older.append(_older(row, row.message, row.called))
            row = replace(
                row, channel=match.channel, message=adopted.id, called=position.called, attempt=row.attempt + 1
            )
            if position.called == LOBBY:
                row = replace(row, fingerprint=" ".join(map(str, sorted(adopted.pinged))))
            calls = await self._outbox.calls(match.id)
            for call in calls if match.status is Status.LIVE else ():  # it may have begun since it was looked at
                if match.players[call.seat].user in adopted.pinged and call.called <= shown:
                    record.delivered(replace(call, shown=SENT))
        record.delivered(row, following=older)
        return replace(row, failures=0)

    async def _drawn(self, position: Position, names: Sequence[str], *, called: Sequence[UserId] = ()) -> Message:
        match, beside = position.match, Beside(called=called)
        if match.status is Status.LOBBY:
            deckless = await self._app.decks.missing(match.game, match.players)
            beside = replace(beside, deckless=deckless, others=self._app.matchmaking.titles(match))
        if match.status is Status.OVER:
            beside = replace(beside, changes=await self._ratings.changes(match.id))
        message = await asyncio.to_thread(board_message, position, names, beside)
        message = signed(message, self._emojis.of(match.game), names)
        return message.in_theme((await self._preferences.of_server(match.guild)).theme)

    async def _change(self, row: Delivery, message: Message) -> None:
        assert row.channel is not None
        assert row.message is not None
        if not await self._carriers.carry(row.message, message):
            await self._sender.edit(row.channel, row.message, message)


def _is_old(message: int) -> bool:
    return discord.utils.utcnow() - discord.utils.snowflake_time(message) >= STALE_AFTER


def _older(row: Delivery, message: int, called: int) -> Delivery:
    return Delivery(
        number=row.number,
        kind=Kind.RETIRED,
        seat=EVERYBODY,
        owed=1,
        channel=row.channel,
        message=message,
        called=called,
    )
