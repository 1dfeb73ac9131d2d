"""Backups are complete, checked and small; they are made beside a running bot, and never incomplete without
saying so.
"""

import asyncio
import json
import os
import shutil
import sqlite3
import stat
import sys
import zipfile
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import structlog

from bot.application.application import application_on
from bot.backup import archive, copying, making
from bot.backup.automatic import HOUR, AutomaticBackups
from bot.backup.errors import BackupError, NoRoomError
from bot.backup.making import automatic_backups, make_backup, prune
from bot.backup.manifest import Reason
from bot.store.database import Database
from bot.store.errors import StoreError
from bot.store.lock import ProcessLock
from bot.store.migrations import known_migrations
from tests.bot.backup_helpers import back_up, database_in, fill, fill_with_allocator, opened, plies, query
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import CHANNEL, begin, play_on
from tests.second_tiny_game import BROKEN, NEXT

pytestmark = pytest.mark.sqlite


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


async def test_a_backup_beside_a_running_bot_holds_everything_committed_that_a_copy_of_the_file_lacks(
    path: Path, folder: Path, tmp_path: Path
) -> None:
    async with opened(path) as app:
        await play_on(app, await begin(app), 3)
        copied = tmp_path / "copied.sqlite3"
        shutil.copy(path, copied)
        made = make_backup(path, folder, Reason.MANUAL)
        (tmp_path / "saved.sqlite3").write_bytes(database_in(made.file))
        assert plies(tmp_path / "saved.sqlite3") == [(1, 3)]
        assert plies(copied) == [], "the log has them"
        await play_on(app, await begin(app, channel=CHANNEL + 1), 1)  # it still writes


async def test_the_manifest_names_the_version_the_schema_the_matches_and_their_digests(
    path: Path, folder: Path
) -> None:
    await fill(path)
    manifest = archive.manifest_of(back_up(path, folder))
    assert manifest.program == making.program_version()
    assert [tuple(each) for each in manifest.schema] == [(each.name, each.checksum) for each in known_migrations()]
    assert manifest.matches == {"live": 1, "over": 1}
    [(digest,)] = query(path, "SELECT digest FROM plies WHERE match_id = 2 AND ply = 2")
    assert manifest.digests == {"2": digest}
    with zipfile.ZipFile(next(folder.glob("*.zip"))) as read:
        assert json.loads(read.read("manifest.json"))["reason"] == "manual"


async def test_a_backup_is_compressed_readable_by_its_owner_alone_and_alone_in_its_folder(
    path: Path, folder: Path
) -> None:
    await fill(path)
    made = back_up(path, folder)
    assert made.stat().st_size < path.stat().st_size / 3
    assert {file.name for file in folder.iterdir()} == {made.name, "backups.lock"}
    if sys.platform != "win32":
        assert stat.S_IMODE(made.stat().st_mode) == 0o600
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


async def test_backups_of_one_moment_do_not_replace_each_other(path: Path, folder: Path) -> None:
    await fill(path)
    clock = Time()
    made = {make_backup(path, folder, Reason.AUTOMATIC, clock).file for _ in range(3)}
    assert len(made) == 3
    assert automatic_backups(folder) == sorted(made, key=lambda file: file.stat().st_mtime_ns)


async def test_a_backup_that_does_not_come_back_as_it_was_written_is_not_kept(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(path)
    write = archive.write

    def on_a_failing_disk(file: Path, *rest: Any) -> None:
        write(file, *rest)
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        file.write_bytes(content)

    monkeypatch.setattr(archive, "write", on_a_failing_disk)
    with pytest.raises(BackupError, match="damaged"):
        back_up(path, folder)
    assert [file.name for file in folder.iterdir()] == ["backups.lock"]


async def test_a_database_that_contradicts_itself_is_not_taken_for_a_backup(path: Path, folder: Path) -> None:
    await fill(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM matches WHERE id = 2")
    with pytest.raises(BackupError, match="a row refers to one that is not there"):
        back_up(path, folder)
    assert not list(folder.glob("*.zip"))


async def test_a_database_with_a_part_of_another_hand_is_not_backed_up_since_no_restore_would_take_it(
    path: Path, folder: Path
) -> None:
    await fill(path)
    query(path, "CREATE INDEX faster ON plies (digest)")
    with pytest.raises(BackupError, match=r"its index 'faster' is not of this program"):
        back_up(path, folder)
    query(path, "DROP INDEX faster")
    back_up(path, folder)


async def test_a_missing_or_foreign_database_is_refused_in_one_line(path: Path, folder: Path) -> None:
    with pytest.raises(BackupError, match="There is no database"):
        back_up(path, folder)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match="belongs to another program"):
        back_up(path, folder)
    assert not folder.exists()


async def test_no_backup_is_begun_while_less_than_twice_the_size_is_free(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(path)
    size = copying.size_of(path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=2 * size - 1))
    with pytest.raises(NoRoomError, match=r"free, and twice the size of the database is needed"):
        back_up(path, folder)
    assert [file.name for file in folder.iterdir()] == ["backups.lock"]
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=2 * size))
    assert back_up(path, folder).exists()


