"""Draw Alchemy's cards for private pictures: processes and Magnum Opus cards whole or as slips, elements in
the circle.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.alchemy.art import art, kind_of
from render.alchemy.badges import BADGE_SIZE, BADGES, CIRCLE, element_badge
from render.alchemy.style import HOLLOW, RIM, TRAY
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import LABEL, STRONG
from render.palette import MUTED, ORCHID, TEXT, Ink
from render.renderer import Traits
from render.shapes import Shape
from rules.alchemy.cards import AlchemyCard, EffectCard, ElementCard, OpusCard

_ART: Final = 76
_SLIP: Final = 56
SLIP_HEIGHT: Final = _SLIP + 2 * UNIT
_TEXT_LINES: Final = 6
_FLASK: Final = 72
_COUNT: Final = 32
_POINTER: Final = 24
_AGAIN: Final = BADGE_SIZE + _POINTER + 12
"""Width in pixels of the end of a row in the circle: a pointer to the element that comes next, and its badge."""
_WIDE: Final = 1000
"""The smallest width, in pixels, at which the whole circle fits into one row."""


def traits(card: AlchemyCard) -> Traits:
    """Return a card's details for the picture of a deck."""
    match card:
        case ElementCard():
            ink, shape = BADGES[card.element]
            return Traits(card.element.label, ink, shape, card.element.sign, None)
        case OpusCard():
            return Traits("Magnum Opus", ORCHID, Shape.STAR, "", card.cost)
        case EffectCard(reaction=True):
            return Traits("Reactions", kind_of(card), Shape.SHIELD, "", card.cost)
        case EffectCard():
            return Traits("Processes", kind_of(card), Shape.GEAR, "", card.cost)
        case _:
            raise TypeError(card)


class Held(NamedTuple):
    """A card with details for drawing."""

    card: AlchemyCard
    copies: int = 1
    note: str = ""
    """A remark beside the cost."""
    frame: Ink | None = None
    """The seat's ink if the card can be used now, else None."""
    used: bool = False


def whole_height(held: Held, width: int) -> int:
    """Return the height in pixels of a card with its text, at this width."""
    return _ART + 2 * UNIT + len(_text(held.card, width)) * LABEL.pitch + (UNIT if _text(held.card, width) else 0)


def _text(card: AlchemyCard, width: int) -> tuple[str, ...]:
    return fonts.wrapped(card.text, LABEL, width - 4 * UNIT, _TEXT_LINES) if isinstance(card, EffectCard) else ()


@cached
def whole(held: Held, size: tuple[int, int]) -> Image:
    """Draw a card with its picture, name, cost and text."""
    canvas = _face(held, size, _ART)
    below = canvas.box.inset(2 * UNIT, UNIT).row(_ART + 2)[1]
    for words in _text(held.card, size[0]):
        line, below = below.row(LABEL.pitch)
        canvas.text(words, LABEL, line, TEXT)
    return canvas.pixels


@cached
def slip(held: Held, width: int) -> Image:
    """Draw a card without its text."""
    return _face(held, (width, SLIP_HEIGHT), _SLIP).pixels


def _face(held: Held, size: tuple[int, int], picture: int) -> Canvas:
    """Draw the head of a card: its picture, its name and a line of details."""
    canvas = Canvas(*size, TRAY)
    canvas.panel(canvas.box, HOLLOW, edge=held.frame or RIM, line=5 if held.frame else 2)
    head = canvas.box.inset(UNIT)._replace(height=picture)
    canvas.stamp(*art(held.card, picture, HOLLOW, dim=held.used), head.left, head.top)
    upper, lower = head.column(picture + UNIT)[1].row(picture // 2)
    if held.copies > 1:
        width = canvas.text(f"x{held.copies}", STRONG, upper, TEXT, align=Align.RIGHT) + UNIT
        upper = upper._replace(width=upper.width - width)
    canvas.text(held.card.name, STRONG, upper, MUTED if held.used else TEXT)
    cost = [f"{held.card.cost} AP"] if isinstance(held.card, EffectCard) else []
    canvas.text(" · ".join(filter(None, (*cost, held.note))), LABEL, lower, MUTED)
    return canvas


def circle(cards: Mapping[AlchemyCard, int], width: int) -> Canvas:
    """Draw a hand's elements in the order of the circle. A pointer leads from each element to the one it is strong
    against.
    """
    elements = [(card, count) for card, count in cards.items() if isinstance(card, ElementCard)]
    counted = any(count > 1 for _, count in elements)
    row_height = _FLASK + UNIT + (_COUNT if counted else 0)
    row_count = 1 if width >= _WIDE else 2
    canvas = Canvas(width, row_count * row_height + UNIT, TRAY)
    canvas.panel(canvas.box, HOLLOW, edge=RIM)
    inner = canvas.box.inset(12, UNIT)
    inner = inner._replace(width=inner.width - _AGAIN)
    abreast = len(CIRCLE) // row_count
    columns = [
        column._replace(top=inner.top + row * row_height)
        for row in range(row_count)
        for column in inner.columns(abreast, _POINTER + 12)
    ]
    for column, element in zip(columns, CIRCLE, strict=True):
        held = [(card, count) for card, count in elements if card.element is element]
        left = column.left
        for card, count in held:
            canvas.stamp(*art(card, _FLASK, HOLLOW), left, column.top)
            canvas.name(card.name, Box(left, column.top, _FLASK, _FLASK))
            if count > 1:
                below = column._replace(left=left, width=_FLASK, top=column.top + _FLASK, height=_COUNT)
                canvas.text(f"x{count}", STRONG, below, TEXT, align=Align.MIDDLE)
            left += _FLASK + 2
        if not held:
            canvas.shape(BADGES[element][1], left + 14, column.top + 14, _FLASK - 28, BADGES[element][0])
            canvas.text("none", LABEL, column.column(_FLASK + UNIT)[1]._replace(height=_FLASK), MUTED)
        middle = column.top + _FLASK // 2
        canvas.shape(Shape.POINTER, column.right + 6, middle - _POINTER // 2, _POINTER, MUTED)
    for last, column in enumerate(columns[abreast - 1 :: abreast], 1):
        after = CIRCLE[last * abreast % len(CIRCLE)]
        element_badge(canvas, after, canvas.box.right - 12 - BADGE_SIZE, column.top + _FLASK // 2)
    return canvas
