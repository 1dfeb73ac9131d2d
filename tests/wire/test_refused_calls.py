"""A bot whose address is blocked makes few calls until the block is over."""

import asyncio
from pathlib import Path

import aiohttp
import discord
import pytest

from cogs.shards.refused import IN_A_ROW, HeldBackError, RefusedCalls
from sandbox.wire.server import Wire
from tests.patience import until
from tests.wire.clients import client, running
from tests.wire.hosts import hosting

pytestmark = pytest.mark.usefixtures("redirected")
CALLS = 60


@pytest.mark.parametrize("name", ["address blocked", "address limited"])
async def test_a_blocked_client_holds_its_calls_back_and_goes_on_afterwards(
    wire: Wire, tmp_path: Path, name: str
) -> None:
    refused, told = RefusedCalls(lambda: 0), asyncio.Event()
    refused.on_taken.append(told.set)
    async with running(bot := client(http_trace=refused.listen(aiohttp.TraceConfig())), wire):
        place = bot.get_partial_messageable(wire.channel.id)
        wire.conditions.begin(name)
        before, held = len(wire.requests), 0
        for _ in range(CALLS):
            with pytest.raises(discord.HTTPException) as failed:
                await place.send("x")
            held += isinstance(failed.value, HeldBackError)
        made = len(wire.requests) - before
        assert IN_A_ROW <= made < CALLS
        assert made + held == CALLS
        wire.conditions.clear()
        while not told.is_set():
            try:
                await place.send("x")
            except HeldBackError:
                await asyncio.sleep(0.05)
        await place.send("x")
    assert len(wire.channel.messages) == 2


async def test_whoever_presses_when_a_block_is_over_is_answered_at_once(wire: Wire, tmp_path: Path) -> None:
    async with hosting(wire, tmp_path) as bot:
        for _ in range(IN_A_ROW):
            bot.refused.count(is_refused=True)
        bot.refused._next_probe = float("inf")  # no other call sees whether the block is over
        assert (await wire.user("Ada").slash("/hand")).ephemeral
        await until(lambda: asyncio.sleep(0, not bot.refused.is_blocked))


async def test_the_limit_of_a_channel_counts_against_nobody(wire: Wire) -> None:
    refused = RefusedCalls(lambda: 0)
    async with running(bot := client(http_trace=refused.listen(aiohttp.TraceConfig())), wire):
        wire.conditions.begin("write limit")
        sending = asyncio.create_task(bot.get_partial_messageable(wire.channel.id).send("x"))
        await wire.until(lambda: wire.requests.where(lambda each: each.code == 20028))
        wire.conditions.clear()
        await sending
    assert not refused._refused
    assert len(wire.channel.messages) == 1
