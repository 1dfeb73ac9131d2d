"""Which elements are in a recharge pile and which are exhausted: a row for each element, its strengths side by side."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from PIL.Image import Image

from render.alchemy.face import HOLLOW, TRAY
from render.alchemy.signs import CIRCLE, SIGNS
from render.cache import kept
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import LABEL, STRONG
from render.palette import INK, MUTED, blend
from rules.alchemy.cards import AlchemyCard, ElementCard
from rules.alchemy.elements import Element

_HEAD: Final = 34
ROW: Final = 37
HEIGHT: Final = _HEAD + 4 * ROW
_SIGN: Final = 34
_CHIP: Final = 30
_STEP: Final = 4
"""How far a card stands out from below the one that lies on it."""
_STRENGTHS: Final = (1, 2, 3)

Counts = tuple[tuple[int, int, int], ...]
"""How many of each strength, by element in the order of the circle."""


def counts(pile: Iterable[AlchemyCard]) -> Counts:
    """The elements of a pile."""
    found = Counter((card.element, card.magnitude) for card in pile if isinstance(card, ElementCard))
    return tuple(tuple(found[element, strength] for strength in _STRENGTHS) for element in CIRCLE)  # type: ignore[misc]


@kept
def piles(recharge: Counts, exhausted: Counts, width: int) -> Image:
    """Both piles, the recharge pile at the left."""
    canvas = Canvas(width, HEIGHT, TRAY)
    head, rest = canvas.box.row(_HEAD)
    canvas.text("Recharge", LABEL, head, MUTED)
    canvas.text("Exhausted", LABEL, head, MUTED, align=Align.RIGHT)
    each = 3 * (_CHIP + 2 * _STEP)
    for place, element in enumerate(CIRCLE):
        row, rest = rest.row(ROW)
        ink, kind = SIGNS[element]
        canvas.shape(kind, row.left + (width - _SIGN) // 2, row.middle - _SIGN // 2, _SIGN, ink)
        _strengths(canvas, row._replace(width=each), element, recharge[place])
        _strengths(canvas, row._replace(left=row.right - each, width=each), element, exhausted[place])
    return canvas.pixels


@kept
def in_a_row(found: Counts) -> Image:
    """One pile, its elements side by side."""
    each = _SIGN + 6 + 3 * (_CHIP + 2 * _STEP)
    canvas = Canvas(4 * each + 3 * UNIT, ROW, TRAY)
    for place, element in enumerate(CIRCLE):
        cell = canvas.box.columns(4, UNIT)[place]
        ink, kind = SIGNS[element]
        canvas.shape(kind, cell.left, cell.middle - _SIGN // 2, _SIGN, ink)
        _strengths(canvas, cell.column(_SIGN + 6)[1], element, found[place])
    return canvas.pixels


def _strengths(canvas: Canvas, row: Box, element: Element, found: tuple[int, int, int]) -> None:
    for strength, cell, count in zip(_STRENGTHS, row.columns(3, 0), found, strict=True):
        top = Box(cell.left, row.middle - _CHIP // 2, _CHIP, _CHIP)
        if not count:
            canvas.panel(top, HOLLOW, radius=8)
            continue
        ink = SIGNS[element][0]
        for below in range(min(count, 3) - 1, 0, -1):
            canvas.panel(top._replace(left=top.left + below * _STEP), blend(ink, INK, 0.6 - 0.15 * below), radius=8)
        canvas.panel(top, ink, radius=8)
        canvas.text(str(strength), STRONG, top, INK, align=Align.MIDDLE)
