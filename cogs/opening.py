"""Opening a lobby, by command or for a rematch."""

from collections.abc import Mapping

import discord

from bot.client import PERMISSIONS
from bot.matches import Match, Refusal
from cogs.desk import desk
from cogs.errors import AnyInteraction, permission_names, tell


async def open_lobby(
    interaction: AnyInteraction, channel: int, game: str, options: Mapping[str, str], deck: str | None
) -> None:
    """Open a lobby in a channel of the server in which somebody asks for it.

    Raises:
        Refusal: not here or not like this.
    """
    if interaction.guild_id is None:
        raise Refusal("A match is played in a channel of a server, where others can join. Use `/match new` there.")
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed = PERMISSIONS & ~discord.Permissions(send_messages=in_thread, send_messages_in_threads=not in_thread)
    missing = needed & ~interaction.app_permissions
    if missing.value:
        raise Refusal(
            f"I cannot host a match in this channel: I miss the permissions {permission_names(missing)}. "
            "Ask an admin of the server for them, or use another channel."
        )
    at = desk(interaction)
    at.names.meet(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    match: Match = await at.matches.create(
        guild=interaction.guild_id,
        channel=channel,
        host=interaction.user.id,
        game=game,
        options=options,
        deck=deck,
        interaction=interaction.id,
    )
    at.publish(match.id)
    await tell(interaction, f"Match #{match.id} is open. Others press Join on it, and then you press Start.")
    await at.tell_trouble(interaction, match.id)
