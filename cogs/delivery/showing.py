"""Show a row of the outbox on Discord, by the module that knows its kind."""

from collections.abc import Sequence
from typing import assert_never

import discord

from bot.application.application import Application
from bot.application.match.outbox import BoardRow, HandRow, NoteRow, PingRow, RetiredRow, Row
from bot.model.position import Position
from cogs.delivery.boards import Boards
from cogs.delivery.carriers import Carriers
from cogs.delivery.emojis import EmojiBook
from cogs.delivery.hands import Hands
from cogs.delivery.members import Absences
from cogs.delivery.notes import Notes
from cogs.delivery.pings import Pings
from cogs.delivery.record import Record
from cogs.delivery.sender import Sender
from cogs.shards.refused import RefusedCalls


class Showing:
    """Shows rows by one way of making the calls: that of the bot's channels, or that of conversations among people.

    Methods may raise the errors that `cogs.delivery.error_meanings.meaning` knows.
    """

    def __init__(  # noqa: PLR0913 # it brings together what each kind of row needs
        self,
        client: discord.Client,
        sender: Sender,
        hands: Hands,
        *,
        application: Application,
        emojis: EmojiBook,
        carriers: Carriers,
        absences: Absences,
        refused: RefusedCalls,
    ) -> None:
        """hands: shows hands in both ways, since they are direct messages."""
        self.boards = Boards(sender, carriers, absences, application, emojis)
        self._hands = hands
        self._pings = Pings(sender, self.boards, absences, application.outbox, refused)
        self._notes = Notes(client, sender, application.lobbies.start_committed, application.watching)

    async def show(self, row: Row, position: Position, names: Sequence[str], record: Record) -> None:
        """Show a row, and note that in the record.

        position: the match as it is seen from the row's place.
        """
        match row:
            case BoardRow():
                await self.boards.board(row, position, names, record)
            case RetiredRow():
                await self.boards.retired(row, position, names, record)
            case PingRow():
                await self._pings.ping(row, position, names, record)
            case HandRow():
                await self._hands.hand(row, position, names, record)
            case NoteRow():
                await self._notes.note(row, position, names, record)
            case _:
                assert_never(row)
