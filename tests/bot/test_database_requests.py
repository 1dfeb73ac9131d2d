"""Requests: all waiting ones take one hop to the thread; each is done completely or not at all, even if its caller is
gone.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.connection import Connection
from bot.store.database import Rows
from bot.store.errors import StoreError
from tests.bot.store_helpers import add, cats, locked, opened, stored
from tests.examples import examples
from tests.raw_database import on_server


@pytest.fixture
def hops(monkeypatch: pytest.MonkeyPatch) -> list[Callable[..., Any]]:
    """Return a list in which each function handed to a connection's thread is recorded."""
    found: list[Callable[..., Any]] = []
    kind: Any = Connection
    if on_server():
        from bot.store.postgres import connection as on_postgres  # noqa: PLC0415 # the driver is an extra

        kind = on_postgres.Connection
    hand_over = kind.hand_over

    def handed_over(connection: Any, work: Any) -> None:
        found.append(work)
        hand_over(connection, work)

    monkeypatch.setattr(kind, "hand_over", handed_over)
    if kind is Connection:
        execute = Connection._execute

        async def executed(connection: Connection, work: Any, *args: Any, **options: Any) -> Any:
            found.append(work)
            return await execute(connection, work, *args, **options)  # type: ignore[no-untyped-call]

        monkeypatch.setattr(Connection, "_execute", executed)
    return found


@pytest.mark.parametrize(("requests", "expected"), [(1, 1), (50, 1), (256, 1), (257, 2)])
async def test_all_waiting_requests_take_one_hop_to_the_databases_thread(
    path: Path, hops: list[object], requests: int, expected: int
) -> None:
    async with opened(path) as database:
        await asyncio.gather(*(database.write(add(f"a{n}", f"b{n}", f"c{n}")) for n in range(requests)))
        assert len(hops) == expected
        hops.clear()
        await asyncio.gather(*(database.read(cats) for _ in range(requests)))
        assert len(hops) == expected


async def something_else(_: Rows) -> None:
    await asyncio.sleep(0)


async def a_pause(_: Rows) -> None:
    await asyncio.sleep(1)


def an_answer_of_somebody_elses(_: Rows) -> Awaitable[None]:
    return LATER[0]


LATER: list[asyncio.Future[None]] = []


@pytest.mark.parametrize("wait", [something_else, a_pause, an_answer_of_somebody_elses])
async def test_a_request_that_awaits_anything_except_its_rows_is_refused_and_changes_nothing(
    path: Path, wait: Callable[[Rows], Awaitable[None]]
) -> None:
    LATER[:] = [asyncio.get_running_loop().create_future()]

    async def work(db: Rows) -> None:
        await add("Tom")(db)
        await wait(db)

    async with opened(path) as database:
        refused, taken = await asyncio.gather(database.write(work), database.write(add("Kit")), return_exceptions=True)
        assert isinstance(refused, RuntimeError)
        assert taken is None
        with pytest.raises(RuntimeError):
            await database.read(wait)
    assert stored(path) == ["Kit"]


async def test_rows_can_only_be_used_inside_a_request(path: Path) -> None:
    async with opened(path) as database:

        async def work(_: Rows) -> None:
            await database.rows("INSERT INTO cats VALUES ('Tom')")

        await database.write(work)
        with pytest.raises(RuntimeError, match="for requests only"):
            await database.rows("SELECT 1")
    assert stored(path) == ["Tom"]


class Odd(BaseException):
    pass


def nothing_left(_: Rows) -> Awaitable[None]:
    raise StopIteration


@pytest.mark.parametrize(
    ("raised", "received"),
    [
        (KeyError("Tom"), KeyError),
        (Odd(), Odd),
        (asyncio.CancelledError(), asyncio.CancelledError),
    ],
)
async def test_an_exception_of_a_request_reaches_its_caller(
    path: Path, raised: BaseException, received: type[BaseException]
) -> None:
    async def work(db: Rows) -> None:
        raise raised

    async with opened(path) as database:
        for ask in (database.write, database.read):
            with pytest.raises(received):
                await ask(work)
            with pytest.raises(RuntimeError, match="StopIteration"):
                await ask(nothing_left)
        await database.write(add("Tom"))
    assert stored(path) == ["Tom"]


