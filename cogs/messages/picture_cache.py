"""Keep recent pictures of hands and choices: the same view is often shown again.

A hand by direct message, the answer to “My hand” and each step of a choice show the same picture until someone moves.
Equal views give equal pictures (`render.picture`), so each is drawn once for all of them.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Lock
from typing import Final

from cachetools import LRUCache

from render.canvas import Layout
from render.palette import Ink
from render.picture import Picture, choice_picture, hand_picture
from rules.core.game import Game
from rules.core.play import View

CACHED_PICTURES: Final = 48
"""The number of pictures, of 20 to 100 KB each: enough for the people who choose at the same time."""


class Drawn:
    """A cache for any number of threads. If two threads want the same picture at once, it is drawn once."""

    def __init__(self, kept: int = CACHED_PICTURES) -> None:
        self._pictures = LRUCache[object, Future[Picture | None]](kept)
        self._lock = Lock()

    def hand(  # the arguments of `hand_picture`
        self,
        game: Game,
        view: View,
        names: Sequence[str],
        layout: Layout = Layout.DESKTOP,
        edge: Ink | None = None,
    ) -> Picture:
        """Return `render.picture.hand_picture`, cached."""
        key = (game, view, tuple(names), layout, edge)
        drawn = self._once(key, lambda: hand_picture(game, view, names, layout=layout, edge=edge))
        assert drawn is not None
        return drawn

    def choice(  # noqa: PLR0913, PLR0917 # the arguments of `choice_picture`
        self,
        game: Game,
        view: View,
        chosen: tuple[str, ...],
        names: Sequence[str],
        layout: Layout = Layout.DESKTOP,
        edge: Ink | None = None,
    ) -> Picture | None:
        """Return `render.picture.choice_picture`, cached."""
        key = (game, view, chosen, tuple(names), layout, edge)
        return self._once(key, lambda: choice_picture(game, view, chosen, names, layout=layout, edge=edge))

    def _once(self, key: object, draw: Callable[[], Picture | None]) -> Picture | None:
        drawing: Future[Picture | None] = Future()
        with self._lock:
            cached = self._pictures.setdefault(key, drawing)
        if cached is not drawing:
            return cached.result()
        try:
            drawing.set_result(draw())
        except BaseException as error:
            with self._lock:
                self._pictures.pop(key, None)
            drawing.set_exception(error)
            raise
        return drawing.result()


HANDS: Final = Drawn()
"""The cache of all matches."""
