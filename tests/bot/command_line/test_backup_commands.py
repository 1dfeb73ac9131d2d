"""`hidden-hand backup`, `restore` and `upgrade --check`: lines and exit codes for the admin of the bot."""

import asyncio
import re
import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.process import exit_codes
from bot.store import sqlite_engine
from bot.store.database import Database
from bot.store.migrations import known_migrations
from cogs.client import HiddenHand
from tests.bot.backup_helpers import fill_with_allocator, query
from tests.bot.table_helpers import CHANNEL, GUILD
from tests.second_tiny_game import NEXT

pytestmark = pytest.mark.sqlite

Program = Callable[..., tuple[int, str, str]]
Json = Callable[..., tuple[int, dict[str, Any]]]
LIVE = 2


async def alter(path: Path) -> None:
    database = await Database.open(path)
    await database.write(lambda db: db.rows("UPDATE matches SET initial_digest = 'altered' WHERE id = 2"))
    await database.close()


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "data" / "matches.sqlite3"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", str(path))
    asyncio.run(fill_with_allocator(path))
    return path


def backup_of(said: str) -> str:
    match = re.search(r"^Backup (\S+) is made and checked \([\d,]+ bytes\)\. Matches: 2 live\.$", said)
    assert match is not None, said
    return match[1]


def test_a_backup_is_made_and_put_back_by_two_commands(hidden_hand: Program, file: Path) -> None:
    code, out, err = hidden_hand("backup")
    assert (code, err) == (0, "")
    made = backup_of(out)
    assert Path(made).parent == file.parent / "backups"
    file.write_bytes(b"an accident")
    code, out, err = hidden_hand("restore", made)
    assert (code, err) == (0, "")
    said = out.splitlines()
    assert re.fullmatch(rf"The backup of [\d: -]+ UTC is in place in {re.escape(str(file))}\.", said[0])
    assert said[1] == "2 of 2 live matches replay as they were played."
    assert said[2].startswith(f"The old database is kept as {file}.replaced-")
    assert said[3] == "Start the bot: it shows every unfinished match again."
    assert len(said) == 4
    assert hidden_hand("quarantined")[0] == 0


def test_a_backup_that_is_replayed_says_how_many_matches_agree(
    hidden_hand: Program, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKUP_CHECK", "replay")
    code, out, _ = hidden_hand("backup")
    assert (code, out.splitlines()[1:]) == (0, ["2 of 2 live matches replay as they were played."])
    asyncio.run(alter(file))
    code, out, _ = hidden_hand("backup")
    assert code == exit_codes.FAILED
    assert out.splitlines()[1] == "1 of 2 live matches replay as they were played."
    assert out.splitlines()[2].endswith("ply 0: the state is another one")


def test_a_backup_to_another_folder_takes_the_list_of_deletions_along(
    hidden_hand: Program, file: Path, tmp_path: Path
) -> None:
    (file.parent / "backups").mkdir()
    (file.parent / "backups" / "deletions.txt").write_text("2026-01-01T00:00:00Z salt hash\n", encoding="ascii")
    made = backup_of(hidden_hand("backup", "--to", "elsewhere")[1])
    assert Path(made).parent == Path("elsewhere")
    assert (tmp_path / "elsewhere" / "deletions.txt").read_text(encoding="ascii").count("\n") == 1


def test_matches_that_this_version_plays_differently_are_listed_by_restore_and_by_upgrade_check(
    hidden_hand: Program, file: Path
) -> None:
    matches = [f"#{n + 1} allocator (live) server {GUILD} channel {CHANNEL + n}" for n in range(LIVE)]
    code, out, err = hidden_hand("upgrade", "--check")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"{file} can be used by this version. Its schema stays.",
        "2 of 2 live or paused matches replay as they were played.",
        "0 of 0 finished matches do, the latest ones.",
        *(f"{each}: nobody has moved, and no other match shows whether its rules changed" for each in matches),
    ]
    asyncio.run(alter(file))
    listed = f"{matches[1]}: ply 0: the state is another one"
    code, out, _ = hidden_hand("upgrade", "--check", "--finished", "0")
    assert code == exit_codes.FAILED
    assert out.splitlines()[3:5] == [listed, f"{matches[0]}: it agrees so far, but others by the same rules do not"]
    assert "Keep the old version until these matches are over." in out.splitlines()[-1]
    code, out, _ = hidden_hand("restore", backup_of(hidden_hand("backup")[1]))
    assert code == 0
    assert out.splitlines()[1:4] == [
        "1 of 2 live matches replay as they were played.",
        listed,
        "The bot pauses those that do not, and tells their players.",
    ]


