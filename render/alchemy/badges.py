"""The badges of Alchemy's elements."""

from typing import Final

from render.canvas import Align, Box, Canvas
from render.fonts import FIGURE, LABEL, STRONG, TITLE
from render.palette import BLUE, GREEN, INK, TEXT, VERMILION, YELLOW, Ink
from render.shapes import Shape
from rules.alchemy.cards import Essence
from rules.alchemy.elements import Element

BADGES: Final[dict[Element, tuple[Ink, Shape]]] = {
    Element.FIRE: (VERMILION, Shape.TRIANGLE),
    Element.WATER: (BLUE, Shape.DROP),
    Element.AIR: (YELLOW, Shape.DIAMOND),
    Element.EARTH: (GREEN, Shape.HEXAGON),
}
"""Colour and shape of each basic element's badge. The element's letter goes inside."""
CIRCLE: Final = (Element.WATER, Element.FIRE, Element.AIR, Element.EARTH)
"""The basic elements, each strong against the next one, and the last against the first."""
BADGE_SIZE: Final = 44
"""Width and height of an element's badge, in pixels."""
_OVERLAP: Final = 2
_LOW: Final = {Shape.TRIANGLE: 8, Shape.DROP: 6}
_LETTERS: Final = ((96, FIGURE), (66, TITLE), (0, STRONG))
"""Pairs of a smallest badge size in pixels, and the type of the letter from that size on."""


def badge_width(element: Element) -> int:
    """Return the width of an element's badge in pixels; a complex element has the badges of its two parts."""
    return len(element.basics) * (BADGE_SIZE - _OVERLAP) + _OVERLAP


def element_badge(canvas: Canvas, element: Element, left: int, middle: int, size: int = BADGE_SIZE) -> int:
    """Draw an element's badge, starting at `left`; return its width in pixels."""
    start = left
    kind = next(kind for least, kind in _LETTERS if size >= least)
    for part in element.basics:
        ink, shape = BADGES[part]
        canvas.shape(shape, left, middle - size // 2, size, ink)
        inside = Box(left, middle - size // 2 + _LOW.get(shape, 0) * size // BADGE_SIZE, size, size)
        canvas.text(part.sign, kind, inside, INK, align=Align.MIDDLE)
        left += size - _OVERLAP
    return left + _OVERLAP - start


def essence_badge(canvas: Canvas, essence: Essence, left: int, middle: int) -> int:
    """Draw the badge of a played element; return its width in pixels.

    A complex element has two badges, each followed by its magnitude.
    """
    start = left
    for card in essence.cards:
        left += element_badge(canvas, card.element, left, middle)
        if essence.is_complex:
            figure = Box(left + 1, middle - BADGE_SIZE // 2, BADGE_SIZE, BADGE_SIZE)
            left += canvas.text(str(card.magnitude), LABEL, figure, TEXT) + 8
    return left - start
