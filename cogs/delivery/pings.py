"""Ping each player, once, who has not acted within the delay from their settings.

The ping is a message that is deleted when the player acts. If the board has to move down anyway, it pings instead. If
the channel refuses the ping, it goes to the player's direct messages. The seat of a player who has left the server is
offered to others.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.application.match.outbox import BoardRow, Outbox, PingRow, Trouble, Wanted
from bot.model.match import Match
from bot.model.position import Position
from cogs.delivery.backoff import TROUBLES
from cogs.delivery.boards import Boards
from cogs.delivery.error_meanings import Meaning, meaning
from cogs.delivery.members import Absences
from cogs.delivery.record import Record
from cogs.delivery.sender import Sender, Sent
from cogs.messages.ping import is_ping, ping_message, shows_lost
from cogs.shards.refused import RefusedCalls
from rules.core.events import Seat


class Pings:
    """Sends and deletes pings. `ping` may raise the errors that `cogs.delivery.error_meanings.meaning` knows: those of
    the direct message, if the channel has refused the ping as well.
    """

    def __init__(
        self, sender: Sender, boards: Boards, absences: Absences, outbox: Outbox, refused: RefusedCalls
    ) -> None:
        """refused: counts the calls that Discord refuses."""
        self._sender = sender
        self._refused = refused
        self._boards = boards
        self._absences = absences
        self._outbox = outbox

    async def ping(self, row: PingRow, position: Position, names: Sequence[str], record: Record) -> None:
        """Ping a seat, or delete its ping once the seat has acted."""
        if not replace(record.latest(row), wanted=row.wanted).is_pending:
            return  # the board has pinged this seat
        if row.failures and row.message_id is None:
            row = replace(await self._found_again(row, position, record), failures=0)
        if row.wanted is Wanted.POSTED and position.asks(row.seat, row.asked_ply):
            is_pinged = row.message_id is not None or row.is_posted or record.has_lost
            if is_pinged or await self._is_left_alone(position.match, row.seat):
                record.delivered(replace(row, is_posted=True))
            else:
                await self._send(row, position, names, record)
            return
        if row.message_id is not None:
            await self._delete(row)
        record.done(row)
        if not position.asks(row.seat, row.asked_ply):
            record.told.add(row.seat)

    async def _is_left_alone(self, match: Match, seat: Seat) -> bool:
        """Return whether not to ping a seat, because its player has left the server or the server wants no pings."""
        return await self._boards.is_quiet(match) or await self._absences.is_absent(match, seat)

    async def _send(self, row: PingRow, position: Position, names: Sequence[str], record: Record) -> None:
        """Ping by a message in the channel, or by a new board if the present one is out of sight. If the channel
        refuses that, ping by direct message.

        While an earlier attempt to send the board may have pinged, wait.
        """
        match = position.match
        board = record.latest(await self._outbox.board(match.id, match.channel))
        is_refused = board.trouble is Trouble.FORBIDDEN
        if board.failures and not is_refused:  # a board may have been sent already, and have pinged
            record.failed(row, failures=row.failures, trouble=board.trouble, due=board.due_at)
            return
        if is_refused and self._refused.is_spent:  # one more refused call in the channel could have us banned
            await self._send_direct(row, board, position, record)
            return
        try:
            if not is_refused and (board.message_id is None or await self._boards.is_out_of_sight(board)):
                await self._move(row, board, position, names, record)
            else:
                await self._post(row, match.channel, board, position, record)
        except Exception as error:
            if match.is_direct or not _is_refusal(error):
                raise
            await self._send_direct(row, board, position, record)

    async def _move(
        self, row: PingRow, board: BoardRow, position: Position, names: Sequence[str], record: Record
    ) -> None:
        """Ping by a new board at the bottom of the channel."""
        pending = replace(board, shown_version=None)
        await self._outbox.record([pending])  # so that a board which is sent but not recorded is looked for
        try:
            await self._boards.moved(board, position, names, record, pinging=row)
        except Exception:  # the board may have been sent and have pinged: look for it before the next ping
            record.delivered(pending)
            record.failed(pending, failures=board.failures + 1, trouble=Trouble.WAIT, due=0.0)
            raise

    async def _send_direct(self, row: PingRow, board: BoardRow, position: Position, record: Record) -> None:
        """Ping by direct message."""
        user = position.match.person(row.seat)
        assert user is not None
        channel = await self._sender.direct(user)
        row = replace(row, channel_id=channel, trouble=Trouble.NONE)
        await self._outbox.record([row])  # so that a ping which is sent but not recorded is looked for there
        record.failed(row, failures=row.failures, trouble=row.trouble, due=row.due_at)  # unless it is delivered now
        await self._post(row, channel, board, position, record)

    async def _post(self, row: PingRow, channel: int, board: BoardRow, position: Position, record: Record) -> None:
        deadline = position.deadlines[row.seat].deadline if position.deadlines else None
        message = ping_message(position.match, row.seat, row.asked_ply, board.message_id, deadline)
        nonce = f"{position.match.tag}/p{row.seat}/{row.asked_ply}/{row.attempt}"
        number = await self._sender.send(channel, message, nonce)
        record.delivered(_at(row, channel, number))

    async def _found_again(self, row: PingRow, position: Position, record: Record) -> PingRow:
        """Find a ping that was sent without being recorded. Return the row with it, or unchanged if there is none.

        If a message shows a later state than the stored one, the ping counts as sent, because its seat had acted.
        """
        match = position.match
        recorded = {other.message_id for other in await self._outbox.of_match(match.id)}
        for channel in {match.channel, row.channel_id or match.channel}:
            for sent in await self._ours(channel):
                if shows_lost(sent.custom_ids, position):
                    record.has_lost = True
                    return replace(row, is_posted=True)
                if sent.id not in recorded and is_ping(sent.custom_ids, match, row.seat, row.asked_ply):
                    return _at(row, channel, sent.id)
        return row

    async def _ours(self, channel: int) -> Sequence[Sent]:
        """Return our latest messages in a channel; () if it hides them, since they do not reach the player then."""
        try:
            return await self._sender.ours(channel, None)
        except Exception as error:
            if not _is_refusal(error):
                raise
            return ()

    async def _delete(self, row: PingRow) -> None:
        assert row.channel_id is not None
        assert row.message_id is not None
        try:
            await self._sender.delete(row.channel_id, row.message_id)
        except Exception as error:
            if meaning(error) is not Meaning.GONE:
                raise


def _is_refusal(error: Exception) -> bool:
    """Return whether a channel refuses what was asked, so that trying again soon cannot help."""
    return TROUBLES[meaning(error)] is Trouble.FORBIDDEN


def _at(row: PingRow, channel: int, message: int) -> PingRow:
    return replace(row, is_posted=True, channel_id=channel, message_id=message, attempt=row.attempt + 1)
