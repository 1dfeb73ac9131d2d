"""Draw the contents of hands and rows: items on slips, asteroids by number, and coins."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.arms_dealer import art, sprites
from render.arms_dealer.art import ITEM_INKS
from render.arms_dealer.style import BRIDGE, RIM
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas, Layout
from render.fonts import LABEL, STRONG, TITLE, Type
from render.palette import INK, MUTED, TEXT, Ink, blend
from render.shapes import Shape
from rules.arms_dealer.cards import ItemCard, ItemKind

SLIP_HEIGHT: Final = 84
_COLUMNS: Final = {Layout.DESKTOP: 3, Layout.PHONE: 2}
"""The number of slips side by side."""
_SHORT: Final = {
    ItemKind.POWER: "this skirmish",
    ItemKind.REPAIR: "wreck to deck",
    ItemKind.REINFORCEMENTS: "one ship more",
    ItemKind.REDRAW: "another ship",
    ItemKind.RAPID_REPAIR: "bay to deck",
}
"""Each kind of item's effect, in as few words as fit on a slip."""


class Slip(NamedTuple):
    """An item with details for drawing."""

    item: ItemCard
    words: str = ""
    """Words instead of the effect: the item's place in the row; "" for the effect."""
    times: int = 1
    framed: bool = False
    """Whether the item can be used now, or the player has to decide about it."""


def slips_height(slips: Sequence[Slip], layout: Layout) -> int:
    """Return the height of the rows of these slips, in pixels."""
    return -(-len(slips) // _COLUMNS[layout]) * (SLIP_HEIGHT + UNIT)


def draw_slips(canvas: Canvas, box: Box, slips: Sequence[Slip], layout: Layout) -> None:
    """Draw slips in rows from the top of a box."""
    rooms = box.columns(_COLUMNS[layout], UNIT)
    for place, shown in enumerate(slips):
        line, column = divmod(place, len(rooms))
        piece = slip(shown, rooms[column].width, canvas.at(box.left, box.top))
        top = box.top + line * (SLIP_HEIGHT + UNIT)
        canvas.place(piece, rooms[column].left, top)
        canvas.name(shown.item.name, Box(rooms[column].left, top, *piece.size))


@cached
def slip(shown: Slip, width: int, on: Ink) -> Image:
    """Draw an item with its picture, name and number of copies."""
    canvas = Canvas(width, SLIP_HEIGHT, on)
    ink = ITEM_INKS[shown.item.kind]
    fill = blend(ink, BRIDGE, 0.2) if shown.framed else BRIDGE
    canvas.panel(canvas.box, fill, edge=ink if shown.framed else RIM, line=4 if shown.framed else 2)
    room = canvas.box.inset(8, 10)
    art.place(canvas, shown.item, room)
    upper, lower = room.column(room.height + 10)[1].row(room.height // 2)
    canvas.text(shown.item.name, STRONG, upper, TEXT)
    if shown.times > 1:
        wide = canvas.text(f"x{shown.times}", STRONG, lower, TEXT, align=Align.RIGHT) + UNIT
        lower = lower._replace(width=lower.width - wide)
    canvas.text(shown.words or _SHORT[shown.item.kind], LABEL, lower, TEXT if shown.words else MUTED)
    return canvas.pixels


_TALL: Final = 120
"""Height of a place from which on its asteroid has the whole width, in pixels."""
_SMALLER: Final = 18, 2, 26, 10, 0
"""The margins of asteroids at the places, in pixels, so that no two look alike."""


@cached
def rock_place(place: int, size: tuple[int, int], on: Ink, *, present: bool, edge: Ink) -> Image:
    """Draw a face-down asteroid, framed because it can be picked, or the empty place of an asteroid that is gone."""
    canvas = Canvas(*size, on)
    box = canvas.box
    canvas.panel(box, BRIDGE, edge=edge if present else RIM, line=4 if present else 2)
    if present:
        smaller = _SMALLER[place % len(_SMALLER)]
        sprites.rock(canvas, box.inset(48 if box.height < _TALL else 8, 8 + smaller))
        disc = box.height * 2 // 5
        canvas.shape(Shape.DISC, box.left + (box.width - disc) // 2, box.middle - disc // 2, disc, INK)
        canvas.text("?", Type(max(box.height // 4, TITLE.size), bold=True), box, TEXT, align=Align.MIDDLE)
    corner = Box(box.left + 14, box.top, 40, min(box.height, 60))
    canvas.text(str(place), TITLE, corner, TEXT if present else MUTED)
    return canvas.pixels


def money(canvas: Canvas, coins: int, right: int, middle: int, kind: Type = STRONG) -> int:
    """Draw a coin and an amount that end at `right`; return their width in pixels."""
    figure = f"{coins:,}"
    size = kind.size
    wide = fonts.width(figure, kind)
    canvas.text(figure, kind, Box(right - wide, middle - size, wide, 2 * size), TEXT)
    sprites.coin(canvas, Box(right - wide - size - 8, middle - size // 2, size, size))
    return wide + size + 8
