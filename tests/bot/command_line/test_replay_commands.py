"""`hidden-hand replay` and `hidden-hand verify`: a match as text, checked, analysed, and from the bot's database."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.application.application import Application
from bot.content.library import load_library
from bot.model.match import MatchId
from bot.model.new_match import NewMatch
from bot.people.settings import OPEN_REPLAYS
from bot.process import exit_codes
from bot.process.replay import COMPARE
from bot.replay.notation import write
from bot.store.database import Database
from tests.bot.replay.matches import MESSAGE, SECRET, committed
from tests.bot.table_helpers import ANN, BEN, CHANNEL, GUILD, fresh
from tests.raw_database import address_of, written

Program = Callable[..., tuple[int, str, str]]
Json = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("match") / "match.txt"
    path.write_text(write(committed("tnb").record), encoding="utf-8")
    return path


def changed(file: Path, old: str, new: str) -> Path:
    text = file.read_text(encoding="utf-8")
    assert old in text
    other = file.with_name("changed.txt")
    other.write_text(text.replace(old, new, 1), encoding="utf-8")
    return other


def test_a_file_is_checked_printed_and_verified(hidden_hand: Program, file: Path) -> None:
    plies = file.read_text(encoding="utf-8").count(" [")
    assert hidden_hand("replay", str(file), "--check") == (0, f"{plies} plies lead to the same digests.\n", "")
    code, out, _ = hidden_hand("replay", str(file))
    assert code == 0
    assert f"\n{plies}. Player " in out
    assert "* Turning point: " in out
    code, out, _ = hidden_hand("verify", str(file))
    assert code == 0
    assert SECRET.commitment in out
    assert f"{MESSAGE.link}, posted at 2025-07-30 06:20:10 UTC" in out
    assert out.splitlines()[-1] == COMPARE
    code, out, _ = hidden_hand("verify", str(file), "--message", MESSAGE.link, "--hash", SECRET.commitment.upper())
    assert code == 0
    assert COMPARE not in out
    code, out, _ = hidden_hand("verify", str(file), "--hash", "0" * 64)
    assert (code, out.splitlines()[1]) == (1, f"hash: The secret in the file gives another one: {SECRET.commitment}.")
    other = replace(MESSAGE, id=MESSAGE.id + 1).link
    code, out, _ = hidden_hand("verify", str(file), "--message", other)
    assert (code, out.splitlines()[0].split(" http")[0]) == (1, "message: The file names another one:")
    for wrong in (("--message", "https://example.org/1/2/3"), ("--hash", "5f0c")):
        assert hidden_hand("verify", str(file), *wrong)[0] == exit_codes.USAGE


def test_the_output_for_programs_says_the_same(
    hidden_hand: Program, as_json: Json, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, replay = as_json("replay", "replay", str(file))
    assert (code, replay["game"], replay["players"]) == (0, "tnb", ["Player 1", "Player 2"])
    lines = hidden_hand("replay", str(file))[1].splitlines()
    assert [line for line in lines if line[0].isdigit()] == [
        f"{moment['ply']}. {moment['text']}{' (taken back)' * moment['undone']}" for moment in replay["moments"][1:]
    ]
    assert [line.strip() for line in lines if line.startswith("  ") and "*" not in line] == [
        event for moment in replay["moments"] for event in moment["events"]
    ]
    assert len(replay["turning_points"]) == sum("* Turning point" in line for line in lines)
    assert replay["result"] == lines[-1]
    last = replay["moments"][-1]["ply"]
    assert as_json("replay --check", "replay", str(file), "--check") == (0, {"plies": last, "difference": None})
    code, verified = as_json("verify", "verify", str(file))
    assert (code, verified["agrees"], verified["message"]) == (0, True, MESSAGE.link)
    assert verified["hash"] == SECRET.commitment
    assert {check["fault"] for check in verified["checks"]} == {""}
    code, verified = as_json("verify", "verify", str(file), "--hash", "0" * 64)
    assert (code, verified["agrees"]) == (exit_codes.FAILED, False)
    assert verified["checks"][1] == {
        "subject": "hash",
        "fault": f"The secret in the file gives another one: {SECRET.commitment}.",
        "remark": SECRET.commitment,
    }
    out = tmp_path / "out.txt"
    assert as_json("replay --out", "replay", str(file), "--out", str(out)) == (0, {"out": {"file": str(out)}})
    monkeypatch.setattr("bot.application.thinking.analyses.better_than", lambda *_: None)  # its own tests play it
    code, analysed = as_json("replay --analyse", "replay", str(file), "--analyse")
    assert [(seat["player"], seat["missteps"]) for seat in analysed["seats"]] == [("Player 1", []), ("Player 2", [])]


def test_a_match_is_written_as_a_moving_picture_and_as_a_page(
    hidden_hand: Program, as_json: Json, file: Path, tmp_path: Path
) -> None:
    gif, html = tmp_path / "match.gif", tmp_path / "match.html"
    code, out, _ = hidden_hand("replay", str(file), "--gif", str(gif), "--html", str(html))
    assert code == 0
    _, printed = as_json("replay --gif --html", "replay", str(file), "--gif", str(gif), "--html", str(html))
    assert printed["html"] == {"file": str(html), "fingerprint": out.split()[-1]}
    assert printed["gif"]["file"] == str(gif)
    assert 0 < printed["gif"]["shown"] <= printed["gif"]["of"]
    assert gif.read_bytes().startswith(b"GIF89a")
    text = html.read_text(encoding="utf-8")
    assert MESSAGE.link in text
    assert out.startswith(f"{html} has the fingerprint ")
    assert out.split()[-1] in text
    whole = gif.stat().st_size
    assert hidden_hand("replay", str(file), "--gif", str(gif), "--from", "10") == (0, "", "")
    assert gif.stat().st_size < whole
    for option in ("--gif", "--html"):
        code, out, err = hidden_hand("replay", str(file), option, str(tmp_path))
        assert (code, out) == (exit_codes.USAGE, "")
        assert f"{option}: {tmp_path} cannot be written" in err


def test_the_first_ply_that_differs_is_named(hidden_hand: Program, as_json: Json, file: Path) -> None:
    third = next(line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("3 "))
    other = changed(file, third, f"{third[:-17]}0123456789abcdef]")
    assert hidden_hand("replay", str(other), "--check")[:2] == (
        1,
        "The first that differs is ply 3: the state is another one.\n",
    )
    differing = {"ply": 3, "cause": "the state is another one"}
    for words in ((), ("--check",)):
        code, printed = as_json("replay --check", "replay", str(other), *words)
        assert (code, printed["difference"]) == (exit_codes.FAILED, differing)
    code, out, _ = hidden_hand("verify", str(other))
    assert code == 1
    assert "log: The first that differs is ply 3" in out


def test_a_file_that_is_none_or_of_another_version_is_refused_in_one_line(
    hidden_hand: Program, file: Path, tmp_path: Path
) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for path, why in (
        (changed(file, "match 1", "match 2"), "this version reads"),
        (tmp_path / "missing", "cannot be read"),
        (tmp_path, "cannot be read"),
        (tmp_path / "bytes", "is no text"),
    ):
        for command in ("replay", "verify"):
            code, out, err = hidden_hand(command, str(path))
            assert (code, out) == (exit_codes.USAGE, "")
            assert why in err
            assert err.count("\n") == 1


def test_the_expert_looks_back_over_a_file(hidden_hand: Program, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.application.thinking.analyses.better_than", lambda *_: None)  # its own tests play it
    code, out, _ = hidden_hand("replay", str(file), "--analyse")
    assert code == 0
    assert [line.split(":")[0] for line in out.splitlines()] == ["Player 1", "Player 2"]


async def ended(path: Path) -> None:
    """Create a database with three matches: a finished one open to everyone, a finished one that is not, and a live
    one.
    """
    database = await Database.open(path)
    app = Application(database, load_library())
    for number in (1, 2, 3):
        if number == 2:
            await app.preferences.choose(BEN, OPEN_REPLAYS, False)
        lobby = await app.lobbies.create(
            NewMatch(guild=GUILD, channel=CHANNEL + number, host=ANN, game="tnb"),
            interaction=fresh(),
        )
        await app.lobbies.join(lobby.match.id, BEN, interaction=fresh())
        await app.lobbies.start(lobby.match.id, ANN, interaction=fresh())
        await app.lobbies.start_committed(lobby.match.id, fresh())
        if number < 3:
            await app.matches.resign(MatchId(number), BEN, interaction=fresh())
    await database.close()


def test_a_match_of_the_database_is_written_to_a_file_if_it_is_over_and_open(
    hidden_hand: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, out = tmp_path / "matches.sqlite3", tmp_path / "out.txt"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", written(address_of(database)))
    asyncio.run(ended(database))
    assert hidden_hand("replay", "1", "--out", str(out)) == (0, "", "")
    assert hidden_hand("verify", str(out))[0] == 0
    for number, why in (("2", "is not open"), ("3", "is not over"), ("4", "does not exist")):
        code, said, err = hidden_hand("replay", number, "--out", str(out))
        assert (code, said) == (exit_codes.USAGE, "")
        assert why in err
