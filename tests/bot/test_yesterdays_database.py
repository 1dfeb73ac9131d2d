"""A database of the version before: its live matches of all games, its lobby and its results go on."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.application.application import Application
from bot.application.outbox import EVERYBODY, Kind
from bot.clock import system_clock
from bot.content.library import load_library
from bot.content.seeds import load_content
from bot.model.match import MatchId, Status
from bot.model.table import Table
from bot.store.database import Database
from bot.store.migrations import known_migrations, migrate
from rules.catalog import GAMES
from tests.bot.table_helpers import ANN, BEN, GUILD, fresh

PLIES = 12
SEED = 4711


@pytest.fixture
def yesterday(path: Path) -> Path:
    """A file as the first two migrations made it, with a live match of each game, a parked one, a lobby, a result."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        migrate(db, known_migrations()[:2], system_clock)
        db.execute("BEGIN")
        for number, key in enumerate(GAMES, start=1):
            _live(db, number, key)
        _live(db, 20, "tnb", status="parked")
        db.execute(
            "INSERT INTO matches VALUES (30, 'alchemy', ?, 30, ?, 'lobby', 5, NULL, NULL, NULL, NULL, NULL)",
            (GUILD, ANN),
        )
        db.execute("INSERT INTO chairs (match, seat, user, deck) VALUES (30, 0, ?, 'fire')", (ANN,))
        db.execute("INSERT INTO boards VALUES (30, 30, 3000, -1)")
        db.execute("COMMIT")
    return path


def _live(db: sqlite3.Connection, number: int, key: str, status: str = "live") -> None:
    game = load_library().game(key, 1, load_content(key))  # there was one version of the rules then
    decks = [deck.cards for deck in game.decks.values()][:2] if game.decks else []
    table = Table.deal(game, seats=2, options={}, decks=decks, seed=SEED)
    db.execute(
        "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, 1, 2, NULL, ?, ?, NULL)",
        (number, key, GUILD, number, ANN, status, SEED, table.digest),
    )
    for seat, user in enumerate((ANN, BEN)):
        cards = json.dumps(decks[seat]) if decks else None
        sql = "INSERT INTO chairs (match, seat, user, deck, cards) VALUES (?, ?, ?, '', ?)"
        db.execute(sql, (number, seat, user, cards))
    for ply in range(1, PLIES + 1):
        seat = table.state.phase.waiting[0]
        action = game.greedy(game.view(table.state, seat), ply)
        table = table.play(seat, action)
        interaction = number * 1000 + ply
        db.execute("INSERT INTO interactions VALUES (?, ?)", (interaction, number))
        sql = "INSERT INTO plies VALUES (?, ?, ?, ?, ?, ?, 3)"
        db.execute(sql, (number, ply, seat, str(action), table.digest, interaction))
    db.execute("INSERT INTO boards VALUES (?, ?, ?, ?)", (number, number, 100 + number, PLIES))
    db.execute("INSERT INTO hands VALUES (?, 0, 70, ?, ?)", (number, 200 + number, PLIES - 1))


async def test_live_matches_of_all_games_migrate_and_go_on(yesterday: Path) -> None:
    database = await Database.open(yesterday)
    application = Application.on(database, load_library())
    for number in range(1, len(GAMES) + 1):
        position = await application.matches.position(MatchId(number))
        assert position.match.status is Status.LIVE
        assert position.match.ply == PLIES
        assert position.match.version == PLIES + 1
        assert position.game.all_options(position.match.options) == position.game.all_options({})
        seat = position.seen.state.phase.waiting[0]
        user = position.match.players[seat].user
        action = str(position.game.greedy(position.look(user).view, 1))
        played = await application.matches.act(MatchId(number), user, action, decision=None, interaction=fresh())
        assert played.match.ply == PLIES + 1
        shown = await application.outbox.of_match(MatchId(number))
        board, *hands = (row for row in shown if row.kind is not Kind.CALL)
        assert (board.kind, board.seat, board.message) == (Kind.BOARD, EVERYBODY, 100 + number)
        assert [(hand.kind, hand.seat, hand.message) for hand in hands] == [
            (Kind.HAND, 0, 200 + number),
            (Kind.HAND, 1, None),
        ]
        assert all(row.shown < row.owed == played.match.version for row in (board, *hands))
    await database.close()


async def test_who_sits_at_a_match_is_stored_as_a_player(yesterday: Path) -> None:
    database = await Database.open(yesterday)

    async def stored(db: Any) -> Any:
        names = await db.rows("SELECT name FROM sqlite_master")
        lobby = await db.rows("SELECT seat, deck FROM players WHERE match = 30 AND user = ?", ANN)
        return [name for (name,) in names], lobby

    names, lobby = await database.read(stored)
    assert "players_by_user" in names
    assert [name for name in names if "chair" in name] == []
    assert lobby == [(0, "fire")]
    await database.close()


async def test_a_match_without_a_content_keeps_todays_once_it_has_replayed(yesterday: Path) -> None:
    database = await Database.open(yesterday)
    library = load_library()
    await Application.on(database, library).matches.position(MatchId(1))

    async def contents(db: Any) -> Any:
        return await db.rows("SELECT id, content FROM matches WHERE id <= 2 ORDER BY id")

    assert await database.read(contents) == [(1, library.content(next(iter(GAMES))).hash), (2, None)]
    await database.close()


async def test_parked_matches_are_quarantined_and_tried_again(yesterday: Path) -> None:
    database = await Database.open(yesterday)
    application = Application.on(database, load_library())
    assert await application.matches.quarantined() == []
    assert (await application.matches.position(MatchId(20))).match.status is Status.LIVE
    await database.close()


async def test_a_lobby_migrates_with_its_message_and_all_options(yesterday: Path) -> None:
    database = await Database.open(yesterday)
    application = Application.on(database, load_library())
    match = (await application.matches.position(MatchId(30))).match
    assert match.status is Status.LOBBY
    assert match.options == {"damage_scoring": "off"}
    [board] = await application.outbox.of_match(match.id)
    assert (board.message, board.called) == (3000, -1)
    await database.close()