def test_the_output_for_programs_says_the_same(as_json: Json, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = [
        {
            "id": n + 1,
            "game": "allocator",
            "status": "live",
            "server": str(GUILD),
            "channel": str(CHANNEL + n),
            "difference": None,
        }
        for n in range(LIVE)
    ]
    assert as_json("upgrade --check", "upgrade", "--check") == (
        0,
        {
            "database": str(file),
            "migrations": [],
            "unfinished": matches,
            "finished": [],
            "endangered": [],
            "unseen": [1, 2],
        },
    )
    asyncio.run(alter(file))
    matches[1]["difference"] = "ply 0: the state is another one"
    code, checked = as_json("upgrade --check", "upgrade", "--check")
    assert (code, checked["unfinished"]) == (exit_codes.FAILED, matches)
    assert (checked["endangered"], checked["unseen"]) == ([1], [1])
    code, made = as_json("backup", "backup")
    assert (code, made["matches"], made["bytes"]) == (0, {"live": 2}, Path(made["file"]).stat().st_size)
    assert made["live"] == []
    monkeypatch.setenv("BACKUP_CHECK", "replay")
    code, made = as_json("backup", "backup")
    assert (code, made["live"]) == (exit_codes.FAILED, matches)
    code, restored = as_json("restore", "restore", made["file"])
    assert (code, restored["database"], restored["live"]) == (0, str(file), matches)
    assert restored["deleted_again"] == 0
    assert Path(restored["kept"]).is_file()
    assert datetime.fromisoformat(restored["made_at"]).tzinfo is not None


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("restore", "--json", "missing.zip"), exit_codes.DATABASE, "There is no file missing.zip."),
        (("restore", "missing.zip"), exit_codes.DATABASE, "There is no file missing.zip."),
        (("restore", "data/matches.sqlite3"), exit_codes.DATABASE, "data/matches.sqlite3 is damaged, or no backup"),
        (("restore",), exit_codes.USAGE, "hidden-hand restore: "),
        (("upgrade",), exit_codes.USAGE, "hidden-hand upgrade: the following arguments are required: --check"),
        (("backup", "--to", "data/matches.sqlite3"), exit_codes.DATABASE, "No backup could be made in "),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line_with_an_exit_code(
    hidden_hand: Program, file: Path, words: tuple[str, ...], code: int, said: str
) -> None:
    ended, out, err = hidden_hand(*words)
    assert (ended, out) == (code, "")
    assert err.startswith(said)
    assert err.count("\n") == 1


def test_without_a_database_there_is_nothing_to_save_or_to_check(
    hidden_hand: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", "nowhere.sqlite3")
    for words in (("backup",), ("upgrade", "--check")):
        code, out, err = hidden_hand(*words)
        assert (code, out) == (exit_codes.DATABASE, "")
        assert err.startswith("There is no database ")


@pytest.mark.parametrize("command", ["backup", "restore", "upgrade"])
def test_each_command_explains_itself(hidden_hand: Program, command: str) -> None:
    code, out, _ = hidden_hand(command, "--help")
    assert code == 0
    assert f"usage: hidden-hand {command}" in out
    assert len(out.splitlines()) > 8


@pytest.fixture
def updated(file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the program a newer version on this version's database, and let Discord refuse its token."""

    async def refuse(_client: HiddenHand, _token: str, **_: Any) -> None:
        raise discord.LoginFailure("Improper token has been passed.")

    monkeypatch.setenv("DISCORD_TOKEN", "MTAwMDAwMDAwMDAwMDAwMDAwMA.Gabcde.not-a-token-that-anybody-was-given-abc")
    monkeypatch.setattr(HiddenHand, "login", refuse)
    monkeypatch.setattr(sqlite_engine, "known_migrations", lambda: (*known_migrations(), NEXT))
    return file


def test_the_first_start_of_a_new_version_makes_a_backup_before_it_migrates(
    hidden_hand: Program, updated: Path
) -> None:
    code, _, err = hidden_hand("run")
    assert code == exit_codes.REFUSED
    assert "backup made before the database is brought to this version" in err
    assert len(list(updated.parent.glob("backups/*-before-migration.zip"))) == 1
    assert query(updated, "SELECT count(*) FROM migrations") == [(len(known_migrations()) + 1,)]


def test_without_room_for_that_backup_the_start_is_refused_and_nothing_is_migrated(
    hidden_hand: Program, updated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
    code, _, err = hidden_hand("run")
    assert code == exit_codes.DATABASE
    assert re.fullmatch(
        r".* has 0\.0 MB free, and twice the size of the database is needed: .* MB\. Free some space first\.\n", err
    )
    assert query(updated, "SELECT count(*) FROM migrations") == [(len(known_migrations()),)]
