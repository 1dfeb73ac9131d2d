"""A server that is lost and comes back: nothing acknowledged is lost, and every caller gets an answer."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
import structlog

from bot.application import neighbours
from bot.application.application import Application
from bot.content.library import Library
from bot.model.reasons.database import MaybeSaved, NotRead, NotSaved
from bot.store import worker
from bot.store.address import ServerAddress
from bot.store.database import Database, Rows
from bot.store.errors import MaybeCommittedError, UnreachableError
from bot.store.outage_log import OutageLog
from bot.store.postgres.pipeline import Pipeline
from tests.bot.store_helpers import CATS, add, cats
from tests.bot.table_helpers import SEED, TINY, asked, begin, first_choice, fresh
from tests.patience import PATIENT
from tests.postgres.server import Server

pytestmark = pytest.mark.postgres


@pytest.fixture(scope="module")
def own_server() -> Iterator[Server]:
    """A server that a test may stop."""
    server = Server()
    server.start()
    yield server
    server.stop("immediate")
    server.remove()


@pytest.fixture
def server(own_server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setattr(worker, "_PAUSE", 0.02)
    with psycopg.connect(own_server.url("template1"), autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS hands WITH (FORCE)")
        connection.execute("CREATE DATABASE hands")
    return own_server


async def opened(server: Server, **options: Any) -> Database:
    return await Database.open(ServerAddress(server.url("hands")), **options)


async def once_usable(database: Database) -> None:
    async with asyncio.timeout(PATIENT):
        await database.usable()


async def test_during_an_outage_requests_are_refused_at_once_and_afterwards_everything_acknowledged_is_there(
    server: Server,
) -> None:
    database = await opened(server, migrations=[CATS])
    await database.write(add("Tom"))
    await asyncio.to_thread(server.stop, "immediate")
    with structlog.testing.capture_logs() as lines:
        for name in ("Kit", "Kat"):
            with pytest.raises(UnreachableError):
                await database.write(add(name))
            with pytest.raises(UnreachableError):
                await database.read(cats)
        await asyncio.to_thread(server.start)
        await once_usable(database)
        assert await database.read(cats) == ["Tom"]
        await database.write(add("Kit"))
        assert await database.read(cats) == ["Kit", "Tom"]
    await database.close()
    events = [line["event"] for line in lines]
    assert events.count("the database cannot be reached; trying again") == 1
    assert events.count("the database can be reached again") == 1


def test_a_long_outage_is_logged_once_a_minute_until_all_connections_are_back() -> None:
    now = 0.0
    log = OutageLog(lambda: now)
    with structlog.testing.capture_logs() as lines:
        log.begin()
        log.begin()
        for _ in range(5 * 60):
            log.go_on("no route")
            log.go_on("no route")
            now += 1
        log.end()
        assert len(lines) == 6  # the other connection is still lost
        log.end()
    assert [line["event"] for line in lines] == [
        "a connection to the database was lost and is opened anew",
        *5 * ["the database cannot be reached; trying again"],
        "the database can be reached again",
    ]


async def test_a_request_that_meets_a_connection_lost_while_idle_is_carried_out_on_a_new_one(server: Server) -> None:
    database = await opened(server, migrations=[CATS])
    await asyncio.to_thread(server.stop)
    await asyncio.to_thread(server.start)
    assert await asyncio.gather(*(database.write(add(name)) for name in ("Tom", "Kit"))) == [None, None]
    assert await database.read(cats) == ["Kit", "Tom"]
    await database.close()


async def test_a_request_that_always_ends_its_connection_fails_alone(server: Server) -> None:
    database = await opened(server, migrations=[CATS])

    async def suicidal(db: Rows) -> None:
        await db.rows("SELECT pg_terminate_backend(pg_backend_pid())")

    with pytest.raises(UnreachableError):
        await database.write(suicidal)
    await once_usable(database)
    await database.write(add("Tom"))
    assert await database.read(cats) == ["Tom"]
    await database.close()


async def test_a_server_lost_during_a_commit_leaves_the_outcome_open(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish = Pipeline.finish

    def lose_the_reply(pipeline: Pipeline, sql: str) -> None:
        finish(pipeline, sql)
        if sql == "COMMIT":
            monkeypatch.undo()
            server.stop("immediate")
            server.start()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    database = await opened(server, migrations=[CATS])
    monkeypatch.setattr(Pipeline, "finish", lose_the_reply)
    with pytest.raises(MaybeCommittedError):
        await database.write(add("Tom"))
    await once_usable(database)
    assert await database.read(cats) == ["Tom"], "it was committed before its reply was lost"
    await database.close()


async def test_a_ply_whose_commit_lost_its_reply_is_announced_later_and_not_played_twice(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = await opened(server)
    app = Application(database, Library.of({TINY.key: TINY}), seeds=lambda: SEED)
    match = await begin(app)
    _, user = await asked(app, match)
    choice = await first_choice(app, match, user)
    changed = asyncio.Event()
    app.announcer.on_changed(lambda position: changed.set())
    finish = Pipeline.finish

    def lose_the_reply(pipeline: Pipeline, sql: str) -> None:
        finish(pipeline, sql)
        if sql == "COMMIT":
            monkeypatch.undo()
            finish(pipeline, "SELECT pg_terminate_backend(pg_backend_pid())")

    monkeypatch.setattr(Pipeline, "finish", lose_the_reply)
    interaction = fresh()
    with structlog.testing.capture_logs(), pytest.raises(MaybeSaved):
        await app.matches.act(match.id, user, choice, decision=None, interaction=interaction)
    await asyncio.wait_for(changed.wait(), PATIENT)
    assert (await app.positions.get(match.id)).match.ply == match.ply + 1
    again = await app.matches.act(match.id, user, choice, decision=None, interaction=interaction)
    assert again.match.ply == match.ply + 1
    await database.close()


async def test_commands_during_an_outage_say_that_nothing_was_changed(server: Server) -> None:
    database = await opened(server)
    app = Application(database, Library.of({TINY.key: TINY}), seeds=lambda: SEED)
    match = await begin(app)
    _, user = await asked(app, match)
    choice = await first_choice(app, match, user)
    await asyncio.to_thread(server.stop, "immediate")
    with structlog.testing.capture_logs() as lines:
        for _ in range(3):
            with pytest.raises((NotSaved, NotRead)):
                await app.matches.act(match.id, user, choice, decision=None, interaction=fresh())
            with pytest.raises(NotRead):
                await app.matches.of_user(user)
    assert [line["event"] for line in lines if line["log_level"] == "error"] == [
        "a connection to the database was lost and is opened anew",
        "the database cannot be reached; trying again",
    ]
    await asyncio.to_thread(server.start)
    await once_usable(database)
    done = await app.matches.act(match.id, user, choice, decision=None, interaction=fresh())
    assert done.match.ply == match.ply + 1
    await database.close()


async def test_a_look_that_meets_an_outage_is_made_up_for_as_soon_as_the_server_is_back(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "_PAUSE", 0.02)
    database = await opened(server, shared=True)
    app = Application(database, Library.of({TINY.key: TINY}), seeds=lambda: SEED)
    match = await begin(app)
    with psycopg.connect(server.url("hands"), autocommit=True) as another_process:
        another_process.execute("UPDATE matches SET revision = revision + 1")
    await asyncio.to_thread(server.stop, "immediate")
    with pytest.raises(UnreachableError):
        await database.read(cats)
    app.neighbours.hear(None)
    await asyncio.to_thread(server.start)
    async with asyncio.timeout(PATIENT):
        await app.neighbours.settled()
    assert app.positions.known(match.id) is None
    await database.close()


async def test_closing_during_an_outage_does_not_wait_for_the_server(server: Server) -> None:
    database = await opened(server, migrations=[CATS])
    await asyncio.to_thread(server.stop, "immediate")
    with structlog.testing.capture_logs(), pytest.raises(UnreachableError):
        await database.write(add("Tom"))
    await asyncio.wait_for(database.close(), PATIENT)
    await asyncio.to_thread(server.start)


async def test_reads_are_answered_while_a_write_waits_for_the_server(server: Server) -> None:
    begun, done = threading.Event(), threading.Event()
    database = await opened(server, migrations=[CATS])

    async def slow(db: Rows) -> None:
        await add("Tom")(db)
        begun.set()
        assert done.wait(PATIENT)

    writing = asyncio.create_task(database.write(slow))
    assert await asyncio.to_thread(begun.wait, PATIENT)
    for _ in range(20):
        assert await database.read(cats) == []
    done.set()
    await writing
    assert await database.read(cats) == ["Tom"]
    await database.close()
