"""Opening a lobby, by command or for a rematch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import discord

from bot.model.position import Position
from bot.model.refusals import ChannelTaken, Refusal
from cogs.delivery.answer import Answer
from cogs.delivery.permissions import missing
from cogs.delivery.words import permission_names
from cogs.host import Host
from cogs.presses.lobby import Lobbies
from cogs.presses.undrawn import say_if_undrawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What somebody wants to play."""

    game: str
    options: Mapping[str, str]
    deck: str | None
    """An id; None: their default, else a ready-made one by chance."""


class Openings:
    """Opens lobbies."""

    def __init__(self, host: Host, lobbies: Lobbies) -> None:
        self._host = host
        self._lobbies = lobbies

    async def chosen(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Open a lobby in this channel for the game that was chosen.

        Raises:
            Refusal: not here or not like this.
        """
        if values[0] not in self._host.games:
            raise Refusal("That game is no more. `/match new` offers those that there are.")
        wanted = Wanted(game=values[0], options={}, deck=None)
        await self.open(answer, answer.interaction.channel_id or 0, wanted)

    async def open(self, answer: Answer, channel: int, wanted: Wanted) -> None:
        """Open a lobby in a channel of the server in which somebody asks for it. One whose host has left the server
        makes room, or passes on.

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
        try:
            position = await self._created(answer, interaction.guild_id, channel, wanted)
        except ChannelTaken:
            there = await self._host.matches.in_channel(channel)
            if there is None or not await self._lobbies.passed_on(there.match.id):
                raise
            position = await self._created(answer, interaction.guild_id, channel, wanted)
        number = position.match.id
        await answer.say(f"Match #{number} is open. Others press Join on it, and then you press Start.")
        await say_if_undrawn(self._host, answer, number)

    async def _created(self, answer: Answer, guild: int, channel: int, wanted: Wanted) -> Position:
        return await self._host.matches.create(
            guild=guild,
            channel=channel,
            host=answer.user,
            game=wanted.game,
            options=wanted.options,
            deck=wanted.deck,
            interaction=answer.interaction.id,
        )
