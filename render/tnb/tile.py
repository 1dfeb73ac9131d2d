"""Draw a tile of the table: the card with its abilities, the damage to come, and the loss in the last battle."""

from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import FIGURE, LABEL, STRONG, TITLE
from render.palette import BLUE, EDGE, GROUND, INK, MUTED, STRIP, TEXT, TURF, VERMILION, WELL, Ink, blend
from render.shapes import Shape
from render.tnb.art import ART, draw_scene
from render.tnb.cards import DAMAGE, DEFENCE, HEALTH, abbreviated, abilities, amount, grid_shape
from render.tnb.style import CHALK, GRASS
from rules.tnb.events import TileResult
from rules.tnb.view import CardOnBoard

WIDTH, HEIGHT = 170, 131
_BAR: Final = 34
"""Height in pixels of the bar with the name, and of the row of attributes."""
_SIDE: Final = 5
_SHAPE: Final = 42
_HEART: Final = 22
_MARK: Final = 16
_BADGE: Final = 42
_DOING: Final = 50
_SKIN: Final = 6


class Spot(NamedTuple):
    """A tile of the table, with its card."""

    occupant: CardOnBoard | None
    result: TileResult
    lost: int
    """The loss in the last battle: Health of the card, or a Life Point if the tile is empty."""
    fallen: str
    """Name of the card that the last battle removed from the tile; "" if it removed none."""
    ready: bool
    """Whether the card can still act in this round."""


def ground(result: TileResult, *, occupied: bool) -> Ink:
    """Return the ink of a tile's ground: tinted if the tile is attacked, or blocked and empty; else plain below a card,
    and grass of two shades without one.
    """
    if not result.attack and not (result.block and not occupied):
        return STRIP if occupied else TURF if result.tile.index % 2 else GRASS
    return blend(VERMILION if result.net else BLUE, GROUND, 0.4 if result.attack else 0.25)


@cached
def tile_front(spot: Spot, ink: Ink) -> Image:
    """Draw a tile. The name of a card that can still act is in a bar of the seat's ink."""
    canvas = Canvas(WIDTH, HEIGHT, CHALK)
    canvas.panel(canvas.box, ground(spot.result, occupied=spot.occupant is not None), radius=_SKIN)
    if spot.occupant is None:
        _empty(canvas, spot)
    else:
        _occupied(canvas, spot, spot.occupant, ink)
    return canvas.pixels


