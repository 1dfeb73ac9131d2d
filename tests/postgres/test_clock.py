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
    ours = iter([start, start + timedelta(seconds=2)])
    monkeypatch.setattr(opening, "system_clock", lambda: next(ours))
    connection: Any = Answering(start + timedelta(seconds=shown))
    assert opening.clock_ahead(connection) == timedelta(seconds=ahead)


async def test_a_host_whose_clock_is_wrong_reads_the_time_of_the_server(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = timedelta(hours=3)
    for place in ("bot.store.postgres.opening.system_clock", "bot.store.postgres.engine.system_clock"):
        monkeypatch.setattr(place, lambda: system_clock() - slow)
    database = await Database.open(path, migrations=[CATS])
    assert abs(database.clock() - system_clock()) < slow / 2
    await database.close()
