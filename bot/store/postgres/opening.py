"""Connect to a PostgreSQL server, and check and migrate a database before it is used."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bot.clock import Clock, seconds, uninterrupted
from bot.store.address import ServerAddress
from bot.store.errors import StoreError, UnreachableError
from bot.store.migrations import Migration, check_applied, known_migrations
from bot.store.postgres import batches
from bot.store.postgres.dialect import adapt, translated
from bot.store.postgres.faults import explained, unreachable
from bot.store.postgres.pipeline import Pipeline
from bot.store.postgres.statements import Statements
from bot.store.request import Answer, Work

_OLDEST: Final = 150_000
"""PostgreSQL 15: the oldest version on which the store was tried."""
_LOCK: Final = 0x48_69_64_64_65_6E
"""The key of the advisory lock that a process holds while it uses a database."""
_BETWEEN: Final = 0.05
"""Seconds between two attempts to take the lock."""
_DEFAULTS: Final = {
    "application_name": "hidden-hand",
    "connect_timeout": "10",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
"""Parameters that an address may override. A network that goes silent is noticed after half a minute."""
_LEDGER: Final = (
    "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, "
    "applied_at BIGINT NOT NULL)"
)

_Raw = psycopg.Connection[Any]


@lru_cache(maxsize=1)
def migrations_here() -> tuple[Migration, ...]:
    """Return the migrations of this program in order, in PostgreSQL's words."""
    return tuple(replace(migration, sql=translated(migration.sql)) for migration in known_migrations())


def connect(address: ServerAddress, patience: float) -> _Raw:
    """Return a connection that is durable, in no transaction, and waits `patience` seconds for a lock.

    Raises:
        UnreachableError: the server cannot be reached, or refuses the connection.
        StoreError: the address is malformed, or the server's version or encoding does not fit.
    """
    parameters = connection_parameters(address)
    try:
        connection = psycopg.connect(make_conninfo(**parameters), autocommit=True, cursor_factory=psycopg.RawCursor)
    except psycopg.Error as error:
        raise unreachable(error, address, _secrets(address, parameters)) from None
    try:
        _check_server(connection, address)
        connection.prepare_threshold, connection.prepared_max = 0, 1000  # the program repeats some 300 statements
        adapt(connection)
        connection.execute(f"SET lock_timeout = {max(1, int(patience * 1000))}".encode())
        if connection.execute("SHOW synchronous_commit").fetchone() == ("off",):
            connection.execute("SET synchronous_commit = on")
    except psycopg.Error as error:
        connection.close()
        raise explained(error) from None
    except BaseException:
        connection.close()
        raise
    return connection


def connection_parameters(address: ServerAddress) -> dict[str, Any]:
    """Return the parameters of a connection to a server.

    Raises:
        StoreError: the address is malformed.
    """
    return {**_DEFAULTS, **_parameters(address)}


def clock_ahead(connection: _Raw, known: float) -> float:
    """Return the seconds by which the server's clock is ahead of `bot.clock.uninterrupted`: as known, unless the delay
    of the answer does not explain the difference.
    """
    before = uninterrupted()
    [(moment,)] = connection.execute("SELECT clock_timestamp()").fetchall()
    after = uninterrupted()
    ahead: float = moment.timestamp() - (before + after) / 2
    return known if abs(ahead - known) <= (after - before) / 2 else ahead


def take(
    connection: _Raw,
    address: ServerAddress,
    patience: float,
    *,
    shared: bool = False,
    unless: Callable[[_Raw], bool] = lambda _: False,
) -> bool:
    """Make this connection's process the one that uses the database, until `leave` or the end of the connection, and
    return True. Return False, with nothing taken, as soon as `unless` is true.

    patience: the seconds to wait for another process: the server takes a moment to notice that one was killed. shared:
    make it one of the processes that use the database together.

    Raises:
        UnreachableError: another process uses it.
    """
    until = time.monotonic() + patience
    attempt = "SELECT pg_try_advisory_lock_shared($1)" if shared else "SELECT pg_try_advisory_lock($1)"
    while not unless(connection):
        if connection.execute(attempt.encode(), (_LOCK,)).fetchone() == (True,):
            return True
        if time.monotonic() >= until:
            raise UnreachableError(
                f"{address} is in use by another Hidden Hand. Stop that one first, or set DATABASE to another database."
            )
        time.sleep(_BETWEEN)
    return False


