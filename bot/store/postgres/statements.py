"""Statements of requests on a PostgreSQL connection."""

from typing import Any, Final

from bot.store.notices import Notice
from bot.store.postgres.listening import CHANNEL
from bot.store.postgres.pipeline import Pipeline
from bot.store.request import Rows


class Statements(Rows):
    """The `Rows` of a connection that is in a transaction. The server is only waited for when rows are read."""

    __slots__ = ("_is_shared", "pipeline")

    def __init__(self, pipeline: Pipeline, *, is_shared: bool) -> None:
        """is_shared: whether other processes hear notices."""
        self.pipeline: Final = pipeline
        self._is_shared: Final = is_shared

    async def rows(self, sql: str, *values: str | float | None) -> list[tuple[Any, ...]]:
        """Run a statement, and return the rows that it gives; raise the first failure so far."""
        return self.pipeline.rows(sql, values)

    async def run(self, sql: str, *values: str | float | None) -> None:
        """Send a statement whose rows are not needed; a later method may raise its failure."""
        self.pipeline.send(sql, values)

    async def expect(self, error: Exception, sql: str, *values: str | float | None) -> None:
        """Send a statement that must give a row; a later method may raise its failure."""
        self.pipeline.expect(error, sql, values)

    async def notify(self, notice: Notice) -> None:
        """Tell the other processes on this database of a change, once it is committed."""
        if self._is_shared:
            await self.run("SELECT pg_notify(?, ?)", CHANNEL, str(notice))
