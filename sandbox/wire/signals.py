"""Waiting until something is true, without polling."""

import asyncio
from collections.abc import Callable
from typing import Any, Final, TypeVar

WAIT_TIMEOUT: Final = 300.0
"""The time that a test waits for something, in seconds, unless it sets another time. Only a run that hangs waits as
long: on a busy machine anything may take a minute.
"""

Result = TypeVar("Result")


class Signal:
    """Wakes waiters whose predicate has become true. Call `fire` after every change that a predicate may depend on."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[Any], Callable[[], Any]] = {}

    def fire(self) -> None:
        """Try the predicates of all waiters, and wake those whose predicate is true."""
        for future, predicate in tuple(self._waiting.items()):
            if future.done():
                continue
            try:
                result = predicate()
            except Exception as error:  # noqa: BLE001 # it belongs to the waiter
                future.set_exception(error)
            else:
                if result:
                    future.set_result(result)

    async def until(
        self,
        predicate: Callable[[], Result | None],
        within: float | None = WAIT_TIMEOUT,
        *,
        what: str = "what was waited for",
    ) -> Result:
        """Wait until a predicate is true, and return its result.

        within: the longest wait in seconds; None for any time. what: words for the error.

        Raises:
            TimeoutError: the predicate is not true within this time.
        """
        result = predicate()
        if result:
            return result
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting[future] = predicate
        try:
            async with asyncio.timeout(within):
                return await future
        except TimeoutError:
            raise TimeoutError(f"{what} did not happen within {within} s") from None
        finally:
            del self._waiting[future]
