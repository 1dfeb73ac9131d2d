"""The trial distinguishes pings for one decision from pings for two."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.model.pace import HOUR, Pace
from bot.model.table import Table
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import TINY, begin, fresh
from tests.chaos.pings import Ping
from tests.chaos.stored import Stored
from tests.tiny_game import Fold

ADA, BO = 0, 1


def test_a_ping_is_for_the_decision_that_its_message_shows() -> None:
    decks = [deck.cards for deck in list(TINY.decks.values())[:2]]
    dealt = Table.deal(TINY, seats=2, options={}, decks=decks, seed=1)
    first = dealt.play(ADA, Fold())
    second = first.play(BO, Fold())
    shown = [dealt, first, second]
    assert [Ping(12, 1, ply, by_call=False, content="").asked(BO, shown) for ply in range(3)] == [0, 0, 2]
    assert Ping(12, 1, 2, by_call=True, content="").asked(BO, shown) == 2


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "played.sqlite3")
    yield opened
    await opened.close()


async def test_a_reminder_on_its_way_counts_even_once_its_player_has_acted(database: Database, tmp_path: Path) -> None:
    time = Time()
    app = Application(database, Library.of({TINY.key: TINY}), clock=time, seeds=lambda: 1)
    match = await begin(app, pace=Pace.read("1h"))
    stored = Stored(tmp_path / "played.sqlite3")
    assert stored.reminded(match.id) == {}
    time.go_on(HOUR - 1)
    await app.reminders.carry_out(match.id)
    await app.matches.act(match.id, match.players[0].user, "fold", decision=None, interaction=fresh())
    reminded = stored.reminded(match.id)
    stored.close()
    assert reminded == {0: 1}
