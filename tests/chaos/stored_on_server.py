"""The bot's committed data, read from a PostgreSQL server while several processes run and the server is restarted."""

import time
from collections.abc import Callable
from typing import Any, Final

import psycopg

from bot.store.address import ServerAddress
from bot.store.postgres.dialect import adapt, numbered
from tests.chaos.stored import Stored

MINUTE: Final = 60.0
"""The longest time for all processes to become idle, in seconds."""

_OUTAGE: Final = 20.0
"""Most seconds that a restart of the server takes."""

_PAUSE: Final = 0.05


class StoredOnServer(Stored):
    """Queries on the database of several processes."""

    def __init__(self, address: ServerAddress, now: Callable[[], float]) -> None:
        self._now = now
        self._address = address
        self._server = self._connect()

    def close(self) -> None:
        self._server.close()

    async def until(self, predicate: Callable[[], bool], what: str, within: float = MINUTE) -> None:
        """Wait until a condition holds. The work of a dead process has to wait until its lease ends."""
        await super().until(predicate, what, within)

    def _connect(self) -> psycopg.Connection[Any]:
        connection = psycopg.connect(self._address.url, autocommit=True, cursor_factory=psycopg.RawCursor)
        adapt(connection)
        return connection

    def _rows(self, sql: str, *values: str | float | None) -> list[Any]:
        end = time.monotonic() + _OUTAGE
        while True:
            try:
                return self._server.execute(numbered(sql).encode(), values).fetchall()
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                self._connect_again(end)

    def _connect_again(self, end: float) -> None:
        self._server.close()
        while self._server.closed:
            try:
                self._server = self._connect()
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(_PAUSE)  # the simulated Discord stands still meanwhile, as does everybody else
