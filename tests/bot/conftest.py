"""A match service on a real file."""

import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog

from bot.application.application import Application
from bot.content.library import Library
from bot.store.database import Database
from tests.bot.table_helpers import SEED, TINY
from tests.fresh_database import already_checked


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hidden-hand.sqlite3"


@pytest.fixture
def prepared(path: Path, nothing_stored: bytes) -> Path:
    path.write_bytes(nothing_stored)
    return path


@pytest.fixture
async def database(prepared: Path) -> AsyncIterator[Database]:
    with already_checked():
        opened = await Database.open(prepared)
    yield opened
    await opened.close()


@pytest.fixture
def app(database: Database) -> Application:
    return Application(database, Library.of({TINY.key: TINY}), seeds=lambda: SEED)


@pytest.fixture
def logging_as_before() -> Iterator[None]:
    """Undo what a test's call of `set_up_logging` changed in this process."""
    root = logging.getLogger()
    handlers, level, factory = root.handlers.copy(), root.level, logging.getLogRecordFactory()
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.setLogRecordFactory(factory)
    structlog.reset_defaults()
