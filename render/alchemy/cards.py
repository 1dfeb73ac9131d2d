"""Alchemy's cards whole: processes and Magnum Opus cards with their text, and a hand's elements in the circle."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.alchemy.signs import CIRCLE, SIGN, SIGNS, element_sign
from render.artist import Traits
from render.cache import kept
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import LABEL, STRONG, Type
from render.palette import AMBER, EDGE, GROUND, INK, MUTED, ORCHID, PANEL, SKY, STRIP, TEXT, VIOLET, WELL, Ink
from render.pieces import card_front
from render.shapes import Shape
from rules.alchemy.cards import AlchemyCard, EffectCard, ElementCard, OpusCard
from rules.alchemy.elements import Element

BAND: Final = 48
_TEXT_LINES: Final = 6
ELEMENT_HEIGHT: Final = 100
"""How high an element card is."""
_CIRCLE_HEIGHT: Final = ELEMENT_HEIGHT + SIGN + UNIT + 24
_GAP: Final = 44
"""Room between two columns of the circle."""
_FIGURE: Final = Type(42, bold=True)


def traits(card: AlchemyCard) -> Traits:
    """What a deck's picture says of a card."""
    match card:
        case ElementCard():
            ink, shape = SIGNS[card.element]
            return Traits(card.element.label, ink, shape, card.element.sign, None)
        case OpusCard():
            return Traits("Magnum Opus", ORCHID, Shape.STAR, "", card.cost)
        case EffectCard(reaction=True):
            return Traits("Reactions", SKY, Shape.SHIELD, "", card.cost)
        case EffectCard():
            return Traits("Processes", AMBER, Shape.GEAR, "", card.cost)
        case _:
            raise TypeError(card)


class Held(NamedTuple):
    """A process or a Magnum Opus that is somewhere."""

    card: EffectCard
    copies: int = 1
    note: str = ""
    """What is to be said of it besides."""
    frame: Ink | None = None
    """The ink of its player's seat, if it can be used now."""


def effect_height(held: Held, width: int) -> int:
    """How high a process or a Magnum Opus is, drawn in this width."""
    return BAND + 2 * UNIT + (len(_text(held.card, width)) + bool(held.note)) * LABEL.pitch + 12


def _text(card: EffectCard, width: int) -> tuple[str, ...]:
    return fonts.wrapped(card.text, LABEL, width - 32, _TEXT_LINES)


@kept
def effect_card(held: Held, size: tuple[int, int]) -> Image:
    """A process or a Magnum Opus, its cost before its name and a note above its text."""
    card, copies, note, frame = held
    canvas = Canvas(*size, GROUND)
    plain = VIOLET if isinstance(card, OpusCard) else MUTED
    body = card_front(canvas, canvas.box, BAND, frame or plain, edge=frame or EDGE)
    head = Box(body.left, body.top - BAND, body.width, BAND).inset(10, 4)
    cost = f"{card.cost} AP"
    pill = head.column(fonts.width(cost, STRONG) + 20)[0].inset(0, 2)
    canvas.panel(pill, INK, radius=10)
    canvas.text(cost, STRONG, pill, TEXT, align=Align.MIDDLE)
    room = head.column(pill.width + 10)[1]
    if copies > 1:
        room = room._replace(width=room.width - UNIT - canvas.text(f"x{copies}", STRONG, room, INK, align=Align.RIGHT))
    canvas.text(card.name, STRONG, room, INK)
    line = body.inset(12, UNIT)
    for row, ink in ((note[:1].upper() + note[1:], MUTED), *((row, TEXT) for row in _text(card, size[0]))):
        if row:
            canvas.text(row, LABEL, line.row(LABEL.pitch)[0], ink)
            line = line.row(LABEL.pitch)[1]
    return canvas.pixels


@kept
def element_card(card: ElementCard, count: int, width: int) -> Image:
    """An element: its sign and its magnitude, which stands there in pips, too."""
    canvas = Canvas(width, ELEMENT_HEIGHT, PANEL)
    ink, _ = SIGNS[card.element]
    canvas.panel(canvas.box, STRIP, edge=ink, line=3)
    upper, lower = canvas.box.inset(6, 6).row(54)
    canvas.text(str(card.magnitude), _FIGURE, upper, TEXT, align=Align.MIDDLE)
    if count > 1:
        canvas.text(f"x{count}", STRONG, lower, TEXT, align=Align.MIDDLE)
    else:
        _pips(canvas, lower, card.magnitude, ink)
    return canvas.pixels


def _pips(canvas: Canvas, box: Box, count: int, ink: Ink) -> None:
    shown = min(count, box.width // 14)
    left = box.left + (box.width - 14 * shown + 4) // 2
    for place in range(shown):
        canvas.shape(Shape.DISC, left + 14 * place, box.middle - 5, 10, ink)


def circle(cards: Mapping[AlchemyCard, int], width: int) -> Canvas:
    """A hand's elements in the order of the circle: a pointer leads from each to what it is strong against."""
    canvas = Canvas(width, _CIRCLE_HEIGHT, GROUND)
    canvas.panel(canvas.box, PANEL, edge=EDGE)
    elements = [(card, count) for card, count in cards.items() if isinstance(card, ElementCard)]
    inner = canvas.box.inset(14, 12)
    each = (inner.width - SIGN) // len(CIRCLE) - _GAP
    for place, element in enumerate(CIRCLE):
        column = inner._replace(left=inner.left + place * (each + _GAP), width=each)
        _column(canvas, column, element, [(card, count) for card, count in elements if card.element is element])
        canvas.shape(Shape.POINTER, column.right + (_GAP - 26) // 2, column.top + SIGN // 2 - 13, 26, MUTED)
    element_sign(canvas, CIRCLE[0], inner.right - SIGN, inner.top + SIGN // 2)
    return canvas


def _column(canvas: Canvas, box: Box, element: Element, held: list[tuple[ElementCard, int]]) -> None:
    head, rest = box.row(SIGN)
    element_sign(canvas, element, head.left, head.middle)
    canvas.text(element.label, STRONG, head.column(SIGN + UNIT)[1], TEXT)
    row = rest.row(UNIT)[1].row(ELEMENT_HEIGHT)[0]
    if not held:
        canvas.panel(row, WELL)
        canvas.text("none", LABEL, row, MUTED, align=Align.MIDDLE)
        return
    each = (row.width - 2 * 6) // max(len(held), 3)
    for place, (card, count) in enumerate(held):
        canvas.place(element_card(card, count, each), row.left + place * (each + 6), row.top)
