"""Texts that are sent once: whispers, and notes to players about their matches."""

from collections.abc import Awaitable, Callable, Sequence
from hashlib import blake2b

import discord

from bot.application.match.outbox import NoteRow
from bot.application.table.watching import Watching
from bot.model.match import MatchId, UserId
from bot.model.notes import DealCommitted
from bot.model.position import Position
from cogs.delivery.error_meanings import Meaning, meaning
from cogs.delivery.guilds import guild_of
from cogs.delivery.members import place_seen
from cogs.delivery.record import Record
from cogs.delivery.sender import Sender
from cogs.messages.message import Message
from cogs.messages.notes import note_text
from cogs.messages.place import unmentioned


class Notes:
    """Sends notes. `note` may raise the errors that `cogs.delivery.error_meanings.meaning` knows."""

    def __init__(
        self,
        client: discord.Client,
        sender: Sender,
        start: Callable[[MatchId, int], Awaitable[None]],
        watching: Watching,
    ) -> None:
        """start: starts a match once its commitment is posted; called with the ids of the match and the message."""
        self._client = client
        self._sender = sender
        self._start = start
        self._watching = watching

    async def note(self, row: NoteRow, position: Position, names: Sequence[str], record: Record) -> None:
        """Send a text once. If the match was waiting for this text, its commitment, the match then starts.

        For a few minutes, the nonce prevents a second message. After that, an earlier message is recognised by its
        text, since it has no buttons.
        """
        if row.watcher_id is not None:
            await self._tell_watcher(row, row.watcher_id, position)
            record.done(row)
            return
        channel = position.match.channel
        if row.seat is not None:
            is_there = row.seat < len(position.match.players)  # the player may have left the lobby
            user = position.match.person(row.seat) if is_there else None
            if user is None:
                record.done(row)
                return
            channel = await self._sender.direct(user)
        text = unmentioned(note_text(row.note, position), position.match, names)
        message_id = await self._sent_before(row, text, channel) if row.failures else None
        if message_id is None:
            pinged = [] if row.pinged_user_id is None else [row.pinged_user_id]
            message_id = await self._sender.send(channel, Message(text, pinged=pinged), _nonce(row, position))
        if isinstance(row.note, DealCommitted):
            await self._start(row.match_id, message_id)
        record.done(row)

    async def _tell_watcher(self, row: NoteRow, user: UserId, position: Position) -> None:
        """Send a note to a user who watches a match. If they no longer see its channel, or cannot be reached, end
        their watching.
        """
        match = position.match
        if await guild_of(self._client, match.guild) is None:
            return  # without the server, we cannot check whether they may still see the match
        try:
            place = await place_seen(self._client, match, user)
            if place is not None:
                text = note_text(row.note, position.at(place))
                channel = await self._sender.direct(user)
                if not row.failures or await self._sent_before(row, text, channel) is None:
                    await self._sender.send(channel, Message(text), _nonce(row, position))
                return
        except discord.HTTPException as error:
            if meaning(error) is not Meaning.CLOSED:
                raise
        await self._watching.unfollow(match.id, user)

    async def _sent_before(self, row: NoteRow, text: str, channel: int) -> int | None:
        """Return the message with this text if it was sent, without being recorded, after the row was written."""
        for sent in await self._sender.ours(channel, None):
            if sent.content == text.strip() and discord.utils.snowflake_time(sent.id).timestamp() >= row.written_at:
                return sent.id
        return None


def _nonce(row: NoteRow, position: Position) -> str:
    """Return the nonce of a note. It includes a digest of the note and of the commitment to the deal, because after a
    restore another note may get the same id, and a lobby has another commitment.
    """
    digest = blake2b(f"{row.note!r}{position.match.commitment}".encode(), digest_size=3).hexdigest()
    return f"{position.match.tag}/n{row.id}/{digest}"
