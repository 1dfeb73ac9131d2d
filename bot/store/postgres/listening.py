"""Listen, on a separate connection, for the notices of the other processes on a database."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import psycopg
import structlog
from psycopg.conninfo import make_conninfo

from bot.store.notices import Notice

CHANNEL: Final = "hidden_hand"
_PAUSE: Final = 1.0
"""Seconds between two attempts to reach a lost server."""

_log = structlog.get_logger(__name__)


async def listen(
    parameters: dict[str, Any], is_ours: Callable[[int], bool], hear: Callable[[Notice | None], None]
) -> None:
    """Call `hear` with each notice of another process, and with None when some may have been missed: at the beginning,
    and after the connection was lost. Run until cancelled.

    is_ours: whether a process of the server with this number serves our own writes.
    """
    while True:
        with suppress(psycopg.Error):  # the store logs outages
            async with await psycopg.AsyncConnection.connect(make_conninfo(**parameters), autocommit=True) as raw:
                await raw.execute(f"LISTEN {CHANNEL}".encode())
                hear(None)
                async for notify in raw.notifies():
                    if not is_ours(notify.pid):
                        _hear(notify.payload, hear)
        await asyncio.sleep(_PAUSE)


def _hear(payload: str, hear: Callable[[Notice | None], None]) -> None:
    try:
        notice = Notice.read(payload)
    except ValueError:  # from a newer version: anything may have changed
        _log.info("a notice of another process was not understood")
        hear(None)
    else:
        hear(notice)