def leave(connection: _Raw) -> None:
    """Let another process use the database at once, if the connection is still alive: closing it takes time."""
    with suppress(psycopg.Error):
        connection.execute("SELECT pg_advisory_unlock_all()")


def check(connection: _Raw, address: ServerAddress, known: Sequence[Migration]) -> int:
    """Return how many migrations were applied. Raise StoreError unless the database is empty or one that `prepare` can
    migrate. Nothing is changed.
    """
    tables = {
        name for (name,) in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    }
    belongs_to_others = StoreError(f"{address} belongs to another program. Set DATABASE to another database.")
    if tables and "migrations" not in tables:
        raise belongs_to_others
    if not tables:
        return 0
    try:
        applied = connection.execute("SELECT number, name, checksum FROM migrations ORDER BY number").fetchall()
    except psycopg.errors.UndefinedColumn:
        raise belongs_to_others from None
    check_applied(address, [(name, checksum) for _, name, checksum in applied], known)
    return len(applied)


@contextmanager
def snapshot(address: ServerAddress) -> Iterator[Statements]:
    """Yield a snapshot of a database of this version, which another process may be using.

    Raises:
        StoreError: the server cannot be reached, or the database does not fit this program or cannot be read.
    """
    known = migrations_here()
    with closing(connect(address, 5)) as connection:
        try:
            if check(connection, address, known) < len(known):
                raise StoreError(f"{address} has no tables of this program. Start the bot on it once.")
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            pipeline = Pipeline(connection)
            pipeline.begin()
            yield Statements(pipeline, is_shared=False)
            pipeline.close()
        except psycopg.Error as error:
            raise explained(error) from None


def commit_once(address: ServerAddress, work: Work) -> list[Answer]:
    """Carry out one write in a database of this version, which other processes may be using, as `batches.commit` does.

    Raises:
        StoreError: as for `snapshot`.
    """
    known = migrations_here()
    with closing(connect(address, 10)) as connection:
        try:
            if check(connection, address, known) < len(known):
                raise StoreError(f"{address} has no tables of this program. Start the bot on it once.")
            answers = batches.commit(Statements(Pipeline(connection), is_shared=True), [work])
        except psycopg.Error as error:
            raise explained(error) from None
    for answer in answers:
        if answer.error is not None:
            raise explained(answer.error) from None
    return answers


def prepare(connection: _Raw, address: ServerAddress, known: Sequence[Migration], clock: Clock) -> None:
    """Make a database ready for this program, once this process has taken it. A database that is refused is not
    changed.

    Raises:
        StoreError: the database belongs to another program, does not fit this one, or a migration failed and was not
            applied.
    """
    applied = check(connection, address, known)
    for migration in known[applied:]:
        try:
            with connection.transaction():
                connection.execute(_LEDGER.encode())
                psycopg.ClientCursor(connection).execute(migration.sql.encode())
                connection.execute(
                    "INSERT INTO migrations VALUES ($1, $2, $3, $4)",
                    (migration.number, migration.name, migration.checksum, seconds(clock)),
                )
        except psycopg.Error as error:
            raise StoreError(
                f"Migration {migration.name} failed ({explained(error)}); the database is as it was before it. May "
                "this user create tables there?"
            ) from None


def _parameters(address: ServerAddress) -> dict[str, Any]:
    try:
        return {name: value for name, value in conninfo_to_dict(address.url).items() if value is not None}
    except psycopg.ProgrammingError:  # its message quotes the address
        raise StoreError(
            "DATABASE is no address of a PostgreSQL database: write postgresql://user@host/name, with %40 for @ in a "
            "password."
        ) from None


def _secrets(address: ServerAddress, parameters: dict[str, Any]) -> tuple[str, ...]:
    """Return every form in which the driver might quote the password."""
    written = urlsplit(address.url).password or ""
    return tuple({secret for secret in (str(parameters.get("password", "")), written, unquote(written)) if secret})


def _check_server(connection: _Raw, address: ServerAddress) -> None:
    if connection.info.server_version < _OLDEST:
        raise StoreError(
            f"{address} runs PostgreSQL {connection.info.server_version // 10_000}; at least 15 is needed."
        )
    if connection.execute("SHOW server_encoding").fetchone() != ("UTF8",):
        raise StoreError(f"{address} does not keep its texts in UTF-8. Create the database with ENCODING 'UTF8'.")
    if connection.execute("SELECT current_schema()").fetchone() == (None,):
        raise StoreError(f"{address} has no schema that its search_path names. Create it, or correct the address.")
