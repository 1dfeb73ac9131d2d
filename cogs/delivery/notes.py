"""Texts that are sent once: whispers, and what players are told about their match."""

from hashlib import blake2b

import discord

from bot.application.match.outbox import EVERYBODY, Delivery, Kind
from bot.model.match import UserId
from bot.model.position import Position
from cogs.delivery.error_texts import permission_names
from cogs.delivery.permissions import missing_in
from cogs.delivery.record import Record
from cogs.delivery.sender import Sender
from cogs.messages.lobby import heading
from cogs.messages.message import Message


class Notes:
    """The method may raise what `cogs.delivery.error_meanings.meaning` reads."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    async def note(self, row: Delivery, position: Position, record: Record) -> None:
        """Send a text, unless it is found to have been sent."""
        assert row.text is not None
        players = position.match.players
        user: UserId = players[row.seat].user if 0 <= row.seat < len(players) else -1  # a lobby may have been left
        channel = position.match.channel
        if row.seat != EVERYBODY:
            if user < 0:
                record.done(row)
                return
            channel = await self._sender.direct(user)
        pinged = [row.called] if row.called > 0 else []
        known = await self._sender.ours(channel, None) if row.failures else []
        if all(found.content != row.text for found in known):
            await self._sender.send(channel, Message(row.text, called=pinged), _nonce(row, position))
        record.done(row)


def _nonce(row: Delivery, position: Position) -> str:
    """Return the nonce of a note: rows of other notes have the same id after a restore, and another text."""
    assert row.text is not None
    text = blake2b(row.text.encode(), digest_size=3).hexdigest()
    return f"{position.match.tag}/n{row.id}/{text}"


def unreachable(client: discord.Client, position: Position) -> list[Delivery]:
    """What players are told by direct message when their match cannot be shown in its channel."""
    text = f"{heading(position.game, position.match)}\n{unshown(client, position)}"
    seats = [seat for seat, player in enumerate(position.match.players) if not player.computer]
    return [Delivery(number=position.match.id, kind=Kind.NOTE, seat=seat, owed=1, text=text) for seat in seats]


def unshown(client: discord.Client, position: Position) -> str:
    """Why a match cannot be shown in its channel, and what to do."""
    match = position.match
    guild = client.get_guild(match.guild)
    channel = guild.get_channel_or_thread(match.channel) if guild else None
    if guild is None or channel is None:
        why = "I cannot get there any more: it was deleted, or I was shut out"
        then = f"`/match resign` and `/match abandon` end it from anywhere, by its number {match.id}."
    else:
        lacking = permission_names(missing_in(channel))
        why = f"I lack a permission there: {lacking}" if lacking else "Discord does not let me"
        then = "An admin of the server can give it to me, and the table hangs there again by itself."
    return (
        f"I cannot show the table of this match in <#{match.channel}>. {why}. Nothing is lost: you can go on with your "
        f"hand in my direct messages and by `/hand`. {then}"
    )
