"""Contents in the database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.content.seeds import Content, load_content
from bot.store import contents
from bot.store.database import Database
from bot.store.errors import StoreError
from bot.store.migrations import Migration

TABLE = "CREATE TABLE contents (hash TEXT PRIMARY KEY, game TEXT NOT NULL, tables_json TEXT NOT NULL);"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(path, migrations=[Migration(1, "0001_contents.sql", TABLE)])
    yield opened
    await opened.close()


async def test_a_content_is_stored_once_and_found_by_its_hash(database: Database) -> None:
    for content in (load_content("tnb"), load_content("tnb"), Content.of("tiny", {})):
        await database.write(lambda db, content=content: contents.save(db, content))  # type: ignore[misc]
    assert await database.read(lambda db: contents.load(db, load_content("tnb").hash)) == load_content("tnb")
    assert await database.read(lambda db: db.rows("SELECT count(*) FROM contents")) == [(2,)]


async def test_an_altered_content_is_not_played_with(database: Database) -> None:
    content = load_content("tnb")
    await database.write(lambda db: contents.save(db, content))
    await database.write(lambda db: db.rows("UPDATE contents SET tables_json = replace(tables_json, '1', '2')"))
    with pytest.raises(StoreError, match=f"The content {content.hash} in the database has been altered"):
        await database.read(lambda db: contents.load(db, content.hash))
