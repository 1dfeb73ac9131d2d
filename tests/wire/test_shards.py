"""Shards, by bare connections: routing, limits on logins, and outages of single shards."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest

from sandbox.wire.model import Guild, InteractionType
from sandbox.wire.options import Options
from sandbox.wire.server import Wire
from tests.wire.callers import Bot, Json, Shard, logged_in, shard

_WITH_MESSAGES = 1 | 1 << 9 | 1 << 12


def guild_on(wire: Wire, shard_id: int, shards: int = 4, number: int = 0) -> Guild:
    """Create a server that belongs to a shard."""
    return wire.add_guild(f"{shard_id} of {shards}", ((1_000 + number) * shards + shard_id) << 22)


@asynccontextmanager
async def all_shards(wire: Wire, shards: int = 4, intents: int = 1) -> AsyncIterator[list[Shard]]:
    """Log in with every shard."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(logged_in(wire, intents, shard=[shard_id, shards]))
            for shard_id in range(shards)
        ]


async def hears_nothing(gateway: Shard) -> bool:
    """Return whether the next message is the acknowledgement of a heartbeat sent now."""
    await gateway.send(1, None)
    return await gateway.receive() == {"op": 11, "d": None}


async def greeted(gateway: Shard, guilds: int) -> None:
    for _ in range(guilds):
        await gateway.event("GUILD_CREATE")


async def start_limit(bot: Bot) -> Json:
    _, answer = await bot.ask("GET", "/gateway/bot")
    limit: Json = answer["session_start_limit"]
    return limit


# routing


async def test_a_shard_is_greeted_with_the_servers_whose_id_falls_on_it(wire: Wire) -> None:
    guilds = [guild_on(wire, shard_id) for shard_id in range(4)]
    for shard_id, guild in enumerate(guilds):
        async with shard(wire) as gateway:
            await gateway.identify(shard=[shard_id, 4])
            ready = await gateway.event("READY")
            assert (ready["shard"], [each["id"] for each in ready["guilds"]]) == ([shard_id, 4], [str(guild.id)])
            assert (await gateway.event("GUILD_CREATE"))["id"] == str(guild.id)
            assert await hears_nothing(gateway)
    wire.assert_clean()


async def test_a_login_without_a_shard_has_all_servers_and_no_shard_in_ready(wire: Wire) -> None:
    guilds = [guild_on(wire, shard_id) for shard_id in range(4)]
    async with shard(wire) as gateway:
        await gateway.identify()
        ready = await gateway.event("READY")
    assert "shard" not in ready
    assert [each["id"] for each in ready["guilds"]] == [str(guild.id) for guild in guilds]


async def test_only_its_own_shard_hears_of_a_server(wire: Wire) -> None:
    guild = guild_on(wire, 2)
    ada = wire.user("Ada", guild)
    async with all_shards(wire) as gateways:
        await greeted(gateways[2], 1)
        channel = wire.add_channel("table", guild)
        data = {"id": "1", "name": "ask", "type": 1, "options": []}
        wire.interact(ada.account, channel, InteractionType.APPLICATION_COMMAND, data, None)
        assert (await gateways[2].receive())["t"] == "CHANNEL_CREATE"
        event = await gateways[2].receive()
        assert (event["t"], event["d"]["guild_id"]) == ("INTERACTION_CREATE", str(guild.id))
        newcomer = guild_on(wire, 3, number=1)
        assert (await gateways[3].receive())["d"]["id"] == str(newcomer.id)
        wire.world.remove_bot(newcomer)
        assert (await gateways[3].receive())["t"] == "GUILD_DELETE"
        assert [await hears_nothing(each) for each in gateways] == [True] * 4


async def test_only_shard_0_hears_of_direct_messages(wire: Wire, bot: Bot) -> None:
    ada = wire.user("Ada", guild_on(wire, 3))
    channel = wire.world.direct_messages(ada.account)
    async with all_shards(wire, intents=_WITH_MESSAGES) as gateways:
        await greeted(gateways[3], 1)
        await bot.ask("POST", f"/channels/{channel.id}/messages", {"content": "psst"})
        assert (await gateways[0].receive())["t"] == "MESSAGE_CREATE"
        data = {"id": "1", "name": "ask", "type": 1, "options": []}
        wire.interact(ada.account, channel, InteractionType.APPLICATION_COMMAND, data, None)
        event = await gateways[0].receive()
        assert (event["t"], event["d"]["context"]) == ("INTERACTION_CREATE", 1)
        assert [await hears_nothing(each) for each in gateways] == [True] * 4


@pytest.mark.parametrize(
    "pair", [[4, 4], [-1, 4], [0, 0], [0], [0, 1, 2], ["0", "4"], [True, 4], [0.0, 4], "0", 0, {"0": 4}]
)
async def test_an_impossible_shard_is_closed_with_4010(wire: Wire, pair: Any) -> None:
    async with shard(wire) as gateway:
        await gateway.identify(shard=pair)
        assert await gateway.receive() == {"closed": 4010}
    assert "4010" in str(wire.violations[0])


