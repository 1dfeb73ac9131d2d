"""How long tests wait for what must happen."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

PATIENT: Final = 300.0
"""Seconds after which a wait is given up. Only a run that hangs waits as long: on a busy machine anything may take a
minute.
"""


async def until(comes_true: Callable[[], Awaitable[object]]) -> None:
    """Wait until a condition holds, of which nothing tells when it does.

    Raises:
        TimeoutError: it does not hold within `PATIENT` seconds.
    """
    async with asyncio.timeout(PATIENT):
        while not await comes_true():  # noqa: ASYNC110 # nothing tells when it does
            await asyncio.sleep(0.01)
