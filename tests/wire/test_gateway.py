"""The gateway, by bare connections."""

import pytest

from sandbox.wire.connections import LARGEST_MESSAGE
from sandbox.wire.options import Options
from sandbox.wire.permissions import Permission
from sandbox.wire.server import Wire
from tests.wire.callers import Bot, logged_in, shard, slash

_MESSAGES = 1 << 9 | 1 << 12 | 1


async def test_a_bot_is_greeted_with_its_servers(wire: Wire) -> None:
    guild, channel = wire.guild, wire.channel
    async with shard(wire) as gateway:
        await gateway.identify()
        ready = await gateway.event("READY")
        assert ready["guilds"] == [{"id": str(guild.id), "unavailable": True}]
        created = await gateway.event("GUILD_CREATE")
    assert [each["id"] for each in created["channels"]] == [str(channel.id)]
    assert [each["user"]["id"] for each in created["members"]] == [str(wire.world.bot.id)]
    wire.assert_clean()


async def test_compressed_messages_can_be_read_one_by_one(wire: Wire) -> None:
    async with shard(wire, "zlib-stream") as gateway:
        await gateway.identify()
        assert (await gateway.event("READY"))["v"] == 10
        await gateway.send(1, None)
        assert (await gateway.receive())["op"] == 11


async def test_an_unknown_compression_is_refused(wire: Wire) -> None:
    with pytest.raises(AssertionError):
        async with shard(wire, "lz4"):
            pass
    assert wire.violations


async def test_a_wrong_token_is_refused(wire: Wire) -> None:
    async with shard(wire) as gateway:
        await gateway.identify(token="x")  # noqa: S106
        assert await gateway.receive() == {"closed": 4004}


@pytest.mark.parametrize(("intents", "code"), [(1 << 1, 4014), (1 << 15, 4014), (1 << 30, 4013)])
async def test_forbidden_intents_are_refused(wire: Wire, intents: int, code: int) -> None:
    async with shard(wire) as gateway:
        await gateway.identify(intents)
        assert await gateway.receive() == {"closed": code}
    assert wire.gateway.closes == [code]


@pytest.mark.parametrize("options", [Options(privileged_intents=1 << 1, identify_every=0)])
async def test_an_enabled_privileged_intent_is_granted(wire: Wire) -> None:
    ada = wire.user("Ada")
    async with logged_in(wire, 1 | 1 << 1) as gateway:
        wire.world.leave(wire.guild, ada.account)
        assert (await gateway.event("GUILD_MEMBER_REMOVE"))["user"]["id"] == str(ada.id)


async def test_a_resumed_session_gets_the_missed_events(wire: Wire) -> None:
    wire.user("Ada")
    async with logged_in(wire) as first:
        await first.event("GUILD_CREATE")
    assert first.sequence is not None
    await wire.until(lambda: not wire.gateway.connected)
    missed = [slash(wire), slash(wire)]
    async with shard(wire) as second:
        await second.resume(first.session_id, first.sequence)
        replayed = [await second.event("INTERACTION_CREATE") for _ in missed]
        assert [each["id"] for each in replayed] == [str(each.id) for each in missed]
        assert (await second.receive())["t"] == "RESUMED"


async def test_a_forgotten_session_cannot_be_resumed(wire: Wire) -> None:
    async with logged_in(wire) as first:
        pass
    wire.gateway.forget_sessions()
    async with shard(wire) as second:
        await second.resume(first.session_id, 1)
        assert await second.receive() == {"op": 9, "d": False}


async def test_a_session_cannot_be_resumed_with_a_future_sequence_number(wire: Wire) -> None:
    async with logged_in(wire) as first:
        pass
    async with shard(wire) as second:
        await second.resume(first.session_id, 999)
        assert await second.receive() == {"closed": 4007}


