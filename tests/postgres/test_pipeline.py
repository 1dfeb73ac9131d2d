"""Statements that are sent without waiting for answers: any failure is reported before a commit."""

import asyncio
from pathlib import Path

import pytest

from bot.store.database import Rows
from bot.store.errors import StoreError
from bot.store.postgres import pipeline
from tests.bot.store_helpers import add, cats, opened

pytestmark = pytest.mark.postgres


class MissingCatError(Exception):
    pass


async def test_a_last_statement_that_fails_unread_undoes_its_request_alone(path: Path) -> None:
    async def twice(db: Rows) -> None:
        await db.run("INSERT INTO cats VALUES ('Rex')")
        await db.run("INSERT INTO cats VALUES ('Rex')")

    async with opened(path) as database:
        answers = await asyncio.gather(
            database.write(add("Tom")), database.write(twice), database.write(add("Kit")), return_exceptions=True
        )
        assert [type(answer) for answer in answers] == [type(None), StoreError, type(None)]
        assert await database.read(cats) == ["Kit", "Tom"]


async def test_an_expectation_that_fails_unread_undoes_its_request_alone(path: Path) -> None:
    async def renaming(db: Rows) -> None:
        await db.run("INSERT INTO cats VALUES ('Rex')")
        await db.expect(MissingCatError(), "UPDATE cats SET name = 'Max' WHERE name = 'Moritz' RETURNING name")

    async with opened(path) as database:
        answers = await asyncio.gather(
            database.write(renaming), database.write(add("Tom")), database.write(add("Kit")), return_exceptions=True
        )
        assert [type(answer) for answer in answers] == [MissingCatError, type(None), type(None)]
        assert await database.read(cats) == ["Kit", "Tom"]


async def test_the_first_failure_is_told_even_if_it_is_hidden_or_followed_by_another(path: Path) -> None:
    async def hiding(db: Rows) -> None:
        await db.expect(MissingCatError(), "SELECT 1 FROM cats WHERE name = 'Moritz'")
        try:
            await db.rows("INSERT INTO dogs VALUES ('Rex')")
        except Exception:  # noqa: BLE001 # what the test is about
            await add("Rex")(db)

    async with opened(path) as database:
        with pytest.raises(MissingCatError):
            await database.write(hiding)
        assert await database.read(cats) == []


async def test_a_read_that_fails_disturbs_no_other(path: Path) -> None:
    async with opened(path) as database:
        await database.write(add("Tom"))
        answers = await asyncio.gather(
            database.read(cats),
            database.read(lambda db: db.rows("SELECT * FROM dogs")),
            database.read(cats),
            return_exceptions=True,
        )
        assert answers[0] == answers[2] == ["Tom"]
        assert isinstance(answers[1], StoreError)


async def test_a_text_that_the_server_cannot_store_is_refused_not_cut_off(path: Path) -> None:
    async with opened(path) as database:
        with pytest.raises(StoreError):
            await database.write(add("Tom\0my"))
        assert await database.read(cats) == []


async def test_statements_are_prepared_anew_once_there_are_too_many(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "_MOST_PREPARED", 3)
    async with opened(path) as database:
        for number in range(9):
            await database.write(lambda db, number=number: db.run(f"INSERT INTO cats VALUES ('{number}')"))  # type: ignore[misc] # noqa: S608 # a literal
        assert len(await database.read(cats)) == 9


async def test_more_than_a_socket_holds_can_be_sent_before_anything_is_read(path: Path) -> None:
    async with opened(path) as database:
        await database.write(add(*(f"{number:05} {'x' * 1000}" for number in range(3000))))
        assert len(await database.read(cats)) == 3000
