"""A stopped bot's data is moved completely into another database and compared; the old database stays unchanged.

On PostgreSQL, it is moved to a file and from there to another server's database; else from file to file.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.application.application import Application
from bot.content.library import Library
from bot.model.match import MatchId
from bot.process import exit_codes
from bot.store import file_copies
from bot.store.address import DatabaseAddress
from bot.store.copied_tables import all_tables
from bot.store.database import Database, Rows
from bot.store.errors import StoreError
from bot.store.moving import digests, move
from tests.bot.table_helpers import CHANNEL, SEED, TINY, begin, open_lobby, play_on
from tests.raw_database import address_of, written
from tests.schema_tables import tables


@pytest.fixture
async def source(path: Path, database: Database) -> DatabaseAddress:
    """Return a database with matches, a lobby, and the number of a deleted deck, which no bot uses."""
    app = Application(database, Library.of({TINY.key: TINY}), seeds=lambda: SEED)
    for number in range(3):
        await play_on(app, await begin(app, channel=CHANNEL + number), 2 * number)
    await open_lobby(app, channel=CHANNEL + 9)

    async def add_decks(db: Rows) -> None:
        for name in ("kept \u2602", "deleted"):
            await db.rows("INSERT INTO decks (user_id, game, name, cards_json) VALUES (1, 'tiny', ?, '[]')", name)
        await db.rows("DELETE FROM decks WHERE name = 'deleted'")
        await db.rows("INSERT INTO pauses (reason, first_id, second_id, since) VALUES ('down', 0, 0, ?)", 0.1 + 2**31)

    await database.write(add_decks)
    await database.close()
    return address_of(path)


async def test_everything_is_moved_there_and_back_and_a_match_goes_on(source: DatabaseAddress, tmp_path: Path) -> None:
    before = digests(source)
    assert sum(table.count for table in before) > 30
    assert move(source, tmp_path / "file.sqlite3") == before
    back = tmp_path / "back.sqlite3"
    assert move(tmp_path / "file.sqlite3", address_of(back)) == before
    assert digests(source) == digests(tmp_path / "file.sqlite3") == before

    database = await Database.open(back)
    app = Application(database, Library.of({TINY.key: TINY}), seeds=lambda: SEED)
    match = (await app.positions.get(MatchId(2))).match
    assert (await play_on(app, match, 1)).ply == match.ply + 1
    new_deck = "INSERT INTO decks (user_id, game, name, cards_json) VALUES (1, 'tiny', 'new', '[]') RETURNING id"
    assert await database.write(lambda db: db.rows(new_deck)) == [(3,)], (
        "the number of a deleted deck is not given again"
    )
    await database.close()


def test_every_table_is_moved_and_each_after_those_that_it_refers_to() -> None:
    moved = [table.name for table in all_tables()]
    assert sorted(moved) == sorted(tables())
    assert moved.index("matches") < moved.index("players")
    assert all(table.key for table in all_tables())


def test_a_target_that_is_not_empty_is_refused_and_left_as_it_is(source: DatabaseAddress, tmp_path: Path) -> None:
    kept = tmp_path / "kept.sqlite3"
    kept.write_bytes(b"mine")
    with pytest.raises(StoreError, match="left as it is"):
        move(source, kept)
    assert kept.read_bytes() == b"mine"
    with pytest.raises(StoreError, match=r"left as it is|in use"):
        move(source, source)


def test_a_bot_that_runs_is_not_moved(database: Database, path: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="in use by another Hidden Hand"):
        move(address_of(path), tmp_path / "file.sqlite3")
    assert not (tmp_path / "file.sqlite3").exists()


def test_a_copy_that_differs_is_discarded(
    source: DatabaseAddress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    insert = file_copies.FileCopy.insert

    def careless(copy: Any, table: Any, rows: Any) -> None:
        insert(copy, table, rows if table.name != "players" else (row for row in list(rows)[1:]))

    monkeypatch.setattr(file_copies.FileCopy, "insert", careless)
    with pytest.raises(StoreError, match="players differs"):
        move(source, tmp_path / "file.sqlite3")
    assert not [name for name in tmp_path.iterdir() if name.name.startswith("file.sqlite3") and name.suffix != ".lock"]


def test_the_command_lists_every_table_and_names_the_new_database(
    source: DatabaseAddress, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["database", "move", written(source), str(tmp_path / "file.sqlite3")]) == 0
    out = capsys.readouterr().out
    assert "matches: 4 rows, " in out
    assert f"Set DATABASE to {tmp_path / 'file.sqlite3'}\n" in out
    assert main(["database", "move", "--json", written(source), str(tmp_path / "other.sqlite3")]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["database"] == str(tmp_path / "other.sqlite3")
    assert [line.split(",")[0] for line in out.splitlines()[:-1]] == [
        f"{table['name']}: {table['rows']} {'row' if table['rows'] == 1 else 'rows'}" for table in printed["tables"]
    ]
    assert (
        main(["database", "move", str(tmp_path / "none.sqlite3"), str(tmp_path / "x.sqlite3")]) == exit_codes.DATABASE
    )
    assert "There is no database" in capsys.readouterr().err
    assert main(["database", "move", "postgresql://a:b@c@d/e", "x"]) == exit_codes.USAGE
    assert "b@c" not in capsys.readouterr().err


@pytest.mark.sqlite
def test_a_file_stays_byte_for_byte_as_it_was(source: DatabaseAddress, path: Path, tmp_path: Path) -> None:
    before = path.read_bytes()
    move(source, tmp_path / "elsewhere" / "file.sqlite3")
    assert path.read_bytes() == before


@pytest.mark.postgres
async def test_a_move_that_fails_leaves_an_empty_database_on_the_server(
    source: DatabaseAddress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.store.postgres.copies import ServerCopy  # noqa: PLC0415 # the driver is an extra

    move(source, tmp_path / "file.sqlite3")
    target = address_of(tmp_path / "new.sqlite3")
    with monkeypatch.context() as patch:
        patch.setattr(ServerCopy, "last_numbers", lambda *_: {})
        with pytest.raises(StoreError, match="number new rows differently"):
            move(tmp_path / "file.sqlite3", target)
    assert move(tmp_path / "file.sqlite3", target) == digests(source)
