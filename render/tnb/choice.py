"""Draw a player's options for a card, each on the board that it would change."""

from collections.abc import Sequence
from typing import Final

from render import fonts
from render.canvas import UNIT, Align, Box, Canvas, Layout
from render.fonts import LABEL, STRONG, TITLE
from render.landscape import MARGIN
from render.lines import lines_height, sentence, write
from render.palette import EDGE, MUTED, PANEL, TEXT, VERMILION
from render.pieces import seat_badge
from render.renderer import Names
from render.tnb import facts
from render.tnb.art import art
from render.tnb.board import SHORTEST_TILE, TALLEST_TILE, Slot, board_height, slot, tiles
from render.tnb.cards import ATTRIBUTES_WIDTH, attributes, grid_shape
from render.tnb.previews import Preview, Previews, explanation, title
from render.tnb.style import GRASS
from render.tnb.tolls import draw_toll, toll_width
from rules.core.game import Game
from rules.tnb.grid import TILES
from rules.tnb.view import SideView, TnbView

_HEAD: Final = 48
_ANGLE: Final = 40
_LINES: Final = 2
_INNER: Final = 6


def draw(_game: Game, view: TnbView, shown: Previews, names: Names, layout: Layout = Layout.DESKTOP) -> Canvas:
    """Draw the rotations of a shape side by side, each with the board after it; or all destinations of a card on one
    board.
    """
    columns = min(len(shown.previews), 2) if shown.turns else 1
    rows = -(-len(shown.previews) // columns) if shown.turns else 1
    is_phone = layout is Layout.PHONE
    remarks = sentence(explanation(shown, names), LABEL, MUTED, _LINES + is_phone, layout.width - 2 * MARGIN)
    frame_height = board_height(0) + 2 * _INNER + (_ANGLE if shown.turns else 0)
    above = _HEAD * (1 + is_phone) + lines_height(remarks)
    room = (layout.height - 2 * MARGIN - above) // rows - UNIT - frame_height
    height = board_height(min(max(room // 3, SHORTEST_TILE), TALLEST_TILE)) + frame_height - board_height(0)
    canvas = Canvas(layout.width, 2 * MARGIN + above + rows * (height + UNIT), GRASS)
    head, below = canvas.box.inset(MARGIN).row(_HEAD * (1 + is_phone))
    _title(canvas, head, view, shown)
    below = write(canvas, below, remarks)
    for place, preview in enumerate(shown.previews if shown.turns else ()):
        row, column = divmod(place, columns)
        box = below._replace(top=below.top + UNIT + row * (height + UNIT), height=height)
        _turn(canvas, box.columns(columns, UNIT)[column], preview)
    if not shown.turns:
        _places(canvas, below._replace(top=below.top + UNIT, height=height), view.sides[shown.seat], shown)
    return canvas


def _title(canvas: Canvas, row: Box, view: TnbView, shown: Previews) -> None:
    """Draw the badge of the choosing seat, the title, and the card with its attributes."""
    assert view.seat is not None
    seat_badge(canvas, view.seat, row.left, row.top, _HEAD)
    left = row.left + _HEAD + UNIT
    piece, seen = art(shown.card, _HEAD)
    canvas.stamp(piece, seen, left, row.top)
    left += _HEAD + UNIT
    line = row._replace(top=row.bottom - _HEAD, height=_HEAD)
    right = line.right - _HEAD
    grid_shape(canvas, shown.card.shape, Box(right, line.top, _HEAD, _HEAD), TEXT, empty=EDGE)
    right -= ATTRIBUTES_WIDTH + UNIT
    attributes(canvas, shown.card, shown.health, line._replace(left=right, width=ATTRIBUTES_WIDTH))
    end = right - 2 * UNIT if line.top == row.top else row.right
    canvas.text(title(shown), TITLE, Box(left, row.top, end - left, _HEAD), TEXT)


def _turn(canvas: Canvas, box: Box, preview: Preview) -> None:
    """Draw a rotation of a shape, the board after it, and the losses to be expected there."""
    canvas.panel(box, PANEL, edge=EDGE)
    head, body = box.inset(_INNER).row(_ANGLE)
    head = head.inset(UNIT, 0)
    results = facts.forecast(preview.side)
    angle = canvas.text(f"{preview.word}°", TITLE, head, TEXT) + 2 * UNIT
    _losses(canvas, head.column(angle)[1], facts.losses(results), facts.toll(results))
    rooms = tiles(body)
    for result in results:
        occupant, room = preview.side.at(result.tile), rooms[result.tile]
        name = occupant.card.name if occupant else str(result.tile)
        piece = Slot(occupant, result, result.tile in preview.tiles, name)
        canvas.place(slot(piece, (room.width, room.height)), room.left, room.top)


def _losses(canvas: Canvas, box: Box, losses: Sequence[str], toll: facts.Toll) -> None:
    """Write the losses at the right edge of a box; if there is no room for words, draw them."""
    text = ", ".join(losses) or "no loss"
    if fonts.width(text, STRONG) <= box.width:
        canvas.text(text, STRONG, box, VERMILION if losses else MUTED, align=Align.RIGHT)
    else:
        draw_toll(canvas, box._replace(left=box.right - toll_width(toll)), toll)


def _places(canvas: Canvas, box: Box, side: SideView, found: Previews) -> None:
    """Draw the board. Each possible destination is framed and is shown as it would be with the card on it."""
    canvas.panel(box, PANEL, edge=EDGE)
    then = {tile: preview.side for preview in found.previews for tile in preview.tiles}
    rooms = tiles(box.inset(_INNER))
    for tile, result in zip(TILES, facts.forecast(side), strict=True):
        room = rooms[tile]
        occupant = side.at(tile)
        piece = Slot(occupant, result, framed=False, title=occupant.card.name if occupant else str(tile))
        if tile in then:
            board = then[tile]
            piece = Slot(board.at(tile), facts.forecast(board)[tile.index], framed=True, title=str(tile))
        canvas.place(slot(piece, (room.width, room.height)), room.left, room.top)
