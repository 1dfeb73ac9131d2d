"""A server that has installed the commands without the bot: every command says that the bot must be added."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cogs.client import NOT_INVITED
from cogs.delivery.invites import server_invite
from sandbox.wire.options import Options
from sandbox.wire.server import Wire
from tests.patience import until
from tests.wire.hosts import hosting

pytestmark = pytest.mark.usefixtures("redirected")

COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/match new", {"game": "tiny"}),
    ("/match find", {}),
    ("/match status", {}),
    ("/hand", {}),
    ("/play", {}),
    ("/help", {}),
    ("/rules", {}),
    ("/deck list", {}),
    ("/tournament new", {}),
    ("/leaderboard", {}),
    ("/settings", {}),
    ("/privacy", {}),
)


@pytest.fixture
def options() -> Options:
    return Options(identify_every=0, first_answer=60)


async def test_every_command_names_the_link_and_works_once_the_bot_is_added(wire: Wire, tmp_path: Path) -> None:
    assert wire.channel.guild is wire.guild
    inn = wire.add_guild("Inn", only_commands=True)
    place, ada = wire.add_channel("table", inn), wire.user("Ada", inn)
    async with hosting(wire, tmp_path) as bot:
        before = wire.invalid
        for line, given in COMMANDS:
            answer = await ada.slash(line, at=place, **given)
            assert answer.ephemeral
            assert answer.content == f"{NOT_INVITED} {server_invite(bot.application_id or 0)}"
        assert wire.invalid - before == 1, "Discord is asked once"
        wire.world.join(inn, wire.world.bot)
        await until(lambda: asyncio.sleep(0, bot.get_guild(inn.id)))
        await ada.slash("/match new", at=place, game="tiny", against="people here")
        assert await bot.app.matches.in_channel(place.id) is not None
    wire.assert_clean()