async def test_a_cancelled_write_is_carried_out_before_its_caller_is_released(path: Path) -> None:
    async with opened(path) as database:
        lock, turns = asyncio.Lock(), []

        async def writing() -> None:
            async with lock:
                await database.write(add("Tom"))

        async def reading() -> None:
            async with lock:
                turns.append(await database.read(cats))

        writer = asyncio.create_task(writing())
        reader = asyncio.create_task(reading())
        with locked(path):
            for _ in range(3):
                assert await database.read(cats) == []
                writer.cancel()
            assert not writer.done()
        with pytest.raises(asyncio.CancelledError):
            await writer
        await reader
        assert turns == [["Tom"]]


@pytest.mark.sqlite  # the lock makes the write wait until it is cancelled
async def test_a_failing_cancelled_write_affects_no_other_request_and_logs_nothing(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(path) as database:
        with locked(path):
            writer = asyncio.create_task(database.write(lambda db: db.rows("INSERT INTO dogs VALUES ('Rex')")))
            assert await database.read(cats) == []
            writer.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writer
        await database.write(add("Tom"))
    assert stored(path) == ["Tom"]
    assert caplog.records == []


async def test_a_write_cancelled_before_its_batch_begins_is_carried_out_too(path: Path) -> None:
    async with opened(path) as database:
        writer = asyncio.create_task(database.write(add("Tom")))
        await asyncio.sleep(0)
        assert database._writer.waiting
        writer.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writer
        assert await database.read(cats) == ["Tom"]


@pytest.mark.sqlite  # a server ends no transaction by itself
async def test_a_request_changes_nothing_after_sqlite_has_ended_its_transaction(path: Path) -> None:
    """A full disk undoes the whole transaction; later statements of its requests must not be committed alone."""
    async with opened(path) as database:

        async def stubborn(db: Rows) -> None:
            await db.rows("ROLLBACK")
            await add("Tom")(db)

        answers = await asyncio.gather(database.write(add("Kit")), database.write(stubborn), return_exceptions=True)
        assert [type(answer) for answer in answers] == [StoreError, StoreError]
        await database.write(add("Kat"))
    assert stored(path) == ["Kat"]


@examples(10)  # each makes a file
@given(
    st.lists(
        st.tuples(st.lists(st.sampled_from("abcdef"), max_size=4), st.booleans(), st.booleans()), min_size=1, max_size=9
    )
)
def test_each_write_of_a_batch_is_all_or_nothing(
    tmp_path_factory: pytest.TempPathFactory, wanted: list[tuple[list[str], bool, bool]]
) -> None:
    """Compare with a slow model that adds all names of a request unless one exists or the request gives up."""
    expected: set[str] = set()
    happens = []
    for names, gives_up, _ in wanted:
        happens.append(not gives_up and len({*names}) == len(names) and expected.isdisjoint(names))
        if happens[-1]:
            expected.update(names)

    async def request(db: Rows, names: list[str], *, gives_up: bool) -> int:
        await add(*names)(db)
        if gives_up:
            raise KeyError(names)
        return len(names)

    async def run(path: Path) -> list[int | BaseException]:
        async with opened(path) as database:
            tasks = [
                asyncio.create_task(
                    database.write(lambda db, n=names, g=gives_up: request(db, n, gives_up=g))  # type: ignore[misc]
                )
                for names, gives_up, _ in wanted
            ]
            await asyncio.sleep(0)
            for task, (_, _, cancelled) in zip(tasks, wanted, strict=True):
                if cancelled:
                    task.cancel()
            return await asyncio.gather(*tasks, return_exceptions=True)

    path = tmp_path_factory.mktemp("batch") / "cats.sqlite3"
    answers = asyncio.run(run(path))
    assert stored(path) == sorted(expected)
    for answer, happened, (names, gives_up, cancelled) in zip(answers, happens, wanted, strict=True):
        if cancelled:
            assert isinstance(answer, asyncio.CancelledError)
        elif happened:
            assert answer == len(names)
        else:
            assert isinstance(answer, (StoreError, KeyError) if gives_up else StoreError)
