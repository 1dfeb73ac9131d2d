"""The signs of Alchemy's elements, and rows of tokens: elements, names of cards and cards that lie face down."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from render import fonts
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import LABEL, STRONG
from render.palette import BLUE, EDGE, GREEN, INK, MUTED, STRIP, TEXT, VERMILION, YELLOW, Ink
from render.pieces import card_back
from render.shapes import Shape
from rules.alchemy.cards import Essence
from rules.alchemy.elements import Element

SIGNS: Final[dict[Element, tuple[Ink, Shape]]] = {
    Element.FIRE: (VERMILION, Shape.TRIANGLE),
    Element.WATER: (BLUE, Shape.DROP),
    Element.AIR: (YELLOW, Shape.DIAMOND),
    Element.EARTH: (GREEN, Shape.HEXAGON),
}
"""By basic element: its colour and its shape. Its letter stands inside."""
CIRCLE: Final = (Element.WATER, Element.FIRE, Element.AIR, Element.EARTH)
"""Each is strong against the next one, and the last one against the first."""
SIGN: Final = 44
"""How wide and high a sign is."""
ROW: Final = 56
"""From one row of tokens to the next."""
_OVERLAP: Final = 2
_LOW: Final = {Shape.TRIANGLE: 8, Shape.DROP: 3}
_BACK: Final = 36


def sign_width(element: Element) -> int:
    """How wide the sign of an element is: a complex one has those of its two parts."""
    return len(element.basics) * (SIGN - _OVERLAP) + _OVERLAP


def element_sign(canvas: Canvas, element: Element, left: int, middle: int) -> int:
    """The sign of an element, its left end given; its width."""
    for part in element.basics:
        ink, kind = SIGNS[part]
        canvas.shape(kind, left, middle - SIGN // 2, SIGN, ink)
        inside = Box(left, middle - SIGN // 2 + _LOW.get(kind, 0), SIGN, SIGN)
        canvas.text(part.sign, STRONG, inside, INK, align=Align.MIDDLE)
        left += SIGN - _OVERLAP
    return sign_width(element)


def essence_sign(canvas: Canvas, essence: Essence, left: int, middle: int) -> int:
    """An element that is played: its sign, or those of its parts with their magnitudes; how wide they came out."""
    start = left
    for card in essence.cards:
        left += element_sign(canvas, card.element, left, middle)
        if essence.is_complex:
            figure = Box(left + 1, middle - SIGN // 2, SIGN, SIGN)
            left += canvas.text(str(card.magnitude), LABEL, figure, TEXT) + 8
    return left - start


class Token(NamedTuple):
    """A card, or several in few words."""

    text: str = ""
    """"" for one that lies face down."""
    element: Element | None = None
    note: str = ""
    """What is to be said of the card."""
    plain: bool = False
    """Words that stand for no card."""


BACK: Final = Token()


def token_rows(tokens: Iterable[Token], room: int) -> list[list[Token]]:
    """The tokens in rows of this width in pixels; there is one row at least."""
    rows: list[list[Token]] = [[]]
    left = 0
    for token in tokens:
        width = _width(token)
        if rows[-1] and left + width > room:
            rows.append([])
            left = 0
        rows[-1].append(token)
        left += width + UNIT
    return rows


def draw_tokens(canvas: Canvas, box: Box, rows: Sequence[Sequence[Token]]) -> None:
    """Rows of tokens, from the top of the box."""
    for row in rows:
        line, box = box.row(ROW)
        for token in row:
            width = min(_width(token), line.width)
            _token(canvas, line._replace(width=width).inset(0, 4), token)
            line = line.column(width + UNIT)[1]


def _width(token: Token) -> int:
    if not token.text:
        return _BACK
    if token.plain:
        return fonts.width(token.text, LABEL) + UNIT
    signs = sign_width(token.element) + 4 if token.element else 4
    noted = fonts.width(token.note, LABEL) + UNIT if token.note else 0
    return signs + fonts.width(token.text, STRONG) + noted + 16


def _token(canvas: Canvas, box: Box, token: Token) -> None:
    if not token.text:
        canvas.place(card_back(box.width, box.height, canvas.at(box.left, box.top)), box.left, box.top)
        return
    if token.plain:
        canvas.text(token.text, LABEL, box, MUTED)
        return
    canvas.panel(box, STRIP, radius=UNIT, edge=EDGE)
    room = box.inset(6, 0)
    if token.element:
        room = room.column(element_sign(canvas, token.element, room.left, room.middle) + 4)[1]
    named = room.column(0 if token.element else 2)[1]
    width = canvas.text(token.text, STRONG, named, TEXT)
    canvas.text(token.note, LABEL, named.column(width + UNIT)[1], MUTED)
