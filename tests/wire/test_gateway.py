import pytest

from sandbox.wire.options import Options
from sandbox.wire.permissions import Permission
from sandbox.wire.server import Wire
from tests.wire.callers import Bot, logged_in, shard, slash

_MESSAGES = 1 << 9 | 1 << 12 | 1


async def test_a_bot_is_greeted_with_its_servers(wire: Wire) -> None:
    guild, channel = wire.guild, wire.channel
    async with shard(wire) as bot:
        await bot.identify()
        ready = await bot.event("READY")
        assert ready["guilds"] == [{"id": str(guild.id), "unavailable": True}]
        created = await bot.event("GUILD_CREATE")
    assert [each["id"] for each in created["channels"]] == [str(channel.id)]
    assert [each["user"]["id"] for each in created["members"]] == [str(wire.world.bot.id)]
    wire.assert_clean()


async def test_what_is_packed_can_be_read_at_once_message_by_message(wire: Wire) -> None:
    async with shard(wire, "zlib-stream") as bot:
        await bot.identify()
        assert (await bot.event("READY"))["v"] == 10
        await bot.send(1, None)
        assert (await bot.receive())["op"] == 11


async def test_an_unknown_packing_is_refused(wire: Wire) -> None:
    with pytest.raises(AssertionError):
        async with shard(wire, "lz4"):
            pass
    assert wire.violations


async def test_a_wrong_token_is_refused(wire: Wire) -> None:
    async with shard(wire) as bot:
        await bot.identify(token="x")  # noqa: S106
        assert await bot.receive() == {"closed": 4004}


@pytest.mark.parametrize(("intents", "code"), [(1 << 1, 4014), (1 << 15, 4014), (1 << 30, 4013)])
async def test_intents_that_may_not_be_asked_for_are_refused(wire: Wire, intents: int, code: int) -> None:
    async with shard(wire) as bot:
        await bot.identify(intents)
        assert await bot.receive() == {"closed": code}
    assert wire.gateway.closes == [code]


@pytest.mark.parametrize("options", [Options(privileged_intents=1 << 1, identify_every=0)])
async def test_a_privileged_intent_that_is_switched_on_is_given(wire: Wire) -> None:
    ada = wire.user("Ada")
    async with logged_in(wire, 1 | 1 << 1) as bot:
        wire.world.leave(wire.guild, ada.account)
        assert (await bot.event("GUILD_MEMBER_REMOVE"))["user"]["id"] == str(ada.id)


async def test_a_session_is_resumed_and_what_was_missed_is_told(wire: Wire) -> None:
    wire.user("Ada")
    async with logged_in(wire) as first:
        await first.event("GUILD_CREATE")
    assert first.sequence is not None
    await wire.until(lambda: not wire.gateway.connected)
    missed = [slash(wire), slash(wire)]
    async with shard(wire) as second:
        await second.resume(first.session_id, first.sequence)
        told = [await second.event("INTERACTION_CREATE") for _ in missed]
        assert [each["id"] for each in told] == [str(each.id) for each in missed]
        assert (await second.receive())["t"] == "RESUMED"


async def test_a_session_that_is_forgotten_cannot_be_resumed(wire: Wire) -> None:
    async with logged_in(wire) as first:
        pass
    wire.gateway.forget_sessions()
    async with shard(wire) as second:
        await second.resume(first.session_id, 1)
        assert await second.receive() == {"op": 9, "d": False}


async def test_a_session_cannot_be_resumed_ahead_of_itself(wire: Wire) -> None:
    async with logged_in(wire) as first:
        pass
    async with shard(wire) as second:
        await second.resume(first.session_id, 999)
        assert await second.receive() == {"closed": 4007}


async def test_bots_are_asked_to_reconnect_invalidated_closed_and_dropped(wire: Wire) -> None:
    async with logged_in(wire) as bot:
        wire.channel  # noqa: B018 # it is made when it is looked at
        await bot.event("CHANNEL_CREATE")
        wire.gateway.ask_to_reconnect()
        assert (await bot.receive())["op"] == 7
        wire.gateway.invalidate(resumable=True)
        assert await bot.receive() == {"op": 9, "d": True}
        wire.gateway.close(4000)
        assert await bot.receive() == {"closed": 4000}
    async with logged_in(wire) as bot:
        await bot.event("GUILD_CREATE")
        wire.gateway.drop()
        assert await bot.receive() == {"closed": 1006}


@pytest.mark.parametrize("options", [Options(heartbeat_interval=0.05)])
async def test_a_bot_whose_heart_stands_still_is_disconnected(wire: Wire) -> None:
    async with logged_in(wire) as bot:
        assert await bot.receive() == {"closed": 4009}


@pytest.mark.parametrize(
    ("sent", "code"),
    [((3, {}), 4003), ((99, None), 4001), ((1, None), None)],
)
async def test_what_may_be_sent_before_a_login(wire: Wire, sent: tuple[int, object], code: int | None) -> None:
    async with shard(wire) as bot:
        await bot.send(*sent)
        assert (await bot.receive()).get("closed") == code


async def test_nobody_logs_in_twice_on_one_connection(wire: Wire) -> None:
    async with logged_in(wire) as bot:
        await bot.identify()
        assert await bot.receive() == {"closed": 4005}
    assert wire.violations


async def test_too_many_messages_close_the_connection(wire: Wire) -> None:
    wire.gateway.deaf = True
    async with logged_in(wire) as bot:
        for _ in range(120):
            await bot.send(1, None)
        assert await bot.receive() == {"closed": 4008}


async def test_messages_are_told_by_intent_and_without_what_is_in_them(wire: Wire, bot: Bot) -> None:
    async with logged_in(wire, _MESSAGES) as gateway:
        await bot.send("first")
        made = await gateway.event("MESSAGE_CREATE")
        assert made["content"] == "first"
        await bot.ask("PATCH", f"{bot.messages}/{made['id']}", {"content": "second"})
        assert (await gateway.event("MESSAGE_UPDATE"))["content"] == "second"
        await bot.ask("DELETE", f"{bot.messages}/{made['id']}")
        assert (await gateway.event("MESSAGE_DELETE"))["id"] == made["id"]


async def test_a_bot_hears_that_places_go_and_that_it_is_thrown_out(wire: Wire) -> None:
    channel = wire.channel
    thread = wire.world.add_thread(channel, "aside", wire.world.bot)
    async with logged_in(wire) as bot:
        wire.revoke(channel, Permission.SEND_MESSAGES)
        assert (await bot.event("CHANNEL_UPDATE"))["permission_overwrites"][0]["deny"] == str(1 << 11)
        wire.world.delete_channel(channel)
        assert (await bot.event("THREAD_DELETE"))["id"] == str(thread.id)
        assert (await bot.event("CHANNEL_DELETE"))["id"] == str(channel.id)
        wire.world.remove_bot(wire.guild)
        assert (await bot.event("GUILD_DELETE")) == {"id": str(wire.guild.id)}


def test_close_codes_are_written_down(wire: Wire) -> None:
    wire.gateway.record_close(4004)
    assert wire.gateway.closes == [4004]
    assert not wire.violations
    wire.gateway.record_close(4001)
    assert wire.violations
