"""Elect one leader among the processes on a database. The election uses a separate connection.

The leader holds an advisory lock of its session: when it dies, the server frees the lock at once, and another process
takes it with its next attempt. If the leader's machine falls silent, the server notices by the keepalives that are set
here.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import psycopg
from psycopg.conninfo import make_conninfo

_LOCK: Final = 0x4C_65_61_64_65_72
"""The key of the advisory lock that the leader holds."""
_LOOK: Final = 1.0
"""Seconds between two attempts to take the lock, or between two checks of the connection that holds it."""
_KEEPALIVES: Final = ("tcp_keepalives_idle = 5", "tcp_keepalives_interval = 2", "tcp_keepalives_count = 3")


async def lead(parameters: dict[str, Any], tell: Callable[[bool], None]) -> None:
    """Stand for election until cancelled. Call `tell` with whether this process leads, after the first attempt and
    after each change.
    """
    while True:
        with suppress(psycopg.Error):  # the store logs outages
            async with await psycopg.AsyncConnection.connect(make_conninfo(**parameters), autocommit=True) as raw:
                for setting in _KEEPALIVES:
                    await raw.execute(f"SET {setting}".encode())
                try:
                    await _stand(raw, tell)
                finally:
                    tell(False)
        await asyncio.sleep(_LOOK)


async def _stand(raw: psycopg.AsyncConnection[Any], tell: Callable[[bool], None]) -> None:
    while (await (await raw.execute("SELECT pg_try_advisory_lock(%s)", (_LOCK,))).fetchone()) != (True,):
        tell(False)
        await asyncio.sleep(_LOOK)
    tell(True)
    while True:
        await asyncio.sleep(_LOOK)
        await raw.execute("SELECT 1")
