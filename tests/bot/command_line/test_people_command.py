"""`hidden-hand people`: the data of users who cannot use the bot's own commands."""

import asyncio
import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.application.application import Application
from bot.backup.making import make_backup
from bot.backup.manifest import Reason
from bot.content.library import load_library
from bot.model.match import Match, Status
from bot.model.new_match import NewMatch
from bot.process import exit_codes
from bot.store.database import Database
from bot.store.deletion_list import NAME
from tests.bot.backup_helpers import database_in, query
from tests.bot.table_helpers import ANN, BEN, CHANNEL, GUILD, SEED, STRANGER, fresh
from tests.raw_database import address_of, connect_raw, written

Program = Callable[..., tuple[int, str, str]]
Json = Callable[..., tuple[int, dict[str, Any]]]
MARK = "Zephyrine"


async def fill(path: Path) -> None:
    """Make a file with a live match of Ann and Ben, a lobby of Ann's, her name and a private note."""
    database = await Database.open(path)
    app = Application(database, load_library(), seeds=lambda: SEED)
    for number in range(2):
        lobby = await _lobby(app, CHANNEL + number)
        if number == 0:
            await app.lobbies.join(lobby.id, BEN, deck=None, interaction=fresh())
            await app.lobbies.start(lobby.id, ANN, interaction=fresh())
            await app.hand_footers.write(lobby.id, ANN, f"{MARK} bluffs")
    app.names.meet(GUILD, ANN, MARK)
    await app.names.settled()
    await database.close()


async def _lobby(app: Application, channel: int) -> Match:
    opened = await app.lobbies.create(
        NewMatch(guild=GUILD, channel=channel, host=ANN, game="allocator"), interaction=fresh()
    )
    return opened.match


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "data" / "matches.sqlite3"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", written(address_of(path)))
    asyncio.run(fill(path))
    return path


def test_an_export_is_a_file_that_its_owner_alone_can_read(hidden_hand: Program, file: Path, tmp_path: Path) -> None:
    code, out, err = hidden_hand("people", "export", str(ANN))
    assert (code, err) == (0, "")
    assert out.endswith(f"entries about user {ANN} are in user-data.json.\n")
    exported = tmp_path / "user-data.json"
    assert exported.stat().st_mode & 0o077 == 0
    stored = json.loads(exported.read_text(encoding="utf-8"))
    assert stored["names"] == [{"guild_id": GUILD, "name": MARK}]
    assert [note["note"] for note in stored["private_notes"]] == [f"{MARK} bluffs"]
    assert [match["status"] for match in stored["matches"]] == [Status.LIVE, Status.LOBBY]


def test_an_export_works_beside_a_running_bot_and_a_deletion_does_not(hidden_hand: Program, file: Path) -> None:
    async def beside() -> tuple[tuple[int, str, str], tuple[int, str, str]]:
        database = await Database.open(file)
        try:
            words = ("people", "export", str(ANN)), ("people", "delete", str(ANN), "--end-matches")
            exported = await asyncio.to_thread(hidden_hand, *words[0])
            return exported, await asyncio.to_thread(hidden_hand, *words[1])
        finally:
            await database.close()

    exported, deleted = asyncio.run(beside())
    assert exported[0] == 0
    assert deleted[:2] == (exit_codes.DATABASE, "")
    assert "is in use by another Hidden Hand. Stop that one first" in deleted[2]
    assert hidden_hand("people", "export", str(ANN))[1] == exported[1]


def test_the_output_for_programs_says_the_same(as_json: Json, file: Path) -> None:
    code, exported = as_json("people export", "people", "export", str(ANN))
    stored = json.loads((Path("user-data.json")).read_text(encoding="utf-8"))
    assert (code, exported["user"], exported["file"]) == (0, str(ANN), "user-data.json")
    assert exported["entries"] == sum(map(len, stored.values()))
    assert as_json("people delete", "people", "delete", str(ANN)) == (
        exit_codes.FAILED,
        {"user": str(ANN), "deleted": False, "unfinished": [2, 1], "ended": []},
    )
    assert as_json("people delete", "people", "delete", str(ANN), "--end-matches") == (
        0,
        {"user": str(ANN), "deleted": True, "unfinished": [], "ended": [2, 1]},
    )


def test_a_user_of_whom_nothing_is_stored_has_an_empty_export(hidden_hand: Program, file: Path) -> None:
    code, out, _ = hidden_hand("people", "export", str(STRANGER), "--out", "stranger.json")
    assert (code, out) == (0, f"Nothing is stored about user {STRANGER}.\n")


def test_a_user_with_unfinished_matches_is_deleted_only_when_these_may_end(hidden_hand: Program, file: Path) -> None:
    code, out, err = hidden_hand("people", "delete", str(ANN))
    assert (code, err) == (exit_codes.FAILED, "")
    assert out.startswith(f"User {ANN} is in #2, #1. Nothing was deleted.")
    with closing(connect_raw(file)) as connection:
        assert connection.execute("SELECT name FROM names").fetchall() == [(MARK,)]


def test_after_a_deletion_nothing_is_left_to_export(hidden_hand: Program, file: Path) -> None:
    assert hidden_hand("people", "delete", str(ANN), "--end-matches")[0] == 0
    assert hidden_hand("people", "export", str(ANN))[1] == f"Nothing is stored about user {ANN}.\n"


@pytest.mark.sqlite
def test_a_deletion_leaves_no_byte_in_the_file_its_log_or_new_backups_and_is_noted_beside_them(
    hidden_hand: Program, file: Path
) -> None:
    before = make_backup(file, file.parent / "backups", Reason.MANUAL).file
    code, out, err = hidden_hand("people", "delete", str(ANN), "--end-matches")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"Everything about user {ANN} is deleted.",
        "Left or ended without a result: #2, #1.",
        "Backups made before now still contain it: docs/operating.md says what to do about them.",
    ]
    after = make_backup(file, file.parent / "backups", Reason.MANUAL).file
    for each in file.parent.glob(f"{file.name}*"):
        assert MARK.encode() not in each.read_bytes(), each.name
    assert MARK.encode() not in database_in(after)
    assert MARK.encode() in database_in(before), "as the last line says"
    assert query(file, "SELECT status FROM matches ORDER BY id") == [("abandoned",), ("closed",)]
    assert query(file, f"SELECT count(*) FROM players WHERE user_id = {ANN}") == [(0,)]  # noqa: S608 # ours
    assert len((file.parent / "backups" / NAME).read_text(encoding="ascii").splitlines()) == 1
    assert hidden_hand("restore", str(before))[0] == 0
    assert MARK.encode() not in file.read_bytes()


@pytest.mark.parametrize("words", [("export", "1"), ("delete", "1")])
def test_without_a_database_none_is_made(
    hidden_hand: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", "nowhere.sqlite3")
    code, out, err = hidden_hand("people", *words)
    assert (code, out) == (exit_codes.DATABASE, "")
    assert err.startswith("There is no database ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", ["people", "people export", "people delete Ann", "people delete 0"])
def test_wrong_arguments_are_answered_in_one_line(hidden_hand: Program, words: str) -> None:
    code, out, err = hidden_hand(*words.split())
    assert (code, out) == (exit_codes.USAGE, "")
    assert err.count("\n") == 1
