"""A database on a PostgreSQL server, used by this process alone or shared with others."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from bot.clock import Clock, system_clock, uninterrupted
from bot.store.address import ServerAddress
from bot.store.migrations import Migration
from bot.store.notices import Notice
from bot.store.postgres.connection import Connection
from bot.store.postgres.faults import explained
from bot.store.postgres.leading import lead
from bot.store.postgres.listening import listen
from bot.store.postgres.opening import (
    check,
    clock_ahead,
    connect,
    connection_parameters,
    leave,
    migrations_here,
    prepare,
    take,
)


class PostgresEngine:
    """A database on a server. The writing connection holds its advisory lock, which the server releases however the
    process dies.
    """

    def __init__(
        self,
        address: ServerAddress,
        migrations: Sequence[Migration] | None,
        clock: Clock,
        patience: float,
        *,
        shared: bool = False,
    ) -> None:
        """migrations: None means those of this program. patience: the seconds to wait for another program's lock.
        shared: whether several processes use the database at the same time.
        """
        self._shared = shared
        self._address, self._clock, self._patience = address, clock, patience
        self._ahead = system_clock().timestamp() - uninterrupted()
        """The seconds by which the server's clock is ahead of `uninterrupted`; of this host's, before a connection."""
        self._writer = 0
        """The number of the server process that carries out the writes of this process."""
        self._migrations = migrations_here() if migrations is None else migrations

    @property
    def path(self) -> Path | None:
        """None: the database is not a file."""
        return None

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use the database at the same time."""
        return self._shared

    async def prepare(self) -> None:
        """Check and migrate the database, as `Engine` says."""
        await asyncio.to_thread(self._prepare)

    def now(self) -> datetime:
        """Return the present moment by the server's clock, so that a host that takes over counts the same time.

        It is read when a connection is opened; from then on time goes on evenly, however this host's clock is set.
        """
        return datetime.fromtimestamp(self._ahead + uninterrupted(), UTC)

    def connection(self, *, reading: bool) -> Connection:
        """Return a new connection to the server."""
        open_one = partial(connect, self._address, self._patience) if reading else self._take
        return Connection(open_one, reading=reading, is_shared=self._shared)

    async def listen(self, hear: Callable[[Notice | None], None]) -> None:
        """Call `hear` with the notices of other processes until cancelled, if the database is shared."""
        if self._shared:
            await listen(connection_parameters(self._address), lambda pid: pid == self._writer, hear)

    async def lead(self, tell: Callable[[bool], None]) -> None:
        """Stand for election until cancelled, if the database is shared."""
        if self._shared:
            await lead(connection_parameters(self._address), tell)

    async def compact(self, run_alone: Callable[[str], Awaitable[list[tuple[Any, ...]]]]) -> None:
        """Let the server reuse the space of deleted rows. The server's log still contains them until the log is
        removed.
        """
        await run_alone("VACUUM")

    def release(self) -> None:
        """Do nothing: the server releases the lock with the connection."""

    def _prepare(self) -> None:
        with closing(connect(self._address, self._patience)) as connection:
            try:
                if not take(connection, self._address, self._patience, unless=self._is_prepared):
                    return
                prepare(connection, self._address, self._migrations, self._clock)
                leave(connection)
            except psycopg.Error as error:
                raise explained(error) from None

    def _is_prepared(self, connection: psycopg.Connection[Any]) -> bool:
        """Return whether processes that share the database can use it without a migration."""
        return self._shared and check(connection, self._address, self._migrations) == len(self._migrations)

    def _take(self) -> psycopg.Connection[Any]:
        """Return a connection that holds the lock of a database that still fits this program."""
        connection = connect(self._address, self._patience)
        try:
            take(connection, self._address, self._patience, shared=self._shared)
            check(connection, self._address, self._migrations)
            self._ahead = clock_ahead(connection, self._ahead)
            self._writer = connection.info.backend_pid
        except psycopg.Error as error:
            connection.close()
            raise explained(error) from None
        except BaseException:
            connection.close()
            raise
        return connection
