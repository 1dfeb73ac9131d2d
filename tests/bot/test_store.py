"""The database: its lock, its migrations, its transactions, on real files."""

import asyncio
import os
import shutil
import signal
import sqlite3
import stat
import sys
from asyncio.subprocess import PIPE
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.store.database import Database, Rows
from bot.store.errors import StoreError
from bot.store.migrations import Migration, known_migrations
from tests.bot.store_helpers import CATS, add, opened

pytestmark = pytest.mark.sqlite

BOTH_CAUSES = (
    r"if a draft before 1\.0\.0 made it, .* set DATABASE to a new one; "
    "if a release made it, this program was altered, and the release as it was published can use it"
)
DOGS = Migration(2, "0002_dogs.sql", "CREATE TABLE dogs (name TEXT) STRICT; INSERT INTO dogs VALUES ('Rex');")


async def open_and_close(path: Path, migrations: Sequence[Migration]) -> None:
    await (await Database.open(path, migrations=migrations)).close()


def names(path: Path, table: str) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [name for (name,) in connection.execute(f"SELECT name FROM {table} ORDER BY name")]  # noqa: S608


def content(path: Path) -> bytes:
    return path.read_bytes()


def has_log(path: Path) -> bool:
    return Path(f"{path}-wal").exists()


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


async def test_the_database_is_durable_and_keeps_its_references(path: Path) -> None:
    database = await Database.open(path)
    pragmas = [
        await database.read(lambda db, name=name: db.rows(f"PRAGMA {name}"))  # type: ignore[misc]
        for name in ("journal_mode", "synchronous", "foreign_keys")
    ]
    await database.close()
    assert pragmas == [[("wal",)], [(2,)], [(1,)]]


async def test_a_python_with_an_old_sqlite_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    with pytest.raises(StoreError, match="Update Python"):
        await Database.open(path)


async def test_the_folder_of_the_database_is_created(tmp_path: Path) -> None:
    await open_and_close(tmp_path / "new" / "folder" / "x.sqlite3", [CATS])
    assert names(tmp_path / "new" / "folder" / "x.sqlite3", "cats") == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
async def test_a_new_database_is_readable_only_by_its_owner(path: Path) -> None:
    database = await Database.open(path)
    await database.write(lambda db: db.rows("SELECT 1"))
    modes = [stat.S_IMODE(os.stat(f"{path}{ending}").st_mode) for ending in ("", "-wal")]  # noqa: PTH116
    await database.close()
    assert modes == [0o600, 0o600]


async def test_migrations_are_applied_once_and_in_order(path: Path) -> None:
    await open_and_close(path, [CATS])
    await open_and_close(path, [CATS, DOGS])
    await open_and_close(path, [CATS, DOGS])
    assert names(path, "migrations") == ["0001_cats.sql", "0002_dogs.sql"]
    assert names(path, "dogs") == ["Rex"]


async def test_the_programs_migrations_are_numbered_and_can_be_applied_again(path: Path) -> None:
    await (await Database.open(path)).close()
    await (await Database.open(path)).close()
    assert names(path, "migrations") == [migration.name for migration in known_migrations()]


async def test_line_endings_do_not_change_a_checksum() -> None:
    assert Migration(1, "a", "x;\r\ny;\r\n").checksum == Migration(1, "a", "x;\ny;\n").checksum
    assert Migration(1, "a", "x;\ny;\n").checksum != Migration(1, "a", "x;\nz;\n").checksum


async def test_a_gap_in_the_numbers_is_an_error(tmp_path: Path) -> None:
    write(tmp_path / "0002_late.sql", "SELECT 1;")
    with pytest.raises(ValueError, match="0002_late"):
        known_migrations(tmp_path)


@pytest.mark.parametrize(
    ("migrations", "reason"),
    [
        ([CATS], "newer Hidden Hand"),
        ([CATS, Migration(2, DOGS.name, "CREATE TABLE dogs (name TEXT, age INTEGER);")], "0002_dogs.sql"),
    ],
)
async def test_a_newer_or_altered_database_is_refused_and_left_unchanged(
    path: Path, migrations: Sequence[Migration], reason: str
) -> None:
    await open_and_close(path, [CATS, DOGS])
    before = content(path)
    with pytest.raises(StoreError, match=reason):
        await Database.open(path, migrations=migrations)
    assert content(path) == before


async def test_a_newer_database_of_a_killed_program_is_refused_and_left_unchanged(path: Path, tmp_path: Path) -> None:
    """The newer program's commits are still in the write-ahead log."""
    alive = await Database.open(path, migrations=[CATS, DOGS])
    await alive.write(lambda db: db.rows("INSERT INTO cats VALUES ('Tom')"))
    killed = tmp_path / "killed.sqlite3"
    for ending in ("", "-wal"):
        shutil.copy(f"{path}{ending}", f"{killed}{ending}")
    await alive.close()
    before = content(killed), content(Path(f"{killed}-wal"))
    with pytest.raises(StoreError, match="newer Hidden Hand"):
        await Database.open(killed, migrations=[CATS])
    assert (content(killed), content(Path(f"{killed}-wal"))) == before


