"""A board of T&B as it would be after a choice: its nine tiles, and what would come down on each of them."""

from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.cache import kept
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import FIGURE, LABEL, STRONG, TITLE
from render.palette import BLUE, EDGE, MUTED, PANEL, TEXT, VERMILION
from render.shapes import Shape
from render.tnb import tile
from render.tnb.art import ART, art
from render.tnb.cards import DEFENCE, HEALTH, amount, called
from rules.tnb.events import TileResult
from rules.tnb.grid import TILES, Tile
from rules.tnb.view import CardOnBoard

GAP: Final = 4
LEAST, MOST = 66, 128
"""How high a tile of a choice may be."""
_NAME: Final = 36
_SIDE: Final = 6
_WIDE, _HIGH = 300, 100
"""From this size on a tile has room for its card's picture."""


def board_height(tile: int) -> int:
    """How high a board with tiles of this height is."""
    return 3 * tile + 2 * GAP


def tiles(box: Box) -> dict[Tile, Box]:
    """The room of each tile."""
    columns, height = box.columns(3, GAP), (box.height - 2 * GAP) // 3
    return {
        tile: columns[tile.column]._replace(top=box.top + tile.row * (height + GAP), height=height) for tile in TILES
    }


class Slot(NamedTuple):
    """A tile in a choice."""

    there: CardOnBoard | None
    result: TileResult
    framed: bool
    """Whether the choice is about this tile."""
    title: str
    """The name of the card on it, or its own."""


@kept
def slot(slot: Slot, size: tuple[int, int]) -> Image:
    """A tile of a choice: what lies there, its Health, and what it would take. Where there is room, its picture."""
    canvas = Canvas(*size, PANEL)
    ground = tile.ground(slot.result, occupied=slot.there is not None)
    canvas.panel(canvas.box, ground, edge=TEXT if slot.framed else EDGE, line=4 if slot.framed else 2, radius=UNIT)
    room = canvas.box.inset(_SIDE, 4)
    if slot.there is None:
        quiet = not (slot.result.attack or slot.result.block)
        shade = TEXT if slot.framed or not quiet else MUTED
        canvas.text(slot.title, LABEL, room, shade, align=Align.MIDDLE if quiet else Align.LEFT)
        _harm(canvas, room, slot.result)
        return canvas.pixels
    wide, high = size[0] >= _WIDE, size[1] >= _HIGH
    if wide and high:
        room = _picture(canvas, room, slot.there).inset(0, UNIT)
    upper, lower = room.row(room.height // 2 if wide or not high else _NAME)
    canvas.text(called(slot.title, LABEL, upper.width), LABEL, upper, TEXT)
    if wide or not high:
        amount(canvas, HEALTH, str(slot.there.health), lower, (VERMILION, TEXT))
        _harm(canvas, room if wide else lower, slot.result)
    else:
        upper, lower = _picture(canvas, lower, slot.there).row(lower.height // 2)
        _harm(canvas, upper, slot.result)
        health = str(slot.there.health)
        amount(canvas, HEALTH, health, lower.column(lower.width - _sign(health))[1], (VERMILION, TEXT))
    return canvas.pixels


def _picture(canvas: Canvas, room: Box, there: CardOnBoard) -> Box:
    """The card's picture at the left; the room beside it."""
    piece, seen = art(there.card, ART)
    canvas.stamp(piece, seen, room.left, room.middle - ART // 2)
    return room.column(ART + UNIT)[1]


def _sign(figure: str) -> int:
    """How wide a figure is with the sign before it."""
    return 26 + fonts.width(figure, STRONG)


def _harm(canvas: Canvas, row: Box, result: TileResult) -> None:
    """What would come of the tile, at the right of a row: what it costs, or a shield where blocks hold."""
    kind = FIGURE if row.height > _NAME else TITLE
    if not result.net:
        if result.block:
            figure = f"{result.attack}-{result.block}" if result.attack else str(result.block)
            amount(canvas, DEFENCE, figure, row.column(row.width - _sign(figure))[1], (BLUE, TEXT))
        return
    if result.card is None or result.removed:
        sign, ink = (Shape.CROSS, TEXT) if result.card else (HEALTH, VERMILION)
        canvas.shape(sign, row.right - 28, row.middle - 14, 28, ink)
        row = row._replace(width=row.width - 34)
    canvas.text(f"-{result.net if result.card else 1}", kind, row, TEXT, align=Align.RIGHT)
