"""The bot counts time by the server's clock, wherever it runs."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.clock import system_clock
from bot.store.database import Database
from bot.store.postgres import opening
from tests.bot.store_helpers import CATS

pytestmark = pytest.mark.postgres


class Answering:
    """A connection to a server whose clock always shows the same moment."""

    def __init__(self, moment: datetime) -> None:
        self._moment = moment

    def execute(self, _: str) -> "Answering":
        return self

    def fetchall(self) -> list[tuple[datetime]]:
        return [(self._moment,)]


@pytest.mark.parametrize(("shown", "ahead"), [(65.0, 64.0), (-9.0, -10.0), (1.0, 0.0), (0.0, 0.0), (2.0, 0.0)])
def test_a_difference_counts_only_if_it_exceeds_the_time_of_the_answer(
    shown: float, ahead: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    ours = iter([100.0, 102.0])
    monkeypatch.setattr(opening, "uninterrupted", lambda: next(ours))
    connection: Any = Answering(start + timedelta(seconds=shown))
    known = start.timestamp() - 100
    assert opening.clock_ahead(connection, known) - known == pytest.approx(ahead)


async def test_a_host_whose_clock_is_wrong_reads_the_time_of_the_server(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = timedelta(hours=3)
    monkeypatch.setattr("bot.store.postgres.engine.system_clock", lambda: system_clock() - slow)
    database = await Database.open(path, migrations=[CATS])
    assert abs(database.clock() - system_clock()) < slow / 2
    await database.close()


@pytest.mark.parametrize("hours", [-2, 2])
async def test_a_hosts_clock_that_is_set_while_the_bot_runs_moves_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    database = await Database.open(path, migrations=[CATS])
    for module in ("bot.clock", "bot.store.postgres.engine"):
        monkeypatch.setattr(f"{module}.system_clock", lambda: datetime.now(UTC) + timedelta(hours=hours))
    assert abs(database.clock() - datetime.now(UTC)) < timedelta(hours=1)
    await database.close()
