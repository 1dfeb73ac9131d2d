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
from rules.circuitry.board import Board
from rules.core.game import Game
from rules.core.play import State, View
from tests.render.tables import NAMES, WORDLESS, forget, views

SIZE = weight(Image.new("L", (100, 100)))


class Painter:
    """Draws squares, and says which it drew."""

    def __init__(self, limit: int) -> None:
        self.pieces = Pieces(limit)
        self.drawn: list[int] = []
        self.square = self.pieces.kept(self._square)

    def _square(self, ink: int, *, size: int = 100) -> Image.Image:
        self.drawn.append(ink)
        return Image.new("L", (size, size), ink)


def test_what_is_kept_is_not_drawn_again() -> None:
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


def test_what_is_used_again_and_again_stays() -> None:
    painter = Painter(10 * SIZE)
    for ink in range(1, 100):
        painter.square(0)
        painter.square(ink)
    assert painter.drawn.count(0) == 1
    painter.square(99)
    painter.square(1)
    assert painter.drawn[-2:] == [99, 1]


def test_several_functions_share_the_room() -> None:
    pieces, calls = Pieces(10 * SIZE), count()
    one = pieces.kept(lambda ink: (Image.new("L", (100, 100), ink), next(calls)))
    two = pieces.kept(lambda ink: (Image.new("L", (100, 100), ink), next(calls)))
    first = one(0)
    assert one(0) is first
    for ink in range(20):
        two(ink)
    assert one(0) != first
    assert pieces.bytes <= pieces.limit


def test_what_is_forgotten_is_drawn_again() -> None:
    painter = Painter(10 * SIZE)
    before = painter.square(1)
    painter.pieces.forget()
    assert painter.pieces.bytes == 0
    assert painter.square(1) is not before


def test_none_may_be_kept_too() -> None:
    pieces, calls = Pieces(), count()
    nothing = pieces.kept(lambda: None if next(calls) == 0 else 1)
    assert nothing() is nothing() is None
    pieces.forget()
    assert nothing() == 1


def test_a_fault_is_not_kept() -> None:
    pieces, calls = Pieces(), count()

    @pieces.kept
    def faulty(ink: int) -> int:
        return ink // next(calls)

    with pytest.raises(ZeroDivisionError) as caught:
        faulty(1)
    assert caught.value.__context__ is None
    assert faulty(1) == 1


def test_pixels_are_what_weighs() -> None:
    grey, colours = (Image.new(mode, (200, 100)) for mode in ("L", "RGB"))
    assert 20_000 < weight(grey) < 22_000
    assert 60_000 < weight(colours) < 62_000
    assert 80_000 < weight((grey, (colours, 7, "word"))) < 84_000


def test_threads_share_what_is_kept() -> None:
    painter = Painter(10 * SIZE)
    with ThreadPoolExecutor(8) as threads:
        for found in threads.map(lambda n: (n % 23, painter.square(n % 23)), range(4000)):
            assert found[1].getpixel((0, 0)) == found[0]
    assert painter.pieces.bytes <= painter.pieces.limit


def test_nothing_of_a_match_is_kept_but_what_is_seen(catalog_game: Game) -> None:
    forget()
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
    """All that the kept pieces and what they are found by hold on to, but for classes and what belongs to them."""
    edge: list[object] = [made for drawer in PIECES._drawers for made in (drawer.recent, drawer.earlier, drawer.found)]
    seen: set[int] = set()
    while edge:
        thing = edge.pop()
        if id(thing) not in seen and not isinstance(thing, type) and not hasattr(thing, "__globals__"):
            seen.add(id(thing))
            yield thing
            if not isinstance(thing, dict) or "__builtins__" not in thing:
                edge += gc.get_referents(thing)


def test_what_is_kept_while_lines_are_heard_says_none() -> None:
    assert {drawer.draw.__module__ for drawer in PIECES._drawers} >= WORDLESS
    for name in WORDLESS - {"render.canvas", "render.fonts"}:  # with whose pieces lines are written
        assert not re.search(r"\.text\(|\.lines\(|render\.lines", getsource(import_module(name))), name


def test_images_are_kept_nowhere_else() -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("render."):
            for made in vars(module).values():
                if hasattr(made, "cache_clear") and all(made is not drawer.found for drawer in PIECES._drawers):
                    assert "Image.Image" not in str(get_type_hints(made)["return"]), made