def _occupied(canvas: Canvas, spot: Spot, occupant: CardOnBoard, ink: Ink) -> None:
    bar, body = canvas.box.row(_BAR)
    canvas.panel(bar, ink if spot.ready else WELL, radius=_SKIN)
    name = abbreviated(occupant.card.name, LABEL, bar.width - 2 * _SIDE)
    canvas.text(name, LABEL, bar.inset(_SIDE, 0), INK if spot.ready else TEXT, align=Align.MIDDLE)
    middle, low = body.row(body.height - _BAR)
    cell = Box(_SIDE, middle.middle - ART // 2, ART, ART)
    if spot.result.attack:
        cell = _verdict(canvas, cell, spot.result)
    else:
        _picture(canvas, middle._replace(width=canvas.box.width), cell, spot, occupant)
    health = str(occupant.health)
    left = canvas.box.right - _SIDE - fonts.width(health, FIGURE)
    canvas.text(health, FIGURE, Box(left, middle.top, canvas.box.right - left, middle.height), TEXT)
    if left - _HEART - cell.right >= _SHAPE:
        left -= _HEART
        canvas.shape(HEALTH, left, middle.middle - 10, 20, TEXT if spot.result.net else VERMILION)
    grid = Box((cell.right + left - _SHAPE) // 2 + 1, middle.middle - _SHAPE // 2, _SHAPE, _SHAPE)
    grid_shape(canvas, occupant.card.shape, grid, TEXT, empty=EDGE)
    _attributes(canvas, low.inset(_SIDE, 0), occupant)


def _picture(canvas: Canvas, row: Box, cell: Box, spot: Spot, occupant: CardOnBoard) -> None:
    """Draw the card's picture over a whole row, with the strength of its blocks or with its last loss."""
    draw_scene(canvas, row, occupant.card, cell)
    if spot.result.block:
        badge = Box(cell.right - _BADGE + 4, cell.bottom - _BADGE + 2, _BADGE, _BADGE)
        canvas.shape(DEFENCE, badge.left - 4, badge.top - 4, _BADGE + 8, STRIP)
        _shielded(canvas, str(spot.result.block), badge, STRONG)
    elif spot.lost:
        _scar(canvas, f"-{spot.lost}", cell.left, cell.bottom - 30)


def _attributes(canvas: Canvas, row: Box, occupant: CardOnBoard) -> None:
    """Draw Speed, Damage and Defence, but not if they are 0. An attribute that was used in this round is filled."""
    for kind, figure, verb in abilities(occupant.card):
        if figure:
            cell, row = row.column(_DOING)
            taken = verb in occupant.taken
            if taken:
                canvas.panel(cell.inset(0, 2), MUTED, radius=UNIT)
            amount(canvas, kind, str(figure), cell.column(4)[1], (INK, INK) if taken else (MUTED, TEXT))
            row = row.column(3)[1]


def _verdict(canvas: Canvas, box: Box, result: TileResult) -> Box:
    """Draw the total of attacks and blocks on a card and its loss; return the box that this takes."""
    sums = f"{result.attack}-{result.block}" if result.block else str(result.attack)
    box = box._replace(width=max(box.width, fonts.width(sums, STRONG) + 6))
    canvas.panel(box, VERMILION if result.net else BLUE, radius=UNIT)
    upper, lower = box.inset(0, 3).row(24)
    if result.block or result.removed:
        canvas.text(sums, STRONG, upper, INK, align=Align.MIDDLE)
    else:
        canvas.shape(DAMAGE, box.left + (box.width - 22) // 2, upper.top + 1, 22, INK)
    if not result.net or result.removed:
        kind = Shape.CROSS if result.removed else DEFENCE
        canvas.shape(kind, box.left + (box.width - 32) // 2, lower.middle - 15, 32, INK)
    else:
        harm = f"-{result.net}"
        alone = not result.block and len(harm) == 2
        canvas.text(harm, FIGURE if alone else TITLE, lower, INK, align=Align.MIDDLE)
    return box


def _shielded(canvas: Canvas, figure: str, box: Box, kind: fonts.Type) -> None:
    """Draw a shield with the strength of blocks inside."""
    canvas.shape(DEFENCE, box.left, box.top, box.height, BLUE)
    canvas.text(figure, kind, box._replace(height=box.height - 4), INK, align=Align.MIDDLE)


def _scar(canvas: Canvas, text: str, left: int, top: int) -> None:
    """Draw a loss in the last battle on a small dark panel."""
    box = Box(left, top, fonts.width(text, STRONG) + 12, 30)
    canvas.panel(box, INK, radius=UNIT)
    canvas.text(text, STRONG, box, VERMILION, align=Align.MIDDLE)


def _empty(canvas: Canvas, spot: Spot) -> None:
    """Draw an empty tile, on which a hit costs a Life Point."""
    head, body = canvas.box.inset(_SIDE + 2, 0).row(_BAR)
    result, name = spot.result, str(spot.result.tile)
    if result.attack:
        canvas.text(name, LABEL, head, TEXT)
        middle, low = body.row(body.height - _BAR)
        if result.net:
            wide = fonts.width("-1", FIGURE)
            left = middle.left + (middle.width - wide - 44) // 2
            canvas.text("-1", FIGURE, middle._replace(left=left), TEXT)
            canvas.shape(HEALTH, left + wide + 6, middle.middle - 19, 38, VERMILION)
        else:
            _shielded(canvas, "", Box(middle.left + (middle.width - 52) // 2, middle.middle - 26, 52, 52), FIGURE)
        _sums(canvas, low, result)
    elif result.block:
        canvas.text(name, LABEL, head, TEXT)
        box = Box(body.left + (body.width - 64) // 2, body.top - 4, 64, 64)
        _shielded(canvas, str(result.block), box, TITLE)
    else:
        _marked_out(canvas)
        canvas.text(name, LABEL, canvas.box, MUTED, align=Align.MIDDLE)
        low = canvas.box.inset(_SIDE, 0)._replace(top=HEIGHT - _BAR - 4, height=_BAR)
        if spot.fallen:
            canvas.shape(Shape.CROSS, (WIDTH - 28) // 2, UNIT, 28, VERMILION)
            canvas.text(abbreviated(spot.fallen, LABEL, low.width), LABEL, low, MUTED, align=Align.MIDDLE)
        elif spot.lost:
            left = low.left + (low.width - 58) // 2
            left += canvas.text("-1", STRONG, low._replace(left=left), TEXT) + 4
            canvas.shape(HEALTH, left, low.middle - 11, 22, VERMILION)


def _marked_out(canvas: Canvas) -> None:
    """Draw the four chalk corners of an empty tile."""
    room = canvas.box.inset(14)
    for right in (False, True):
        for low in (False, True):
            left, top = room.right - _MARK if right else room.left, room.bottom - 2 if low else room.top
            canvas.fill(Box(left, top, _MARK, 2), CHALK)
            left, top = room.right - 2 if right else room.left, room.bottom - _MARK if low else room.top
            canvas.fill(Box(left, top, 2, _MARK), CHALK)


def _sums(canvas: Canvas, row: Box, result: TileResult) -> None:
    """Draw the total Damage and the total Defence on a tile, each after its symbol."""
    figures = [(DAMAGE, str(result.attack)), (DEFENCE, str(result.block))][: 2 if result.block else 1]
    wide = sum(26 + fonts.width(figure, STRONG) for _, figure in figures) + 12 * (len(figures) - 1)
    row = row.column((row.width - wide) // 2)[1]
    for kind, figure in figures:
        row = row.column(amount(canvas, kind, figure, row, (TEXT, TEXT)) + 12)[1]
