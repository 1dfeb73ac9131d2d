"""Draw a board of T&B as a choice would leave it: its nine tiles, with the damage to come on each."""

from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import FIGURE, LABEL, STRONG, TITLE
from render.palette import BLUE, EDGE, MUTED, PANEL, TEXT, VERMILION
from render.shapes import Shape
from render.tnb import tile
from render.tnb.art import ART, art
from render.tnb.cards import DEFENCE, HEALTH, abbreviated, amount
from rules.tnb.events import TileResult
from rules.tnb.grid import TILES, Tile
from rules.tnb.view import CardOnBoard

GAP: Final = 4
SHORTEST_TILE, TALLEST_TILE = 66, 128
"""Smallest and largest height in pixels of a tile in the picture of a choice."""
_NAME: Final = 36
_SIDE: Final = 6
_BESIDE: Final = 140
"""The smallest width in pixels of an empty tile with its name beside the damage; else the name goes above."""
_WIDE, _HIGH = 300, 100
"""A tile shows its card's picture from this height on, in pixels; from this width on, it is beside the name."""


def board_height(tile: int) -> int:
    """Return the height of a board with tiles of this height, in pixels."""
    return 3 * tile + 2 * GAP


def tiles(box: Box) -> dict[Tile, Box]:
    """Return the box of each tile of a board."""
    columns, height = box.columns(3, GAP), (box.height - 2 * GAP) // 3
    return {
        tile: columns[tile.column]._replace(top=box.top + tile.row * (height + GAP), height=height) for tile in TILES
    }


class Slot(NamedTuple):
    """A tile in the picture of a choice."""

    occupant: CardOnBoard | None
    result: TileResult
    framed: bool
    """Whether the choice is about this tile."""
    title: str
    """Name of the card on the tile, or of the tile itself."""


@cached
def slot(slot: Slot, size: tuple[int, int]) -> Image:
    """Draw a tile of a choice: the card, its Health, the damage to come, and the card's picture if there is room."""
    canvas = Canvas(*size, PANEL)
    ground = tile.ground(slot.result, occupied=slot.occupant is not None)
    canvas.panel(canvas.box, ground, edge=TEXT if slot.framed else EDGE, line=4 if slot.framed else 2, radius=UNIT)
    room = canvas.box.inset(_SIDE, 4)
    if slot.occupant is None:
        untouched = not (slot.result.attack or slot.result.block)
        shade = TEXT if slot.framed or not untouched else MUTED
        if size[0] < _BESIDE and size[1] >= _HIGH and not untouched:
            upper, lower = room.row(room.height // 2)
            canvas.text(slot.title, LABEL, upper, shade)
            _harm(canvas, lower, slot.result)
            return canvas.pixels
        canvas.text(slot.title, LABEL, room, shade, align=Align.MIDDLE if untouched else Align.LEFT)
        _harm(canvas, room, slot.result)
        return canvas.pixels
    wide, high = size[0] >= _WIDE, size[1] >= _HIGH
    if wide and high:
        room = _picture(canvas, room, slot.occupant).inset(0, UNIT)
    upper, lower = room.row(room.height // 2 if wide or not high else _NAME)
    canvas.text(abbreviated(slot.title, LABEL, upper.width), LABEL, upper, TEXT)
    if wide or not high:
        amount(canvas, HEALTH, str(slot.occupant.health), lower, (VERMILION, TEXT))
        _harm(canvas, room if wide else lower, slot.result)
    else:
        upper, lower = _picture(canvas, lower, slot.occupant).row(lower.height // 2)
        _harm(canvas, upper, slot.result)
        health = str(slot.occupant.health)
        amount(canvas, HEALTH, health, lower.column(lower.width - _symbol_width(health))[1], (VERMILION, TEXT))
    return canvas.pixels


def _picture(canvas: Canvas, room: Box, occupant: CardOnBoard) -> Box:
    """Draw a card's picture on the left; return the box beside it."""
    piece, seen = art(occupant.card, ART)
    canvas.stamp(piece, seen, room.left, room.middle - ART // 2)
    return room.column(ART + UNIT)[1]


def _symbol_width(figure: str) -> int:
    """Return the width, in pixels, of a figure and the symbol before it."""
    return 26 + fonts.width(figure, STRONG)


def _harm(canvas: Canvas, row: Box, result: TileResult) -> None:
    """Draw a tile's expected loss at the right end of a row, or a shield if blocks absorb all damage."""
    if not result.net:
        if result.block:
            figure = f"{result.attack}-{result.block}" if result.attack else str(result.block)
            amount(canvas, DEFENCE, figure, row.column(row.width - _symbol_width(figure))[1], (BLUE, TEXT))
        return
    if result.card is None or result.removed:
        symbol, ink = (Shape.CROSS, TEXT) if result.card else (HEALTH, VERMILION)
        canvas.shape(symbol, row.right - 28, row.middle - 14, 28, ink)
        row = row._replace(width=row.width - 34)
    figure = f"-{result.net if result.card else 1}"
    kinds = (FIGURE, TITLE, STRONG) if row.height > _NAME else (TITLE, STRONG)
    kind = next((kind for kind in kinds if fonts.width(figure, kind) <= row.width), None)
    if kind is not None:  # beside the picture on a narrow tile, the cross of a removed card stands alone
        canvas.text(figure, kind, row, TEXT, align=Align.RIGHT)
