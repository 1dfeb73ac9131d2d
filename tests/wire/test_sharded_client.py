"""An unmodified discord.AutoShardedClient with four shards."""

from typing import Any

import discord
import pytest
from discord import app_commands

from sandbox.wire.model import Channel, Guild
from sandbox.wire.options import Options
from sandbox.wire.people import User
from sandbox.wire.server import Wire
from sandbox.wire.signals import Signal
from tests.wire.clients import client, running

SHARDS = 4
OPTIONS = Options(shards=SHARDS, identify_every=0)

pytestmark = pytest.mark.usefixtures("redirected")


@pytest.fixture
def options() -> Options:
    return OPTIONS


class Sharded(discord.AutoShardedClient):
    """Answers `/where` with the shard of the server, and records events of its shards."""

    def __init__(self, **options: Any) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.01, **options)
        self.recorded: list[tuple[str, int]] = []
        self.changed = Signal()
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="where", description="Where")(where)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_shard_connect(self, shard_id: int) -> None:
        self.record("connect", shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self.record("disconnect", shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.record("resumed", shard_id)

    def record(self, event: str, shard_id: int) -> None:
        self.recorded.append((event, shard_id))
        self.changed.fire()

    async def until(self, event: str, shard_id: int, times: int = 1) -> None:
        """Wait until an event of a shard was recorded this many times."""
        await self.changed.until(
            lambda: self.recorded.count((event, shard_id)) == times, what=f"{event} of shard {shard_id}"
        )

    @property
    def interruptions(self) -> list[tuple[str, int]]:
        return [each for each in self.recorded if each[0] != "connect"]


async def where(interaction: discord.Interaction) -> None:
    guild = interaction.guild
    await interaction.response.send_message(f"shard {guild.shard_id}" if guild is not None else "alone")


@pytest.fixture
def guilds(wire: Wire) -> list[Guild]:
    """Create a server for every shard."""
    return [wire.add_guild(f"of shard {shard_id}", (1_000 + shard_id) << 22) for shard_id in range(SHARDS)]


@pytest.fixture
def channels(wire: Wire, guilds: list[Guild]) -> list[Channel]:
    return [wire.add_channel("table", guild) for guild in guilds]


@pytest.fixture
def ada(wire: Wire, guilds: list[Guild]) -> User:
    """A member of all servers."""
    for guild in guilds:
        wire.user("Ada", guild)
    return wire.user("Ada")


async def test_the_recommended_shards_log_in_and_every_server_is_on_its_shard(wire: Wire, guilds: list[Guild]) -> None:
    async with running(bot := client(discord.AutoShardedClient), wire):
        shards = sorted((session.shard, session.shards) for session in wire.gateway.connected)
        assert shards == [(shard_id, SHARDS) for shard_id in range(SHARDS)]
        assert [bot.get_guild(guild.id).shard_id for guild in guilds] == [*range(SHARDS)]
    wire.assert_clean()


async def test_interactions_are_answered_on_every_server_and_in_direct_messages(
    wire: Wire, channels: list[Channel], ada: User
) -> None:
    async with running(Sharded(shard_count=SHARDS), wire):
        assert [(await ada.slash("/where", at=each)).content for each in channels] == [
            f"shard {shard_id}" for shard_id in range(SHARDS)
        ]
        direct = wire.world.direct_messages(ada.account)
        assert (await ada.slash("/where", at=direct)).content == "alone"
    wire.assert_clean()


async def test_a_lost_shard_resumes_and_answers_what_it_missed_while_the_others_go_on(
    wire: Wire, channels: list[Channel], ada: User
) -> None:
    async with running(bot := Sharded(shard_count=SHARDS), wire):
        wire.gateway.lose(2)
        await bot.until("disconnect", 2)
        missed = await ada.slash("/where", at=channels[2], wait=False)
        assert [(await ada.slash("/where", at=channels[each])).content for each in (0, 1, 3)] == [
            "shard 0",
            "shard 1",
            "shard 3",
        ]
        assert not missed.acknowledged
        wire.gateway.restore(2)
        assert (await missed.until_settled()).content == "shard 2"
        await bot.until("resumed", 2)
        assert bot.interruptions == [("disconnect", 2), ("resumed", 2)]
    wire.assert_clean()


async def test_only_direct_messages_and_its_own_servers_wait_for_a_lost_shard_0(
    wire: Wire, channels: list[Channel], ada: User
) -> None:
    async with running(bot := Sharded(shard_count=SHARDS), wire):
        wire.gateway.lose(0)
        await bot.until("disconnect", 0)
        direct = await ada.slash("/where", at=wire.world.direct_messages(ada.account), wait=False)
        assert (await ada.slash("/where", at=channels[1])).content == "shard 1"
        assert not direct.acknowledged
        wire.gateway.restore(0)
        assert (await direct.until_settled()).content == "alone"
    wire.assert_clean()


async def test_a_stalled_shard_answers_late_while_the_others_go_on(
    wire: Wire, channels: list[Channel], ada: User
) -> None:
    async with running(bot := Sharded(shard_count=SHARDS), wire):
        wire.gateway.stall(3)
        late = await ada.slash("/where", at=channels[3], wait=False)
        assert (await ada.slash("/where", at=channels[1])).content == "shard 1"
        assert not late.acknowledged
        wire.gateway.release(3)
        assert (await late.until_settled()).content == "shard 3"
        assert bot.interruptions == []
    wire.assert_clean()


async def test_a_shard_with_an_invalid_session_logs_in_anew(wire: Wire, channels: list[Channel], ada: User) -> None:
    async with running(bot := Sharded(shard_count=SHARDS), wire):
        wire.gateway.invalidate(1)
        await bot.until("connect", 1, times=2)
        assert (await ada.slash("/where", at=channels[1])).content == "shard 1"
        assert bot.interruptions == [("disconnect", 1)]
        assert wire.world.session_starts.remaining == OPTIONS.identifies_a_day - SHARDS - 1
    wire.assert_clean()


@pytest.mark.parametrize("options", [Options(shards=SHARDS)])
async def test_shards_five_seconds_apart_are_accepted(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait_five_seconds(_: Any, __: int, *, initial: bool = False) -> None:
        wire.clock.advance(0 if initial else 5)

    monkeypatch.setattr(discord.Client, "before_identify_hook", wait_five_seconds)
    async with running(client(discord.AutoShardedClient), wire):
        assert wire.world.session_starts.remaining == 1000 - SHARDS
    wire.assert_clean()


@pytest.mark.parametrize("options", [Options(shards=SHARDS)])
async def test_early_shards_are_refused_and_try_again(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait_two_seconds(*_: Any, **__: Any) -> None:
        wire.clock.advance(2)

    monkeypatch.setattr(discord.Client, "before_identify_hook", wait_two_seconds)
    async with running(client(discord.AutoShardedClient), wire):
        assert {session.shard for session in wire.gateway.connected} == {*range(SHARDS)}
        assert wire.world.session_starts.remaining < 1000 - SHARDS
    wire.assert_clean()


@pytest.mark.parametrize("options", [Options(shards=SHARDS, max_concurrency=SHARDS)])
async def test_shards_with_different_rate_limit_keys_are_accepted_at_once(wire: Wire) -> None:
    async with running(client(discord.AutoShardedClient), wire):
        assert wire.world.session_starts.remaining == 1000 - SHARDS
    wire.assert_clean()


@pytest.mark.parametrize("options", [Options(guilds_a_shard=1, identify_every=0)])
async def test_too_few_shards_end_the_client(wire: Wire, guilds: list[Guild]) -> None:
    with pytest.raises(discord.ConnectionClosed) as closed:
        async with running(client(discord.AutoShardedClient, shard_count=2), wire):
            pass
    assert closed.value.code == 4011
    wire.assert_clean()


async def test_impossible_shards_end_the_client(wire: Wire) -> None:
    with pytest.raises(discord.ConnectionClosed) as closed:
        async with running(client(discord.AutoShardedClient, shard_ids=[4], shard_count=4), wire):
            pass
    assert closed.value.code == 4010


@pytest.mark.parametrize("options", [Options(shards=SHARDS, identifies_a_day=SHARDS - 1, identify_every=0)])
async def test_more_logins_than_are_left_today_end_the_client(wire: Wire) -> None:
    with pytest.raises(discord.ConnectionClosed) as closed:
        async with running(client(discord.AutoShardedClient), wire):
            pass
    assert closed.value.code == 4004
    assert wire.world.session_starts.remaining == 0
