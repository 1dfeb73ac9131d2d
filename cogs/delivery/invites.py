"""The links that add the bot to a server or to a user's account."""

import discord

from cogs.delivery.permissions import PERMISSIONS, THREADS


def server_invite(application_id: int) -> str:
    """Return the link that adds the bot to a server with no more permissions than it needs."""
    return discord.utils.oauth_url(
        application_id, permissions=PERMISSIONS | THREADS, scopes=("bot", "applications.commands")
    )


def user_invite(application_id: int) -> str:
    """Return the link by which a user adds the bot to their own account."""
    return f"{discord.utils.oauth_url(application_id, scopes=('applications.commands',))}&integration_type=1"
