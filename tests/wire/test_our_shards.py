"""The bot's own sharded client: its shards connect independently, and only their logins queue."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
import structlog

from cogs.shards import identifies
from cogs.shards.identifies import INTERVAL
from cogs.shards.sharded_client import ShardedClient
from sandbox.wire.options import Options
from sandbox.wire.server import Wire
from sandbox.wire.session_starts import DAY
from sandbox.wire.signals import Signal

SHARDS = 4
OPTIONS = Options(shards=SHARDS, max_concurrency=SHARDS)

pytestmark = pytest.mark.usefixtures("redirected")


@pytest.fixture
def options() -> Options:
    return OPTIONS


class Sharded(ShardedClient):
    """Records events of its shards."""

    def __init__(self, **options: Any) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.01, **options)
        self.recorded: list[tuple[str, int]] = []
        self.changed = Signal()

    async def on_shard_connect(self, shard_id: int) -> None:
        self.record("connect", shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self.record("disconnect", shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.record("resumed", shard_id)

    def record(self, event: str, shard_id: int) -> None:
        self.recorded.append((event, shard_id))
        self.changed.fire()

    async def until(self, *events: tuple[str, int]) -> None:
        """Wait until all these events were recorded."""
        await self.changed.until(lambda: set(events) <= set(self.recorded), what=f"{events}")


@asynccontextmanager
async def started(wire: Wire, **options: int) -> AsyncIterator[Sharded]:
    """Start a client, which need not become ready, and close it at the end."""
    async with Sharded(**options) as client:
        running = asyncio.create_task(client.start(wire.token))
        yield client
        await client.close()
        running.cancel()
        await asyncio.wait([running])


def connects(*shards: int) -> list[tuple[str, int]]:
    return [("connect", shard_id) for shard_id in shards]


@pytest.fixture
def pauses(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let the queue of logins go by Discord's clock, which stands still, and its waits end at once by moving that.
    Return the lengths of these waits in seconds.
    """
    waited: list[float] = []
    monkeypatch.setattr(identifies, "monotonic", wire.clock.now)

    async def wait(seconds: float) -> None:
        # By Discord's clock a login counts when it arrives, which in truth is long before the next one.
        await wire.until(lambda: all(each.session is not None for each in wire.gateway.connections))
        waited.append(seconds)
        wire.clock.advance(seconds)

    monkeypatch.setattr(identifies, "sleep", wait)
    return waited


async def test_as_many_shards_connect_as_discord_advises(wire: Wire) -> None:
    async with started(wire) as client:
        await client.until(*connects(0, 1, 2, 3))
        assert {(each.shard, each.shards) for each in wire.gateway.connected} == {(each, SHARDS) for each in range(4)}
    wire.assert_clean()


async def test_as_many_shards_connect_as_are_chosen(wire: Wire) -> None:
    async with started(wire, shard_count=2) as client:
        await client.until(*connects(0, 1))
        assert {(each.shard, each.shards) for each in wire.gateway.connected} == {(0, 2), (1, 2)}
    wire.assert_clean()


async def test_a_shard_that_does_not_answer_holds_up_no_other(wire: Wire) -> None:
    wire.gateway.lose(0)
    async with started(wire) as client:
        await client.until(*connects(1, 2, 3))
        wire.gateway.restore(0)
        await client.until(*connects(0))
    wire.assert_clean()


async def test_an_interrupted_shard_resumes_while_another_one_is_out(wire: Wire) -> None:
    async with started(wire) as client:
        await client.until(*connects(0, 1, 2, 3))
        wire.gateway.lose(0)
        await client.until(("disconnect", 0))
        wire.gateway.drop(2)
        await client.until(("disconnect", 2), ("resumed", 2))
        assert ("resumed", 0) not in client.recorded
        wire.gateway.restore(0)
        await client.until(("resumed", 0))
    wire.assert_clean()


async def test_a_shard_without_a_valid_session_logs_in_anew(wire: Wire, pauses: list[float]) -> None:
    async with started(wire) as client:
        await client.until(*connects(0, 1, 2, 3))
        wire.gateway.invalidate(1)
        await client.changed.until(lambda: client.recorded.count(("connect", 1)) == 2, what="a new login")
        assert client.recorded.count(("disconnect", 1)) >= 1
        assert wire.world.session_starts.remaining == OPTIONS.identifies_a_day - SHARDS - 1
    wire.assert_clean()


@pytest.mark.parametrize("options", [Options(shards=SHARDS)])
async def test_shards_of_one_key_log_in_five_seconds_apart(wire: Wire, pauses: list[float]) -> None:
    async with started(wire) as client:
        await client.until(*connects(0, 1, 2, 3))
        assert wire.world.session_starts.remaining == 1000 - SHARDS, "none was refused"
    assert pauses == pytest.approx([0.0, INTERVAL, INTERVAL, INTERVAL])
    wire.assert_clean()


async def test_shards_of_different_keys_log_in_at_once(wire: Wire, pauses: list[float]) -> None:
    async with started(wire) as client:
        await client.until(*connects(0, 1, 2, 3))
    assert pauses == [0.0] * SHARDS


@pytest.mark.parametrize("options", [Options(shards=SHARDS, max_concurrency=SHARDS, identifies_a_day=SHARDS + 2)])
async def test_with_fewer_logins_left_than_shards_none_is_spent_before_the_reset(
    wire: Wire, pauses: list[float]
) -> None:
    for _ in range(3):
        assert wire.world.session_starts.spend()
    with structlog.testing.capture_logs() as lines:
        async with started(wire) as client:
            await client.until(*connects(0, 1, 2, 3))
    assert pauses[0] == pytest.approx(DAY, abs=1)
    assert wire.world.session_starts.remaining == 2
    [warned] = [line for line in lines if "too few logins" in line["event"]]
    assert (warned["needed"], warned["left"], warned["minutes"]) == (SHARDS, 3, 24 * 60)
    wire.assert_clean()


@pytest.mark.parametrize("options", [Options(guilds_a_shard=1, shards=2)])
async def test_too_few_shards_end_the_client_before_the_others_have_their_turn(wire: Wire) -> None:
    for number in range(2):
        wire.add_guild(f"{number}", (1_000 + 2 * number) << 22)
    async with Sharded() as client:
        with pytest.raises(discord.ConnectionClosed) as closed:
            await client.start(wire.token)
    assert closed.value.code == 4011
    assert wire.gateway.sessions == {}


async def test_an_impossible_shard_ends_the_client(wire: Wire) -> None:
    async with ShardedClient(intents=discord.Intents(guilds=True), shard_ids=[4], shard_count=4) as client:
        with pytest.raises(discord.ConnectionClosed) as closed:
            await client.start(wire.token)
    assert closed.value.code == 4010
