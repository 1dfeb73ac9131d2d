"""Draw Allocator's cards: badges of factions and systems, strips for a stack on the table, whole cards for the hand."""

from typing import Final

from PIL import Image

from render import fonts
from render.allocator.art import emblem_mask
from render.allocator.backdrops import BACKDROPS
from render.allocator.facts import Stack
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas, Piece
from render.fonts import FIGURE, LABEL, STRONG
from render.palette import (
    BLUE,
    EDGE,
    GREEN,
    GROUND,
    INK,
    MUTED,
    ORCHID,
    STRIP,
    TEXT,
    VERMILION,
    WELL,
    YELLOW,
    Ink,
    blend,
)
from render.renderer import Traits
from render.scenery import motif, scene
from render.shapes import Shape
from rules.allocator.cards import AllocatorCard, Faction, System

FACTIONS: Final[dict[Faction, tuple[Ink, Shape]]] = {
    Faction.TITAN_AI: (VERMILION, Shape.TRIANGLE),
    Faction.BASTION: (BLUE, Shape.SQUARE),
    Faction.VERDANT: (GREEN, Shape.DISC),
    Faction.CORSAIR: (YELLOW, Shape.DIAMOND),
    Faction.PRISM: (ORCHID, Shape.HEXAGON),
}
"""Each faction's colour and shape. The faction's letter goes inside if it fits."""
SYSTEMS: Final = {System.ATTACK: Shape.SWORD, System.DEFENSE: Shape.SHIELD, System.DEVELOPMENT: Shape.GEAR}

STRIP_HEIGHT: Final = 36
_HEAD: Final = 34
"""Width of the picture on a strip, in pixels."""
_SIGN: Final = 16
"""Size of the faction's sign on a strip, in pixels."""
TALL: Final = 74
PORTRAIT: Final = 80
"""Width of the picture in a strip that is higher than `TALL`, in pixels."""
"""Height in pixels of a strip that also shows the card's picture."""
CARD_HEIGHTS: Final = (308, 258)
"""Height of a whole card in pixels: in a single row, and in two rows."""
SLIP_WIDTH, SLIP_HEIGHT = 350, 88
"""Width and height of a slip in pixels; a narrower slip has a smaller picture."""
_STATS, _BOOST = 54, 40
"""Heights of a card's power in each system, and of its boost, in pixels."""
_SIDE: Final = 4
"""Padding beside a card's name, in pixels."""
SMALL: Final = 64
"""Width of the picture's place on a strip, in pixels."""


def traits(card: AllocatorCard) -> Traits:
    """Return a card's details for the picture of a deck."""
    ink, shape = FACTIONS[card.faction]
    return Traits(card.faction.label, ink, shape, card.faction.sign, card.boost)


def art(card: AllocatorCard, size: int) -> Piece:
    """Draw a card's picture in a square of `size` pixels."""
    return pictured(card, size, size), Image.new("1", (size, size), 1)


@cached
def pictured(card: AllocatorCard, width: int, height: int) -> Image.Image:
    """Draw a card's picture: its emblem in a scene of its faction."""
    canvas = Canvas(width, height, INK)
    ink, _ = FACTIONS[card.faction]
    scene(canvas, canvas.box, ink, BACKDROPS[card.faction], mirrored=bool(card.order % 2))
    motif(canvas, canvas.box, emblem_mask(card, min(width, height) - 2), LIT[ink])
    return canvas.pixels


