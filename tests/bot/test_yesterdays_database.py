"""A database of the version before: its live matches of all games, its lobby and its results go on."""

from pathlib import Path
from typing import Any

import pytest

from bot.application.application import Application
from bot.application.match.outbox import EVERYBODY, Kind
from bot.content.library import load_library
from bot.model.match import MatchId, Status
from bot.store.database import Database
from tests.bot.table_helpers import ANN, fresh
from tests.bot.yesterdays import OPTIONS, PLIES, write_yesterdays
from tests.one_more_game import SHIPPED


@pytest.fixture
def yesterday(path: Path) -> Path:
    """A file as the first two migrations made it, with a live match of each game, a parked one, a lobby, a result."""
    write_yesterdays(path)
    return path


async def test_live_matches_of_all_games_migrate_and_go_on(yesterday: Path) -> None:
    database = await Database.open(yesterday)
    app = Application.on(database, load_library())
    for number in range(1, len(SHIPPED) + 1):
        position = await app.positions.get(MatchId(number))
        assert position.match.status is Status.LIVE
        assert position.match.ply == PLIES
        assert position.match.version == PLIES + 1
        assert position.game.all_options(position.match.options) == position.game.all_options(
            OPTIONS.get(position.game.key, {})
        )
        seat = position.seen.state.phase.waiting[0]
        user = position.match.players[seat].user
        action = str(position.game.greedy(position.look(user).view, 1))
        played = await app.matches.act(MatchId(number), user, action, decision=None, interaction=fresh())
        assert played.match.ply == PLIES + 1
        shown = await app.outbox.of_match(MatchId(number))
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
    await Application.on(database, library).positions.get(MatchId(1))

    async def contents(db: Any) -> Any:
        return await db.rows("SELECT id, content FROM matches WHERE id <= 2 ORDER BY id")

    assert await database.read(contents) == [(1, library.content(SHIPPED[0]).hash), (2, None)]
    await database.close()


async def test_parked_matches_are_quarantined_and_tried_again(yesterday: Path) -> None:
    database = await Database.open(yesterday)
    app = Application.on(database, load_library())
    assert await app.matches.quarantined() == []
    assert (await app.positions.get(MatchId(20))).match.status is Status.LIVE
    await database.close()


async def test_a_lobby_migrates_with_its_message_and_all_options(yesterday: Path) -> None:
    database = await Database.open(yesterday)
    app = Application.on(database, load_library())
    match = (await app.positions.get(MatchId(30))).match
    assert match.status is Status.LOBBY
    assert match.options == {"damage_scoring": "off"}
    [board] = await app.outbox.of_match(match.id)
    assert (board.message, board.called) == (3000, -1)
    await database.close()
