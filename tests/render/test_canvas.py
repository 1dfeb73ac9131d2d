from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.canvas import Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE, Type
from render.palette import EDGE, GROUND, PANEL, SKY, TEXT, Ink
from render.pieces import card_back, gauge
from render.shapes import Shape, shape

WORDS = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60)


def outside(canvas: Canvas, box: Box) -> set[int]:
    """Return the palette numbers outside a box."""
    blank = canvas.pixels.copy()
    blank.paste(GROUND, (box.left, box.top, box.right, box.bottom))
    return set(blank.tobytes())


@given(WORDS, st.integers(0, 260), st.sampled_from(Align), st.sampled_from((LABEL, TITLE)))
def test_words_stay_in_their_box(text: str, room: int, align: Align, kind: Type) -> None:
    canvas = Canvas(300, 100, GROUND)
    box = Box(20, 20, room, 60)
    canvas.text(text, kind, box, TEXT, align=align)
    assert outside(canvas, box.inset(-5, 0)) == {GROUND}


@pytest.mark.parametrize("low", ["\u062d\u062d", "\u0bb4\u0bcd\u0bb4"])
def test_letters_that_reach_lower_than_latin_ones_reach_no_further_into_the_next_row(low: str) -> None:
    assert inked_rows(low, Box(0, 40, 100, 80))[-1] > inked_rows("gy", Box(0, 40, 100, 80))[-1]
    assert inked_rows(low, Box(0, 40, 100, 27))[-1] <= inked_rows("gy", Box(0, 40, 100, 27))[-1]


def inked_rows(words: str, box: Box) -> list[int]:
    """Return the rows of pixels in which words in a box are drawn."""
    canvas = Canvas(100, 160, GROUND)
    canvas.text(words, STRONG, box, TEXT)
    return [row for row in range(160) if set(canvas.pixels.crop((0, row, 100, row + 1)).tobytes()) != {GROUND}]


@given(WORDS, st.integers(40, 260), st.integers(30, 90))
def test_lines_stay_in_their_box(text: str, room: int, height: int) -> None:
    canvas = Canvas(300, 160, GROUND)
    box = Box(20, 20, room, max(height, LABEL.pitch))
    assert canvas.lines(text, LABEL, box, TEXT) <= box.height
    assert outside(canvas, box.inset(-5, 0)) == {GROUND}


@pytest.mark.parametrize("size", [(40, 24), (400, 300)])
@pytest.mark.parametrize("edge", [None, EDGE])
def test_the_corners_of_a_panel_are_round_and_show_the_ground(size: tuple[int, int], edge: Ink | None) -> None:
    canvas = Canvas(size[0] + 20, size[1] + 20, GROUND)
    box = Box(10, 10, *size)
    canvas.panel(box, PANEL, edge=edge)
    assert outside(canvas, box) == {GROUND}
    for left in (box.left, box.right - 1):
        for top in (box.top, box.bottom - 1):
            assert canvas.at(left, top) == GROUND
    assert canvas.at(box.left + box.width // 2, box.middle) == PANEL
    assert canvas.at(box.left + box.width // 2, box.top) == (PANEL if edge is None else EDGE)


def test_a_small_panel_looks_like_a_large_one() -> None:
    small, large = Canvas(60, 60, GROUND), Canvas(400, 400, GROUND)
    small.panel(Box(0, 0, 60, 60), SKY, edge=TEXT)
    large.panel(Box(0, 0, 400, 400), SKY, edge=TEXT)
    assert small.pixels.crop((0, 0, 20, 20)).tobytes() == large.pixels.crop((0, 0, 20, 20)).tobytes()


def test_shapes_differ_by_their_outline() -> None:
    masks = {kind: shape(kind, 32).tobytes() for kind in Shape}
    for one, other in combinations(Shape, 2):
        differing = sum(abs(a - b) > 128 for a, b in zip(masks[one], masks[other], strict=True))
        assert differing > 50, (one, other)


def test_columns_and_rows_share_a_box() -> None:
    box = Box(10, 20, 320, 100)
    assert box.columns(3, 10) == (Box(10, 20, 100, 100), Box(120, 20, 100, 100), Box(230, 20, 100, 100))
    assert box.row(30) == (Box(10, 20, 320, 30), Box(10, 50, 320, 70))
    assert box.column(30) == (Box(10, 20, 30, 100), Box(40, 20, 290, 100))


@given(st.lists(st.integers(0, 12), min_size=3, max_size=3), st.integers(1, 30))
def test_a_gauge_stays_in_its_box(parts: list[int], limit: int) -> None:
    canvas = Canvas(300, 60, GROUND)
    box = Box(20, 20, 220, 22)
    gauge(canvas, box, [(part, SKY) for part in parts], limit)
    assert outside(canvas, box) == {GROUND}


def test_all_card_backs_are_equal() -> None:
    assert card_back(80, 120, GROUND).tobytes() == card_back(80, 120, GROUND).tobytes()
    assert len(card_back(80, 120, GROUND).getcolors() or ()) > 3