async def test_a_malformed_login_is_closed_with_4002(wire: Wire) -> None:
    async with shard(wire) as gateway:
        await gateway.send(2, [wire.token])
        assert await gateway.receive() == {"closed": 4002}


@pytest.mark.parametrize("options", [Options(guilds_a_shard=2, identify_every=0)])
async def test_a_shard_with_too_many_servers_is_closed_with_4011(wire: Wire) -> None:
    for number in range(3):
        guild_on(wire, number % 2, 2, number)
    async with shard(wire) as gateway:
        await gateway.identify()
        assert await gateway.receive() == {"closed": 4011}
    async with all_shards(wire, 2) as gateways:
        await greeted(gateways[0], 2)
        await greeted(gateways[1], 1)
    wire.assert_clean()


# limits on logins


@pytest.mark.parametrize("options", [Options(shards=4, max_concurrency=2)])
async def test_get_gateway_bot_has_the_recommended_shards_and_the_login_limits(wire: Wire, bot: Bot) -> None:
    _, answer = await bot.ask("GET", "/gateway/bot")
    assert answer["shards"] == 4
    assert answer["session_start_limit"] == {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 2}
    async with logged_in(wire):
        limit = await start_limit(bot)
    assert (limit["total"], limit["remaining"], limit["max_concurrency"]) == (1000, 999, 2)
    assert 0 < limit["reset_after"] <= 24 * 60 * 60 * 1000
    wire.assert_clean()


@pytest.mark.parametrize("options", [Options()])
async def test_a_second_login_within_five_seconds_is_an_invalid_session(wire: Wire) -> None:
    async with logged_in(wire, shard=[0, 2]), shard(wire) as second:
        await second.identify(shard=[1, 2])
        assert await second.receive() == {"op": 9, "d": False}
        wire.clock.advance(5)
        await second.identify(shard=[1, 2])
        await second.event("READY")
    wire.assert_clean()


@pytest.mark.parametrize("options", [Options(max_concurrency=2)])
async def test_shards_with_different_rate_limit_keys_log_in_at_once(wire: Wire) -> None:
    async with logged_in(wire, shard=[0, 4]), logged_in(wire, shard=[1, 4]), shard(wire) as third:
        await third.identify(shard=[2, 4])
        assert await third.receive() == {"op": 9, "d": False}
        wire.clock.advance(5)
        await third.identify(shard=[2, 4])
        await third.event("READY")


@pytest.mark.parametrize("options", [Options()])
async def test_a_refused_login_does_not_make_the_next_one_wait_longer(wire: Wire) -> None:
    async with logged_in(wire), shard(wire) as second:
        wire.clock.advance(3)
        await second.identify()
        assert (await second.receive())["op"] == 9
        wire.clock.advance(2)
        await second.identify()
        await second.event("READY")


@pytest.mark.parametrize("options", [Options()])
async def test_refused_logins_count_for_the_day_and_resumes_do_not(wire: Wire, bot: Bot) -> None:
    async with logged_in(wire) as first, shard(wire) as second:
        await second.identify()
        assert (await second.receive())["op"] == 9
    assert (await start_limit(bot))["remaining"] == 998
    async with shard(wire) as third:
        await third.resume(first.session_id, first.sequence or 0)
        await third.event("RESUMED")
    assert (await start_limit(bot))["remaining"] == 998


async def test_the_limit_of_the_day_is_reset_24_hours_after_its_first_login(wire: Wire, bot: Bot) -> None:
    async with logged_in(wire):
        wire.clock.advance(23 * 60 * 60)
        limit = await start_limit(bot)
        assert (limit["remaining"], limit["reset_after"] <= 60 * 60 * 1000) == (999, True)
        wire.clock.advance(60 * 60)
        assert (await start_limit(bot))["remaining"] == 1000


@pytest.mark.parametrize("options", [Options(identifies_a_day=2, identify_every=0)])
async def test_one_login_too_many_ends_all_sessions_and_resets_the_token(wire: Wire, bot: Bot) -> None:
    async with all_shards(wire, 2) as gateways, shard(wire) as third:
        assert (await start_limit(bot))["remaining"] == 0
        old_token = wire.token
        await third.identify()
        assert [await each.receive() for each in (*gateways, third)] == [{"closed": 4004}] * 3
    assert (await bot.ask("GET", "/users/@me"))[0] == 401
    async with shard(wire) as again:
        await again.identify(token=old_token)
        assert await again.receive() == {"closed": 4004}
    async with shard(wire) as again:
        await again.resume(gateways[0].session_id, 1)
        assert await again.receive() == {"op": 9, "d": False}
    wire.clock.advance(24 * 60 * 60)
    assert wire.token != old_token
    async with logged_in(wire):
        pass
    wire.assert_clean()


# sessions and outages of single shards


async def test_every_shard_resumes_its_own_session(wire: Wire) -> None:
    guilds = [guild_on(wire, shard_id, 2) for shard_id in range(2)]
    async with all_shards(wire, 2) as gateways:
        for gateway in gateways:
            await greeted(gateway, 1)
    await wire.until(lambda: not wire.gateway.connected)
    for guild in guilds:
        wire.add_channel("missed", guild)
    for before, guild in zip(gateways, guilds, strict=True):
        async with shard(wire) as after:
            await after.resume(before.session_id, before.sequence or 0)
            assert (await after.receive())["d"]["guild_id"] == str(guild.id)
            assert (await after.receive())["t"] == "RESUMED"
            assert await hears_nothing(after)


