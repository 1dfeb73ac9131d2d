"""What a player can choose with a card, on the board that it is about."""

from typing import Final

from render.artist import Names
from render.canvas import HEIGHT, UNIT, WIDTH, Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE
from render.landscape import MARGIN
from render.lines import say, sentence, tall
from render.palette import EDGE, MUTED, PANEL, TEXT, VERMILION
from render.pieces import seat_sign
from render.tnb import facts
from render.tnb.art import art
from render.tnb.board import LEAST, MOST, Slot, board_height, slot, tiles
from render.tnb.cards import ATTRIBUTES_WIDTH, attributes, grid_shape
from render.tnb.face import GRASS
from render.tnb.previews import Preview, Previews, explanation, title
from rules.core.game import Game
from rules.tnb.grid import TILES
from rules.tnb.view import SideView, TnbView

_HEAD: Final = 48
_ANGLE: Final = 40
_LINES: Final = 2
_INNER: Final = 6


def draw(_game: Game, view: TnbView, found: Previews, names: Names) -> Canvas:
    """Turns of a shape side by side, each as the board would be then; places of a card on one board."""
    columns = min(len(found.previews), 2) if found.turns else 1
    rows = -(-len(found.previews) // columns) if found.turns else 1
    said = sentence(explanation(found, names), LABEL, MUTED, _LINES, WIDTH - 2 * MARGIN)
    beside = board_height(0) + 2 * _INNER + (_ANGLE if found.turns else 0)
    above = _HEAD + tall(said)
    room = (HEIGHT - 2 * MARGIN - above) // rows - UNIT - beside
    height = board_height(min(max(room // 3, LEAST), MOST)) + beside - board_height(0)
    canvas = Canvas(WIDTH, 2 * MARGIN + above + rows * (height + UNIT), GRASS)
    head, rest = canvas.box.inset(MARGIN).row(_HEAD)
    _title(canvas, head, view, found)
    rest = say(canvas, rest, said)
    for place, preview in enumerate(found.previews if found.turns else ()):
        row, column = divmod(place, columns)
        box = rest._replace(top=rest.top + UNIT + row * (height + UNIT), height=height)
        _turn(canvas, box.columns(columns, UNIT)[column], preview)
    if not found.turns:
        _places(canvas, rest._replace(top=rest.top + UNIT, height=height), view.sides[found.seat], found)
    return canvas


def _title(canvas: Canvas, row: Box, view: TnbView, found: Previews) -> None:
    """Who chooses, what is being chosen, and the card in full."""
    assert view.seat is not None
    seat_sign(canvas, view.seat, row.left, row.top, row.height)
    left = row.left + row.height + UNIT
    piece, seen = art(found.card, row.height)
    canvas.stamp(piece, seen, left, row.top)
    left += row.height + UNIT
    right = row.right - row.height
    grid_shape(canvas, found.card.shape, Box(right, row.top, row.height, row.height), TEXT, empty=EDGE)
    right -= ATTRIBUTES_WIDTH + UNIT
    attributes(canvas, found.card, found.health, row._replace(left=right, width=ATTRIBUTES_WIDTH))
    canvas.text(title(found), TITLE, Box(left, row.top, right - left - 2 * UNIT, row.height), TEXT)


def _turn(canvas: Canvas, box: Box, preview: Preview) -> None:
    """A shape in one rotation, and what all that is declared would then cost the board's player."""
    canvas.panel(box, PANEL, edge=EDGE)
    head, rest = box.inset(_INNER).row(_ANGLE)
    head = head.inset(UNIT, 0)
    results = facts.forecast(preview.side)
    angle = canvas.text(f"{preview.word}°", TITLE, head, TEXT) + 2 * UNIT
    losses = facts.losses(results)
    said = ", ".join(losses) or "no loss"
    canvas.text(said, STRONG, head.column(angle)[1], VERMILION if losses else MUTED, align=Align.RIGHT)
    rooms = tiles(rest)
    for result in results:
        there, room = preview.side.at(result.tile), rooms[result.tile]
        name = there.card.name if there else str(result.tile)
        piece = Slot(there, result, result.tile in preview.tiles, name)
        canvas.place(slot(piece, (room.width, room.height)), room.left, room.top)


def _places(canvas: Canvas, box: Box, side: SideView, found: Previews) -> None:
    """The board with every tile that can be chosen framed, as it would be with the card on it."""
    canvas.panel(box, PANEL, edge=EDGE)
    then = {tile: preview.side for preview in found.previews for tile in preview.tiles}
    rooms = tiles(box.inset(_INNER))
    for tile, result in zip(TILES, facts.forecast(side), strict=True):
        room = rooms[tile]
        there = side.at(tile)
        piece = Slot(there, result, framed=False, title=there.card.name if there else str(tile))
        if tile in then:
            board = then[tile]
            piece = Slot(board.at(tile), facts.forecast(board)[tile.index], framed=True, title=str(tile))
        canvas.place(slot(piece, (room.width, room.height)), room.left, room.top)