async def test_a_file_of_a_draft_or_another_release_is_refused_in_one_line_and_left_unchanged(path: Path) -> None:
    """A draft had different migrations under these numbers, and more of them."""
    drafts = [
        Migration(number, f"{number:04}_draft.sql", f"CREATE TABLE draft_{number} (id INTEGER) STRICT;")
        for number in range(1, len(known_migrations()) + 3)
    ]
    await open_and_close(path, drafts)
    before = content(path)
    with pytest.raises(StoreError, match=BOTH_CAUSES) as caught:
        await Database.open(path)
    assert len(str(caught.value).splitlines()) == 1
    assert content(path) == before


async def test_a_later_migration_changes_a_file_of_this_program_and_keeps_its_data(path: Path) -> None:
    later = Migration(
        len(known_migrations()) + 1,
        "later_nicknames.sql",
        "ALTER TABLE names ADD COLUMN nickname TEXT NOT NULL DEFAULT ''; UPDATE names SET nickname = upper(name);",
    )
    await open_and_close(path, known_migrations())
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO names (guild_id, user_id, name) VALUES (1, 2, 'Ann')")
    await open_and_close(path, [*known_migrations(), later])
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT * FROM names").fetchall() == [(1, 2, "Ann", "ANN")]
    with pytest.raises(StoreError, match="newer Hidden Hand"):
        await Database.open(path)


