"""Cache finished pieces of pictures for later pictures, within one memory limit.

Eviction approximates “least recently used” by two generations. A piece that is drawn or used joins the recent
generation. Once that generation takes half the limit, the earlier one is dropped, the recent one becomes the earlier
one, and a new one begins. So a hit costs one dictionary look-up and no bookkeeping.
"""

from collections.abc import Callable
from functools import lru_cache, update_wrapper
from sys import getsizeof
from threading import Lock
from typing import Any, Final, Generic, ParamSpec, TypeVar, cast

from PIL.Image import Image

LIMIT: Final = 48 << 20
"""The default limit on the memory of all cached pieces together, in bytes."""
_IMAGE: Final = 640
"""Bytes of an image in addition to its pixels and one pointer for each row."""
_ENTRY: Final = 512
"""Bytes of a cached piece besides the drawing itself: its key, and its entries in dictionaries."""
_POINTER: Final = 8

P = ParamSpec("P")
R = TypeVar("R")
_Key = tuple[Any, ...]


def weight(value: object) -> int:
    """Return the approximate memory of an image, or of a tuple of images and small values, in bytes."""
    if isinstance(value, Image):
        width, height = value.size
        return _IMAGE + height * (width * len(value.getbands()) + _POINTER)
    return getsizeof(value) + (sum(map(weight, value)) if isinstance(value, tuple) else 0)


class Pieces:
    """A thread-safe cache for the results of drawing functions, which share one memory limit."""

    def __init__(self, limit: int = LIMIT) -> None:
        """Create a cache of at most `limit` bytes. A single piece must take less than half of that."""
        self.limit = limit
        self._drawers: list[_Drawer[Any]] = []
        self._recent = self._earlier = 0
        self._lock = Lock()

    @property
    def bytes(self) -> int:
        """Approximate memory of the pieces that are cached now, in bytes."""
        return self._recent + self._earlier

    def cached(self, draw: Callable[P, R]) -> Callable[P, R]:
        """Return a function that caches the results of `draw`; also a decorator.

        The arguments must be hashable, and callers must not change the results.
        """
        drawer = _Drawer(self, draw)
        self._drawers.append(drawer)
        return cast(Callable[P, R], drawer.lookup)

    def clear(self) -> None:
        """Drop all cached pieces."""
        with self._lock:
            self._next_generation()
            self._next_generation()

    def admit(self, drawer: "_Drawer[R]", key: _Key, piece: R) -> R:
        """Cache a piece and return it; if another thread was faster, return that thread's piece instead."""
        with self._lock:
            if key not in drawer.recent:
                self._take_in(drawer, key, piece)
                return piece
            return drawer.recent[key]

    def recall(self, drawer: "_Drawer[R]", key: _Key) -> R:
        """Return a cached piece and move it to the recent generation.

        Raises:
            KeyError: The piece is not cached.
        """
        with self._lock:
            if key in drawer.recent:
                return drawer.recent[key]
            piece = drawer.earlier.pop(key)
            self._earlier -= weight(piece) + _ENTRY
            self._take_in(drawer, key, piece)
            return piece

    def _take_in(self, drawer: "_Drawer[R]", key: _Key, piece: R) -> None:
        size = weight(piece) + _ENTRY
        if self._recent + size > self.limit // 2:
            self._next_generation()
        drawer.recent[key] = piece
        self._recent += size

    def _next_generation(self) -> None:
        """Drop the earlier generation, make the recent one the earlier one, and begin a new one."""
        for drawer in self._drawers:
            drawer.earlier, drawer.recent = drawer.recent, {}
            drawer.lookup.cache_clear()
        self._earlier, self._recent = self._recent, 0


class _Drawer(Generic[R]):
    """A drawing function with its cached results."""

    def __init__(self, pieces: Pieces, draw: Callable[..., R]) -> None:
        self.pieces, self.draw = pieces, draw
        self.recent: dict[_Key, R] = {}
        self.earlier: dict[_Key, R] = {}
        self.lookup = lru_cache(maxsize=None)(self._find)
        """A second index of the recent pieces: `lru_cache` is the fastest look-up in Python."""
        update_wrapper(self.lookup, draw)

    def _find(self, *args: Any, **kwargs: Any) -> R:
        key = (*args, *kwargs.items()) if kwargs else args
        try:
            return self.pieces.recall(self, key)
        except KeyError:
            pass
        return self.pieces.admit(self, key, self.draw(*args, **kwargs))


PIECES: Final = Pieces()
"""The cache of every game's pictures."""
cached: Final = PIECES.cached
