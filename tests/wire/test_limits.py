"""Rate limits."""

import pytest

from sandbox.wire.options import Options
from sandbox.wire.server import Wire
from tests.wire.callers import Bot, slash


async def test_without_limits_the_headers_allow_everything(wire: Wire, bot: Bot) -> None:
    await bot.send()
    assert int(bot.answer_headers["X-RateLimit-Remaining"]) > 1000
    bucket = bot.answer_headers["X-RateLimit-Bucket"]
    await bot.ask("GET", "/users/@me")
    assert bot.answer_headers["X-RateLimit-Bucket"] != bucket


@pytest.mark.parametrize("options", [Options(rate_limits=True)])
async def test_a_route_is_limited_by_channel(wire: Wire, bot: Bot) -> None:
    left = []
    for _ in range(5):
        await bot.send()
        left.append(bot.answer_headers["X-RateLimit-Remaining"])
    assert left == ["4", "3", "2", "1", "0"]
    status, answer = await bot.send()
    assert (status, answer["global"]) == (429, False)
    assert answer["retry_after"] == 5
    assert bot.answer_headers["Via"]
    other = wire.add_channel("other")
    assert (await bot.ask("POST", f"/channels/{other.id}/messages", {"content": "x"}))[0] == 200
    wire.clock.advance(5)
    assert (await bot.send())[0] == 200
    assert wire.requests.invalid == 1
    wire.assert_clean()


@pytest.mark.parametrize("options", [Options(global_limit=True)])
async def test_the_global_limit_exempts_answers_to_interactions(wire: Wire, bot: Bot) -> None:
    for _ in range(50):
        assert (await bot.ask("GET", "/users/@me"))[0] == 200
    status, answer = await bot.ask("GET", "/users/@me")
    assert (status, answer["global"], bot.answer_headers["X-RateLimit-Global"]) == (429, True, "true")
    assert (await bot.respond(slash(wire), 5))[0] == 200
