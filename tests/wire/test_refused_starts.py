"""A start that Discord refuses for now is waited out, and only one that it will always refuse ends the bot."""

import re
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.process import exit_codes
from sandbox.wire.faults import Refuse, on
from sandbox.wire.options import Options
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire
from tests.examples import thorough

COMMANDS = "/applications/{application_id}/commands"
LATER = 30.0
"""Seconds within which a bot tries again."""


@pytest.fixture
def options() -> Options:
    return Options(identify_every=0, first_answer=60)


def process(wire: Wire, folder: Path, **environment: str) -> BotProcess:
    return BotProcess(wire, folder, imported=["tests.chaos.program"], environment=environment)


async def health(line: str) -> dict[str, Any]:
    """Return what `/healthz` says at the address in a line of the log."""
    address = re.search(r"127\.0\.0\.1:[1-9]\d*", line)
    assert address is not None
    async with aiohttp.ClientSession() as session, session.get(f"http://{address[0]}/healthz") as response:
        checks: dict[str, Any] = (await response.json())["checks"]
    return checks


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("address blocked", "403, code 40333"),
        *thorough(("address limited", "429, code 0"), ("overloaded", "503, code 130000")),
    ],
)
async def test_a_blocked_address_is_waited_out_and_told(wire: Wire, tmp_path: Path, name: str, answer: str) -> None:
    wire.conditions.begin(name)
    bot = process(wire, tmp_path, HEALTH="127.0.0.1:0")
    await bot.start()
    served = await bot.logged("health and figures are served")
    assert answer in await bot.logged("trying again")
    assert await bot.logged("seconds=2.0"), "the pauses grow"
    waits = (await health(served))["discord"]
    assert (waits["state"], waits["waits_for"]) == ("fault", {"login": f"Discord answered {answer}"})
    wire.conditions.clear()
    await bot.ready()
    assert (await wire.user("Ada").slash("/hand")).ephemeral
    await bot.kill()
    assert not any("Traceback" in line for line in bot.log)


@pytest.mark.parametrize(
    ("route", "refusal"),
    [
        (on("PUT", COMMANDS), Refuse(30034)),
        (on("GET", COMMANDS), Refuse(40333)),
        *thorough(
            (on("PUT", COMMANDS), Refuse(40333)),
            (on("GET", COMMANDS), Refuse(130000)),
            (on("PUT", COMMANDS), Refuse(987654, status=400)),
        ),
    ],
    ids=["daily limit", "block on reading", "block on registering", "overload", "a code that nobody knows"],
)
async def test_commands_that_are_refused_for_now_stay_as_they_were_and_are_registered_later(
    wire: Wire, tmp_path: Path, route: Any, refusal: Refuse
) -> None:
    async with process(wire, tmp_path) as bot:
        await bot.logged("commands synced")
        await bot.terminate()
    del wire.world.commands[None, "help"]  # as if this version had a further command
    wire.faults.always(route, refusal)
    async with process(wire, tmp_path, HEALTH="127.0.0.1:0") as bot:
        await bot.logged("the commands stay as they are for now")
        await bot.logged("ready")
        assert (await wire.user("Ada").slash("/hand")).ephemeral, "the older commands work"
        assert "part=commands" in await bot.logged("trying again")
        checks = await health(await bot.logged("health and figures are served"))
        assert checks["discord"]["state"] == "warning"
        assert str(refusal.code) in checks["discord"]["waits_for"]["commands"]
        wire.faults.clear()
        await wire.until(lambda: (None, "help") in wire.world.commands, LATER, what="the further command")
        await bot.logged("works again")
        assert not any("Traceback" in line for line in bot.log)


async def test_commands_that_discord_will_never_take_end_the_bot(wire: Wire, tmp_path: Path) -> None:
    wire.faults.always(on("PUT", COMMANDS), Refuse(50035))
    bot = process(wire, tmp_path)
    await bot.start()
    assert await bot.ended() == exit_codes.REFUSED
    assert "rejects the bot or its commands (code 50035)" in bot.log[-1]


async def test_a_wrong_token_ends_the_bot(wire: Wire, tmp_path: Path) -> None:
    bot = process(wire, tmp_path, DISCORD_TOKEN=wire.token.replace("FAKE", "OLD"))
    await bot.start()
    assert await bot.ended() == exit_codes.REFUSED
    assert "Discord refuses the token" in bot.log[-1]
