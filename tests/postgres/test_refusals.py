"""Servers and databases that cannot be used: each is refused in one line without a secret, and left as it is."""

import os
import socket
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.store.address import ServerAddress
from bot.store.database import Database
from bot.store.errors import StoreError
from bot.store.migrations import Migration
from bot.store.postgres import faults, opening
from tests.bot.store_helpers import CATS
from tests.postgres.stand_in import TEST_SERVER, address_for
from tests.raw_database import connect_raw

pytestmark = pytest.mark.postgres
PASSWORD = "s3cr3t-p4ss"  # noqa: S105 # nobody's


async def refusal(address: ServerAddress, migrations: list[Migration] | None = None) -> str:
    """Return the one line with which a database is refused."""
    with pytest.raises(StoreError) as caught:
        await (await Database.open(address, migrations=migrations, patience=0.2)).close()
    assert len(str(caught.value).splitlines()) == 1
    assert PASSWORD not in f"{caught.value!r} {caught.value.__cause__!r}"
    return str(caught.value)


def tables(path: Path) -> list[Any]:
    """Return every table of a database, as another program sees it."""
    with closing(connect_raw(path)) as connection:
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1").fetchall()
    return [name for (name,) in found]


async def test_an_address_that_nobody_answers_is_refused() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens
        address = ServerAddress(f"postgresql://ann:{PASSWORD}@127.0.0.1:{taken.getsockname()[1]}/hands")
        assert "cannot be reached" in await refusal(address)
    assert "cannot be reached" in await refusal(ServerAddress("postgresql:///hands?host=/nowhere"))


async def test_a_wrong_password_or_database_is_refused_without_the_password(path: Path) -> None:
    folder = os.environ[TEST_SERVER]
    assert "nobody-here" in await refusal(ServerAddress(f"postgresql://postgres@/nobody-here?host={folder}"))
    strict = f"postgresql://stranger:{PASSWORD}@/postgres?host={folder}"
    line = await refusal(ServerAddress(strict))
    assert "cannot be reached" in line


def test_a_password_that_the_driver_quotes_is_hidden() -> None:
    address = ServerAddress(f"postgresql://ann:{PASSWORD}%21@db/hands")
    error = psycopg.OperationalError(f"it said {PASSWORD}! and {PASSWORD}%21")
    secrets = opening._secrets(address, opening._parameters(address))
    assert PASSWORD not in str(faults.unreachable(error, address, secrets))


async def test_a_server_that_is_too_old_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "_OLDEST", 990_000)
    assert "runs PostgreSQL" in await refusal(address_for(path), [CATS])
    assert tables(path) == []


async def test_a_database_of_another_program_is_refused_and_left_unchanged(path: Path) -> None:
    with closing(connect_raw(path)) as connection:
        connection.execute("CREATE TABLE dogs (name TEXT)")
        connection.commit()
    assert "belongs to another program" in await refusal(address_for(path), [CATS])
    with closing(connect_raw(path)) as connection:
        connection.execute("CREATE TABLE migrations (id INTEGER)")  # a name that other programs use too
        connection.commit()
    assert "belongs to another program" in await refusal(address_for(path), [CATS])
    assert tables(path) == ["dogs", "migrations"]


async def test_a_database_of_a_newer_program_is_refused_and_left_unchanged(path: Path) -> None:
    dogs = Migration(2, "0002_dogs.sql", "CREATE TABLE dogs (name TEXT);")
    await (await Database.open(path, migrations=[CATS, dogs])).close()
    assert "newer Hidden Hand" in await refusal(address_for(path), [CATS])
    assert tables(path) == ["cats", "dogs", "migrations"]


async def test_an_altered_database_is_refused(path: Path) -> None:
    await (await Database.open(path, migrations=[CATS])).close()
    assert "draft" in await refusal(address_for(path), [Migration(1, CATS.name, "CREATE TABLE cats (id INTEGER);")])


async def test_a_migration_that_fails_leaves_no_trace_and_can_be_corrected(path: Path) -> None:
    wrong = Migration(2, "0002_dogs.sql", "CREATE TABLE dogs (name TEXT); CREATE TABLE dogs (name TEXT);")
    right = Migration(2, "0002_dogs.sql", "CREATE TABLE dogs (name TEXT);")
    assert "0002_dogs.sql failed" in await refusal(address_for(path), [CATS, wrong])
    assert tables(path) == ["cats", "migrations"]
    await (await Database.open(path, migrations=[CATS, right])).close()
    assert tables(path) == ["cats", "dogs", "migrations"]


async def test_a_second_process_is_refused_while_the_first_uses_the_database(path: Path) -> None:
    first = await Database.open(path, migrations=[CATS])
    assert "in use by another Hidden Hand" in await refusal(address_for(path), [CATS])
    await first.close()
    await (await Database.open(path, migrations=[CATS], patience=0)).close()


async def test_texts_are_kept_in_utf_8_or_the_database_is_refused(path: Path) -> None:
    with closing(connect_raw(path, autocommit=True)) as connection:
        connection.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        address = ServerAddress(f"postgresql://postgres@/latin?host={os.environ[TEST_SERVER]}")
        try:
            assert "UTF-8" in await refusal(address, [CATS])
        finally:
            connection.execute("DROP DATABASE latin WITH (FORCE)")
