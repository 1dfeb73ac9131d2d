"""A server's database of a release is migrated with all its rows, and every match in it is played on."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.backup.archive import extract
from bot.backup.replays import Choice, latest_finished, replayed, unfinished
from bot.content.library import Library, load_library
from bot.model.match import MatchId
from bot.store import copied_tables, file_copies
from bot.store.database import Database
from bot.store.migrations import Migration, known_migrations
from bot.store.moving import move
from bot.store.postgres import copies, engine, opening
from bot.store.postgres.dialect import translated
from bot.store.postgres.opening import migrations_here
from tests.postgres.stand_in import address_for
from tests.raw_database import connect_raw
from tests.released.records import Record, migrations_by_engine, play, records
from tests.second_tiny_game import NEXT
from tests.tiny_game import Tiny

pytestmark = pytest.mark.postgres

FURTHER = replace(NEXT, sql=translated(NEXT.sql))


def put(file: Path, count: int, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a file of a release with this many migrations on the server, as that release would have moved it there."""
    with monkeypatch.context() as release:
        for module in (copied_tables, file_copies):
            release.setattr(module, "known_migrations", lambda: known_migrations()[:count])
        release.setattr(copies, "migrations_here", lambda: migrations_here()[:count])
        move(file, address_for(path))


def use(monkeypatch: pytest.MonkeyPatch, known: Sequence[Migration]) -> None:
    """Let the program have these migrations."""
    for module in (engine, opening):
        monkeypatch.setattr(module, "migrations_here", lambda: known)


async def differences(path: Path, library: Library) -> list[tuple[MatchId, str | None]]:
    await (await Database.open(path)).close()
    choices: list[Choice] = [unfinished, latest_finished(10_000)]
    matches = [each for choice in choices for each in replayed(address_for(path), library, choice)]
    assert len(matches) >= 5
    return [(each.match.id, each.difference) for each in matches if each.difference is not None]


async def upgraded(path: Path, library: Library) -> None:
    """Open the database with this program, and replay its matches."""
    assert await differences(path, library) == []
    with closing(connect_raw(path)) as connection:
        applied = connection.execute("SELECT name FROM migrations ORDER BY number").fetchall()
    assert [name for (name,) in applied] == [migration.name for migration in opening.migrations_here()]


@pytest.mark.parametrize("record", [None, *records()], ids=lambda record: record.version if record else "this version")
async def test_a_server_of_a_release_is_migrated_and_plays_every_match_on(
    record: Record | None, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Besides the releases, the next program, which has a further migration, takes over from this one."""
    file = tmp_path / "file.sqlite3"
    if record is None:
        tiny, played = Tiny(), tmp_path / "played"
        library, count = Library.of({tiny.key: tiny}), len(migrations_here())
        await play(played, [tiny], library)
        move(address_for(played), file)
        put(file, count, path, monkeypatch)
        use(monkeypatch, (*migrations_here(), FURTHER))
    elif record.altered(migrations_by_engine()):
        return  # tests/released/test_released_migrations.py fails, and says what to do
    else:
        library = load_library()
        extract(record.backup, file)
        put(file, len(record.migrations["postgres"]), path, monkeypatch)
    await upgraded(path, library)
