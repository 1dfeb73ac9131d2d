"""Deleted data leaves no byte in the database file or its log."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
import structlog

from bot.application.application import Application
from bot.application.match.outbox import NoteRow
from bot.application.table.hand_footers import save_note
from bot.content.library import Library
from bot.decks import store as decks
from bot.model.match import MatchId, Status
from bot.model.notes import (
    ComputerTookOver,
    MatchEnded,
    Note,
    ProposalMade,
    ProposalRefused,
    SeatOffered,
    SeatTaken,
    Written,
)
from bot.model.proposal import Kind, Terms
from bot.people.names import save_name
from bot.store import outbox, user_data
from bot.store.database import Database, Rows
from bot.store.migrations import Migration
from rules.core.cards import CardId
from tests.bot.backup_helpers import back_up, database_in
from tests.bot.table_helpers import ANN, BEN, GUILD, TINY, fresh, open_lobby, play_on
from tests.patience import PATIENT

pytestmark = pytest.mark.sqlite

MARK = "Zephyrine"
"""A mark in every text that Ann wrote or that was written to her."""
ABOUT_ANN: tuple[Note, ...] = (
    Written(text=f"<@{ANN}> whispers to you:\n> {MARK} bluffs"),
    ProposalMade(user_id=ANN, terms=Terms(kind=Kind.UNDO, undoes=2)),
    ProposalRefused(user_id=BEN, terms=Terms(kind=Kind.SEAT, to=ANN)),
    SeatOffered(owner_id=BEN, to=ANN),
    SeatTaken(user_id=ANN, owner_id=BEN),
    ComputerTookOver(level="expert", owner_id=ANN),
)
OTHERS = 300
"""Users with lower and with higher ids than hers, whose rows lie around hers."""


def checkpoint(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0


def files_with_the_mark(path: Path) -> list[str]:
    """Return the names of the database's files that contain the mark."""
    return [file.name for file in sorted(path.parent.glob(f"{path.name}*")) if MARK.encode() in file.read_bytes()]


async def fill(path: Path, seed: int, patience: float = PATIENT) -> Application:
    """Open a database with texts of many users in turn, in which Ann has finished a match."""
    app = Application(await Database.open(path, patience=patience), Library.of({TINY.key: TINY}), seeds=lambda: 1)
    deck = await app.decks.create(ANN, TINY.key, f"{MARK}'s pride", TINY.decks["level"].cards, interaction=fresh())
    lobby = await open_lobby(app, deck=deck.id)
    await app.lobbies.join(lobby.id, BEN, deck="mixed", interaction=fresh())
    match = (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match
    ann_seat = match.seat_of(ANN)
    assert ann_seat is not None
    users = [*range(ANN - OTHERS, ANN + OTHERS)]
    Random(seed).shuffle(users)  # noqa: S311 # the same order for the same seed

    async def write(db: Rows) -> None:
        await outbox.add_note(db, match.id, ann_seat, Written(text=f"{MARK}, it is your turn. " * 50), 0.0)
        for user in users:
            mark = MARK if user == ANN else "Somebody"
            await save_name(db, GUILD, user, f"{mark} {user}")
            await save_note(db, match.id, user, f"{mark} bluffs. " * 20)
            await decks.insert(db, user, TINY.key, f"{mark}'s deck", [CardId("card-1")])

    await app.database.write(write)
    assert (await play_on(app, match)).status is Status.OVER
    checkpoint(path)
    assert path.name in files_with_the_mark(path)
    return app


@pytest.fixture(autouse=True)
def plain_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a usual build of SQLite, which leaves deleted bytes in place unless told otherwise."""
    connect = sqlite3.connect

    def connect_plainly(*args: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **options)
        connection.execute("PRAGMA secure_delete = OFF")
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect_plainly)


@pytest.mark.parametrize("seed", range(5))
async def test_a_deletion_leaves_no_byte_of_a_name_a_note_or_a_message(path: Path, seed: int) -> None:
    app = await fill(path, seed)
    await app.user_data.delete(ANN)
    assert files_with_the_mark(path) == []
    await app.database.close()
    assert files_with_the_mark(path) == []


@pytest.mark.parametrize("note", ABOUT_ANN, ids=lambda note: type(note).__name__)
async def test_a_deletion_takes_waiting_notes_to_others_that_name_the_user_or_hold_their_words(
    path: Path, note: Note
) -> None:
    app = await fill(path, 0)
    other = MatchEnded()

    async def write(db: Rows) -> None:
        for seat in (0, 1, None):
            await outbox.add_note(db, MatchId(1), seat, note, 0.0)
            await outbox.add_note(db, MatchId(1), seat, other, 0.0)

    await app.database.write(write)
    await app.user_data.delete(ANN)
    notes = [row.note for row in await app.outbox.of_match(MatchId(1)) if isinstance(row, NoteRow)]
    assert notes == [other, other], "to Ben, and to everyone"
    checkpoint(path)
    for trace in (f"<@{ANN}>", f'_id": {ANN}'):
        assert trace.encode() not in path.read_bytes()
    await app.database.close()


async def test_a_new_backup_holds_no_byte_of_deleted_data(path: Path, tmp_path: Path) -> None:
    app = await fill(path, 0)
    assert MARK.encode() in database_in(back_up(path, tmp_path / "before"))
    await app.user_data.delete(ANN)
    assert MARK.encode() not in database_in(back_up(path, tmp_path / "after"))
    await app.database.close()


async def test_merely_deleting_rows_leaves_bytes_that_the_same_search_finds(path: Path) -> None:
    app = await fill(path, 0)
    await app.database.write(lambda db: db.rows("PRAGMA secure_delete = OFF"))
    await app.database.write(lambda db: user_data.delete(db, ANN))
    checkpoint(path)
    assert files_with_the_mark(path) == [path.name]
    await app.database.close()


async def test_a_deletion_during_another_programs_read_succeeds_and_warns_the_operator_of_remains(
    path: Path,
) -> None:
    app = await fill(path, 0, patience=0)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM names").fetchall()
        with structlog.testing.capture_logs() as lines:
            await app.user_data.delete(ANN)
        reader.execute("ROLLBACK")
    assert all(rows == [] for rows in (await app.user_data.export(ANN)).values())
    assert [(line["log_level"], line["event"]) for line in lines] == [
        ("warning", "bytes of deleted data may be left in the database file")
    ]
    await app.database.compact()
    assert files_with_the_mark(path) == []
    await app.database.close()


async def test_a_replaced_text_is_overwritten(path: Path) -> None:
    database = await Database.open(path)
    await database.write(lambda db: save_name(db, GUILD, ANN, MARK))
    checkpoint(path)
    await database.write(lambda db: save_name(db, GUILD, ANN, "Ann"))
    checkpoint(path)
    assert files_with_the_mark(path) == []
    await database.close()


async def test_deletions_by_a_migration_leave_no_byte_either(path: Path) -> None:
    create = "CREATE TABLE texts (text TEXT); INSERT INTO texts (text) VALUES ('MARK');"
    texts = Migration(1, "0001_texts.sql", create.replace("MARK", MARK))
    delete = Migration(2, "0002_no_texts.sql", "DELETE FROM texts;")
    await (await Database.open(path, migrations=[texts])).close()
    assert files_with_the_mark(path) == [path.name]
    await (await Database.open(path, migrations=[texts, delete])).close()
    assert files_with_the_mark(path) == []
