from collections.abc import Iterator

import pytest

from bot.content.seeds import load_game
from render import fonts
from render.canvas import Align, Box, Canvas
from render.fonts import Type
from render.palette import Ink
from rules.allocator.game import Allocator
from rules.tnb.game import Tnb
from tests.render.tables import WORDLESS, empty_cache


@pytest.fixture(scope="session")
def allocator() -> Allocator:
    game = load_game("allocator")
    assert isinstance(game, Allocator)
    return game


@pytest.fixture(scope="session")
def tnb() -> Tnb:
    game = load_game("tnb")
    assert isinstance(game, Tnb)
    return game


@pytest.fixture
def cold() -> Iterator[None]:
    """Empty the cache for the test; afterwards restore it, so that other tests need not draw everything again."""
    with empty_cache():
        yield


@pytest.fixture
def type_sizes() -> set[int]:
    """Return the type sizes of all lines in `drawn_lines`, except numbers inside badges."""
    return set()


@pytest.fixture
def cold_texts() -> Iterator[None]:
    """Empty the cache of all pieces with text for the test."""
    with empty_cache(but=WORDLESS):
        yield


@pytest.fixture
def drawn_lines(cold_texts: None, type_sizes: set[int], monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """Return every line that the test drew, and whether it was complete."""
    lines: dict[str, bool] = {}
    draw = Canvas.text

    def spy(canvas: Canvas, text: str, kind: Type, box: Box, ink: Ink, *, align: Align = Align.LEFT) -> int:
        whole = fonts.fitted(text, kind, box.width) == text and not text.endswith(fonts.ELLIPSIS)
        lines[text] = whole and lines.get(text, True)
        if not (text.isdigit() and kind.size < fonts.SMALLEST and box.width == box.height):
            type_sizes.add(kind.size)
        return draw(canvas, text, kind, box, ink, align=align)

    monkeypatch.setattr(Canvas, "text", spy)
    return lines
