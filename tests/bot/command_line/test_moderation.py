"""`hidden-hand reports`, `bar` and `unbar`: they work beside a running bot, which obeys at once."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.model.match import MatchId
from bot.model.new_match import NewMatch
from bot.people.refusals import UserBarred
from bot.people.reports import NewReport, Reason
from bot.process import exit_codes
from bot.store.database import Database
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, CHANNEL, GUILD, SEED, TINY, fresh, open_lobby
from tests.raw_database import address_of, written

Program = Callable[..., tuple[int, str, str]]
Json = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
async def app(path: Path, database: Database, monkeypatch: pytest.MonkeyPatch) -> Application:
    """Return a running bot, with a report of Ann about Ben in match 1 and one about no match."""
    monkeypatch.setenv("DATABASE", written(address_of(path)))
    app = Application(database, Library.of({TINY.key: TINY}), seeds=lambda: SEED)
    lobby = await open_lobby(app)
    for match_id, words in ((lobby.id, "left\nat \x1b[31monce"), (None, "")):
        made = NewReport(
            reporter=ANN, reported=BEN, match_id=match_id, guild=GUILD, reason=Reason.STALLING, words=words
        )
        await app.reports.make(made, interaction=fresh())
    return app


async def test_reports_are_listed_shown_and_closed_beside_the_bot(
    app: Application, hidden_hand: Program, as_json: Json
) -> None:
    code, out, err = await asyncio.to_thread(hidden_hand, "reports", "list")
    assert (code, err) == (0, "")
    first, second = out.splitlines()
    assert f"user {BEN}: stalling (on server {GUILD}, match #1; open)" in first
    assert f"user {BEN}: stalling (on server {GUILD}; open)" in second
    code, out, _ = await asyncio.to_thread(hidden_hand, "reports", "show", "1")
    assert f"made by: user {ANN}" in out
    assert "\x1b" not in out
    assert "hidden-hand replay 1" in out
    assert f"other reports about user {BEN}: #2" in out
    assert f"hidden-hand bar user {BEN} --reason" in out
    assert await asyncio.to_thread(as_json, "reports close", "reports", "close", "1", "--decision", "warned") == (
        0,
        {"id": 1, "decision": "warned"},
    )
    _, listed = await asyncio.to_thread(as_json, "reports list", "reports", "list")
    assert [report["id"] for report in listed["reports"]] == [2]
    _, everything = await asyncio.to_thread(as_json, "reports list", "reports", "list", "--all")
    assert [report["decision"] for report in everything["reports"]] == ["warned", None]
    assert everything["reports"][0]["words"] == "left\nat \x1b[31monce"
    assert [report.id for report in await app.reports.open()] == [2]


async def test_a_bar_holds_at_once_while_the_bot_runs_and_is_lifted_as_fast(
    app: Application, hidden_hand: Program, as_json: Json
) -> None:
    opening = NewMatch(guild=GUILD, channel=CHANNEL + 5, host=BEN, game=TINY.key)
    code, out, err = await asyncio.to_thread(hidden_hand, "bar", "user", str(BEN), "--reason", "stalls")
    assert (code, err) == (0, "")
    assert out == f"user {BEN} is barred until you lift it: stalls\n"
    with refused(UserBarred(reason="stalls", ends=None)):
        await app.lobbies.create(opening, interaction=fresh())
    _, data = await asyncio.to_thread(as_json, "bar list", "bar", "list")
    assert [(each["kind"], each["id"], each["until"]) for each in data["bars"]] == [("user", str(BEN), None)]
    _, data = await asyncio.to_thread(
        as_json, "bar", "bar", "user", str(BEN), "--reason", "stalls", "--until", "2999-01-02"
    )
    assert data["until"] == 32_472_230_400
    assert (await asyncio.to_thread(as_json, "unbar", "unbar", "user", str(BEN)))[1]["was_barred"] is True
    assert (await app.lobbies.create(opening, interaction=fresh())).match.id == MatchId(2)
    assert (await asyncio.to_thread(hidden_hand, "unbar", "user", str(BEN)))[0] == exit_codes.FAILED


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("bar", "user", "nobody", "--reason", "x"), 2),
        (("bar", "user", "5"), 2),
        (("bar", "user", "5", "--reason", "x", "--until", "yesterday"), 2),
        (("bar", "user", "5", "--reason", "x", "--until", "2001-01-01"), exit_codes.USAGE),
        (("reports", "show", "7"), exit_codes.FAILED),
        (("reports", "close", "7", "--decision", "x"), exit_codes.FAILED),
    ],
)
async def test_what_cannot_be_done_is_one_line(
    app: Application, hidden_hand: Program, words: tuple[str, ...], code: int
) -> None:
    exit_code, out, err = await asyncio.to_thread(hidden_hand, *words)
    assert exit_code == code
    assert (out + err).count("\n") == 1


def test_without_a_database_nothing_is_made(
    hidden_hand: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", str(tmp_path / "none.sqlite3"))
    code, _, err = hidden_hand("bar", "user", "5", "--reason", "x")
    assert code == exit_codes.DATABASE
    assert "There is no database" in err
    assert list(tmp_path.iterdir()) == []