async def test_a_disk_that_fills_up_meanwhile_leaves_nothing_behind(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(path)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(archive, "write", full)
    with pytest.raises(BackupError, match="No space left on device") as caught:
        back_up(path, folder)
    assert "\n" not in str(caught.value)
    assert [file.name for file in folder.iterdir()] == ["backups.lock"]


async def test_one_backup_at_a_time_is_made_in_a_folder_and_leftovers_of_a_killed_one_are_deleted(
    path: Path, folder: Path
) -> None:
    await fill(path)
    (folder / "backups.unfinished").mkdir(parents=True)
    (folder / "backups.unfinished" / "copy.sqlite3").write_bytes(b"half a copy")
    lock = ProcessLock(folder / "backups")
    with pytest.raises(BackupError, match="Another process is at work"):
        back_up(path, folder)
    lock.release()
    assert back_up(path, folder).exists()
    assert not (folder / "backups.unfinished").exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes, and links need a right")
async def test_locks_are_readable_by_their_owner_alone(path: Path, folder: Path) -> None:
    async with opened(path):
        pass
    back_up(path, folder)
    locks = [path.with_name(f"{path.name}.lock"), folder / "backups.lock"]
    assert [stat.S_IMODE(lock.stat().st_mode) for lock in locks] == [0o600, 0o600]


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
async def test_something_else_in_the_place_of_the_working_folder_is_named_and_left(path: Path, folder: Path) -> None:
    await fill(path)
    folder.mkdir()
    stray = folder / "backups.unfinished"
    for target in (path.parent, Path("nowhere"), path):
        stray.symlink_to(target)
        with pytest.raises(BackupError, match=r"backups\.unfinished is in the way: .* Delete it"):
            back_up(path, folder)
        stray.unlink()
    assert path.exists()
    back_up(path, folder)


async def test_a_backup_can_be_replayed_when_it_is_made(path: Path, folder: Path) -> None:
    await fill_with_allocator(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE matches SET initial_digest = 'altered' WHERE id = 2")
    backups = AutomaticBackups(path, folder, hours=24, keep=7, are_replayed=True)
    with structlog.testing.capture_logs() as lines:
        assert await backups.make(), "it is kept: the match is no better in the database"
    assert [(line["event"], line["log_level"]) for line in lines] == [
        ("backup made", "info"),
        ("matches of a backup do not replay", "error"),
    ]
    assert lines[1]["matches"] == [2]


async def test_only_surplus_automatic_backups_are_deleted_oldest_first(path: Path, folder: Path) -> None:
    await fill(path)
    clock = Time()
    made = []
    for _ in range(4):
        made.append(make_backup(path, folder, Reason.AUTOMATIC, clock).file)
        clock.go_on(HOUR)
    manual = back_up(path, folder)
    first = back_up(path, folder, Reason.BEFORE_MIGRATION)
    assert prune(folder, 2) == made[:2]
    assert set(folder.glob("*.zip")) == {*made[2:], manual, first}


class Night:
    """A clock that moves only while something sleeps on it, and ends after a number of sleeps."""

    def __init__(self, sleeps: int) -> None:
        self.clock = Time()
        self.left = sleeps

    async def sleep(self, seconds: float) -> None:
        self.left -= 1
        if self.left < 0:
            raise asyncio.CancelledError
        self.clock.go_on(seconds)


async def test_automatic_backups_are_made_daily_from_the_start_and_seven_are_kept(path: Path, folder: Path) -> None:
    await fill(path)
    night = Night(24 * 10)
    backups = AutomaticBackups(path, folder, hours=24, keep=7, clock=night.clock, sleep=night.sleep)
    began = night.clock()
    with structlog.testing.capture_logs() as lines, pytest.raises(asyncio.CancelledError):
        await backups.run()
    assert [line["event"] for line in lines] == ["backup made"] * 11
    days = [archive.manifest_of(file).made_at for file in automatic_backups(folder)]
    assert days == [int((began + timedelta(days=day)).timestamp()) for day in range(4, 11)]


async def test_a_restart_makes_no_backup_before_the_latest_one_is_old_enough(path: Path, folder: Path) -> None:
    await fill(path)
    clock = Time()
    for expected in (1, 1, 2, 2):
        night = Night(0)
        backups = AutomaticBackups(path, folder, hours=24, keep=7, clock=clock, sleep=night.sleep)
        with pytest.raises(asyncio.CancelledError):
            await backups.run()
        assert len(automatic_backups(folder)) == expected
        clock.go_on(13 * HOUR)


async def test_no_hours_mean_no_automatic_backups(path: Path, folder: Path) -> None:
    await fill(path)
    night = Night(3)
    await AutomaticBackups(path, folder, hours=0, keep=7, clock=night.clock, sleep=night.sleep).run()
    assert (night.left, folder.exists()) == (3, False)


async def test_an_automatic_backup_for_which_there_is_no_room_is_logged_and_tried_again_in_an_hour(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(path)
    night = Night(2)
    usage = shutil.disk_usage
    monkeypatch.setattr(
        shutil, "disk_usage", lambda where: SimpleNamespace(free=0) if night.left == 2 else usage(where)
    )
    backups = AutomaticBackups(path, folder, hours=24, keep=7, clock=night.clock, sleep=night.sleep)
    with structlog.testing.capture_logs() as lines, pytest.raises(asyncio.CancelledError):
        await backups.run()
    assert [(line["log_level"], line["event"]) for line in lines] == [
        ("warning", "no backup was made, for lack of room"),
        ("info", "backup made"),
    ]
    assert "twice the size of the database" in lines[0]["cause"]


async def test_an_older_database_is_backed_up_before_it_is_migrated(path: Path, folder: Path) -> None:
    await fill(path)
    known = [*known_migrations(), NEXT]

    def first(database: Path) -> None:
        make_backup(database, folder, Reason.BEFORE_MIGRATION)

    await (await Database.open(path, migrations=known, before_migration=first)).close()
    [made] = folder.glob("*-before-migration.zip")
    assert len(archive.manifest_of(made).schema) == len(known) - 1
    await (await Database.open(path, migrations=known, before_migration=first)).close()
    assert list(folder.glob("*.zip")) == [made], "once: it is migrated now"


async def test_a_new_or_up_to_date_database_is_not_backed_up_at_its_start(path: Path) -> None:
    asked: list[Path] = []
    for _ in range(2):
        async with application_on(path, before_migration=asked.append):
            pass
    assert asked == []


async def test_without_its_backup_no_migration_is_begun(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(path)
    before = path.read_bytes()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
    with pytest.raises(NoRoomError):
        await Database.open(
            path,
            migrations=[*known_migrations(), NEXT],
            before_migration=lambda database: make_backup(database, folder, Reason.BEFORE_MIGRATION),
        )
    assert path.read_bytes() == before


async def test_a_migration_that_fails_leaves_the_database_and_its_backup(path: Path, folder: Path) -> None:
    await fill(path)
    with pytest.raises(StoreError, match=f"{BROKEN.name} failed"):
        await Database.open(
            path,
            migrations=[*known_migrations(), BROKEN],
            before_migration=lambda database: make_backup(database, folder, Reason.BEFORE_MIGRATION),
        )
    assert plies(path)[1] == (2, 2)
    assert len(list(folder.glob("*-before-migration.zip"))) == 1


async def test_a_folder_that_cannot_be_made_is_named_in_one_line(path: Path, tmp_path: Path) -> None:
    await fill(path)
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(BackupError, match=r"No backup could be made in .*taken"):
        back_up(path, tmp_path / "taken")
