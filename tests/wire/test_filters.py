"""Filters of a server and refused uploads are named as such to players, and are no fault of ours in the log."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.application.application import Application
from cogs.delivery.error_texts import NO_FILE
from sandbox.wire.faults import Refuse
from sandbox.wire.options import Options
from sandbox.wire.server import Wire
from tests.patience import until
from tests.wire.hosts import begin, fold, hosting, is_shown, notes

pytestmark = pytest.mark.usefixtures("redirected")


@pytest.fixture
def options() -> Options:
    return Options(identify_every=0, first_answer=60)


@pytest.fixture
async def app(wire: Wire, tmp_path: Path) -> AsyncIterator[Application]:
    """Run the bot with a live match of Ada and Bo."""
    async with hosting(wire, tmp_path) as bot:
        await begin(wire)
        yield bot.app


@pytest.mark.parametrize(
    ("name", "why", "then"),
    [
        ("AutoMod", "AutoMod stops my messages.", "exempts me (Server Settings, AutoMod)"),
        ("harmful links", "Discord's filter of harmful links stops my messages.", "no name in them looks like a link"),
        ("explicit content", "The server's filter of explicit content stops my messages.", "changes it"),
    ],
)
async def test_a_filter_is_named_to_the_players_and_the_board_comes_back_after_it(
    wire: Wire, app: Application, caplog: pytest.LogCaptureFixture, *, name: str, why: str, then: str
) -> None:
    ada, bo = wire.user("Ada"), wire.user("Bo")
    wire.conditions.begin(name, wire.channel)
    for number in range(2):
        await fold(app, number)
    await wire.until(lambda: notes(ada) and notes(bo))
    for [note] in (notes(ada), notes(bo)):
        assert why in note
        assert then in note
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    wire.conditions.clear()
    await fold(app, 2)
    await until(lambda: is_shown(app))


async def test_a_press_whose_answer_is_filtered_says_so(wire: Wire, app: Application) -> None:
    wire.faults.once(lambda request: bool(request.files) and request.route.endswith("callback"), Refuse(200000))
    answer = await wire.user("Ada").slash("/hand")
    assert "AutoMod stops my messages." in answer.content


async def test_a_file_that_discord_does_not_take_is_named(wire: Wire, app: Application) -> None:
    """Discord can promise a larger size than it takes (discord-api-docs #7603)."""
    wire.faults.always(lambda request: bool(request.files), Refuse(40005))
    answer = await wire.user("Ada").slash("/data export")
    await wire.until(lambda: any(message.content == NO_FILE for message in answer.messages))