@cached
def strip(stack: Stack, system: System, width: int) -> Image.Image:
    """Draw equal cards in a system as a strip: a small picture with the faction, the name, the number of copies, and
    their power there. A name that needs its room takes the place of the picture.
    """
    card, count = stack
    canvas = Canvas(width, STRIP_HEIGHT, INK)
    ink, kind = FACTIONS[card.faction]
    canvas.panel(canvas.box.inset(0, 1), STRIP, radius=8)
    room = row = canvas.box.column(_SIGN + 4)[1].inset(2, 0)
    power = count * card.power_in(system)
    room = room._replace(
        width=room.width - 6 - canvas.text(str(power), STRONG, row, TEXT if power else MUTED, align=Align.RIGHT)
    )
    if count > 1:
        room = room._replace(width=room.width - 6 - canvas.text(f"x{count}", LABEL, room, MUTED, align=Align.RIGHT))
    beside = room.column(_HEAD + 2 - _SIGN)[1]
    is_pictured = fonts.width(card.name, LABEL) <= beside.width
    if is_pictured:
        canvas.place(pictured(card, _HEAD, STRIP_HEIGHT - 4), 2, 2)
    canvas.shape(kind, 2, STRIP_HEIGHT - 20 if is_pictured else (STRIP_HEIGHT - _SIGN) // 2, _SIGN, ink)
    canvas.text(card.name, LABEL, beside if is_pictured else room, TEXT)
    return canvas.pixels


@cached
def tall_strip(stack: Stack, system: System, width: int, height: int = TALL) -> Image.Image:
    """Draw a strip with the card's picture, for a system with enough room. A higher strip has a larger picture and a
    larger figure.
    """
    card, count = stack
    canvas = Canvas(width, height, INK)
    ink, kind = FACTIONS[card.faction]
    canvas.panel(canvas.box.inset(0, 1), STRIP, radius=8)
    picture = SMALL - 4 if height == TALL else PORTRAIT
    words = canvas.box.column(picture + 4)[1].inset(2)
    canvas.place(pictured(card, picture, height - 10), 5, 5)
    name, stats_row = words.row(STRIP_HEIGHT - 2)
    stats_row = stats_row._replace(width=stats_row.width - 4)
    canvas.text(card.name, LABEL, name, TEXT)
    canvas.shape(kind, stats_row.left, stats_row.middle - 12, 24, ink)
    if count > 1:
        canvas.text(f"x{count}", LABEL, stats_row.column(34)[1], MUTED)
    power = count * card.power_in(system)
    kind_of_figure = STRONG if height == TALL else FIGURE
    canvas.text(str(power), kind_of_figure, stats_row, TEXT if power else MUTED, align=Align.RIGHT)
    return canvas.pixels


@cached
def card(stack: Stack, frame: Ink | None, size: tuple[int, int]) -> Image.Image:
    """Draw a whole card: a scene with its emblem and name, the power in each system, and the boost.

    frame: the seat's ink if the card can be chosen now, else None.
    """
    canvas = Canvas(*size, GROUND)
    ink, kind = FACTIONS[stack.card.faction]
    canvas.panel(canvas.box, STRIP, edge=frame or EDGE, line=6 if frame else 3)
    inner = canvas.box.inset(6)
    high = inner.height - _STATS - _BOOST - 2 * UNIT
    upper, lower = inner.row(high)
    scene(canvas, upper, ink, BACKDROPS[stack.card.faction], mirrored=bool(stack.card.order % 2))
    longest = max(fonts.width(word, STRONG) for word in stack.card.name.split())
    type_of_name = STRONG if longest <= upper.width - 2 * _SIDE else LABEL
    name_lines = len(fonts.wrapped(stack.card.name, type_of_name, upper.width - 2 * _SIDE, 2))
    room, name = upper.row(high - name_lines * STRONG.pitch - 4)
    emblem_size = min(room.height, upper.width) - 2
    motif(canvas, room, emblem_mask(stack.card, emblem_size), LIT[ink])
    canvas.shape(kind, upper.left + 6, upper.top + 6, 40, ink)
    sign = Box(upper.left + 6, upper.top + 6 + _LOW[kind], 40, 40)
    canvas.text(stack.card.faction.sign, STRONG, sign, INK, align=Align.MIDDLE)
    if stack.copies > 1:
        canvas.panel(Box(upper.right - 60, upper.top + 6, 54, 40), INK, radius=10)
        canvas.text(f"x{stack.copies}", STRONG, Box(upper.right - 60, upper.top + 6, 54, 40), TEXT, align=Align.MIDDLE)
    canvas.fill(name, INK)
    canvas.lines(stack.card.name, type_of_name, name.inset(_SIDE, 2), TEXT, align=Align.MIDDLE)
    stats, rest = lower.row(_STATS + UNIT)
    of_use = [system for system in System if stack.card.power_in(system)]
    for cell, system in zip(stats.columns(len(of_use), 0), of_use, strict=True):
        _stat(canvas, cell, stack.card, system)
    _boost(canvas, rest._replace(height=_BOOST).inset(2, 0), stack.card, frame)
    return canvas.pixels


@cached
def slip(stack: Stack, frame: Ink | None, width: int) -> Image.Image:
    """Draw a card in two lines, for a large hand.

    frame: the seat's ink if the card can boost now, else None.
    """
    canvas = Canvas(width, SLIP_HEIGHT, GROUND)
    canvas.panel(canvas.box, STRIP, edge=frame or EDGE, line=4)
    size = 74 if width >= SLIP_WIDTH else 60
    art, words = canvas.box.inset(8, 6).column(size + 2)
    canvas.place(pictured(stack.card, size, size), art.left, art.middle - size // 2)
    upper, lower = words.row(38)
    if stack.copies > 1:
        right = canvas.text(f"x{stack.copies}", STRONG, upper, TEXT, align=Align.RIGHT) + UNIT
        upper = upper._replace(width=upper.width - right)
    canvas.text(stack.card.name, LABEL, upper, TEXT)
    stats, boost = lower.column(132)
    for cell, system in zip(stats.columns(3, 0), System, strict=True):
        canvas.text(str(stack.card.power_in(system)), STRONG, cell.column(23)[1], TEXT)
        canvas.shape(SYSTEMS[system], cell.left, cell.middle - 10, 20, MUTED)
    _boost(canvas, boost, stack.card, frame)
    return canvas.pixels


def _stat(canvas: Canvas, cell: Box, card: AllocatorCard, system: System) -> None:
    """Draw the power of a card in a system where it has some; that of its best system is large."""
    power = card.power_in(system)
    best = power == max(map(card.power_in, System))
    kind = FIGURE if best else STRONG
    wide = 28 + fonts.width(str(power), kind)
    left = cell.left + (cell.width - wide) // 2
    canvas.shape(SYSTEMS[system], left, cell.middle - 13, 26, TEXT if power else EDGE)
    canvas.text(str(power), kind, cell._replace(left=left + 30), TEXT if power else MUTED)


def _boost(canvas: Canvas, box: Box, card: AllocatorCard, frame: Ink | None) -> None:
    """Write a card's boost, and how many cards of its faction the boost needs (Function Match)."""
    canvas.panel(box, frame or WELL, radius=8)
    row = box.inset(UNIT, 0)
    canvas.text(f"+{card.boost}", STRONG, row, INK if frame else TEXT)
    canvas.text(f"FM {card.function_match}", LABEL, row, INK if frame else MUTED, align=Align.RIGHT)


_LOW: Final = {kind: 5 if kind is Shape.TRIANGLE else 0 for _, kind in FACTIONS.values()}
LIT: Final = {ink: blend(TEXT, ink, 0.55) for ink, _ in FACTIONS.values()}
"""The ink of each faction's emblems in a scene."""
