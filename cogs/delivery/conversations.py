"""Conversations of people without the bot, where one of them has installed it: their direct messages, or a group.

The bot is no member there. It cannot send, edit, read or delete a message by the channel (50001), and nobody can be
pinged when nothing was pressed. It can only use interactions: a token works for 15 minutes, makes at most
five follow-ups, and changes the message that was pressed and the follow-ups made by it (Discord: Receiving and
Responding, "Followup Messages"). Everybody in the conversation may press.

So a match there has the rows of the outbox that any other match has, and this module stands in for `Sender`:

- Every interaction of a conversation is *heard* before it is answered. It makes the rows due that could not be shown.
- A board is edited by the latest press on it or by the interaction that made it, while that token works. So a press on
  a board is acknowledged as a change of the board, and what it shows in private follows (`Answer`).
- A message is sent as a follow-up of the latest interaction that can still make one.
- If there is no such interaction, `UnheardError` lets the row wait, without a timer, for the next one.
- A press on an older board makes that message the board (`Deliverer.pressed`), so what people press is never stale.

Nothing of it is stored: tokens are secrets, and after a restart the next press brings everything.
"""

from collections import deque
from typing import Final, NamedTuple

import discord
from cachetools import LRUCache

from bot.model.match import UserId
from cogs.delivery.answer import Answer
from cogs.delivery.error_meanings import Meaning, UnheardError, meaning
from cogs.delivery.sender import Sender, Sent
from cogs.messages.message import Message

_CONVERSATIONS: Final = 1024
"""The maximum number of conversations whose latest interactions are remembered."""
_BOARDS: Final = 2048
"""The maximum number of messages that are remembered with what can change them."""
_LATEST: Final = 4
"""The number of interactions of a conversation that are remembered."""


class _Hold(NamedTuple):
    """An interaction that can change a message, since it pressed or made it."""

    answer: Answer
    followup: int | None
    """The id of the message if the interaction made it; None: it was pressed."""


class Conversations(Sender):
    """Shows what a `Sender` sends by the interactions of the people in a conversation. Every method may raise
    `UnheardError`, besides the errors that `cogs.delivery.error_meanings.meaning` knows.
    """

    def __init__(self, client: discord.Client) -> None:
        super().__init__(client)
        self._latest = LRUCache[int, deque[Answer]](_CONVERSATIONS)
        self._holds = LRUCache[int, _Hold](_BOARDS)

    def heard(self, answer: Answer) -> None:
        """Remember an interaction of a conversation."""
        channel = answer.interaction.channel_id
        assert channel is not None
        self._latest.setdefault(channel, deque(maxlen=_LATEST)).appendleft(answer)
        if answer.pressed is not None and not answer.is_ephemeral:
            self._holds[answer.pressed] = _Hold(answer, None)

    async def send(self, channel: int, message: Message, nonce: str) -> int:
        """Send a message that all people in the conversation see, and return its id. nonce: is not used, since Discord
        knows none for follow-ups.
        """
        for answer in list(self._latest.get(channel, ())):
            try:
                number = await answer.post(message)
            except discord.HTTPException as error:
                if meaning(error) is not Meaning.LATE:
                    raise
                number = None
            if number is not None:
                self._holds[number] = _Hold(answer, number)
                return number
        raise UnheardError

    async def edit(self, channel: int, number: int, message: Message) -> None:
        """Replace a message of ours by this one."""
        hold = self._holds.get(number)
        if hold is None or hold.answer.interaction.is_expired():
            raise UnheardError
        try:
            await hold.answer.change(message, hold.followup)
        except discord.HTTPException as error:
            if meaning(error) is Meaning.LATE:
                self._holds.pop(number, None)
                raise UnheardError from error
            raise

    async def direct(self, user: UserId) -> int:
        """Open no direct messages: the user may share no server with the bot. Their notes wait for them."""
        raise UnheardError

    async def exists(self, channel: int, number: int) -> bool:
        """Return whether a message is there and can still be changed."""
        hold = self._holds.get(number)
        if hold is None or hold.answer.interaction.is_expired():
            return False
        try:
            await hold.answer.look_at(number)
        except discord.HTTPException as error:
            if meaning(error) in (Meaning.LATE, Meaning.GONE):
                return False
            raise
        return True

    async def delete(self, channel: int, number: int) -> None:
        """Delete a message of ours."""
        hold = self._holds.pop(number, None)
        if hold is None or hold.answer.interaction.is_expired():
            raise UnheardError
        await hold.answer.remove(hold.followup)

    async def below(self, channel: int, number: int, most: int) -> int:
        """Return 0: what others write is hidden from us."""
        return 0

    async def ours(self, channel: int, after: int | None) -> list[Sent]:
        """Return []: nothing can be read there."""
        return []
