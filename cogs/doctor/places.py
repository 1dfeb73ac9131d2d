"""Check whether the bot has the permissions that it needs in the channels in which it hosts."""

from collections.abc import Iterable

import discord

from bot.people.settings import OF_SERVER, Threads
from bot.process.examination import Server
from bot.process.findings import Finding, fault, ok, warning
from cogs.delivery.permissions import PERMISSIONS, THREADS, missing_in


def examine_places(client: discord.Client, servers: Iterable[Server]) -> list[Finding]:
    """Return the findings about each channel that a server allows, or in which a match is played."""
    stored = {server.id: server for server in servers}
    findings: list[Finding] = []
    for guild in client.guilds:
        server = stored.get(guild.id)
        findings += _of_server(guild, server) if server is not None else _everywhere(guild)
    absent = stored.keys() - {guild.id for guild in client.guilds}
    findings += [
        warning(
            "permissions",
            f"the bot is not on server {guild}, but matches or settings of that server are stored",
            _ABSENT,
        )
        for guild in sorted(absent)
    ]
    return findings or [warning("permissions", "the bot is on no server", "Open the invite link that the bot logs.")]


_ABSENT = "Invite the bot again, unless you removed it on purpose: after ABSENT_DAYS its matches end."


def _of_server(guild: discord.Guild, server: Server) -> list[Finding]:
    allowed = dict.fromkeys(server.preferences.channel_ids, "in which matches may be opened")
    for setting in OF_SERVER.values():
        if setting.posted and (channel := getattr(server.preferences, setting.field)) is not None:
            allowed.setdefault(channel, f"of {setting.posted}")
    for channel in server.busy:
        allowed.setdefault(channel, "with a match")
    needs_threads = server.preferences.threads is Threads.ALWAYS
    findings = [_of_channel(guild, channel, why, needs_threads=needs_threads) for channel, why in allowed.items()]
    return findings if server.preferences.channel_ids else [*findings, *_everywhere(guild)]


def _of_channel(guild: discord.Guild, number: int, why: str, *, needs_threads: bool) -> Finding:
    where = f"channel {number} of server {guild.id}, {why}"
    channel = guild.get_channel_or_thread(number)
    if channel is None:
        if why == "with a match":  # archived threads are not listed
            return warning("permissions", f"{where}, is gone, hidden or an archived thread", _GONE)
        return fault("permissions", f"{where}, is gone or hidden from the bot", "Choose another one by /setup.")
    lacking = missing_in(channel)
    if needs_threads and not isinstance(channel, discord.Thread):
        lacking |= THREADS & ~channel.permissions_for(guild.me)
    if lacking.value:
        return fault(
            "permissions", f"{where}: missing {_names(lacking)}", "Give these permissions to the bot or its role there."
        )
    return ok("permissions", where)


_GONE = "Let the bot see it, unless the thread is archived or the channel was deleted."


def _everywhere(guild: discord.Guild) -> list[Finding]:
    """Return a finding: whether the bot has its permissions on the whole server, where any channel may be used."""
    lacking = PERMISSIONS & ~guild.me.guild_permissions
    if lacking.value:
        text = f"server {guild.id} as a whole: missing {_names(lacking)}"
        return [
            warning("permissions", text, "Give these permissions to the bot's role, unless its channels grant them.")
        ]
    return [ok("permissions", f"server {guild.id} as a whole")]


def _names(permissions: discord.Permissions) -> str:
    return ", ".join(name.replace("_", " ") for name, is_on in permissions if is_on)
