"""Running unmodified discord.py clients in the test's own process."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord

from sandbox.wire.server import Wire

GUILDS = discord.Intents(guilds=True)


@asynccontextmanager
async def running(client: discord.Client, wire: Wire) -> AsyncIterator[None]:
    """Log a client in, wait until it is ready, and close it at the end; raise the error that ends it earlier."""
    async with client:
        task = asyncio.create_task(client.start(wire.token))
        ready = asyncio.create_task(_ready(client))
        await asyncio.wait([task, ready], return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            ready.cancel()
            task.result()
        yield
        await client.close()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def _ready(client: discord.Client) -> None:
    await client.wait_for("ready")
    await all_servers(client)


async def all_servers(client: discord.Client) -> None:
    """Wait until Discord has sent every server. discord.py soon calls a client ready if they come slowly."""
    while any(guild.unavailable for guild in client.guilds):
        await client.wait_for("guild_available")


def client(kind: Callable[..., Any] = discord.Client, **options: Any) -> Any:
    return kind(intents=GUILDS, guild_ready_timeout=0.01, **options)
