"""A cache of recent exports. An export takes a second or more to make, and is often soon requested again."""

import asyncio
from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

from cachetools import LRUCache

CACHED_EXPORTS: Final = 8
"""The maximum number of exports in the cache. Each takes a few megabytes."""
T = TypeVar("T")


class Kept(Generic[T]):
    """A cache that makes one export at a time, in another thread, and keeps those requested last."""

    def __init__(self) -> None:
        self._making = asyncio.Lock()
        self._kept = LRUCache[Hashable, T](CACHED_EXPORTS)

    async def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the export with this key, and make it if it is not in the cache. Equal keys must mean equal
        exports.
        """
        async with self._making:
            if key not in self._kept:
                self._kept[key] = await asyncio.to_thread(make)
            return self._kept[key]
