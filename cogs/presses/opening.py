"""Opening a lobby, by command or for a rematch."""

from collections.abc import Mapping

import discord

from bot.position import Position
from bot.refusals import ChannelTaken, Refusal
from cogs.delivery.answer import Answer
from cogs.delivery.permissions import missing
from cogs.delivery.words import permission_names
from cogs.host import Host
from cogs.presses.hand import NOT_DRAWN
from cogs.presses.lobby import Lobbies


async def open_lobby(  # what the command asks for
    host: Host,
    lobbies: Lobbies,
    answer: Answer,
    channel: int,
    game: str,
    options: Mapping[str, str],
    deck: str | None,
) -> None:
    """Open a lobby in a channel of the server in which somebody asks for it. One whose host has left the server makes
    room, or passes on.

    Raises:
        ChannelTaken: somebody else has opened one.
        Refusal: not here or not like this.
    """
    interaction = answer.interaction
    if interaction.guild_id is None:
        raise Refusal("A match is played in a channel of a server, where others can join. Use `/match new` there.")
    lacking = missing(interaction.app_permissions, in_thread=isinstance(interaction.channel, discord.Thread))
    if lacking.value:
        raise Refusal(
            f"I cannot host a match in this channel: I miss the permissions {permission_names(lacking)}. "
            "Ask an admin of the server for them, or use another channel."
        )

    async def create() -> Position:
        return await host.matches.create(
            guild=interaction.guild_id or 0,
            channel=channel,
            host=answer.user,
            game=game,
            options=options,
            deck=deck,
            interaction=interaction.id,
        )

    try:
        position = await create()
    except ChannelTaken:
        there = await host.matches.in_channel(channel)
        if there is None or not await lobbies.passed_on(there.match.id):
            raise
        position = await create()
    number = position.match.id
    await answer.say(f"Match #{number} is open. Others press Join on it, and then you press Start.")
    trouble = await host.deliverer.settled(number)
    if trouble:
        await answer.say(f"{NOT_DRAWN} {trouble}")
