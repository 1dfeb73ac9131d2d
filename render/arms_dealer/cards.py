"""Arms Dealer's pieces: spaces of a formation, places of the rows, chips, item cards, amounts of coins."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.arms_dealer import sprites
from render.cache import kept
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import LABEL, STRONG, Type
from render.palette import EDGE, GROUND, INK, MUTED, ORCHID, PANEL, STRIP, TEXT, WELL, YELLOW, Ink, blend
from render.pieces import SEATS, card_front, seat_sign
from rules.arms_dealer.cards import AsteroidCard, ItemCard, ShipCard
from rules.arms_dealer.labels import does
from rules.core.events import Seat

SPACE_HEIGHT: Final = 124
PLACE_HEIGHT: Final = 116
ITEM_WIDTH, _ITEM_HEIGHT, _ITEM_FOOT = 312, 200, 40
_CHIP: Final = 42


class ShopPlace(NamedTuple):
    """A place of the shop row."""

    place: int
    there: bool
    looked: tuple[Seat, ...]
    looking: Seat | None
    """Who is looking at it now."""


@kept
def shop_place(shown: ShopPlace, size: tuple[int, int], on: Ink) -> Image:
    """A crate, and who knows what is in it; somebody who looks into it now is there with an open eye."""
    canvas = Canvas(*size, on)
    box = canvas.box
    looking = shown.looking is not None
    ink = SEATS[shown.looking][0] if shown.looking is not None else EDGE
    fill = blend(ink, GROUND, 0.3) if looking else STRIP if shown.there else WELL
    canvas.panel(box, fill, edge=ink, line=4 if looking else 2)
    canvas.text(str(shown.place), STRONG, Box(box.left + 12, box.top + 8, 40, 32), TEXT if shown.there else MUTED)
    if not shown.there:
        canvas.text("empty", LABEL, box, MUTED, align=Align.MIDDLE)
        return canvas.pixels
    signs = shown.looked
    sprites.crate(canvas, Box(box.left + 36, box.top + (8 if signs else 24), box.width - 72, 60 if signs else 70))
    width = 44 + 36 * len(signs) if signs else 0
    left = box.left + (box.width - width) // 2
    if signs:
        sprites.eye(canvas, Box(left, box.bottom - 42, 40, 32), TEXT)
    for place, seat in enumerate(signs):
        seat_sign(canvas, seat, left + 46 + 36 * place, box.bottom - 43, 34)
    return canvas.pixels


@kept
def rock_place(place: int, size: tuple[int, int], on: Ink, *, there: bool, picker: Seat | None) -> Image:
    """An asteroid that lies face down, or where one lay; framed if somebody is to pick it."""
    canvas = Canvas(*size, on)
    box = canvas.box
    ink = EDGE if picker is None or not there else SEATS[picker][0]
    canvas.panel(box, STRIP if there else WELL, edge=ink, line=2 if ink is EDGE else 4)
    canvas.text(str(place), STRONG, Box(box.left + 12, box.top + 8, 40, 32), TEXT if there else MUTED)
    if there:
        sprites.rock(canvas, box.inset(24, 14))
    else:
        canvas.text("empty", LABEL, box, MUTED, align=Align.MIDDLE)
    return canvas.pixels


class Chip(NamedTuple):
    """A few words on a small panel."""

    text: str
    ink: Ink
    item: ItemCard | None = None
    ship: ShipCard | None = None

    @property
    def width(self) -> int:
        sign = 36 if self.item else 60 if self.ship else 0
        return fonts.width(self.text, STRONG) + sign + 3 * UNIT


def flowed(chips: list[Chip], width: int) -> list[list[Chip]]:
    """Chips in lines of this width."""
    lines: list[list[Chip]] = []
    left = 0
    for chip in chips:
        if not lines or left + chip.width > width:
            lines.append([])
            left = 0
        lines[-1].append(chip)
        left += chip.width + UNIT
    return lines


def chips_height(lines: list[list[Chip]]) -> int:
    return len(lines) * (_CHIP + UNIT)


def draw_chips(canvas: Canvas, box: Box, lines: list[list[Chip]], align: Align = Align.MIDDLE) -> None:
    """Lines of chips from the top of a box."""
    for line, chips in enumerate(lines):
        total = sum(chip.width for chip in chips) + UNIT * (len(chips) - 1)
        left = box.left + round((box.width - total) * align.value)
        for chip in chips:
            width = min(chip.width, box.width)
            room = Box(left, box.top + line * (_CHIP + UNIT), width, _CHIP)
            canvas.panel(room, STRIP, radius=UNIT, edge=EDGE)
            words = room.inset(12, 0)
            if chip.item is not None:
                sprites.item_sign(canvas, chip.item.kind, Box(words.left, room.top + 7, 28, 28), chip.ink)
                words = words.column(36)[1]
            elif chip.ship is not None:
                sprites.ship(canvas, chip.ship, Box(words.left, room.top + 4, 51, 34))
                words = words.column(60)[1]
            canvas.text(chip.text, STRONG, words, TEXT)
            left += width + UNIT


class Stack(NamedTuple):
    """An item card, and what is said at its foot."""

    item: ItemCard
    foot: str
    ink: Ink
    framed: bool


def item_height(stacks: Sequence[Stack]) -> int:
    """How high these cards are side by side."""
    return _ITEM_HEIGHT + _ITEM_FOOT * any(stack.foot for stack in stacks)


@kept
def item_card(stack: Stack, height: int) -> Image:
    """An item face up."""
    canvas = Canvas(ITEM_WIDTH, height, GROUND)
    ink = stack.ink if stack.framed else MUTED
    body = card_front(canvas, canvas.box, 46, ink, edge=ink if stack.framed else EDGE)
    head = Box(body.left, body.top - 46, body.width, 46).inset(8, 0)
    sprites.item_sign(canvas, stack.item.kind, Box(head.left + 2, head.top + 9, 30, 30), INK)
    canvas.text(stack.item.name, STRONG, head.column(40)[1], INK)
    inner = body.inset(12, 8)
    canvas.lines(does(stack.item), LABEL, inner._replace(height=LABEL.pitch * 4), TEXT)
    if stack.foot:
        canvas.text(stack.foot, STRONG, Box(inner.left, body.bottom - 40, inner.width, 36), YELLOW)
    return canvas.pixels


def money(canvas: Canvas, coins: int, right: int, middle: int, kind: Type = STRONG) -> int:
    """An amount behind a coin, its right end given; its width."""
    figure = f"{coins:,}"
    size = kind.size
    wide = fonts.width(figure, kind)
    canvas.text(figure, kind, Box(right - wide, middle - size, wide, 2 * size), TEXT)
    sprites.coin(canvas, Box(right - wide - size - 8, middle - size // 2, size, size))
    return wide + size + 8


@kept
def asteroid_card(card: AsteroidCard, size: tuple[int, int], on: Ink) -> Image:
    """An asteroid face up: what is in it."""
    canvas = Canvas(*size, on)
    canvas.panel(canvas.box, PANEL, edge=YELLOW if card.coins > 1_000 else EDGE, line=4)
    upper, lower = canvas.box.inset(12, 10).row(size[1] - 60)
    sprites.rock(canvas, upper, card)
    canvas.text(f"{card.coins:,}", STRONG, lower, TEXT, align=Align.MIDDLE)
    return canvas.pixels


ITEM_INK: Final = ORCHID