async def test_connections_can_be_reconnected_invalidated_closed_and_dropped(wire: Wire) -> None:
    async with logged_in(wire) as gateway:
        wire.channel  # noqa: B018 # it is created on first use
        await gateway.event("CHANNEL_CREATE")
        wire.gateway.ask_to_reconnect()
        assert (await gateway.receive())["op"] == 7
        wire.gateway.invalidate(resumable=True)
        assert await gateway.receive() == {"op": 9, "d": True}
        wire.gateway.close(4000)
        assert await gateway.receive() == {"closed": 4000}
    async with logged_in(wire) as gateway:
        await gateway.event("GUILD_CREATE")
        wire.gateway.drop()
        assert await gateway.receive() == {"closed": 1006}


@pytest.mark.parametrize("options", [Options(heartbeat_interval=0.05)])
async def test_a_bot_without_heartbeats_is_disconnected(wire: Wire) -> None:
    async with shard(wire) as gateway:
        assert await gateway.receive() == {"closed": 4009}


@pytest.mark.parametrize(
    ("sent", "code"),
    [((3, {}), 4003), ((99, None), 4001), ((1, None), None)],
)
async def test_only_heartbeats_may_come_before_a_login(wire: Wire, sent: tuple[int, object], code: int | None) -> None:
    async with shard(wire) as gateway:
        await gateway.send(*sent)
        assert (await gateway.receive()).get("closed") == code


async def test_a_second_login_on_one_connection_is_refused(wire: Wire) -> None:
    async with logged_in(wire) as gateway:
        await gateway.identify()
        assert await gateway.receive() == {"closed": 4005}
    assert wire.violations


@pytest.mark.parametrize(
    "text", ["{", "[]", "5", "{}", '{"op": "x"}', '{"op": null}', '{"op": 1, "d": null}' + " " * LARGEST_MESSAGE]
)
async def test_malformed_and_oversized_messages_are_closed_with_4002(wire: Wire, text: str) -> None:
    async with shard(wire) as gateway:
        await gateway.socket.send_str(text)
        assert await gateway.receive() == {"closed": 4002}
    assert "4002" in str(wire.violations[0])


async def test_too_many_messages_close_the_connection(wire: Wire) -> None:
    wire.gateway.deaf = True
    async with logged_in(wire) as gateway:
        for _ in range(120):
            await gateway.send(1, None)
        assert await gateway.receive() == {"closed": 4008}


async def test_a_bot_with_the_intent_hears_of_its_own_messages_in_full(wire: Wire, bot: Bot) -> None:
    async with logged_in(wire, _MESSAGES) as gateway:
        await bot.send("first")
        created = await gateway.event("MESSAGE_CREATE")
        assert created["content"] == "first"
        await bot.ask("PATCH", f"{bot.messages}/{created['id']}", {"content": "second"})
        assert (await gateway.event("MESSAGE_UPDATE"))["content"] == "second"
        await bot.ask("DELETE", f"{bot.messages}/{created['id']}")
        assert (await gateway.event("MESSAGE_DELETE"))["id"] == created["id"]


async def test_a_bot_is_told_of_changed_and_deleted_channels_and_of_its_removal(wire: Wire) -> None:
    channel = wire.channel
    thread = wire.world.add_thread(channel, "aside", wire.world.bot)
    async with logged_in(wire) as gateway:
        wire.revoke(channel, Permission.SEND_MESSAGES)
        assert (await gateway.event("CHANNEL_UPDATE"))["permission_overwrites"][0]["deny"] == str(1 << 11)
        wire.world.delete_channel(channel)
        assert (await gateway.event("THREAD_DELETE"))["id"] == str(thread.id)
        assert (await gateway.event("CHANNEL_DELETE"))["id"] == str(channel.id)
        wire.world.remove_bot(wire.guild)
        assert (await gateway.event("GUILD_DELETE")) == {"id": str(wire.guild.id)}


def test_only_careless_close_codes_are_violations(wire: Wire) -> None:
    wire.gateway.record_close(4004)
    assert wire.gateway.closes == [4004]
    assert not wire.violations
    wire.gateway.record_close(4001)
    assert wire.violations
