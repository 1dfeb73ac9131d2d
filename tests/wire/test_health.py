"""Health, figures and alerts of a bot as a process."""

import re
from pathlib import Path

import aiohttp
import pytest

from bot.process.exit_codes import SETTINGS
from sandbox.wire.options import Options
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire
from tests.wire.whole_program import WHOLE_PROGRAM

ALL = (1 << 11) | (1 << 10)  # send messages, view channel


@pytest.fixture
def options() -> Options:
    return Options(identify_every=0)


async def test_a_process_tells_how_it_is_and_reports_a_forbidden_channel(wire: Wire, tmp_path: Path) -> None:
    ada, channel, admins = wire.user("Ada"), wire.channel, wire.add_channel("admins")
    environment = {"HEALTH": "127.0.0.1:0", "ALERTS": str(admins.id)}
    async with (
        BotProcess(wire, tmp_path, environment=environment, imported=WHOLE_PROGRAM) as bot,
        aiohttp.ClientSession() as session,
    ):
        line = await bot.logged("health and figures are served")
        address = re.search(r"127\.0\.0\.1:[1-9]\d*", line)
        assert address is not None
        await bot.logged("ready")
        async with session.get(f"http://{address[0]}/healthz") as response:
            health = await response.json()
        assert response.status == 200, health
        assert health["checks"]["discord"]["shards"]["0"]["heartbeat_age_seconds"] < 60

        await ada.slash("/match new", game="allocator", against="people here")
        await wire.until(lambda: channel.messages)
        async with session.get(f"http://{address[0]}/metrics") as response:
            figures = await response.text()
        assert re.search(r"hidden_hand_first_answer_seconds_count [1-9]", figures)
        assert wire.token not in figures

        wire.revoke(channel, ALL)
        await ada.slash("/match leave", at=admins, match=1)
        alert = await wire.until(lambda: admins.messages, what="an alert")
        assert f"<#{channel.id}>" in alert[0].content
    wire.assert_clean()


@pytest.mark.thorough
async def test_a_process_whose_address_is_taken_says_so_and_exits_as_for_any_wrong_setting(
    wire: Wire, tmp_path: Path
) -> None:
    bot = BotProcess(
        wire,
        tmp_path,
        environment={"HEALTH": wire.address.removeprefix("http://")},
        imported=WHOLE_PROGRAM,
    )
    await bot.start()
    assert await bot.ended() == SETTINGS
    assert [line for line in bot.log if line.startswith("HEALTH: nothing can be served at")] == bot.log[-1:]
