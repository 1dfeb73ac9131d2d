"""Send, edit and find messages. The delivery makes no other calls to Discord's channels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.model.match import UserId
from cogs.messages.message import Message

NONCE_LIMIT = 25
"""The maximum number of characters of a nonce (Discord: Create Message, `nonce`)."""


@dataclass(frozen=True, slots=True)
class Sent:
    """One of our messages as it was found in a channel."""

    id: int
    content: str
    custom_ids: Sequence[str]
    pictures: Sequence[str]
    """The names of its attached files."""
    pinged: frozenset[UserId]
    """The users whom the message has pinged. An edit may have removed some."""


class Sender:
    """Makes the calls. Every method may raise the errors that `cogs.delivery.error_meanings.meaning` knows."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def send(self, channel: int, message: Message, nonce: str) -> int:
        """Send a message and return its id. If a message with the same nonce was sent in the last few minutes, Discord
        sends no second one, and the id of the first is returned.
        """
        sent = await self._place(channel).send(nonce=nonce[:NONCE_LIMIT], **message.new())
        return sent.id

    async def edit(self, channel: int, number: int, message: Message) -> None:
        """Replace a message of ours by this one."""
        await self._place(channel).get_partial_message(number).edit(**message.edited())

    async def direct(self, user: UserId) -> int:
        """Return the channel of the direct messages with a user. Call this only as a result of the user's own actions:
        it may open the channel.
        """
        return (await self._client.create_dm(discord.Object(user))).id

    async def is_channel(self, number: int) -> bool:
        """Return whether this is the id of a channel, even of one that the bot may not see."""
        try:
            await self._client.fetch_channel(number)
        except discord.NotFound:
            return False
        except discord.Forbidden:
            return True
        return True

    async def exists(self, channel: int, number: int) -> bool:
        """Return whether a message still exists."""
        try:
            await self._place(channel).fetch_message(number)
        except discord.NotFound as error:
            if error.code == 10008:
                return False
            raise
        return True

    async def delete(self, channel: int, number: int) -> None:
        """Delete a message of ours."""
        await self._place(channel).get_partial_message(number).delete()

    async def below(self, channel: int, number: int, most: int) -> int:
        """Count the next `most` messages below this one, without our own messages that have no picture."""
        assert self._client.user is not None
        us = self._client.user.id
        history = self._place(channel).history(limit=most, after=discord.Object(number), oldest_first=True)
        return len([message.id async for message in history if message.author.id != us or message.attachments])

    async def ours(self, channel: int, after: int | None) -> list[Sent]:
        """Return our own messages among the latest hundred in a channel, newest first.

        after: the id of a message; only later ones are returned. None: any.
        """
        assert self._client.user is not None
        older = discord.Object(after) if after is not None else None
        history = self._place(channel).history(limit=100, after=older, oldest_first=False)
        return [_sent(message) async for message in history if message.author.id == self._client.user.id]

    def _place(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)


def _sent(message: discord.Message) -> Sent:
    identities: list[str] = []
    for row in message.components:
        children: Sequence[Any] = row.children if isinstance(row, discord.ActionRow) else [row]
        identities += [str(child.custom_id) for child in children if getattr(child, "custom_id", None)]
    pictures = [file.filename for file in message.attachments]
    pinged = frozenset(user.id for user in message.mentions)
    return Sent(message.id, message.content, identities, pictures, pinged)
