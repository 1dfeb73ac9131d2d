"""What players are called. Only ids are stored; names are asked of Discord and kept in memory."""

from typing import Any

import discord

from bot.matches import Match, UserId
from cogs.errors import AnyInteraction
from cogs.text import NAME_LIMIT, plain

_KEPT = 10_000
_NOBODY = "A former member"


class Names:
    """Display names by server and user, as plain text; `cogs.text.escaped` makes them fit for messages."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._known: dict[tuple[int, UserId], str] = {}

    def meet(self, interaction: AnyInteraction) -> None:
        """Remember whoever acts: the freshest name there is."""
        if interaction.guild_id is not None:
            self._keep(interaction.guild_id, interaction.user.id, interaction.user.display_name)

    async def of(self, match: Match) -> tuple[str, ...]:
        """The players of a match, by seat."""
        return tuple([await self.name(match.guild, chair.user) for chair in match.chairs])

    async def name(self, guild: int, user: UserId) -> str:
        """What a user is called on a server; asks Discord once for whom it has not met."""
        known = self._known.get((guild, user))
        if known is not None:
            return known
        asked = await self._asked(guild, user)
        return _NOBODY if asked is None else self._keep(guild, user, asked)

    def _keep(self, guild: int, user: UserId, name: str) -> str:
        if len(self._known) >= _KEPT:
            self._known.clear()
        kept = self._known[guild, user] = plain(name, NAME_LIMIT)
        return kept

    async def _asked(self, guild: int, user: UserId) -> str | None:
        server: Any = self._client.get_guild(guild)
        try:
            if server is not None:
                member: discord.Member = await server.fetch_member(user)
                return member.display_name
        except discord.HTTPException:
            pass  # left the server: the account may still have a name
        try:
            return (await self._client.fetch_user(user)).display_name
        except discord.HTTPException:
            return None
