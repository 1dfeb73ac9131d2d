"""A connection to Discord that serves nobody, beside a bot that may be running with the same token."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

from bot.clock import Clock
from bot.process.findings import Finding, fault, ok, warning

REQUEST_TIMEOUT: Final = 60.0
"""Seconds to wait for an answer to a request, or until Discord has listed the bot's servers."""
_OFF: Final = 5.0
_FAR_OFF: Final = 60.0
"""Limits in seconds for the difference between our clock and Discord's. Beyond `_OFF`, players see wrong deadlines.
Beyond `_FAR_OFF`, wrong deadlines make them lose.
"""
_FEW_STARTS: Final = 20
_REFUSED: Final = {
    4004: "copy the token again from the Bot page of discord.com/developers/applications",
    4013: "install a newer Hidden Hand: Discord does not know an intent that it asks for",
    4014: "switch the intent on, on the Bot page of discord.com/developers/applications, or install the Hidden Hand of "
    "its makers, which needs none",
}


class Visitor(discord.AutoShardedClient):
    """A client that only looks, and answers no interactions. Discord allows several connections with one token."""

    def __init__(self, intents: discord.Intents, clock: Clock) -> None:
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._note_date)
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none(), http_trace=trace)
        self._clock = clock
        self.offset: float | None = None
        """Seconds by which our clock is ahead of Discord's; None: Discord did not send its time."""

    async def _note_date(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        with suppress(KeyError, ValueError):
            server_time: datetime = parsedate_to_datetime(end.response.headers["Date"])
            self.offset = self._clock().timestamp() - server_time.timestamp()


async def log_in(visitor: Visitor, token: str) -> Finding:
    """Log in, without a gateway connection, and return a finding: whether Discord accepts the token."""
    try:
        async with asyncio.timeout(REQUEST_TIMEOUT):
            await visitor.login(token)
    except discord.LoginFailure:
        advice = "Copy it again from the Bot page of discord.com/developers/applications, and set DISCORD_TOKEN."
        return fault("token", "Discord refuses the token", advice)
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
        advice = "Check the network, DNS and any firewall or proxy; discordstatus.com reports outages."
        return fault("token", f"Discord cannot be reached ({type(error).__name__})", advice)
    assert visitor.user is not None
    return ok("token", f"Discord accepts it, for application {visitor.application_id}")


def examine_application(application: discord.AppInfo) -> list[Finding]:
    """Return what is wrong with the application on Discord's developer pages."""
    url = getattr(application, "interactions_endpoint_url", None)
    if url:
        advice = (
            "Delete the “Interactions Endpoint URL” on the General Information page of "
            "discord.com/developers/applications."
        )
        return [fault("interactions", "Discord sends presses and commands to an address instead of to the bot", advice)]
    return [ok("interactions", "Discord sends presses and commands to the bot")]


def examine_clock(visitor: Visitor) -> Finding:
    """Return how much our clock differs from Discord's."""
    if visitor.offset is None:
        return warning("clock", "Discord did not send its time", "Start the doctor again.")
    off = abs(visitor.offset)
    text = f"{off:.0f} seconds {'ahead of' if visitor.offset > 0 else 'behind'} Discord's"
    advice = "Let the system keep its clock by NTP (timedatectl set-ntp true)."
    if off > _FAR_OFF:
        return fault("clock", text, advice)
    return warning("clock", text, advice) if off > _OFF else ok("clock", "agrees with Discord's")


@asynccontextmanager
async def connected(visitor: Visitor) -> AsyncIterator[list[Finding]]:
    """Connect to the gateway within this context, and yield the findings about the intents and the connection."""
    findings = [found] if (found := await _starts(visitor)) is not None else []
    if any(finding.state == "fault" for finding in findings):
        yield findings
        return
    connecting = asyncio.create_task(visitor.connect(reconnect=False), name="doctor's connection")
    waiting = asyncio.create_task(visitor.wait_until_ready(), name="doctor's servers")
    try:
        await asyncio.wait([connecting, waiting], timeout=REQUEST_TIMEOUT, return_when=asyncio.FIRST_COMPLETED)
        if connecting.done():
            findings.append(_refusal(connecting.exception()))
        elif waiting.done():
            asked = ", ".join(name for name, is_on in visitor.intents if is_on)
            findings.append(ok("intents", f"Discord grants those that the bot asks for ({asked})"))
            findings.append(ok("servers", f"the bot is on {len(visitor.guilds)} servers"))
        else:
            findings.append(fault("gateway", "Discord does not list the bot's servers", "Try again in a few minutes."))
        yield findings
    finally:
        waiting.cancel()
        await visitor.close()
        connecting.cancel()
        await asyncio.wait([connecting, waiting])


async def _starts(visitor: Visitor) -> Finding | None:
    """Return a finding if few of the connections that Discord allows in a day are left."""
    try:
        shards, _, limit = await visitor.http.get_bot_gateway()
    except (discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
        return fault("gateway", f"Discord names no gateway ({type(error).__name__})", "Try again in a few minutes.")
    hours = limit["reset_after"] / 3_600_000
    text = f"{limit['remaining']} of {limit['total']} connections are left for {hours:.1f} hours"
    advice = "Find out why the bot starts so often: its log says how each run ended."
    if limit["remaining"] <= shards:
        return fault("gateway", text, advice)
    return warning("gateway", text, advice) if limit["remaining"] < _FEW_STARTS else None


def _refusal(error: BaseException | None) -> Finding:
    code = 4014 if isinstance(error, discord.PrivilegedIntentsRequired) else getattr(error, "code", None)
    advice = _REFUSED.get(code or 0, "start the bot and read its last line of output")
    check = "intents" if code in (4013, 4014) else "gateway"
    said = f"code {code}" if code else type(error).__name__
    return fault(check, f"Discord closes the connection ({said})", advice[0].upper() + advice[1:] + ".")
