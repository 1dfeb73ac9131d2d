"""Waiting for something to become so, woken by what happens."""

import asyncio
from collections.abc import Callable
from typing import Any, Final, TypeVar

PATIENCE: Final = 10.0
"""How many seconds a test waits for what should happen, unless it says otherwise."""

Found = TypeVar("Found")


class Signal:
    """Wakes whoever waits for a predicate to become true; it must be fired whenever one could have."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[Any], Callable[[], Any]] = {}

    def fire(self) -> None:
        """Something has changed."""
        for future, predicate in tuple(self._waiting.items()):
            if future.done():
                continue
            try:
                found = predicate()
            except Exception as error:  # noqa: BLE001 # it belongs to whoever waits
                future.set_exception(error)
            else:
                if found:
                    future.set_result(found)

    async def until(
        self,
        predicate: Callable[[], Found | None],
        within: float | None = PATIENCE,
        *,
        what: str = "what was waited for",
    ) -> Found:
        """What the predicate returns as soon as that is true; without a time limit it may wait for ever.

        Raises:
            TimeoutError: it did not become true in this time.
        """
        found = predicate()
        if found:
            return found
        future: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        self._waiting[future] = predicate
        try:
            async with asyncio.timeout(within):
                return await future
        except TimeoutError:
            raise TimeoutError(f"{what} did not happen within {within} s") from None
        finally:
            del self._waiting[future]