async def test_a_file_of_another_program_is_refused_and_left_unchanged(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    before = content(path)
    with pytest.raises(StoreError, match="another program"):
        await Database.open(path)
    assert content(path) == before


async def test_a_file_that_is_not_a_database_is_refused_and_left_unchanged(path: Path) -> None:
    write(path, "Dear diary, " * 400)
    before = content(path)
    with pytest.raises(StoreError, match="cannot be read as a database"):
        await Database.open(path)
    assert content(path) == before


async def test_a_path_that_cannot_be_a_file_is_refused(tmp_path: Path) -> None:
    write(tmp_path / "file", "")
    for impossible in (tmp_path, tmp_path / "file" / "x.sqlite3"):
        with pytest.raises(StoreError, match="Set DATABASE"):
            await Database.open(impossible)


async def test_a_failed_migration_leaves_no_trace_and_can_be_corrected(path: Path) -> None:
    broken = Migration(
        2, DOGS.name, "CREATE TABLE dogs (name TEXT); INSERT INTO dogs VALUES ('Rex'); INSERT INTO nowhere;"
    )
    with pytest.raises(StoreError, match=r"0002_dogs\.sql failed"):
        await Database.open(path, migrations=[CATS, broken])
    assert names(path, "migrations") == [CATS.name]
    await open_and_close(path, [CATS, DOGS])
    assert names(path, "dogs") == ["Rex"]


KILLED_WHILE_MIGRATING = """
import os, signal, sqlite3, sys
from bot.clock import system_clock
from bot.store.migrations import Migration, migrate

def killed(statement):
    if statement.strip(" \\n;").startswith(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)

connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode = WAL")
connection.set_trace_callback(killed)
known = [Migration(1, "0001_cats.sql", sys.argv[3]), Migration(2, "0002_dogs.sql", sys.argv[4])]
migrate(connection, known, system_clock)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
@pytest.mark.parametrize(
    "moment", ["CREATE TABLE cats", "INSERT INTO migrations", "CREATE TABLE dogs", "INSERT INTO dogs"]
)
async def test_the_next_process_completes_a_migration_interrupted_by_a_kill(path: Path, moment: str) -> None:
    done = await asyncio.create_subprocess_exec(
        sys.executable, "-c", KILLED_WHILE_MIGRATING, path, moment, CATS.sql, DOGS.sql
    )
    assert await done.wait() == -signal.SIGKILL
    await open_and_close(path, [CATS, DOGS])
    assert names(path, "migrations") == [CATS.name, DOGS.name]
    assert names(path, "dogs") == ["Rex"]


async def test_a_second_connection_of_the_program_is_refused(path: Path) -> None:
    first = await Database.open(path)
    with pytest.raises(StoreError, match="in use by another Hidden Hand"):
        await Database.open(path)
    await first.close()
    await (await Database.open(path)).close()


HOLDS_THE_DATABASE = """
import asyncio, pathlib, sys
from bot.store.database import Database

async def main():
    await Database.open(pathlib.Path(sys.argv[1]))
    print("open", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


async def test_a_second_process_is_refused_until_the_first_is_killed(path: Path) -> None:
    holder = await asyncio.create_subprocess_exec(sys.executable, "-c", HOLDS_THE_DATABASE, path, stdout=PIPE)
    assert holder.stdout is not None
    assert await holder.stdout.readline() == b"open\n"
    with pytest.raises(StoreError, match="Stop that one first, or set DATABASE"):
        await Database.open(path)
    holder.kill()
    await holder.wait()
    await (await Database.open(path)).close()


@pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make symbolic links")
@pytest.mark.parametrize("linked", ["the file", "its folder", "a file that does not exist yet"])
async def test_a_database_in_use_is_refused_through_a_symbolic_link_too(tmp_path: Path, linked: str) -> None:
    path = tmp_path / "folder" / "hidden-hand.sqlite3"
    path.parent.mkdir()
    other = tmp_path / "other" / path.name if linked == "its folder" else tmp_path / "other.sqlite3"
    if linked == "its folder":
        other.parent.symlink_to(path.parent)
    else:
        other.symlink_to(path)
    first, second = (other, path) if linked == "a file that does not exist yet" else (path, other)
    async with opened(first):
        with pytest.raises(StoreError, match="in use by another Hidden Hand"):
            await open_and_close(second, [CATS])
    await open_and_close(second, [CATS])
    assert names(path, "migrations") == [CATS.name]


async def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    for one, other in (("a", "b"), ("b", "a")):
        try:
            (tmp_path / one).symlink_to(tmp_path / other)
        except OSError:
            pytest.skip("no symbolic links can be made here")
    with pytest.raises(StoreError, match="cannot be opened"):
        await open_and_close(tmp_path / "a", [CATS])


async def test_a_database_with_two_names_is_refused_and_left_unchanged_until_it_has_one(
    path: Path, tmp_path: Path
) -> None:
    """Each name would have its own write-ahead log and lock."""
    other = tmp_path / "other.sqlite3"
    async with opened(path) as database:
        try:
            os.link(path, other)
        except OSError:
            pytest.skip("no hard links can be made here")
        before = content(other)
        with pytest.raises(StoreError, match="more than one name"):
            await open_and_close(other, [CATS])
        assert content(other) == before
        assert not has_log(other)
        await database.write(add("Tom"))
    with pytest.raises(StoreError, match="Delete the other names"):
        await open_and_close(path, [CATS])
    other.unlink()
    await open_and_close(path, [CATS])
    assert names(path, "cats") == ["Tom"]


async def test_a_failing_write_undoes_only_itself_among_others_in_its_transaction(path: Path) -> None:
    database = await Database.open(path, migrations=[CATS])

    async def add(db: Rows, name: str) -> str:
        await db.rows("INSERT INTO cats VALUES (?)", name)
        if name == "cat 3":
            raise KeyError(name)
        return name

    wanted = [f"cat {number}" for number in (1, 2, 3, 4, 4)]
    answers = await asyncio.gather(
        *(database.write(lambda db, name=name: add(db, name)) for name in wanted),  # type: ignore[misc]
        return_exceptions=True,
    )
    assert answers[:2] == wanted[:2]
    assert isinstance(answers[2], KeyError)
    assert answers[3] == "cat 4"
    assert isinstance(answers[4], StoreError)
    await database.close()
    assert names(path, "cats") == ["cat 1", "cat 2", "cat 4"]


async def test_waiting_writes_share_one_transaction(path: Path) -> None:
    database = await Database.open(path, migrations=[CATS])
    statements: list[str] = []
    connection: Any = database._writer._connection
    await connection.set_trace_callback(statements.append)
    await asyncio.gather(
        *(
            database.write(lambda db, n=n: db.rows("INSERT INTO cats VALUES (?)", str(n)))  # type: ignore[misc]
            for n in range(50)
        )
    )
    await database.close()
    assert statements.count("COMMIT") == 1
    assert len(names(path, "cats")) == 50


async def test_a_failed_commit_fails_every_write_in_it_and_changes_nothing(path: Path) -> None:
    owners = Migration(
        2,
        "0002_owners.sql",
        "CREATE TABLE owners (name TEXT, cat TEXT REFERENCES cats DEFERRABLE INITIALLY DEFERRED) STRICT;",
    )
    database = await Database.open(path, migrations=[CATS, owners])
    answers = await asyncio.gather(
        database.write(lambda db: db.rows("INSERT INTO cats VALUES ('Tom')")),
        database.write(lambda db: db.rows("INSERT INTO owners VALUES ('Ann', 'nobody')")),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [StoreError, StoreError]
    await database.write(lambda db: db.rows("INSERT INTO cats VALUES ('Kit')"))
    await database.close()
    assert names(path, "cats") == ["Kit"]


async def test_closing_carries_out_waiting_requests_and_refuses_later_ones(path: Path) -> None:
    database = await Database.open(path, migrations=[CATS])
    waiting = asyncio.create_task(database.write(lambda db: db.rows("INSERT INTO cats VALUES ('Tom')")))
    await asyncio.sleep(0)
    await database.close()
    await database.close()
    await waiting
    assert names(path, "cats") == ["Tom"]
    with pytest.raises(StoreError, match="closed"):
        await database.read(lambda db: db.rows("SELECT 1"))
