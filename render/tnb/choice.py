"""Draw a player's options for a card on the board that they affect."""

from typing import Final

from render.canvas import HEIGHT, UNIT, WIDTH, Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE
from render.landscape import MARGIN
from render.lines import lines_height, sentence, write
from render.palette import EDGE, MUTED, PANEL, TEXT, VERMILION
from render.pieces import seat_badge
from render.renderer import Names
from render.tnb import facts
from render.tnb.art import art
from render.tnb.board import LEAST, MOST, Slot, board_height, slot, tiles
from render.tnb.cards import ATTRIBUTES_WIDTH, attributes, grid_shape
from render.tnb.previews import Preview, Previews, explanation, title
from render.tnb.style import GRASS
from rules.core.game import Game
from rules.tnb.grid import TILES
from rules.tnb.view import SideView, TnbView

_HEAD: Final = 48
_ANGLE: Final = 40
_LINES: Final = 2
_INNER: Final = 6


def draw(_game: Game, view: TnbView, shown: Previews, names: Names) -> Canvas:
    """Draw the rotations of a shape side by side, each with the board that would follow; or the destinations of a card
    on one board.
    """
    columns = min(len(shown.previews), 2) if shown.turns else 1
    rows = -(-len(shown.previews) // columns) if shown.turns else 1
    remarks = sentence(explanation(shown, names), LABEL, MUTED, _LINES, WIDTH - 2 * MARGIN)
    frame_height = board_height(0) + 2 * _INNER + (_ANGLE if shown.turns else 0)
    above = _HEAD + lines_height(remarks)
    room = (HEIGHT - 2 * MARGIN - above) // rows - UNIT - frame_height
    height = board_height(min(max(room // 3, LEAST), MOST)) + frame_height - board_height(0)
    canvas = Canvas(WIDTH, 2 * MARGIN + above + rows * (height + UNIT), GRASS)
    head, below = canvas.box.inset(MARGIN).row(_HEAD)
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
    """Draw the choosing seat, the choice, and the card with its attributes."""
    assert view.seat is not None
    seat_badge(canvas, view.seat, row.left, row.top, row.height)
    left = row.left + row.height + UNIT
    piece, seen = art(shown.card, row.height)
    canvas.stamp(piece, seen, left, row.top)
    left += row.height + UNIT
    right = row.right - row.height
    grid_shape(canvas, shown.card.shape, Box(right, row.top, row.height, row.height), TEXT, empty=EDGE)
    right -= ATTRIBUTES_WIDTH + UNIT
    attributes(canvas, shown.card, shown.health, row._replace(left=right, width=ATTRIBUTES_WIDTH))
    canvas.text(title(shown), TITLE, Box(left, row.top, right - left - 2 * UNIT, row.height), TEXT)


def _turn(canvas: Canvas, box: Box, preview: Preview) -> None:
    """Draw a shape in one rotation, and the expected losses of the board's player with it."""
    canvas.panel(box, PANEL, edge=EDGE)
    head, body = box.inset(_INNER).row(_ANGLE)
    head = head.inset(UNIT, 0)
    results = facts.forecast(preview.side)
    angle = canvas.text(f"{preview.word}°", TITLE, head, TEXT) + 2 * UNIT
    losses = facts.losses(results)
    loss_text = ", ".join(losses) or "no loss"
    canvas.text(loss_text, STRONG, head.column(angle)[1], VERMILION if losses else MUTED, align=Align.RIGHT)
    rooms = tiles(body)
    for result in results:
        occupant, room = preview.side.at(result.tile), rooms[result.tile]
        name = occupant.card.name if occupant else str(result.tile)
        piece = Slot(occupant, result, result.tile in preview.tiles, name)
        canvas.place(slot(piece, (room.width, room.height)), room.left, room.top)


def _places(canvas: Canvas, box: Box, side: SideView, found: Previews) -> None:
    """Draw the board; each possible destination is framed and shown as it would be with the card on it."""
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
