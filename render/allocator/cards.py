"""Allocator's cards: signs of factions and systems, strips for a stack on the table, whole cards for the hand."""

from typing import Final

from PIL.Image import Image

from render import fonts
from render.allocator.facts import SHORT, Stack
from render.artist import Traits
from render.cache import kept
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE, Type
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
from render.pieces import card_front, sign
from render.shapes import Shape
from rules.allocator.cards import AllocatorCard, Faction, System

FACTIONS: Final[dict[Faction, tuple[Ink, Shape]]] = {
    Faction.TITAN_AI: (VERMILION, Shape.TRIANGLE),
    Faction.BASTION: (BLUE, Shape.SQUARE),
    Faction.VERDANT: (GREEN, Shape.DISC),
    Faction.CORSAIR: (YELLOW, Shape.DIAMOND),
    Faction.PRISM: (ORCHID, Shape.HEXAGON),
}
"""A colour and a shape; the faction's letter stands inside wherever there is room."""
SYSTEMS: Final = {System.ATTACK: Shape.SWORD, System.DEFENSE: Shape.SHIELD, System.DEVELOPMENT: Shape.GEAR}

STRIP_HEIGHT: Final = 36
CARD_WIDTH, CARD_HEIGHT = 232, 268
SLIP_WIDTH, SLIP_HEIGHT = 312, 92


def traits(card: AllocatorCard) -> Traits:
    """What a deck's picture says of a card."""
    ink, shape = FACTIONS[card.faction]
    return Traits(card.faction.label, ink, shape, card.faction.sign, card.boost)


@kept
def strip(stack: Stack, system: System, width: int) -> Image:
    """The head of a stack of cards in a system: whose, what, how many, and what it adds there."""
    card, count = stack
    canvas = Canvas(width, STRIP_HEIGHT, WELL)
    ink, kind = FACTIONS[card.faction]
    canvas.panel(canvas.box.inset(0, 1), STRIP, radius=8)
    row = canvas.box.inset(6, 0)
    canvas.shape(kind, row.left, row.middle - 11, 22, ink)
    adds = count * card.power_in(system)
    room = row.column(28)[1]
    room = room._replace(
        width=room.width - 6 - canvas.text(str(adds), STRONG, room, TEXT if adds else MUTED, align=Align.RIGHT)
    )
    if count > 1:
        room = room._replace(width=room.width - 6 - canvas.text(f"x{count}", LABEL, room, MUTED, align=Align.RIGHT))
    canvas.text(card.name, LABEL, room, TEXT)
    return canvas.pixels


@kept
def card(stack: Stack, frame: Ink | None) -> Image:
    """A whole card. A frame in a seat's ink: it may boost now."""
    canvas = Canvas(CARD_WIDTH, CARD_HEIGHT, GROUND)
    ink, kind = FACTIONS[stack.card.faction]
    body = card_front(canvas, canvas.box, 46, ink, edge=frame or EDGE)
    head = Box(body.left, body.top - 46, body.width, 46).inset(10, 0)
    canvas.shape(kind, head.left, head.middle - 15, 30, INK)
    canvas.text(stack.card.faction.sign, _SIGN, Box(head.left, head.top + _LOW[kind], 30, 46), ink, align=Align.MIDDLE)
    canvas.text(stack.card.faction.label, STRONG, head.column(38)[1], INK)
    if stack.copies > 1:
        pill = Box(head.right - 52, head.middle - 18, 52, 36)
        canvas.panel(pill, INK, radius=18)
        canvas.text(f"x{stack.copies}", STRONG, pill, TEXT, align=Align.MIDDLE)
    body = body.inset(10, 6)
    name, body = body.row(68)
    lines = len(fonts.wrapped(stack.card.name, STRONG, name.width, 2))
    canvas.lines(stack.card.name, STRONG, name.inset(0, 17 * (2 - lines)), TEXT, align=Align.MIDDLE)
    stats, body = body.row(76)
    for cell, system in zip(stats.columns(3, 0), System, strict=True):
        power = stack.card.power_in(system)
        canvas.text(SHORT[system], LABEL, cell.row(32)[0], MUTED, align=Align.MIDDLE)
        shade = TEXT if power else blend(MUTED, STRIP, 0.6)
        canvas.text(str(power), TITLE, cell.row(32)[1], shade, align=Align.MIDDLE)
    _boost(canvas, body._replace(top=body.bottom - 42, height=42), stack.card, frame, "Boost")
    return canvas.pixels


@kept
def slip(stack: Stack, frame: Ink | None) -> Image:
    """A card in two lines, for a hand of many. A frame in a seat's ink: it may boost now."""
    canvas = Canvas(SLIP_WIDTH, SLIP_HEIGHT, GROUND)
    ink, kind = FACTIONS[stack.card.faction]
    canvas.panel(canvas.box, STRIP, edge=frame or EDGE, line=4)
    upper, lower = canvas.box.inset(12, 7).row(40)
    sign(canvas, kind, stack.card.faction.sign, Box(upper.left, upper.middle - 17, 34, 34), ink)
    room = upper.column(42)[1]
    if stack.copies > 1:
        right = canvas.text(f"x{stack.copies}", STRONG, room, TEXT, align=Align.RIGHT) + UNIT
        room = room._replace(width=room.width - right)
    canvas.text(stack.card.name, STRONG, room, TEXT)
    stats, boost = lower.column(168)
    for cell, system in zip(stats.columns(3, 0), System, strict=True):
        power = stack.card.power_in(system)
        canvas.shape(SYSTEMS[system], cell.left, cell.middle - 12, 24, MUTED)
        canvas.text(str(power), STRONG, cell.column(29)[1], TEXT if power else MUTED)
    _boost(canvas, boost, stack.card, frame, "")
    return canvas.pixels


def _boost(canvas: Canvas, box: Box, card: AllocatorCard, frame: Ink | None, word: str) -> None:
    """What it boosts by, and the Function Match that this needs."""
    on = frame or WELL
    canvas.panel(box, on, radius=8)
    row = box.inset(8, 0)
    shade = INK if frame else MUTED
    width = canvas.text(word, LABEL, row, shade) + (6 if word else 0)
    canvas.text(f"+{card.boost}", STRONG, row.column(width)[1], INK if frame else TEXT)
    match = f"FM {card.function_match}"
    canvas.text(match, LABEL, row, shade, align=Align.RIGHT)


_SIGN: Final = Type(19, bold=True)
_LOW: Final = {kind: 5 if kind is Shape.TRIANGLE else 0 for _, kind in FACTIONS.values()}
