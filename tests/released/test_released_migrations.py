"""A migration of a release never changes, in the words of neither engine: users' databases were made by it."""

import asyncio
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.content.library import Library
from bot.store.migrations import Migration, known_migrations
from tests.released import advice
from tests.released.records import Record, migrations_by_engine, records, write
from tests.tiny_game import Tiny

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ENGINES = tuple(migrations_by_engine())
RELEASED = records()


def altered(record: Record, engine: str, known: Sequence[Migration]) -> str:
    """Say which migration of a release has changed, and what to do about it; "" if none has."""
    digests = {migration.name: migration.checksum for migration in known}
    for name, digest in record.migrations[engine].items():
        if digests.get(name) != digest:
            return f"{record.version}, {engine}: {name} has changed. {advice.for_migrations(name, len(known) + 1)}"
    return ""


@pytest.fixture(scope="module")
def now(tmp_path_factory: pytest.TempPathFactory) -> Record:
    """Return the record of the present version, as if it were released."""
    tiny = Tiny()
    folder = tmp_path_factory.mktemp("released")
    return asyncio.run(write("9.9.9", [tiny], Library.of({tiny.key: tiny}), folder))


@pytest.mark.parametrize("engine", ENGINES)
def test_no_migration_of_a_release_has_changed(engine: str, now: Record) -> None:
    for record in (*RELEASED, now):
        found = altered(record, engine, migrations_by_engine()[engine])
        assert not found, found


@pytest.mark.parametrize("engine", ENGINES)
def test_an_altered_migration_is_named_with_the_number_of_the_one_to_write(engine: str, now: Record) -> None:
    first, *others = migrations_by_engine()[engine]
    edited = [replace(first, sql=f"{first.sql}\nCREATE INDEX tags ON matches (tag);"), *others]
    found = altered(now, engine, edited)
    assert found.startswith(f"9.9.9, {engine}: 0001_tables.sql has changed. Users have databases")
    assert f"bot/store/schema/{len(edited) + 1:04}_….sql" in found
    assert altered(now, engine, others), "one that was deleted"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_further_migration_changes_none(engine: str, now: Record) -> None:
    known = migrations_by_engine()[engine]
    assert altered(now, engine, [*known, Migration(len(known) + 1, "0099_more.sql", "SELECT 1;")]) == ""


def test_migrations_of_later_releases_continue_those_of_earlier_ones() -> None:
    for engine in ENGINES:
        counts = [len(record.migrations[engine]) for record in RELEASED]
        assert counts == sorted(counts)


def further(record: Record, known: Sequence[Migration]) -> str:
    """Say which migrations a released version lacks although the program still has its number; "" if none."""
    names = [migration.name for migration in known if migration.name not in record.migrations["sqlite"]]
    lacked = f"{record.version} is released without {', '.join(names)}: raise the version in pyproject.toml."
    return lacked if names else ""


def test_a_program_with_a_further_migration_has_a_version_of_its_own(now: Record) -> None:
    """Otherwise a backup could be newer than the program that has its version."""
    known = known_migrations()
    for record in (*RELEASED, now):
        assert record.version not in (PROJECT["version"], now.version) or not further(record, known)
    later = Migration(len(known) + 1, "0099_more.sql", "SELECT 1;")
    assert further(now, [*known, later]) == (
        "9.9.9 is released without 0099_more.sql: raise the version in pyproject.toml."
    )