async def test_a_login_ends_the_interrupted_session_of_its_own_shard_alone(wire: Wire) -> None:
    async with all_shards(wire, 2) as gateways:
        pass
    await wire.until(lambda: not wire.gateway.connected)
    async with logged_in(wire, shard=[0, 2]), shard(wire) as other, shard(wire) as same:
        await same.resume(gateways[0].session_id, 1)
        assert await same.receive() == {"op": 9, "d": False}
        await other.resume(gateways[1].session_id, 1)
        assert (await other.receive())["t"] == "RESUMED"


async def test_one_shard_is_dropped_closed_invalidated_or_asked_to_reconnect(wire: Wire) -> None:
    async with all_shards(wire) as gateways:
        wire.gateway.drop(0)
        assert await gateways[0].receive() == {"closed": 1006}
        wire.gateway.close(4000, 1)
        assert await gateways[1].receive() == {"closed": 4000}
        wire.gateway.invalidate(2)
        assert await gateways[2].receive() == {"op": 9, "d": False}
        wire.gateway.ask_to_reconnect(3)
        assert await gateways[3].receive() == {"op": 7, "d": None}
        assert await hears_nothing(gateways[3])
    assert {session.shard for session in wire.gateway.sessions.values()} == {0, 1, 3}
    wire.gateway.forget_sessions(3)
    assert {session.shard for session in wire.gateway.sessions.values()} == {0, 1}


async def test_a_lost_shard_is_cut_and_its_resume_is_answered_when_it_is_restored(wire: Wire) -> None:
    guild = guild_on(wire, 1, 2)
    async with all_shards(wire, 2) as gateways:
        await greeted(gateways[1], 1)
        wire.gateway.lose(1)
        assert await gateways[1].receive() == {"closed": 1006}
        assert await hears_nothing(gateways[0])
        async with shard(wire) as again:
            await again.resume(gateways[1].session_id, gateways[1].sequence or 0)
            wire.add_channel("missed", guild)
            assert await hears_nothing(again)
            wire.gateway.restore(1)
            assert (await again.receive())["t"] == "CHANNEL_CREATE"
            assert (await again.receive())["t"] == "RESUMED"
    wire.assert_clean()


async def test_a_lost_shard_logs_in_anew_when_it_is_restored(wire: Wire) -> None:
    async with all_shards(wire, 2) as gateways, shard(wire) as gone, shard(wire) as again:
        wire.gateway.lose(1)
        wire.gateway.forget_sessions(1)
        await gone.identify(shard=[1, 2])
        assert await hears_nothing(gone)
        await gone.socket.close()
        await again.identify(shard=[1, 2])
        assert await hears_nothing(again)
        await wire.until(lambda: len(wire.gateway.connections) == 2)
        wire.gateway.restore(1)
        assert (await again.event("READY"))["shard"] == [1, 2]
        assert await hears_nothing(gateways[0])
        assert wire.world.session_starts.remaining == wire.options.identifies_a_day - 3


async def test_a_stalled_shard_hears_everything_late_and_in_order(wire: Wire) -> None:
    guilds = [guild_on(wire, shard_id, 2) for shard_id in range(2)]
    async with all_shards(wire, 2) as gateways, shard(wire) as newcomer:
        for gateway in gateways:
            await greeted(gateway, 1)
        wire.gateway.stall(1)
        for guild in guilds:
            wire.add_channel("first", guild)
            wire.add_channel("second", guild)
        await gateways[1].send(1, None)
        await newcomer.identify(shard=[1, 2])
        assert [(await gateways[0].receive())["d"]["name"] for _ in range(2)] == ["first", "second"]
        await wire.until(lambda: len(wire.gateway.connected) == 3)
        wire.gateway.release(1)
        assert [(await gateways[1].receive())["d"]["name"] for _ in range(2)] == ["first", "second"]
        assert (await gateways[1].receive())["op"] == 11
        assert (await newcomer.receive())["t"] == "READY"
    wire.assert_clean()


async def test_nothing_reaches_a_stalled_shard_before_it_is_cut(wire: Wire) -> None:
    guild = guild_on(wire, 1, 2)
    async with all_shards(wire, 2) as gateways, shard(wire) as newcomer:
        await greeted(gateways[1], 1)
        wire.gateway.stall(1)
        wire.add_channel("missed", guild)
        await newcomer.identify(shard=[1, 2])
        await wire.until(lambda: len(wire.gateway.connected) == 3)
        assert await hears_nothing(gateways[0])
        wire.gateway.drop(1)
        assert [await each.receive() for each in (gateways[1], newcomer)] == [{"closed": 1006}] * 2
        wire.gateway.release(1)
        async with shard(wire) as again:
            await again.resume(gateways[1].session_id, gateways[1].sequence or 0)
            assert (await again.receive())["d"]["name"] == "missed"
    wire.assert_clean()
