"""A backup is restored completely or not at all; the replaced database is kept, and nothing from it gets into the new
one.
"""

import json
import os
import re
import shutil
import sqlite3
import sys
import zipfile
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import structlog

from bot.application.application import Application
from bot.application.table.hand_footers import save_note
from bot.backup import archive
from bot.backup.errors import BackupError, NoRoomError
from bot.backup.making import make_backup, program_version
from bot.backup.manifest import Manifest, Reason
from bot.backup.restoring import Restored, restore
from bot.content.library import Library
from bot.model.match import MatchId, Status
from bot.model.notes import BackupRestored
from bot.model.refusals import Unavailable
from bot.people.names import save_name
from bot.store import matches as sql
from bot.store.database import Database
from bot.store.deletion_list import DeletionList
from bot.store.errors import StoreError
from bot.store.migrations import known_migrations
from bot.store.note_json import read_note
from bot.store.swap import finish_swap
from tests.bot.backup_helpers import LIBRARY, altered, back_up, database_in, fill, opened, plies, query
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CHANNEL, GUILD, begin, fresh, open_lobby, play_on
from tests.second_tiny_game import NEXT, ForgottenTiny

pytestmark = pytest.mark.sqlite

MARK = "Zephyrine"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


async def put_back(file: Path, path: Path, **options: Any) -> Restored:
    return await restore(file, path, options.pop("library", LIBRARY), **options)


async def saved(path: Path, folder: Path) -> Path:
    """Create a file and its backup, and play on in the file."""
    await fill(path)
    file = back_up(path, folder)
    async with opened(path) as app:
        await play_on(app, (await app.positions.get(MatchId(2))).match, 2)
    return file


def beside(path: Path) -> set[str]:
    """Return the names of a database file and of all files beside it, except its lock."""
    return {file.name for file in path.parent.glob(f"{path.name}*")} - {f"{path.name}.lock"}


async def test_a_restore_brings_back_every_row_and_keeps_what_it_replaced(path: Path, folder: Path) -> None:
    file = await saved(path, folder)
    done = await put_back(file, path)
    assert plies(path)[1] == (2, 2)
    assert [(each.match.id, each.difference) for each in done.live] == [(2, None)]
    assert done.kept is not None
    assert plies(done.kept)[1] == (2, 4)
    assert beside(path) == {path.name, done.kept.name}
    async with opened(path) as app:
        assert (await play_on(app, (await app.positions.get(MatchId(2))).match)).status is Status.OVER


async def test_a_backup_is_restored_where_nothing_was(path: Path, folder: Path, tmp_path: Path) -> None:
    file = await saved(path, folder)
    other = tmp_path / "new machine" / "games.sqlite3"
    done = await put_back(file, other)
    assert (done.kept, beside(other)) == (None, {other.name})
    assert plies(other)[1] == (2, 2)


