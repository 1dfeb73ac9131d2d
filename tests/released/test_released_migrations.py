"""A migration of a release never changes, in the words of neither engine: users' databases were made by it."""

import asyncio
import tomllib
from collections.abc import Mapping, Sequence
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


def altered(record: Record, known: Mapping[str, Sequence[Migration]]) -> str:
    """Say which migration of a release has changed, and what to do about it; "" if none has."""
    found = record.altered(known)
    if not found:
        return ""
    names = ", ".join(f"{name} ({engine})" for engine, name in found)
    return f"Changed since {record.version}: {names}. {advice.for_migrations(found[0][1], len(known['sqlite']) + 1)}"


@pytest.fixture(scope="module")
def now(tmp_path_factory: pytest.TempPathFactory) -> Record:
    """Return the record of the present version, as if it were released."""
    tiny = Tiny()
    folder = tmp_path_factory.mktemp("released")
    return asyncio.run(write("9.9.9", [tiny], Library.of({tiny.key: tiny}), folder))


def test_no_migration_of_a_release_has_changed(now: Record) -> None:
    for record in (*RELEASED, now):
        found = altered(record, migrations_by_engine())
        assert not found, found


@pytest.mark.parametrize("engine", ENGINES)
def test_an_altered_migration_is_named_with_the_number_of_the_one_to_write(engine: str, now: Record) -> None:
    known = migrations_by_engine()
    first, *others = known[engine]
    edited = [replace(first, sql=f"{first.sql}\nCREATE INDEX tags ON matches (tag);"), *others]
    found = altered(now, {**known, engine: edited})
    assert found.startswith(f"Changed since 9.9.9: 0001_tables.sql ({engine}). Users have databases")
    assert f"bot/store/schema/{len(edited) + 1:04}_….sql" in found
    deleted = altered(now, {**known, engine: others})
    assert f"Changed since 9.9.9: 0001_tables.sql ({engine})" in deleted


def test_a_further_migration_changes_none(now: Record) -> None:
    later = Migration(99, "0099_more.sql", "SELECT 1;")
    assert altered(now, {engine: [*known, later] for engine, known in migrations_by_engine().items()}) == ""


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
