"""Finished pieces of pictures, kept for the next picture: all of them together take so many bytes and no more.

What was not used for longest goes first, as far as two generations tell. A piece that is drawn or used belongs to the
recent one. As soon as that is worth half the limit, what was used before it and not since is dropped, the recent one
becomes the earlier one, and a new one begins. So a hit is one look into a dictionary, and nothing else is written down.
"""

from collections.abc import Callable
from functools import lru_cache, update_wrapper
from sys import getsizeof
from threading import Lock
from typing import Any, Final, Generic, ParamSpec, TypeVar, cast

from PIL.Image import Image

LIMIT: Final = 48 << 20
"""Bytes that all pieces together may take, unless somebody says otherwise."""
_IMAGE: Final = 640
"""Bytes that an image takes besides its pixels and a pointer for each of its rows."""
_ENTRY: Final = 512
"""Bytes that a piece takes besides what was drawn: what it is found by, and its places in dictionaries."""
_POINTER: Final = 8

P = ParamSpec("P")
R = TypeVar("R")
_Key = tuple[Any, ...]


def weight(value: object) -> int:
    """About how many bytes an image takes, or a tuple of images and small things."""
    if isinstance(value, Image):
        width, height = value.size
        return _IMAGE + height * (width * len(value.getbands()) + _POINTER)
    return getsizeof(value) + (sum(map(weight, value)) if isinstance(value, tuple) else 0)


class Pieces:
    """Keeps what functions drew, those of one `Pieces` in common. For any number of threads."""

    def __init__(self, limit: int = LIMIT) -> None:
        """At most so many bytes, of which no single piece may take half."""
        self.limit = limit
        self._drawers: list[_Drawer[Any]] = []
        self._recent = self._earlier = 0
        self._lock = Lock()

    @property
    def bytes(self) -> int:
        """About how many bytes the pieces take that are kept now."""
        return self._recent + self._earlier

    def kept(self, draw: Callable[P, R]) -> Callable[P, R]:
        """The function, which draws again only what is not kept. Its arguments are hashable, and nobody changes what
        it gives.
        """
        drawer = _Drawer(self, draw)
        self._drawers.append(drawer)
        return cast(Callable[P, R], drawer.found)

    def forget(self) -> None:
        """Keep nothing of what was drawn so far."""
        with self._lock:
            self._turn()
            self._turn()

    def admit(self, drawer: "_Drawer[R]", key: _Key, piece: R) -> R:
        """Keep what was drawn; if it is kept already, because two threads drew it at once, that one is given."""
        with self._lock:
            if key not in drawer.recent:
                self._take_in(drawer, key, piece)
                return piece
            return drawer.recent[key]

    def recall(self, drawer: "_Drawer[R]", key: _Key) -> R:
        """What is kept, from now on among the recent.

        Raises:
            KeyError: it is not kept.
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
            self._turn()
        drawer.recent[key] = piece
        self._recent += size

    def _turn(self) -> None:
        """Begin a new generation."""
        for drawer in self._drawers:
            drawer.earlier, drawer.recent = drawer.recent, {}
            drawer.found.cache_clear()
        self._earlier, self._recent = self._recent, 0


class _Drawer(Generic[R]):
    """What one function drew."""

    def __init__(self, pieces: Pieces, draw: Callable[..., R]) -> None:
        self.pieces, self.draw = pieces, draw
        self.recent: dict[_Key, R] = {}
        self.earlier: dict[_Key, R] = {}
        self.found = lru_cache(maxsize=None)(self._find)
        """The recent pieces once more, as quick as Python has it."""
        update_wrapper(self.found, draw)

    def _find(self, *args: Any, **kwargs: Any) -> R:
        key = (*args, *kwargs.items()) if kwargs else args
        try:
            return self.pieces.recall(self, key)
        except KeyError:
            pass
        return self.pieces.admit(self, key, self.draw(*args, **kwargs))


PIECES: Final = Pieces()
"""The pieces of every game's pictures."""
kept: Final = PIECES.kept
