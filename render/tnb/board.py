"""A board of T&B: its nine tiles between their letters and numbers, and what is coming to each of them."""

from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.cache import kept
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import LABEL, STRONG
from render.palette import BLUE, EDGE, GROUND, INK, MUTED, PANEL, STRIP, TEXT, VERMILION, WELL, Ink, blend
from render.shapes import Shape
from render.tnb import facts
from render.tnb.cards import DAMAGE, DEFENCE, HEALTH, SPEED, amount, attributes, grid_shape
from rules.tnb.events import TileResult
from rules.tnb.grid import TILES, Tile
from rules.tnb.view import CardOnBoard

TILE_HEIGHT: Final = 128
SLOT_HEIGHT: Final = 84
GAP: Final = 6
EDGE_LABEL: Final = 28
"""How wide the numbers of the rows stand, and how high the letters of the columns."""
_SHAPE: Final = 46
_BAND: Final = 38
_VERBS: Final = {"attack": DAMAGE, "block": DEFENCE, "move": SPEED}


def board_height(tile: int) -> int:
    """How high a board with tiles of this height is."""
    return EDGE_LABEL + 3 * tile + 2 * GAP


def tiles(canvas: Canvas, box: Box) -> dict[Tile, Box]:
    """The room of each tile, with the letters of the columns above and the numbers of the rows to the left."""
    letters, rows = box.column(EDGE_LABEL)[1].row(EDGE_LABEL)
    columns = rows.columns(3, GAP)
    height = (rows.height - 2 * GAP) // 3
    for letter, column in zip("abc", columns, strict=True):
        canvas.text(letter, STRONG, letters._replace(left=column.left, width=column.width), MUTED, align=Align.MIDDLE)
    tops = [rows.top + row * (height + GAP) for row in range(3)]
    for number, top in zip("123", tops, strict=True):
        canvas.text(number, STRONG, Box(box.left - 4, top, EDGE_LABEL, height), MUTED, align=Align.MIDDLE)
    return {tile: columns[tile.column]._replace(top=tops[tile.row], height=height) for tile in TILES}


class Spot(NamedTuple):
    """A tile as it stands, and what is coming to it."""

    there: CardOnBoard | None
    result: TileResult
    ready: bool
    """Whether the card may still act."""


@kept
def board_front(spots: tuple[Spot, ...], width: int, ink: Ink) -> Image:
    """The nine tiles of the table's board, in reading order."""
    canvas = Canvas(width, board_height(TILE_HEIGHT), PANEL)
    for spot, room in zip(spots, tiles(canvas, canvas.box).values(), strict=True):
        canvas.place(tile_front(spot, (room.width, room.height), ink), room.left, room.top)
    return canvas.pixels


@kept
def tile_front(spot: Spot, size: tuple[int, int], ink: Ink) -> Image:
    """A tile of the table. A card that may still act has an edge and a pointer in its seat's ink."""
    canvas = Canvas(*size, PANEL)
    ground = _ground(spot.result, occupied=spot.there is not None)
    canvas.panel(canvas.box, ground, edge=ink if spot.ready else EDGE, line=4 if spot.ready else 2)
    body = canvas.box.inset(10, 6)
    if spot.there is None:
        room = body if not _declared(spot.result) else body._replace(height=body.height - _BAND)
        canvas.text(str(spot.result.tile), STRONG, room, MUTED, align=Align.MIDDLE)
    else:
        head, rest = body.row(42)
        _name(canvas, head, spot.there, ink if spot.ready else None)
        attributes(canvas, spot.there.card, spot.there.health, rest._replace(top=rest.top + 2, height=36))
        shape = Box(head.right - _SHAPE, head.top + 2, _SHAPE, _SHAPE)
        grid_shape(canvas, spot.there.card.shape, shape, TEXT, empty=EDGE)
    if _declared(spot.result):
        _band(canvas, canvas.box._replace(top=canvas.box.bottom - _BAND - 5, height=_BAND).inset(6, 0), spot.result)
    return canvas.pixels


def _declared(result: TileResult) -> bool:
    return bool(result.attack or result.block)


def _ground(result: TileResult, *, occupied: bool) -> Ink:
    """Tinted where damage is coming, and where a block holds it all off."""
    if not _declared(result):
        return STRIP if occupied else WELL
    return blend(VERMILION if result.net else BLUE, GROUND, 0.4 if occupied else 0.3)


def _name(canvas: Canvas, row: Box, there: CardOnBoard, ready: Ink | None) -> None:
    """A card's name behind a pointer, if it may still act, and the signs of what it has done in this round."""
    if ready is not None:
        canvas.shape(Shape.POINTER, row.left, row.middle - 11, 22, ready)
        row = row.column(26)[1]
    room = row._replace(width=row.width - _SHAPE - UNIT - 26 * len(there.taken))
    right = room.left + canvas.text(there.card.name, STRONG, room, TEXT) + UNIT
    for verb in there.taken:
        canvas.shape(_VERBS[verb], right, row.middle - 10, 20, MUTED)
        right += 26


def _band(canvas: Canvas, box: Box, result: TileResult) -> None:
    """All Damage and all Defence on a tile, and what comes of them: bright where there is an attack."""
    fill = blend(BLUE, GROUND, 0.5) if not result.attack else VERMILION if result.net else BLUE
    words = INK if result.attack else TEXT
    canvas.panel(box, fill, radius=UNIT)
    row = rest = box.inset(UNIT, 0)
    for kind, sum_of_all in ((DAMAGE, result.attack), (DEFENCE, result.block)):
        if sum_of_all:
            rest = rest.column(amount(canvas, kind, str(sum_of_all), rest, (words, words)) + 12)[1]
    if result.attack:
        canvas.text(facts.harm(result), STRONG, row, words, align=Align.RIGHT)
    else:
        canvas.text("blocked", LABEL, row, words, align=Align.RIGHT)


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
    """A tile of a choice: what lies there, its Health, and what it would take."""
    canvas = Canvas(*size, PANEL)
    ground = _ground(slot.result, occupied=slot.there is not None)
    canvas.panel(canvas.box, ground, edge=TEXT if slot.framed else EDGE, line=4 if slot.framed else 2)
    upper, lower = canvas.box.inset(UNIT, 5).row(36)
    canvas.text(
        slot.title, LABEL, upper.inset(4 - UNIT, 0), TEXT if slot.there or slot.framed else MUTED, align=Align.MIDDLE
    )
    if slot.there is not None:
        amount(canvas, HEALTH, str(slot.there.health), lower, (VERMILION, TEXT))
    _harm(canvas, lower, slot.result, occupied=slot.there is not None)
    return canvas.pixels


def _harm(canvas: Canvas, row: Box, result: TileResult, *, occupied: bool) -> None:
    """What would come of the tile, at the right of a row, or in the middle if it is empty."""
    if not result.attack:
        if result.block:
            figure = str(result.block)
            free = row.width - fonts.width(figure, STRONG) - 26
            amount(canvas, DEFENCE, figure, row.column(free if occupied else free // 2)[1], (MUTED, TEXT))
        return
    if result.removed:
        canvas.shape(Shape.CROSS, row.right - 22, row.middle - 11, 22, VERMILION)
        row = row._replace(width=row.width - 26)
    text = f"-{result.net}" if result.card and result.net else facts.harm(result)
    canvas.text(text, STRONG, row, TEXT, align=Align.RIGHT if occupied else Align.MIDDLE)
