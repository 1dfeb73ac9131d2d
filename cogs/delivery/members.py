"""Members of servers, and the seats of players who have left one."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import discord

from bot.application.table.substitutes import Substitutes
from bot.model.match import Match, UserId
from bot.model.reasons.database import DiscordUnreachable
from bot.model.refusals import Refusal
from rules.core.events import Seat

UNKNOWN_MEMBER: Final = 10007
UNKNOWN_USER: Final = 10013

_PATIENCE: Final = 1.0
"""Seconds to wait for the gateway's answer about members."""


async def has_left(client: discord.Client, guild: int, user: UserId) -> bool:
    """Whether a user is no longer a member of a server; False if that cannot be found out."""
    server = client.get_guild(guild)
    if server is None:
        return False
    try:
        await server.fetch_member(user)
    except discord.NotFound as error:
        return error.code in (UNKNOWN_MEMBER, UNKNOWN_USER)
    except discord.HTTPException:
        return False
    return False


async def who_left(client: discord.Client, guild: int, users: Sequence[UserId]) -> list[UserId]:
    """Return those of at most 100 users who are no longer members of a server; [] if that cannot be found out.

    Costs one message over the gateway, and no privileged intent ("Request Guild Members").
    """
    server = client.get_guild(guild)
    if server is None or not users:
        return []
    try:
        asked = server.query_members(user_ids=list(users), limit=len(users), cache=False)
        members = {member.id for member in await asyncio.wait_for(asked, _PATIENCE)}
    except (TimeoutError, discord.DiscordException, OSError):
        return []
    return [user for user in users if user not in members]


async def sees(client: discord.Client, guild: int, channel: int, user: UserId) -> bool:
    """Whether a user sees a channel or thread of a server.

    Raises:
        Unavailable: that cannot be found out now.
    """
    server = client.get_guild(guild)
    place = None if server is None else server.get_channel_or_thread(channel)
    if server is None or place is None:
        return False
    try:
        return place.permissions_for(await server.fetch_member(user)).view_channel
    except discord.NotFound:
        return False
    except (discord.HTTPException, discord.ClientException, OSError) as error:
        raise DiscordUnreachable from error


class Absences:
    """Finds players to ping who have left the server."""

    def __init__(self, client: discord.Client, substitutes: Substitutes) -> None:
        self._client = client
        self._substitutes = substitutes

    async def is_absent(self, match: Match, seat: Seat) -> bool:
        """Whether a player has left the server: then their seat is offered to everyone there."""
        if not await has_left(self._client, match.guild, match.players[seat].user):
            return False
        with suppress(Refusal):  # it is offered already, or the match has moved on
            await self._substitutes.offer_absent(match.id, seat)
        return True