def _die_with_a_log(path: str) -> None:
    """Write to SQLite's log, and die without merging it into the file."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("UPDATE matches SET host_id = 4711")
    connection.execute("INSERT INTO names VALUES (1, 1, 'from the old log')")
    os._exit(0)


async def test_an_open_lobby_gets_another_secret_since_the_lost_future_may_have_shown_its_deal(
    path: Path, folder: Path
) -> None:
    async with opened(path) as app:
        lobby = await open_lobby(app)
        before = await app.database.read(lambda db: sql.secret_of(db, lobby.id))
    await put_back(back_up(path, folder), path)
    async with opened(path) as app:
        after = await app.database.read(lambda db: sql.secret_of(db, lobby.id))
        assert after != before
        assert (await app.positions.get(lobby.id)).match.commitment == after.commitment


async def test_players_of_matches_in_play_are_told_that_their_deal_may_have_been_seen(path: Path, folder: Path) -> None:
    file = await saved(path, folder)
    done = await put_back(file, path)
    notes = query(path, "SELECT match_id, seat, note FROM outbox WHERE kind = 'note'")
    told = [
        (match_id, seat)
        for match_id, seat, note in notes
        if read_note(note) == BackupRestored(made_at=done.manifest.made_at)
    ]
    assert told == [(2, None)], "once, in the channel; the match that is over stays as it is"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends processes without asking")
async def test_the_log_that_a_kill_left_behind_never_flows_into_the_backup(path: Path, folder: Path) -> None:
    file = await saved(path, folder)
    killed = get_context("spawn").Process(target=_die_with_a_log, args=(str(path),))
    killed.start()
    killed.join()
    log = path.with_name(f"{path.name}-wal")
    assert log.stat().st_size > 0
    done = await put_back(file, path)
    assert query(path, "SELECT * FROM names") == []
    assert query(path, "SELECT DISTINCT host_id FROM matches") == [(ANN,)]
    assert done.kept is not None
    assert query(done.kept, "SELECT name FROM names") == [("from the old log",)], "it is kept with its own log"


@pytest.mark.parametrize("crash", range(1, 6))
async def test_a_crash_at_any_step_of_the_exchange_leaves_the_old_file_or_the_next_start_completes_it(
    path: Path, folder: Path, crash: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = await saved(path, folder)
    with closing(sqlite3.connect(path)) as connection:  # a log that nobody folds
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("INSERT INTO names VALUES (1, 1, 'old')")
        connection.commit()
        log = path.with_name(f"{path.name}-wal").read_bytes()
        old = path.read_bytes()
    path.write_bytes(old)
    path.with_name(f"{path.name}-wal").write_bytes(log)
    steps: list[Path] = []
    rename = Path.replace

    def killed(self: Path, target: Path) -> Path:
        steps.append(self)
        if len(steps) == crash:
            raise KeyboardInterrupt
        return rename(self, target)

    monkeypatch.setattr(Path, "replace", killed)
    if crash < 5:
        with pytest.raises(KeyboardInterrupt):
            await put_back(file, path)
    else:
        await put_back(file, path)
    assert len(steps) == min(crash, 4), "the new file, the old one, its log, and the new one again"
    monkeypatch.undo()
    database = await Database.open(path)
    read = await database.read(lambda db: db.rows("SELECT name FROM names"))
    await database.close()
    is_old = crash == 1
    assert read == ([("old",)] if is_old else [])
    assert plies(path)[1] == (2, 4 if is_old else 2)
    kept = [each for each in path.parent.iterdir() if ".replaced-" in each.name and each.name[-1] == "Z"]
    assert [query(each, "SELECT name FROM names") for each in kept] == ([] if is_old else [[("old",)]])


async def test_an_exchange_that_is_complete_is_not_carried_out_again(path: Path, folder: Path) -> None:
    await put_back(await saved(path, folder), path)
    before = path.read_bytes()
    finish_swap(path)
    assert path.read_bytes() == before


async def test_no_backup_is_restored_beside_a_running_bot(path: Path, folder: Path) -> None:
    file = await saved(path, folder)
    async with opened(path):
        with pytest.raises(StoreError, match="in use by another Hidden Hand"):
            await put_back(file, path)
    assert plies(path)[1] == (2, 4)
    assert beside(path) == {path.name}


def _cut(file: Path, to: Path) -> Path:
    to.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    return to


def _flipped(file: Path, to: Path) -> Path:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 0xFF
    to.write_bytes(content)
    return to


def _replaced(file: Path, to: Path) -> Path:
    return altered(file, to, database=database_in(file)[:-4096])


def _without_a_match(file: Path, to: Path) -> Path:
    """Damage the database so that its bytes are those that the manifest names."""
    path = to.with_suffix(".sqlite3")
    path.write_bytes(database_in(file))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM matches WHERE id = 2")
    manifest = Manifest.of(path, program="1", made_at=0, reason=Reason.MANUAL)
    archive.write(to, path, manifest)
    return to


def _no_manifest(file: Path, to: Path) -> Path:
    return altered(file, to, manifest=None)


def _other_zip(_: Path, to: Path) -> Path:
    with zipfile.ZipFile(to, "w") as out:
        out.writestr("holiday.jpg", b"sand")
    return to


def _plain(file: Path, to: Path) -> Path:
    to.write_bytes(database_in(file))
    return to


def _empty(_: Path, to: Path) -> Path:
    to.touch()
    return to


def _missing(_: Path, to: Path) -> Path:
    return to


def _newer(file: Path, to: Path) -> Path:
    with zipfile.ZipFile(file) as read:
        manifest = read.read("manifest.json")
    known = json.loads(manifest)
    newer = {**known, "program": "9.0", "schema": [*known["schema"], ["0099_x.sql", "x"]]}
    return altered(file, to, manifest=json.dumps(newer).encode())


def _between_releases(file: Path, to: Path) -> Path:
    with zipfile.ZipFile(_newer(file, to)) as read:
        manifest = json.loads(read.read("manifest.json"))
    return altered(file, to, manifest=json.dumps({**manifest, "program": program_version()}).encode())


def _later_format(file: Path, to: Path) -> Path:
    return altered(file, to, manifest=b'{"format": 2, "program": "9.0", "stuff": []}')


def _draft(file: Path, to: Path) -> Path:
    checksum = known_migrations()[0].checksum
    with zipfile.ZipFile(file) as read:
        manifest = read.read("manifest.json")
    return altered(file, to, manifest=manifest.replace(checksum.encode(), b"0"))


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (_cut, "damaged, or no backup"),
        (_flipped, "damaged"),
        (_replaced, "its database is not the one that was saved"),
        (_without_a_match, "a row refers to one that is not there"),
        (_no_manifest, "is no backup of Hidden Hand"),
        (_other_zip, "is no backup of Hidden Hand"),
        (_plain, "damaged, or no backup"),
        (_empty, "damaged, or no backup"),
        (_missing, "There is no file"),
        (_newer, "made by a newer Hidden Hand"),
        (_later_format, r"made by a newer Hidden Hand \(9\.0"),
        (_draft, "0001_tables.sql is not this program's: if a draft .* if a release made it, this program was altered"),
        (_between_releases, r"newer Hidden Hand \(\S+, as this one, but with 0099_x\.sql\)"),
    ],
)
async def test_a_damaged_foreign_or_newer_file_is_refused_in_one_line_and_changes_nothing(
    path: Path, folder: Path, tmp_path: Path, make: Any, said: str
) -> None:
    file = make(await saved(path, folder), tmp_path / "other.zip")
    before = path.read_bytes()
    with pytest.raises(BackupError, match=said) as caught:
        await put_back(file, path)
    assert "\n" not in str(caught.value)
    assert str(file) in str(caught.value)
    assert path.read_bytes() == before
    assert beside(path) == {path.name}


async def test_a_disk_without_room_for_it_is_said_before_anything_changes(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = await saved(path, folder)
    before = path.read_bytes()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
    with pytest.raises(NoRoomError, match="free"):
        await put_back(file, path)
    assert (path.read_bytes(), beside(path)) == (before, {path.name})


async def test_an_older_backup_is_brought_to_the_present_schema(path: Path, folder: Path) -> None:
    file = await saved(path, folder)
    await put_back(file, path, migrations=[*known_migrations(), NEXT])
    assert query(path, "SELECT DISTINCT made_up FROM matches") == [("calm",)]


async def test_live_matches_that_do_not_replay_are_named_and_restored_all_the_same(path: Path, folder: Path) -> None:
    file = await saved(path, folder)
    done = await put_back(file, path, library=Library.of({ForgottenTiny.key: ForgottenTiny()}))
    assert [(each.match.id, each.difference) for each in done.live] == [(2, "ply 0: the state is another one")]
    assert plies(path)[1] == (2, 2)


async def test_every_unfinished_match_is_pending_and_nobody_is_to_be_pinged(path: Path, folder: Path) -> None:
    await fill(path)
    async with opened(path) as app:
        await open_lobby(app, channel=CHANNEL + 2)
        shown = "UPDATE outbox SET shown_version = version WHERE kind IN ('board', 'hand')"
        await app.database.write(lambda db: db.rows(shown))
    file = back_up(path, folder)
    await put_back(file, path)
    owed = "SELECT DISTINCT match_id FROM outbox WHERE is_pending AND failures > 0 ORDER BY match_id"
    assert query(path, owed) == [(2,), (3,)]
    assert query(path, "SELECT count(*) FROM outbox WHERE kind = 'ping' AND is_pending AND wanted = 'posted'") == [(0,)]
    assert query(path, "SELECT count(*) FROM outbox WHERE kind = 'ping' AND wanted = 'posted'") != [(0,)]


async def leave_a_name(app: Application) -> None:
    """Store Ann's name."""
    await app.database.write(lambda db: save_name(db, GUILD, ANN, MARK))


