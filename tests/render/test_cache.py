import gc
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from inspect import getsource
from itertools import count
from typing import get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.cache import LIMIT, PIECES, Pieces, weight
from render.picture import closeup_picture, closeups, hand_picture, table_picture
from render.renderer import renderer
from rules.catalog import GAMES
from rules.circuitry.board import Board
from rules.core.game import Game
from rules.core.play import State, View
from tests.examples import games_first
from tests.render.tables import NAMES, WORDLESS, clear_cache, views

SIZE = weight(Image.new("L", (100, 100)))


class Painter:
    """Draws squares, and records which ones."""

    def __init__(self, limit: int) -> None:
        self.pieces = Pieces(limit)
        self.drawn: list[int] = []
        self.square = self.pieces.cached(self._square)

    def _square(self, ink: int, *, size: int = 100) -> Image.Image:
        self.drawn.append(ink)
        return Image.new("L", (size, size), ink)


def test_cached_pieces_are_not_drawn_again() -> None:
    painter = Painter(100 * SIZE)
    assert painter.square(1) is painter.square(1)
    assert painter.square(1, size=50) is painter.square(1, size=50)
    assert painter.square(1).size != painter.square(1, size=50).size
    assert painter.drawn == [1, 1]


@given(st.lists(st.integers(0, 60), max_size=300), st.integers(4, 40))
def test_all_pieces_together_never_take_more_than_the_limit(inks: list[int], room: int) -> None:
    painter = Painter(room * SIZE)
    for ink in inks:
        assert painter.square(ink).getpixel((0, 0)) == ink
        assert painter.pieces.bytes <= painter.pieces.limit


def test_frequently_used_pieces_stay_cached() -> None:
    painter = Painter(10 * SIZE)
    for ink in range(1, 100):
        painter.square(0)
        painter.square(ink)
    assert painter.drawn.count(0) == 1
    painter.square(99)
    painter.square(1)
    assert painter.drawn[-2:] == [99, 1]


def test_several_functions_share_the_limit() -> None:
    pieces, calls = Pieces(10 * SIZE), count()
    one = pieces.cached(lambda ink: (Image.new("L", (100, 100), ink), next(calls)))
    two = pieces.cached(lambda ink: (Image.new("L", (100, 100), ink), next(calls)))
    first = one(0)
    assert one(0) is first
    for ink in range(20):
        two(ink)
    assert one(0) != first
    assert pieces.bytes <= pieces.limit


def test_cleared_pieces_are_drawn_again() -> None:
    painter = Painter(10 * SIZE)
    before = painter.square(1)
    painter.pieces.clear()
    assert painter.pieces.bytes == 0
    assert painter.square(1) is not before


def test_none_can_be_cached_too() -> None:
    pieces, calls = Pieces(), count()
    nothing = pieces.cached(lambda: None if next(calls) == 0 else 1)
    assert nothing() is nothing() is None
    pieces.clear()
    assert nothing() == 1


def test_an_error_is_not_cached() -> None:
    pieces, calls = Pieces(), count()

    @pieces.cached
    def faulty(ink: int) -> int:
        return ink // next(calls)

    with pytest.raises(ZeroDivisionError) as caught:
        faulty(1)
    assert caught.value.__context__ is None
    assert faulty(1) == 1


def test_weight_is_mostly_pixels() -> None:
    grey, colours = (Image.new(mode, (200, 100)) for mode in ("L", "RGB"))
    assert 20_000 < weight(grey) < 22_000
    assert 60_000 < weight(colours) < 62_000
    assert 80_000 < weight((grey, (colours, 7, "word"))) < 84_000


def test_threads_share_cached_pieces() -> None:
    painter = Painter(10 * SIZE)
    with ThreadPoolExecutor(8) as threads:
        for result in threads.map(lambda n: (n % 23, painter.square(n % 23)), range(4000)):
            assert result[1].getpixel((0, 0)) == result[0]
    assert painter.pieces.bytes <= painter.pieces.limit


@pytest.mark.parametrize("catalog_game", games_first("tiny", "circuitry"), indirect=True)
def test_cached_pieces_hold_no_state_or_view(catalog_game: Game) -> None:
    clear_cache()
    for view in views(catalog_game, 5, 50):
        table_picture(catalog_game, view, NAMES[: catalog_game.seats[0]])
        if view.seat is not None:
            hand_picture(catalog_game, view, NAMES[: catalog_game.seats[0]])
        for word, _ in closeups(catalog_game, view)[:2]:
            closeup_picture(catalog_game, view, word, NAMES[: catalog_game.seats[0]])
    boards = [thing for thing in _held() if isinstance(thing, Board)]
    assert not [thing for thing in _held() if isinstance(thing, State | View)]
    assert all(not board.placed for board in boards)
    assert 0 < PIECES.bytes <= PIECES.limit == LIMIT


def _held() -> Iterator[object]:
    """Yield every object that the cached pieces and their keys refer to, except classes and their contents."""
    edge: list[object] = [made for drawer in PIECES._drawers for made in (drawer.recent, drawer.earlier, drawer.lookup)]
    seen: set[int] = set()
    while edge:
        thing = edge.pop()
        if id(thing) not in seen and not isinstance(thing, type) and not hasattr(thing, "__globals__"):
            seen.add(id(thing))
            yield thing
            if not isinstance(thing, dict) or "__builtins__" not in thing:
                edge += gc.get_referents(thing)


def test_pieces_that_stay_cached_contain_no_text() -> None:
    for key in GAMES:
        renderer(key)  # whose modules have pieces of their own
    assert {drawer.draw.__module__ for drawer in PIECES._drawers} >= WORDLESS
    for name in WORDLESS - {
        "render.canvas",
        "render.fonts",
    }:  # lines themselves are written with the pieces of these two
        assert not re.search(r"\.text\(|\.lines\(|render\.lines", getsource(import_module(name))), name


def test_no_other_cache_holds_images() -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("render."):
            for made in vars(module).values():
                if hasattr(made, "cache_clear") and all(made is not drawer.lookup for drawer in PIECES._drawers):
                    assert "Image.Image" not in str(get_type_hints(made)["return"]), made
