"""A cache of recent exports. Making one takes a processor a second or more, and many are soon requested again."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

MOST: Final = 8
"""The number of exports that stay in memory. Each takes a few megabytes."""
T = TypeVar("T")


class Kept(Generic[T]):
    """Makes one export at a time in another thread, and keeps the latest."""

    def __init__(self) -> None:
        self._making = asyncio.Lock()
        self._kept: OrderedDict[Hashable, T] = OrderedDict()

    async def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the export with this key; make it unless it is in the cache. The key must determine the whole
        export.
        """
        async with self._making:
            if key not in self._kept:
                self._kept[key] = await asyncio.to_thread(make)
                while len(self._kept) > MOST:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return self._kept[key]
