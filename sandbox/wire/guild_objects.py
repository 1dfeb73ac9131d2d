"""Servers and the application as Discord's JSON ("Guild", "Application")."""

from typing import Final

from sandbox.wire.clock import iso
from sandbox.wire.errors import Json
from sandbox.wire.model import Account, Guild
from sandbox.wire.objects import channel_object, member_object, role_object, user_object
from sandbox.wire.rules import words

_NOT_SET: Final = words(
    "icon description home_header splash discovery_splash banner application_id afk_channel_id "
    "system_channel_id widget_channel_id max_presences vanity_url_code rules_channel_id "
    "safety_alerts_channel_id public_updates_channel_id incidents_data"
)


def application_object(bot: Account, owner: Account, guilds: int, endpoint: str | None) -> Json:
    """Return the bot's own application ("Application")."""
    return {
        "id": str(bot.id),
        "name": bot.username,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user_object(bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": endpoint,
        "role_connections_verification_url": None,
        "owner": user_object(owner),
        "approximate_guild_count": guilds,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
        "summary": "",
        "rpc_origins": [],
    }


def guild_object(guild: Guild) -> Json:
    """Return a server as the REST interface shows it ("Guild", Guild Object)."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner.id),
        "roles": [role_object(role) for role in guild.roles.values()],
        "emojis": [],
        "stickers": [],
        "features": [],
        "region": "us-west",
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "verification_level": 0,
        "default_message_notifications": 0,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        **dict.fromkeys(_NOT_SET),
    }


def guild_create(guild: Guild, bot: Account) -> Json:
    """Return the data of GUILD_CREATE for a bot without the intent GUILD_MEMBERS ("Gateway Events", Guild Create)."""
    channels = guild.channels.values()
    return {
        **guild_object(guild),
        "joined_at": iso(guild.members[bot.id].joined_at),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [member_object(guild.members[bot.id])],
        "channels": [channel_object(channel) for channel in channels if not channel.is_thread],
        "threads": [channel_object(channel) for channel in channels if channel.is_thread and not channel.archived],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
