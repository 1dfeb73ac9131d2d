"""A town for each test, in which nothing may fail that was not foreseen."""

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog

from tests.cogs.town import Town, open_town


@pytest.fixture
def nothing_unforeseen(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No error was logged, by the bot or by discord.py."""
    with structlog.testing.capture_logs() as lines:
        yield
    assert [line for line in lines if line["log_level"] in ("error", "critical")] == []
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.fixture
async def town(tmp_path: Path, nothing_unforeseen: None) -> AsyncIterator[Town]:
    """The bot with the games of the catalog."""
    async with open_town(tmp_path / "hidden-hand.sqlite3") as opened:
        yield opened
