"""Members of servers, and the seats of players who have left one."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import discord

from bot.application.table.substitutes import Substitutes
from bot.model.absence import Place
from bot.model.match import Match, UserId
from bot.model.reasons.database import DiscordUnreachable
from bot.model.refusals import Refusal
from cogs.delivery.guilds import granted_in, guild_of, place_in
from rules.core.events import Seat

UNKNOWN_MEMBER: Final = 10007
UNKNOWN_USER: Final = 10013

_GATEWAY_TIMEOUT: Final = 1.0
"""Seconds to wait for the gateway's answer about members."""
_FRESH: Final = 10 * 60.0
"""Seconds for which a user who was found to be a member is not checked again."""
_CACHED_MEMBERS: Final = 10_000
"""Cache size, in members."""


async def has_left(client: discord.Client, guild: int, user: UserId) -> bool:
    """Return whether a user is no longer a member of a server; False if that cannot be found out."""
    try:
        server = await guild_of(client, guild)
        if server is not None:
            await server.fetch_member(user)
    except discord.NotFound as error:
        return error.code in (UNKNOWN_MEMBER, UNKNOWN_USER)
    except (DiscordUnreachable, discord.HTTPException):
        return False
    return False


class Leavers:
    """Finds users who have left a server. One gateway message asks about many users and needs no privileged intent
    ("Request Guild Members"). Users found to be members are not asked about again for some time.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._members: dict[tuple[int, UserId], float] = {}
        """The time at which each user was found to be a member of a server, by the event loop's clock."""

    async def of(self, guild: int, users: Sequence[UserId]) -> list[UserId]:
        """Return the users, of at most 100, who have left a server; [] if Discord does not tell in time."""
        now = asyncio.get_running_loop().time()
        unknown = [user for user in users if now - self._members.get((guild, user), -_FRESH) >= _FRESH]
        server = self._client.get_guild(guild)
        if server is None or not unknown:
            return []
        try:
            asked = server.query_members(user_ids=unknown, limit=len(unknown), cache=False)
            members = {member.id for member in await asyncio.wait_for(asked, _GATEWAY_TIMEOUT)}
        except (TimeoutError, discord.DiscordException, OSError):
            return []
        if len(self._members) > _CACHED_MEMBERS:
            self._members.clear()
        self._members.update(((guild, user), now) for user in members)
        return [user for user in unknown if user not in members]


async def sees(client: discord.Client, guild: int, channel: int, user: UserId) -> bool:
    """Return whether a user can see a channel or thread of a server.

    Raises:
        Unavailable: that cannot be found out now.
    """
    server = await guild_of(client, guild)
    try:
        place = None if server is None else await place_in(server, channel)
        if server is None or place is None:
            return False
        return (await granted_in(server, place, user)).view_channel
    except discord.NotFound:
        return False
    except discord.Forbidden as error:
        raise DiscordUnreachable from error


async def place_seen(client: discord.Client, match: Match, user: UserId, *, guild: int | None = None) -> Place | None:
    """Return the first place of a match whose channel a user can see; None if they see none. guild: look on this server
    alone.

    Raises:
        Unavailable: that cannot be found out now.
    """
    for place in match.places:
        if not place.is_direct and guild in (None, place.guild) and await sees(client, *place, user):
            return place
    return None


class Absences:
    """Finds players who have left the server, before they are pinged."""

    def __init__(self, client: discord.Client, substitutes: Substitutes) -> None:
        self._client = client
        self._substitutes = substitutes

    async def is_absent(self, match: Match, seat: Seat) -> bool:
        """Return whether a player has left the server. If so, offer their seat to everyone on the server."""
        if match.is_direct:
            return False
        if not await has_left(self._client, match.guild, match.players[seat].user):
            return False
        with suppress(Refusal):  # it is offered already, or the match has moved on
            await self._substitutes.offer_absent(match.id, seat)
        return True
