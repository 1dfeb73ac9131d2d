"""A law of every test that stores something: no statement reads the whole of a table that grows with the matches.

Each different statement is planned once a process, by SQLite, when a test first runs it.
"""

import sqlite3
import sys
from collections.abc import Awaitable, Iterator
from types import FrameType
from typing import Any, Final

import pytest

from bot.store.request import Rows
from bot.store.statements import Statements

GROWING: Final = (
    "matches",
    "match_options",
    "players",
    "former_players",
    "interactions",
    "plies",
    "outbox",
    "opinions",
    "deeds",
    "ratings",
    "names",
)

WHOLE: Final = {
    # of packs and designers, who ask seldom
    "SELECT count(*) FROM matches WHERE game = ?": "how often a pack was played",
    "SELECT 1 FROM matches WHERE game = ?": "whether a pack was played",
    "DELETE FROM contents": "tables that only a deleted pack used",
    "DELETE FROM rulebooks": "a rulebook that only a deleted pack used",
    # of the deletion of a user, which happens once
    "UPDATE matches SET host_id = ?": "matches that they opened",
    "UPDATE matches SET revision": "matches that they opened",
    "DELETE FROM outbox WHERE kind = 'note'": "notes about them",
    "DELETE FROM outbox WHERE watcher_id = ?": "what they watched",
    # of the export of a user's data
    "SELECT match_id, note FROM outbox": "notes about them",
    # of everything, by its purpose
    "INSERT INTO matches (id, tag": "the largest id, which is the last row",
    "SELECT DISTINCT host_id FROM matches": "who is known, for the deletion of those who have left",
    "SELECT DISTINCT watcher_id FROM outbox": "the same",
    "SELECT DISTINCT user_id FROM": "the same",
    "UPDATE outbox SET due_at = due_at - ?": "the clock of the machine was set back",
    "SELECT guild_id FROM server_preferences UNION": "all servers, for the doctor",
    "SELECT id FROM matches ORDER BY id": "all matches are verified or exported",
}
"""The statements that may, by their beginnings, and for what."""

_planned: set[str] = set()
_found: list[str] = []


def pytest_configure() -> None:
    ours = Statements.rows

    def rows(self: Statements, sql: str, *values: str | float | None) -> Awaitable[list[tuple[Any, ...]]]:
        if sql not in _planned and _is_ours(sys._getframe(1)):
            _planned.add(sql)
            _plan(self._connection, sql, values)
        return ours(self, sql, *values)

    Statements.rows = rows  # type: ignore[method-assign,assignment] # it has to see who asks


@pytest.fixture(autouse=True)
def no_whole_table_is_read() -> Iterator[None]:
    """Fail the test whose statement reads the whole of a table that grows."""
    yield
    found = "\n".join(_found)
    _found.clear()
    assert not found, f"An index is missing, or the statement belongs to tests.query_plans.WHOLE:\n{found}"


def _is_ours(frame: FrameType | None) -> bool:
    """Return whether a statement is the program's, and no test's."""
    while frame is not None and frame.f_globals["__name__"] == Rows.__module__:
        frame = frame.f_back
    return frame is not None and frame.f_globals["__name__"].startswith("bot.")


def _plan(connection: sqlite3.Connection, sql: str, values: tuple[str | float | None, ...]) -> None:
    if sql.startswith(tuple(WHOLE)) or not sql.startswith(("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")):
        return
    try:
        plan = connection.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall()
    except sqlite3.Error:
        return  # a test of what happens with a wrong statement
    for *_, step in plan:
        match step.split():
            case ["SCAN", table, *using] if table in GROWING and not (using and _is_partial(connection, using[-1])):
                _found.append(f"{step}: {sql}")


def _is_partial(connection: sqlite3.Connection, index: str) -> bool:
    """Return whether an index holds only some of the rows of its table."""
    [(sql,)] = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (index,)).fetchall() or [("",)]
    return " WHERE " in (sql or "")
