"""Messages as they are sent, edited and found again: the only calls that the delivery makes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.model.match import UserId
from cogs.messages.message import Message

NONCE_LIMIT = 25
"""Characters of a nonce (Discord: Create Message, `nonce`)."""


@dataclass(frozen=True, slots=True)
class Found:
    """A message of ours as it hangs in a channel."""

    id: int
    content: str
    custom_ids: Sequence[str]
    pictures: Sequence[str]
    """The names of its files."""
    pinged: frozenset[UserId]
    """Whom it has pinged."""


class Sender:
    """Every method may raise what `cogs.delivery.error_meanings.meaning` reads."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def send(self, channel: int, message: Message, nonce: str) -> int:
        """Send a message; its id. The same nonce sends it once: for some minutes Discord gives back the first one."""
        sent = await self._place(channel).send(nonce=nonce[:NONCE_LIMIT], **message.new())
        return sent.id

    async def edit(self, channel: int, number: int, message: Message) -> None:
        """Let a message of ours be this one."""
        await self._place(channel).get_partial_message(number).edit(**message.edited())

    async def direct(self, user: UserId) -> int:
        """The channel of the direct messages with a user; opened only upon something that the user did."""
        return (await self._client.create_dm(discord.Object(user))).id

    async def exists(self, channel: int, number: int) -> bool:
        """Whether a message still hangs there."""
        try:
            await self._place(channel).fetch_message(number)
        except discord.NotFound as error:
            if error.code == 10008:
                return False
            raise
        return True

    async def delete(self, channel: int, number: int) -> None:
        """Take down a message of ours."""
        await self._place(channel).get_partial_message(number).delete()

    async def below(self, channel: int, number: int, most: int) -> int:
        """How many messages hang below this one, counted up to so many; short ones of ours do not count."""
        assert self._client.user is not None
        us = self._client.user.id
        history = self._place(channel).history(limit=most, after=discord.Object(number), oldest_first=True)
        return len([message.id async for message in history if message.author.id != us or message.attachments])

    async def ours(self, channel: int, after: int | None) -> list[Found]:
        """Our own messages in a channel that are younger than this one, of the latest hundred; the newest first."""
        assert self._client.user is not None
        older = discord.Object(after) if after is not None else None
        history = self._place(channel).history(limit=100, after=older, oldest_first=False)
        return [_found(message) async for message in history if message.author.id == self._client.user.id]

    def _place(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)


def _found(message: discord.Message) -> Found:
    identities: list[str] = []
    for row in message.components:
        children: Sequence[Any] = row.children if isinstance(row, discord.ActionRow) else [row]
        identities += [str(child.custom_id) for child in children if getattr(child, "custom_id", None)]
    pictures = [file.filename for file in message.attachments]
    pinged = frozenset(user.id for user in message.mentions)
    return Found(message.id, message.content, identities, pictures, pinged)
