"""Draw the elements in a recharge pile and an exhausted pile: a row for each element, its magnitudes side by side."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from PIL.Image import Image

from render.alchemy.badges import BADGES, CIRCLE
from render.alchemy.style import HOLLOW, TRAY
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import LABEL, STRONG
from render.palette import INK, MUTED, blend
from rules.alchemy.cards import AlchemyCard, ElementCard
from rules.alchemy.elements import Element

_HEAD: Final = 34
ROW: Final = 37
_TALL: Final = 44
"""Height of a row of the piles on the table, in pixels."""
_BADGE_SIZE: Final = 34
_CHIP, _LARGE = 30, 38
"""Sizes of a card in the hand's picture and on the table, in pixels."""
_STEP, _SHORT = 4, 2
"""The visible widths of a card that lies under another one there, in pixels."""
_STRENGTHS: Final = (1, 2, 3)

Counts = tuple[tuple[int, int, int], ...]
"""For each element, in the order of the circle: the number of cards of each magnitude."""


def counts(pile: Iterable[AlchemyCard]) -> Counts:
    """Count the elements of a pile by magnitude."""
    copies = Counter((card.element, card.magnitude) for card in pile if isinstance(card, ElementCard))
    return tuple(tuple(copies[element, strength] for strength in _STRENGTHS) for element in CIRCLE)  # type: ignore[misc]


@cached
def piles(recharge: Counts, exhausted: Counts, width: int) -> Image:
    """Draw both piles, with the recharge pile on the left."""
    canvas = Canvas(width, _HEAD + 4 * _TALL, TRAY)
    head, below = canvas.box.row(_HEAD)
    canvas.text("Recharge", LABEL, head, MUTED)
    canvas.text("Exhausted", LABEL, head, MUTED, align=Align.RIGHT)
    pile_width = 3 * (_LARGE + 2 * _SHORT) - 4
    for place, element in enumerate(CIRCLE):
        row, below = below.row(_TALL)
        ink, kind = BADGES[element]
        canvas.shape(kind, row.left + (width - _BADGE_SIZE) // 2, row.middle - _BADGE_SIZE // 2, _BADGE_SIZE, ink)
        _strengths(canvas, row._replace(width=pile_width), element, recharge[place], large=True)
        _strengths(
            canvas, row._replace(left=row.right - pile_width, width=pile_width), element, exhausted[place], large=True
        )
    return canvas.pixels


@cached
def in_a_row(pile: Counts) -> Image:
    """Draw one pile with its elements side by side."""
    cell_width = _BADGE_SIZE + 6 + 3 * (_CHIP + 2 * _STEP)
    canvas = Canvas(4 * cell_width + 3 * UNIT, ROW, TRAY)
    for place, element in enumerate(CIRCLE):
        cell = canvas.box.columns(4, UNIT)[place]
        ink, kind = BADGES[element]
        canvas.shape(kind, cell.left, cell.middle - _BADGE_SIZE // 2, _BADGE_SIZE, ink)
        _strengths(canvas, cell.column(_BADGE_SIZE + 6)[1], element, pile[place])
    return canvas.pixels


def _strengths(
    canvas: Canvas, row: Box, element: Element, copies: tuple[int, int, int], *, large: bool = False
) -> None:
    size, step = (_LARGE, _SHORT) if large else (_CHIP, _STEP)
    for strength, cell, count in zip(_STRENGTHS, row.columns(3, 0), copies, strict=True):
        top = Box(cell.left, row.middle - size // 2, size, size)
        if not count:
            canvas.panel(top, HOLLOW, radius=8)
            continue
        ink = BADGES[element][0]
        for below in range(min(count, 3) - 1, 0, -1):
            canvas.panel(top._replace(left=top.left + below * step), blend(ink, INK, 0.6 - 0.15 * below), radius=8)
        canvas.panel(top, ink, radius=8)
        canvas.text(str(strength), STRONG, top, INK, align=Align.MIDDLE)
