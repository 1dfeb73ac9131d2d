"""The schema and the SQL of the store: readable, and in a dialect that PostgreSQL understands too."""

import ast
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import bot
import bot.puzzles
import bot.store
import bot.tournaments
from bot.store.migrations import Migration, known_migrations
from tests.schema_tables import tables

ROOMS = [Path(str(files(room))) for room in (bot.store, bot.puzzles, bot.tournaments)]
WORDS = """
all analyse analyze and any array as asc asymmetric authorization between binary both by call case cast check
collate collation column commit concurrently constraint create cross current current_date current_role current_time
current_timestamp current_user cursor default deferrable delete desc distinct do drop else end except exists false
fetch filter for foreign freeze from full function grant group having ilike in index initially inner insert
intersect into is isnull join lateral leading left like limit localtime localtimestamp match natural not notnull
null offset on only or order outer over overlaps placing primary procedure references returning right row select
session_user set similar some symmetric system_user table tablesample then to trailing true union unique update user
using values variadic verbose when where window with
"""
RESERVED = frozenset(WORDS.split())
"""The reserved words of PostgreSQL, and those of the SQL standard that someone might use as the name of a column."""
_SQLITES = """
batches.py connection.py copied_tables.py file_copies.py inspection.py lock.py migrations.py opening.py sqlite_engine.py
"""
OURS_TO_SQLITE = frozenset(_SQLITES.split())
"""The modules that deal with SQLite itself. PostgreSQL has its own in a folder."""


def statements() -> Iterator[tuple[str, str]]:
    """Yield every SQL text of the packages that contain some, with the name of its module."""
    for path in sorted(path for room in ROOMS for path in room.glob("*.py")):
        if path.name not in OURS_TO_SQLITE:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search("[A-Z]{4}", node.value):
                    yield path.name, node.value


def test_no_table_or_column_is_named_by_a_reserved_word() -> None:
    named = {name for table, columns in tables().items() for name in (table, *columns)}
    assert named & RESERVED == set()


@pytest.mark.parametrize("migration", known_migrations(), ids=lambda migration: migration.name)
def test_a_comment_above_every_table_describes_its_rows(migration: Migration) -> None:
    lines = migration.sql.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("CREATE TABLE"):
            comment = number - 1
            while lines[comment - 1].startswith("-- "):
                comment -= 1
            assert lines[comment].startswith(("-- A row is ", "-- The one row ")), line


def test_names_of_columns_that_refer_to_other_rows_or_discord_say_so() -> None:
    for table, columns in tables().items():
        for column in columns:
            assert column not in {"match", "guild", "channel", "message", "interaction", "deck", "puzzle"}, table


@pytest.mark.parametrize(
    "only_sqlite",
    [
        r"\? IS (NOT )?NULL",  # PostgreSQL cannot infer the type of such a placeholder
        r"\b(min|max)\((?:[^()]|\([^()]*\))*,",  # PostgreSQL calls the least of several values LEAST: use CASE
        r"FROM \((?:[^()]|\([^()]*\))*\)(?! AS )",  # PostgreSQL requires a name for a subquery
        r"\bsqlite_|\bPRAGMA\b|\browid\b|INSERT OR|\bREPLACE\b",
    ],
)
def test_no_statement_works_only_in_sqlite(only_sqlite: str) -> None:
    pieces = list(statements())
    assert len(pieces) > 200
    assert [piece for piece in pieces if re.search(only_sqlite, piece[1])] == []


def test_only_a_number_that_is_declared_so_is_given_by_the_database() -> None:
    """SQLite numbers every INTEGER PRIMARY KEY, PostgreSQL only those with AUTOINCREMENT."""
    sql = "\n".join(migration.sql for migration in known_migrations())
    given_by_us = re.findall(r"CREATE TABLE (\w+) \(\n    (\w+) INTEGER PRIMARY KEY(?! AUTOINCREMENT)", sql)
    assert ("matches", "id") in given_by_us
    texts = [path.read_text(encoding="utf-8") for path in Path(str(files(bot))).rglob("*.py")]
    forgotten = [
        (table, columns)
        for table, key in given_by_us
        for text in texts
        for columns in re.findall(rf"INSERT INTO {table} \(([^)]*)", text)
        if key not in re.findall(r"\w+", columns)
    ]
    assert forgotten == []
