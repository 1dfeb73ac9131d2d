from collections.abc import Iterator

import pytest

from bot.content.seeds import load_game
from render import fonts
from render.canvas import Align, Box, Canvas
from render.fonts import Type
from render.palette import Ink
from rules.allocator.game import Allocator
from rules.tnb.game import Tnb
from tests.render.tables import WORDLESS, set_aside


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
    """Nothing is kept that was drawn before, until the test is over: others need not draw it all again."""
    with set_aside():
        yield


@pytest.fixture
def sizes() -> set[int]:
    """How large every line was written that was drawn in the test, with `spoken`; but for a number inside a seat's
    sign.
    """
    return set()


@pytest.fixture
def unsaid() -> Iterator[None]:
    """Nothing is kept that says anything, until the test is over."""
    with set_aside(but=WORDLESS):
        yield


@pytest.fixture
def spoken(unsaid: None, sizes: set[int], monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """Every line that was drawn in the test, and whether it is whole."""
    found: dict[str, bool] = {}
    draw = Canvas.text

    def spy(canvas: Canvas, text: str, kind: Type, box: Box, ink: Ink, *, align: Align = Align.LEFT) -> int:
        whole = fonts.fitted(text, kind, box.width) == text and not text.endswith(fonts.ELLIPSIS)
        found[text] = whole and found.get(text, True)
        if not (text.isdigit() and kind.size < fonts.SMALLEST and box.width == box.height):
            sizes.add(kind.size)
        return draw(canvas, text, kind, box, ink, align=align)

    monkeypatch.setattr(Canvas, "text", spy)
    return found
