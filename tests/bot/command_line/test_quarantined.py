"""`hidden-hand quarantined`: the list for the admin of the bot."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import structlog

from bot.application.application import Application
from bot.content.library import load_library
from bot.model.match import MatchId
from bot.model.new_match import NewMatch
from bot.process import exit_codes
from bot.store.database import Database
from bot.store.moving import digests
from tests.bot.table_helpers import ANN, BEN, CHANNEL, GUILD, fresh
from tests.raw_database import address_of, on_server, written

Program = Callable[..., tuple[int, str, str]]
Json = Callable[..., tuple[int, dict[str, Any]]]


async def set_aside(path: Path) -> None:
    """Make a file with a match that replays, and one that does not."""
    database = await Database.open(path)
    app = Application(database, load_library(), seeds=lambda: 1)
    for number in (1, 2):
        await begin(app, CHANNEL + number)
    await database.write(lambda db: db.rows("UPDATE matches SET initial_digest = 'altered' WHERE id = 2"))
    await database.close()


async def look(path: Path) -> None:
    """Open both matches, as a running bot does; the match that does not replay is quarantined."""
    database = await Database.open(path)
    app = Application(database, load_library(), seeds=lambda: 1)
    with structlog.testing.capture_logs():
        for number in (MatchId(1), MatchId(2)):
            await app.positions.get(number)
    await database.close()


async def begin(app: Application, channel: int) -> None:
    lobby = await app.lobbies.create(
        NewMatch(guild=GUILD, channel=channel, host=ANN, game="allocator"), interaction=fresh()
    )
    await app.lobbies.join(lobby.match.id, BEN, interaction=fresh())
    await app.lobbies.start(lobby.match.id, ANN, interaction=fresh())


def stored(file: Path) -> object:
    """Return everything that is stored, for comparison."""
    return digests(address_of(file)) if on_server() else file.read_bytes()


def test_matches_that_are_set_aside_are_listed_with_the_reason(
    hidden_hand: Program, as_json: Json, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "matches.sqlite3"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", written(address_of(file)))
    code, out, err = hidden_hand("quarantined", "--json")
    assert (code, out, err.count("\n")) == (exit_codes.DATABASE, "", 1)
    assert "Start the bot on it once" in err if on_server() else err.startswith("There is no database ")
    asyncio.run(set_aside(file))
    listed = f"#2 allocator server {GUILD} channel {CHANNEL + 2}: ply 0: the state is another one\n"
    before = stored(file)
    assert hidden_hand("quarantined") == (0, listed, ""), "before any bot has looked at it"
    assert stored(file) == before
    asyncio.run(look(file))
    before = stored(file)
    assert hidden_hand("quarantined") == (0, listed, "")
    code, printed = as_json("quarantined", "quarantined")
    assert code == 0
    assert printed["matches"] == [
        {
            "id": 2,
            "game": "allocator",
            "status": "quarantined",
            "server": str(GUILD),
            "channel": str(CHANNEL + 2),
            "difference": "ply 0: the state is another one",
        }
    ]
    assert stored(file) == before


def test_where_all_is_well_it_says_so(hidden_hand: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def make() -> None:
        await (await Database.open(tmp_path / "matches.sqlite3")).close()

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", written(address_of(tmp_path / "matches.sqlite3")))
    asyncio.run(make())
    assert hidden_hand("quarantined") == (0, "This version plays every match as it was begun.\n", "")
