"""Find the missing permissions that hold up a tournament."""

import discord

from bot.tournaments.values import Tournament
from cogs.delivery.error_texts import permission_names
from cogs.delivery.permissions import THREADS, missing_in


def lacking_for(client: discord.Client, tournament: Tournament) -> str:
    """Return the names of the permissions that the bot lacks in the channel of a tournament, as far as it knows."""
    guild = client.get_guild(tournament.guild)
    place = None if guild is None else guild.get_channel(tournament.channel)
    if place is None:
        return ""
    missing = missing_in(place)
    if not missing.view_channel and not missing.send_messages:
        missing |= THREADS & ~place.permissions_for(place.guild.me)
    return permission_names(missing)