async def leave_traces(app: Application) -> None:
    """Store texts of Ann's that a deletion has to find."""
    await leave_a_name(app)
    await app.database.write(lambda db: save_note(db, MatchId(1), ANN, f"{MARK} bluffs"))


async def test_data_deleted_since_the_backup_is_deleted_again_and_no_byte_of_it_is_left(
    path: Path, folder: Path
) -> None:
    clock, deletions = Time(), DeletionList(folder, Time())
    await fill(path)
    async with opened(path) as app:
        await leave_traces(app)
        lobby = await open_lobby(app, channel=CHANNEL + 2)
        await app.lobbies.join(lobby.id, BEN, interaction=fresh())
    file = make_backup(path, folder, Reason.MANUAL, clock).file
    assert MARK.encode() in database_in(file)
    deletions.add(ANN)
    done = await put_back(file, path, lists=[deletions])
    assert done.deleted == 1
    assert MARK.encode() not in path.read_bytes()
    users = query(path, "SELECT match_id, user_id FROM players WHERE user_id IS NOT NULL ORDER BY match_id, seat")
    assert ANN not in {user for _, user in users}
    assert query(path, "SELECT id, status, host_id FROM matches WHERE id > 1") == [
        (2, "abandoned", -1),
        (3, "lobby", BEN),
    ]
    async with opened(path) as app:
        assert all(rows == [] for rows in (await app.user_data.export(ANN)).values())
        assert (await app.positions.get(MatchId(2))).match.status is Status.ABANDONED


