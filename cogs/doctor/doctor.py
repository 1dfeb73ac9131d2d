"""Examine a set-up from its settings to a rehearsal match of each game."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Final

import aiohttp
import discord
from discord import app_commands
from discord.http import Route
from pydantic import SecretStr

from bot.application.application import Application
from bot.clock import Clock, system_clock
from bot.content.library import Library, load_library
from bot.log import set_up_logging
from bot.process.config import Address, Settings
from bot.process.examination import (
    Stored,
    examine_backups,
    examine_cluster,
    examine_contact,
    examine_database,
    examine_fonts,
    examine_settings,
)
from bot.process.findings import Finding, fault, ok, warning
from bot.store.database import Database
from bot.store.errors import StoreError
from cogs.client import HiddenHand
from cogs.command_sync import outdated
from cogs.delivery.permissions import missing_in
from cogs.delivery.sender import Sender
from cogs.doctor.places import examine_places
from cogs.doctor.rehearsal import Place, rehearse
from cogs.doctor.visitor import Visitor, connected, examine_application, examine_clock, log_in

_FIRST: Final = "Correct the faults above first."
_SECONDS: Final = aiohttp.ClientTimeout(total=10)


async def examine(
    *,
    channel: int | None = None,
    clock: Clock = system_clock,
    library: Library | None = None,
    intents: discord.Intents | None = None,
) -> list[Finding]:
    """Return all findings. Checks that need no connection to Discord come first.

    channel: where to rehearse a match of each game; None: nothing is sent to Discord. library: the games to rehearse;
    None: all. intents: the gateway intents to ask for; None: the bot's own.
    """
    settings, findings = examine_settings()
    findings.append(examine_fonts(settings))
    if settings is None:
        return [*findings, warning("discord", "not examined", _FIRST)]
    set_up_logging("CRITICAL", "text", [settings.discord_token] if settings.discord_token else [])
    stored = examine_database(settings.database, clock)
    findings += [*stored.findings, examine_backups(settings, clock), examine_contact(settings)]
    if (cluster := await asyncio.to_thread(examine_cluster, settings)) is not None:
        findings.append(cluster)
    if settings.health is not None:
        findings.append(await _health(settings.health))
    if settings.discord_token is None:
        advice = "Set DISCORD_TOKEN in .env or in the environment."
        return [*findings, fault("token", "there is none", advice)]
    if settings.discord_api:
        Route.BASE = settings.discord_api
    visit = _Visit(settings, stored, clock, library or load_library(), channel)
    try:
        return findings + await visit.findings(settings.discord_token, intents)
    except (StoreError, OSError) as error:
        advice = f"Make room in {gettempdir()}, or set TMPDIR to a folder in which this user may write."
        return [*findings, fault("doctor", f"no temporary database can be made ({type(error).__name__})", advice)]


class _Visit:
    """Makes the checks that need a connection to Discord."""

    def __init__(self, settings: Settings, stored: Stored, clock: Clock, library: Library, channel: int | None) -> None:
        self._settings = settings
        self._stored = stored
        self._clock = clock
        self._library = library
        self._channel = channel

    async def findings(self, token: SecretStr, intents: discord.Intents | None) -> list[Finding]:
        """Return the findings. Checks that a fault makes impossible are left out."""
        with TemporaryDirectory(prefix="hidden-hand-doctor-") as folder:
            database = await Database.open(Path(folder) / "doctor.sqlite3")
            try:
                app = Application(database, load_library())
                try:
                    async with HiddenHand(app) as bot, Visitor(intents or bot.intents, self._clock) as visitor:
                        return await self._all(bot, visitor, token)  # the bot itself is never connected
                finally:
                    await app.computers.close()
            finally:
                await database.close()

    async def _all(self, bot: HiddenHand, visitor: Visitor, token: SecretStr) -> list[Finding]:
        findings = [await log_in(visitor, token.get_secret_value())]
        if findings[0].state != "ok":
            return findings
        findings.append(examine_clock(visitor))
        for check, work in (
            ("interactions", lambda: self._application(visitor)),
            ("commands", lambda: _commands(bot, visitor)),
            ("alerts", lambda: self._alerts(visitor)),
        ):
            findings += await _tried(check, work)
        async with connected(visitor) as connection:
            findings += connection
            if visitor.is_ready():
                findings += examine_places(visitor, self._stored.servers)
            findings += await _tried("rehearsal", lambda: self._rehearsals(visitor))
        return findings

    async def _application(self, visitor: Visitor) -> list[Finding]:
        return examine_application(await visitor.application_info())

    async def _alerts(self, visitor: Visitor) -> list[Finding]:
        if self._settings.alerts is None:
            return []
        sender, target = Sender(visitor), self._settings.alerts
        try:
            if await sender.is_channel(target):
                await visitor.fetch_channel(target)
                return [ok("alerts", f"go to channel {target}")]
            await sender.direct(target)
        except discord.HTTPException as error:
            advice = "Set ALERTS to a channel that the bot sees, or to a user who shares a server with it."
            return [fault("alerts", f"{target} cannot be reached (code {error.code})", advice)]
        return [ok("alerts", f"go to user {target}")]

    async def _rehearsals(self, visitor: Visitor) -> list[Finding]:
        place = None
        if self._channel is not None:
            advice = "Name a text channel of a server that the bot is on, and in which it may post."
            try:
                channel = await visitor.fetch_channel(self._channel)
            except discord.HTTPException as error:
                return [fault("rehearsal", f"channel {self._channel} cannot be seen (code {error.code})", advice)]
            if not isinstance(channel, discord.TextChannel | discord.Thread | discord.VoiceChannel):
                return [fault("rehearsal", f"channel {self._channel} is not a text channel of a server", advice)]
            known = visitor.get_channel(self._channel)
            lacking = missing_in(known) if isinstance(known, discord.abc.GuildChannel | discord.Thread) else None
            if lacking:
                names = ", ".join(name.replace("_", " ") for name, is_on in lacking if is_on)
                return [
                    fault(
                        "rehearsal",
                        f"channel {self._channel}: missing {names}",
                        "Give the bot these permissions there.",
                    )
                ]
            place = Place(channel.guild.id, channel.id)
        return await rehearse(visitor, self._library, self._clock, place)


async def _commands(bot: HiddenHand, visitor: Visitor) -> list[Finding]:
    """Return a finding: whether the slash commands that Discord knows are those of this version."""
    names = await outdated(bot.tree, app_commands.CommandTree(visitor))
    if not names:
        return [ok("commands", "Discord knows all of them as they are in this version")]
    shown = ", ".join(f"/{name}" for name in names[:5]) + (" …" if len(names) > 5 else "")
    advice = "Start the bot of this version: it registers them. Restart Discord if it still shows the old ones."
    return [warning("commands", f"{len(names)} of them are missing on Discord, or differ there: {shown}", advice)]


async def _health(address: Address) -> Finding:
    """Return a finding about the health that the running bot reports at this address."""
    try:
        async with (
            aiohttp.ClientSession(timeout=_SECONDS) as session,
            session.get(f"http://{address}/healthz") as reply,
        ):
            health = await reply.json()
        faults = sorted(name for name, check in health["checks"].items() if check["state"] == "fault")
    except (aiohttp.ClientError, OSError, TimeoutError, ValueError, KeyError, TypeError):
        advice = "Start the bot, if it should be running. If it is, give the bot and the doctor the same HEALTH."
        return warning("health", f"no bot answers at {address}", advice)
    if faults:
        return fault(
            "health", f"the running bot has a fault: {', '.join(faults)}", "docs/operating.md says what it means."
        )
    return ok("health", "the running bot is well")


async def _tried(check: str, work: Callable[[], Awaitable[list[Finding]]]) -> list[Finding]:
    """Return the findings of a check, or a fault if Discord does not answer."""
    try:
        return await work()
    except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
        return [fault(check, f"Discord did not answer ({type(error).__name__})", "Try again in a few minutes.")]
