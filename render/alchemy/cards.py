"""Draw Alchemy's cards for private pictures: processes and Magnum Opus cards whole or as slips, elements in
the circle.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.alchemy.art import art, draw_scene, kind_of
from render.alchemy.badges import BADGE_SIZE, BADGES, CIRCLE, element_badge
from render.alchemy.style import HOLLOW, RIM, TRAY
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import FIGURE, LABEL, STRONG
from render.palette import INK, MUTED, ORCHID, TEXT, YELLOW, Ink, blend
from render.renderer import Traits
from render.shapes import Shape
from rules.alchemy.cards import AlchemyCard, EffectCard, ElementCard, OpusCard

_SCENE: Final = 108
"""Height of a whole card's scene, in pixels."""
_EDGES: Final = 20
"""Width of the edges of a whole card beside its name, in pixels."""
_SLIP: Final = 56
SLIP_HEIGHT: Final = _SLIP + 2 * UNIT
_COST: Final = 100
"""Width of a card's cost, in pixels."""
_TEXT_LINES: Final = 7
_FLASK, _LARGE_FLASK = 72, 100
"""Width of a flask in pixels: in a hand with many of one element, and with few."""
_FEW: Final = 2
"""The number of different cards of an element up to which flasks are large."""
_NONE: Final = 44
"""Size of an element that is not in the hand, in pixels."""
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
    lines = len(_text(held.card, width)) + (bool(held.note) and not _is_note_above(held, width))
    return _SCENE + _name_height(held.card, width) + lines * LABEL.pitch + 2 * UNIT + 12


def _is_note_above(held: Held, width: int) -> bool:
    """Return whether the remark on a card fits beside its cost, and leaves room for the motif."""
    return bool(held.note) and fonts.width(held.note, LABEL) <= width - _COST - _SCENE


def _name_height(card: AlchemyCard, width: int) -> int:
    """Return the height in pixels of a card's name, which takes two lines on a narrow card if it is long."""
    return len(fonts.wrapped(card.name, STRONG, width - _EDGES, 2)) * STRONG.pitch + 2


def _text(card: AlchemyCard, width: int) -> tuple[str, ...]:
    return fonts.wrapped(card.text, LABEL, width - 4 * UNIT, _TEXT_LINES) if isinstance(card, EffectCard) else ()


@cached
def whole(held: Held, size: tuple[int, int]) -> Image:
    """Draw a card: a scene with its cost and name, and below it the remark and the card's text."""
    card = held.card
    assert isinstance(card, EffectCard)
    canvas = Canvas(*size, TRAY)
    canvas.panel(canvas.box, HOLLOW, edge=held.frame or RIM, line=6 if held.frame else 3)
    upper, below = canvas.box.inset(6).row(_SCENE)
    words = f" AP {held.note}" if _is_note_above(held, size[0]) else " AP"
    cost = Box(upper.left, upper.top, fonts.width(str(card.cost), FIGURE) + fonts.width(words, LABEL) + 16, 50)
    draw_scene(canvas, upper, card, upper.column(cost.width if len(words) > len(" AP") else 0)[1], dim=held.used)
    canvas.panel(cost, INK, radius=10)
    wide = canvas.text(str(card.cost), FIGURE, cost.inset(6, 0), YELLOW)
    canvas.text(words, LABEL, cost.column(6 + wide)[1], TEXT)
    if held.copies > 1:
        copies = Box(upper.right - 58, upper.top, 58, 44)
        canvas.panel(copies, INK, radius=10)
        canvas.text(f"x{held.copies}", STRONG, copies, TEXT, align=Align.MIDDLE)
    name, below = below.row(_name_height(card, size[0]))
    canvas.fill(name, INK)
    canvas.lines(card.name, STRONG, name.inset(4, 1), MUTED if held.used else TEXT, align=Align.MIDDLE)
    below = below.inset(10, UNIT)
    if held.note and not _is_note_above(held, size[0]):
        line, below = below.row(LABEL.pitch)
        canvas.text(held.note, LABEL, line, MUTED)
    for text in _text(card, size[0]):
        line, below = below.row(LABEL.pitch)
        canvas.text(text, LABEL, line, TEXT)
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
    kind = STRONG if fonts.width(held.card.name, STRONG) <= upper.width else LABEL
    canvas.text(held.card.name, kind, upper, MUTED if held.used else TEXT)
    cost = [f"{held.card.cost} AP"] if isinstance(held.card, EffectCard) else []
    canvas.text(" · ".join(filter(None, (*cost, held.note))), LABEL, lower, MUTED)
    return canvas


def circle(cards: Mapping[AlchemyCard, int], width: int) -> Canvas:
    """Draw a hand's elements in the order of the circle, large if there are few; an element that is not in the hand is
    dark. A pointer leads from each element to the one it is strong against.
    """
    elements = [(card, count) for card, count in cards.items() if isinstance(card, ElementCard)]
    counted = any(count > 1 for _, count in elements)
    most = max(Counter(card.element for card, _ in elements).values(), default=0)
    flask = _LARGE_FLASK if 0 < most <= _FEW else _FLASK
    row_height = flask + UNIT + (_COUNT if counted else 0)
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
            canvas.stamp(*art(card, flask, HOLLOW), left, column.top)
            canvas.name(card.name, Box(left, column.top, flask, flask))
            if count > 1:
                below = column._replace(left=left, width=flask, top=column.top + flask, height=_COUNT)
                canvas.text(f"x{count}", STRONG, below, TEXT, align=Align.MIDDLE)
            left += flask + 2
        middle = column.top + flask // 2
        if not held:
            ink, shape = BADGES[element]
            canvas.shape(shape, left + 14, middle - _NONE // 2, _NONE, blend(ink, HOLLOW, 0.4))
        canvas.shape(Shape.POINTER, column.right + 6, middle - _POINTER // 2, _POINTER, MUTED)
    for last, column in enumerate(columns[abreast - 1 :: abreast], 1):
        after = CIRCLE[last * abreast % len(CIRCLE)]
        element_badge(canvas, after, canvas.box.right - 12 - BADGE_SIZE, column.top + flask // 2)
    return canvas
