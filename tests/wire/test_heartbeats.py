"""Heartbeats of clients of discord.py, with one connection and with several."""

import asyncio
from math import inf

import discord
import pytest

from cogs.health.heartbeats import heartbeats
from sandbox.wire.options import Options
from sandbox.wire.server import Wire


async def test_a_client_that_never_connected_has_no_heartbeat() -> None:
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        assert heartbeats(client)[0].age == inf


@pytest.mark.parametrize("options", [Options(identify_every=0, shards=2)])
async def test_every_shard_has_a_heartbeat(wire: Wire, redirected: None) -> None:
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True))
    async with client:
        connecting = asyncio.create_task(client.start(wire.token))
        await wire.until(lambda: len(wire.gateway.connected) == 2)
        await client.wait_until_ready()
        found = heartbeats(client)
        assert found.keys() == {0, 1}
        assert all(0 <= beat.age < inf for beat in found.values())
    await connecting
    wire.assert_clean()
