"""Calls: whoever is asked and does not act within their patience is pinged, once, by a message that goes when they act;
or by the board, where that has to move down anyway. The seat of somebody who has left the server is offered instead.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.application.match.outbox import SENT, Delivery, Kind, Outbox, Trouble
from bot.model.match import Match
from bot.model.position import Position
from cogs.delivery.boards import Boards
from cogs.delivery.error_meanings import Meaning, meaning
from cogs.delivery.members import Absences
from cogs.delivery.record import Record
from cogs.delivery.sender import Sender
from cogs.messages.ping import call_message, is_call
from rules.core.events import Seat


class Calls:
    """The method may raise what `cogs.delivery.error_meanings.meaning` reads."""

    def __init__(self, sender: Sender, boards: Boards, absences: Absences, outbox: Outbox) -> None:
        self._sender = sender
        self._boards = boards
        self._absences = absences
        self._outbox = outbox

    async def call(self, row: Delivery, position: Position, names: Sequence[str], record: Record) -> None:
        """Call a seat, or take the call down once it has acted."""
        if record.latest(row).shown >= row.owed:
            return  # the board has called it
        if row.failures and row.message is None:
            row = replace(await self._found_again(row, position), failures=0)
        if row.owed == SENT and position.asks(row.seat, row.called):
            if row.message is None and await self._is_left_alone(position.match, row.seat):
                record.delivered(replace(row, shown=SENT))
            elif row.message is None:
                await self._send(row, position, names, record)
            else:
                record.delivered(row)
            return
        if row.message is not None:
            await self._taken_down(row)
        record.done(row)

    async def _is_left_alone(self, match: Match, seat: Seat) -> bool:
        """Whether a seat is not called: whoever plays it has left the server, or that wants no calls."""
        return await self._boards.is_quiet(match) or await self._absences.is_absent(match, seat)

    async def _send(self, row: Delivery, position: Position, names: Sequence[str], record: Record) -> None:
        """Call by a message, or by the board if that is not in sight; where that cannot hang, wait until it can."""
        match = position.match
        boards = [there for there in await self._outbox.of_match(match.id) if there.kind is Kind.BOARD]
        board = record.latest(boards[0])
        if board.failures:  # it may hang already, and have called
            record.failed(row, failures=row.failures, trouble=board.trouble, due=board.due)
            return
        if board.message is None or await self._boards.is_out_of_sight(board):
            behind = replace(board, shown=0)
            await self._outbox.record([behind])  # sent and not recorded, it is looked for like any that is owed
            try:
                await self._boards.moved(board, position, names, record, calling=row)
            except Exception:  # it may hang, and have called: that is found out before anybody is called again
                record.delivered(behind)
                record.failed(behind, failures=board.failures + 1, trouble=Trouble.WAIT, due=0.0)
                raise
            return
        deadline = position.clocks[row.seat].deadline if position.clocks else None
        message = call_message(match, row.seat, row.called, board.message, deadline)
        nonce = f"{match.tag}/p{row.seat}/{row.called}/{row.attempt}"
        number = await self._sender.send(match.channel, message, nonce)
        record.delivered(_at(row, match.channel, number))

    async def _found_again(self, row: Delivery, position: Position) -> Delivery:
        """The row with a call that was sent without our recording it."""
        match = position.match
        recorded = {other.message for other in await self._outbox.of_match(match.id)}
        for found in await self._sender.ours(match.channel, None):
            if found.id not in recorded and is_call(found.custom_ids, match, row.seat, row.called):
                return _at(row, match.channel, found.id)
        return row

    async def _taken_down(self, row: Delivery) -> None:
        assert row.channel is not None
        assert row.message is not None
        try:
            await self._sender.delete(row.channel, row.message)
        except Exception as error:
            if meaning(error) is not Meaning.GONE:
                raise


def _at(row: Delivery, channel: int, message: int) -> Delivery:
    return replace(row, shown=SENT, channel=channel, message=message, attempt=row.attempt + 1)