async def test_deletions_before_the_backup_and_of_others_are_not_applied(path: Path, folder: Path) -> None:
    clock = Time()
    deletions = DeletionList(folder, clock)
    await fill(path)
    deletions.add(ANN)
    clock.go_on(3600)
    file = make_backup(path, folder, Reason.MANUAL, clock).file
    deletions.add(77)
    assert (await put_back(file, path, lists=[deletions])).deleted == 0
    assert query(path, "SELECT DISTINCT host_id FROM matches") == [(ANN,)]


async def test_a_deletion_by_the_bot_is_noted_beside_the_backups_without_naming_anybody(
    path: Path, folder: Path
) -> None:
    deletions = DeletionList(folder)
    async with opened(path, deletions=deletions) as app:
        await play_on(app, await begin(app))
        await leave_traces(app)
        file = back_up(path, folder)
        await app.user_data.delete(ANN)
    [line] = (folder / "deletions.txt").read_text(encoding="ascii").splitlines()
    assert str(ANN) not in line.split()[1:]
    assert (await put_back(file, path, lists=[deletions])).deleted == 1
    assert MARK.encode() not in path.read_bytes()


async def test_a_deletion_that_is_refused_is_taken_back_from_the_list(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deletions = DeletionList(folder)
    async with opened(path, deletions=deletions) as app:

        async def full(_: Any) -> None:
            raise StoreError("The disk is full.")

        monkeypatch.setattr(app.database, "write", full)
        with structlog.testing.capture_logs(), pytest.raises(Unavailable):
            await app.user_data.delete(ANN)
    assert deletions.deleted_since(0, {ANN}) == set()


async def test_a_list_that_cannot_be_written_stops_no_deletion_and_is_logged(path: Path, folder: Path) -> None:
    folder.write_text("not a folder")
    async with opened(path, deletions=DeletionList(folder)) as app:
        await leave_a_name(app)
        with structlog.testing.capture_logs() as lines:
            await app.user_data.delete(ANN)
    assert MARK.encode() not in path.read_bytes()
    assert [line["log_level"] for line in lines] == ["error"]
    assert str(ANN) not in re.findall(r"\d+", str(lines).replace(str(folder), ""))


def test_a_line_that_a_crash_cut_off_harms_no_other(folder: Path) -> None:
    deletions = DeletionList(folder)
    deletions.add(ANN)
    with (folder / "deletions.txt").open("ab") as out:
        out.write(b"2026-01-01T00:0")
    deletions.add(BEN)
    assert deletions.deleted_since(0, {ANN, BEN, 77}) == {ANN, BEN}


def test_lists_of_two_folders_are_joined_without_repeating_a_line(folder: Path, tmp_path: Path) -> None:
    ours, theirs = DeletionList(folder), DeletionList(tmp_path / "elsewhere")
    ours.add(ANN)
    theirs.add(BEN)
    for _ in range(2):
        ours.copy_to(theirs.folder)
    assert theirs.deleted_since(0, {ANN, BEN}) == {ANN, BEN}
    assert len((theirs.folder / "deletions.txt").read_text(encoding="ascii").splitlines()) == 2


async def test_no_byte_of_a_deleted_user_is_in_a_new_backup(path: Path, folder: Path, tmp_path: Path) -> None:
    async with opened(path) as app:
        await play_on(app, await begin(app))
        await leave_traces(app)
        older = back_up(path, folder)
        await app.user_data.delete(ANN)
        newer = back_up(path, folder)
    assert MARK.encode() in database_in(older)
    assert MARK.encode() not in database_in(newer)
