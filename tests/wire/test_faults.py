"""Faults, and the journal of requests."""

import asyncio

import aiohttp
import pytest

from sandbox.wire.faults import Delay, Hold, Limit, LoseReply, LoseRequest, Refuse, Script, on
from sandbox.wire.server import Wire
from tests.wire.callers import MESSAGES, Bot


async def test_a_refused_request_does_nothing(wire: Wire, bot: Bot) -> None:
    wire.faults.once(on("POST", MESSAGES), Refuse(50013))
    assert (await bot.send())[1]["code"] == 50013
    assert not wire.channel.messages
    assert (await bot.send())[0] == 200
    assert [(each.status, each.acted, bool(each.fault)) for each in wire.requests] == [
        (403, False, True),
        (200, True, False),
    ]
    wire.assert_clean()


async def test_a_request_can_be_refused_although_it_was_done(wire: Wire, bot: Bot) -> None:
    wire.faults.once(on("POST", MESSAGES), Refuse(40060, acted=True))
    assert (await bot.send())[1]["code"] == 40060
    assert len(wire.channel.messages) == 1


@pytest.mark.parametrize("status", [500, 502])
async def test_discord_can_fail(wire: Wire, bot: Bot, status: int) -> None:
    wire.faults.always(on("POST"), Refuse(0, status=status))
    assert [(await bot.send())[0] for _ in range(2)] == [status, status]
    wire.faults.clear()
    assert (await bot.send())[0] == 200
    wire.assert_clean()


async def test_the_nth_request_is_struck(wire: Wire, bot: Bot) -> None:
    await bot.send()
    wire.faults.nth(2, Refuse(10003))
    wire.faults.once(on("POST", MESSAGES, channel_id=wire.channel.id), Refuse(50001), skip=2)
    assert wire.faults.waiting == 2
    assert [(await bot.send())[0] for _ in range(4)] == [200, 404, 403, 200]
    assert not wire.faults.waiting


async def test_a_fault_can_match_the_body_of_a_request(wire: Wire, bot: Bot) -> None:
    wire.faults.once(lambda request: bool(request.body) and request.body.get("content") == "two", Refuse(50013))
    assert [(await bot.send(text))[0] for text in ("one", "two", "two")] == [200, 403, 200]


async def test_a_request_can_be_lost_before_discord_acts(wire: Wire, bot: Bot) -> None:
    wire.faults.once(on("POST"), LoseRequest())
    with pytest.raises(aiohttp.ClientError):
        await bot.send()
    assert not wire.channel.messages
    assert (wire.requests[0].status, wire.requests[0].acted) == (None, False)


async def test_a_reply_can_be_lost_after_discord_has_acted(wire: Wire, bot: Bot) -> None:
    wire.faults.once(on("POST"), LoseReply())
    with pytest.raises(aiohttp.ClientError):
        await bot.send()
    assert len(wire.channel.messages) == 1
    assert (wire.requests[0].status, wire.requests[0].acted) == (None, True)


@pytest.mark.parametrize("acted", [False, True])
async def test_a_request_is_held_until_it_is_released(wire: Wire, bot: Bot, acted: bool) -> None:
    hold = wire.faults.once(on("POST"), Hold(acted=acted))
    sending = asyncio.create_task(bot.send())
    assert (await hold.reached()).number == 1
    assert len(wire.channel.messages) == acted
    hold.release()
    assert (await sending)[0] == 200
    assert len(wire.channel.messages) == 1


async def test_a_held_request_is_never_done_if_its_sender_goes(wire: Wire, bot: Bot) -> None:
    hold = wire.faults.once(on("POST"), Hold())
    sending = asyncio.create_task(bot.send())
    request = await hold.reached()
    sending.cancel()
    await wire.until(lambda: request.gone)
    hold.release()
    await bot.ask("GET", "/users/@me")
    assert not wire.channel.messages
    assert not request.acted


async def test_delayed_requests_are_answered_in_the_end(wire: Wire, bot: Bot) -> None:
    wire.faults.once(on("POST"), Delay(0.01))
    wire.faults.once(on("POST"), Delay(0.01, acting_too=True))
    assert [(await bot.send())[0] for _ in range(2)] == [200, 200]


async def test_a_rate_limit_on_demand(wire: Wire, bot: Bot) -> None:
    wire.faults.once(on("POST"), Limit(0.5))
    status, answer = await bot.send()
    assert (status, answer["retry_after"], answer["global"]) == (429, 0.5, False)
    assert bot.answer_headers["Via"]
    assert bot.answer_headers["X-RateLimit-Scope"] == "user"
    wire.assert_clean()


async def test_the_world_can_change_right_before_discord_acts(wire: Wire, bot: Bot) -> None:
    channel = wire.channel
    wire.faults.once(on("POST"), Script(lambda _: wire.world.delete_channel(channel)))
    path = bot.messages
    assert (await bot.ask("POST", path, {"content": "x"}))[1]["code"] == 10003


async def test_requests_are_recorded_in_order(wire: Wire, bot: Bot) -> None:
    await bot.ask("GET", "/users/@me")
    await bot.upload(bot.messages, {"content": "x", "attachments": [{"id": 0}]}, {"a.png": b"abc"})
    first, second = wire.requests
    assert (first.number, first.name, first.status) == (1, "GET /users/@me", 200)
    assert (second.name, second.ids) == (f"POST {MESSAGES}", {"channel_id": str(wire.channel.id)})
    assert (second.body["content"], second.files[0].size, second.files[0].filename) == ("x", 3, "a.png")
    assert wire.requests.since(1) == wire.requests.to("POST") == wire.requests.to("POST", MESSAGES) == [second]
    assert wire.requests.where(lambda request: request.counts) == [first, second]
    assert "abc" not in str(second)
