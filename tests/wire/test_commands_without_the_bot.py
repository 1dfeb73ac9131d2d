"""A server that has installed the commands without the bot: every command says that the bot must be added."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.store.database import Database
from cogs.client import NOT_INVITED, HiddenHand
from sandbox.wire.options import Options
from sandbox.wire.server import Wire
from tests.patience import until
from tests.tiny_game import Tiny
from tests.wire.clients import running

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
    database = await Database.open(tmp_path / "hidden-hand.sqlite3")
    app = Application.on(database, Library.of({Tiny.key: Tiny()}))
    inn = wire.add_guild("Inn", only_commands=True)
    place, ada = wire.add_channel("table", inn), wire.user("Ada", inn)
    async with running(bot := HiddenHand(app), wire):
        await bot.ready.wait()
        before = wire.invalid
        for line, given in COMMANDS:
            answer = await ada.slash(line, at=place, **given)
            assert answer.ephemeral
            assert answer.content == f"{NOT_INVITED} {bot.invite}"
        assert wire.invalid - before == 1, "Discord is asked once"
        wire.world.join(inn, wire.world.bot)
        await until(lambda: asyncio.sleep(0, bot.get_guild(inn.id)))
        await ada.slash("/match new", at=place, game="tiny", against="people here")
        assert await app.matches.in_channel(place.id) is not None
        await bot.finish()
    await database.close()
    wire.assert_clean()
