"""Draw one player's half of T&B's table: name, resources and board."""

from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import DISPLAY, FIGURE, LABEL, STRONG
from render.landscape import PLATE, plate
from render.palette import EDGE, INK, MUTED, PANEL, TEXT, VERMILION, VIOLET, WELL, Ink, blend
from render.pieces import SEATS
from render.shapes import Shape
from render.tnb import facts, tile
from render.tnb.cards import HEALTH
from render.tnb.style import CHALK, GRASS
from render.tnb.tile import Spot, tile_front
from render.tnb.tolls import draw_toll, gap_within, toll_width
from rules.core.events import Seat
from rules.tnb.grid import TILES, Tile
from rules.tnb.limits import LIFE
from rules.tnb.view import TnbView

_LINE: Final = 3
"""Width of the chalk lines between tiles, in pixels."""
WIDTH: Final = 3 * tile.WIDTH + 4 * _LINE
_BOARD: Final = 3 * tile.HEIGHT + 4 * _LINE
_POINTS: Final = 48
_STOCKS: Final = 196
_GAP: Final = 5
TALL: Final = PLATE + _GAP + _BOARD
"""Height of a player's half of a table for a phone, in pixels."""


class _Points(NamedTuple):
    """A player's Life Points and Tactical Points."""

    life: int
    """The player's LP."""
    coming: int
    """The LP that the player will lose if nothing more is declared."""
    tactical: int
    overdrive: bool
    """Whether the players can also buy card actions with TP."""


def draw(canvas: Canvas, box: Box, view: TnbView, seat: Seat, name: str) -> None:
    """Draw a player's half of the table."""
    below = _who(canvas, box, view, seat, name)
    canvas.place(_points(_points_of(view, seat)), below.left, below.top + _GAP)
    canvas.name("Points", Box(below.left, below.top + _GAP, WIDTH, _POINTS), seat)
    _ground(canvas, below.row(_POINTS + 2 * _GAP)[1], view, seat)


def draw_beside(canvas: Canvas, box: Box, view: TnbView, seat: Seat, name: str) -> None:
    """Draw a player's half of a table for a phone: the points in a column beside the board."""
    below = _who(canvas, box, view, seat, name).row(_GAP)[1]
    board, points = below.column(WIDTH)
    points = points.column(2 * UNIT)[1]
    toll = facts.toll(view.resolved[seat]) if any(view.resolved) else None
    canvas.place(_column(_points_of(view, seat), toll, points.width), points.left, points.top)
    canvas.name("Points", points, seat)
    _ground(canvas, board, view, seat)


def _who(canvas: Canvas, box: Box, view: TnbView, seat: Seat, name: str) -> Box:
    """Draw the name, and the numbers of cards; return the box below them."""
    side = view.sides[seat]
    top, below = box.row(PLATE)
    plate(canvas, top._replace(width=top.width - _STOCKS - UNIT), view, seat, name)
    canvas.place(_stocks((side.hand, side.deck, len(side.removed))), top.right - _STOCKS, top.top)
    return below


def _points_of(view: TnbView, seat: Seat) -> _Points:
    side = view.sides[seat]
    coming = facts.toll(facts.forecast(side)).life
    return _Points(side.life_points, coming, side.tactical_points, view.overdrive)


def _ground(canvas: Canvas, board: Box, view: TnbView, seat: Seat) -> None:
    """Draw the board, and name it and its tiles."""
    for place in TILES:
        across, down = _corner(place)
        canvas.name(str(place), Box(board.left + across, board.top + down, tile.WIDTH, tile.HEIGHT), seat)
    canvas.name("Board", Box(board.left, board.top, WIDTH, _BOARD), seat)
    canvas.place(_board(spots_of(view, seat), SEATS[seat][0]), board.left, board.top)


def spots_of(view: TnbView, seat: Seat) -> tuple[Spot, ...]:
    """Return the present tiles of a board. A card's loss in the last battle is shown where the card is now, even if it
    has moved.
    """
    side, battle = view.sides[seat], view.resolved[seat]
    card_names = facts.named(side.deck_list)
    hurt = {result.card: result.net for result in battle if result.card}
    fallen = {result.tile: card_names[result.card] for result in battle if result.card and result.removed}
    life = {result.tile: result.life_lost for result in battle}
    spots = []
    for result in facts.forecast(side):
        occupant = side.at(result.tile)
        lost = hurt.get(occupant.card.id, 0) if occupant else life.get(result.tile, 0)
        ready = occupant is not None and facts.may_act(view, seat, occupant)
        spots.append(Spot(occupant, result, lost, fallen.get(result.tile, ""), ready))
    return tuple(spots)


@cached
def _stocks(counts: tuple[int, int, int]) -> Image:
    """Draw the number of cards in hand, in the deck and removed, each with a symbol."""
    canvas = Canvas(_STOCKS, PLATE, GRASS)
    canvas.panel(canvas.box, WELL, radius=PLATE // 2)
    for draw_symbol, count, cell in zip(
        (_fan, _pile, _gone), counts, canvas.box.inset(14, 0).columns(3, 6), strict=True
    ):
        draw_symbol(canvas, cell)
        canvas.text(str(count), STRONG, cell.column(34)[1], TEXT if count else MUTED)
    return canvas.pixels


def _fan(canvas: Canvas, cell: Box) -> None:
    """Draw the symbol of a hand: a fan of cards."""
    for shift, low in ((10, 2), (0, -2)):
        card = Box(cell.left + shift, cell.middle - 13 + low, 18, 26)
        canvas.panel(card, TEXT if not shift else MUTED, radius=3, edge=INK)


def _pile(canvas: Canvas, cell: Box) -> None:
    """Draw the symbol of a deck: a pile of face-down cards."""
    for step in (2, 1, 0):
        card = Box(cell.left + 4, cell.middle - 15 + 4 * step, 22, 24)
        canvas.panel(card, blend(VIOLET, TEXT, 0.8), radius=3, edge=INK)


def _gone(canvas: Canvas, cell: Box) -> None:
    canvas.shape(Shape.CROSS, cell.left + 4, cell.middle - 12, 24, MUTED)


@cached
def _points(points: _Points) -> Image:
    """Draw TP as a figure, LP as a figure and as hearts. A heart that a declared attack will take is crossed out."""
    canvas = Canvas(WIDTH, _POINTS, GRASS)
    canvas.panel(canvas.box, WELL, radius=_POINTS // 2)
    row = canvas.box.inset(2 * UNIT, 0)
    left = row.left + max(canvas.text(str(points.life), FIGURE, row, TEXT), 30) + UNIT
    for place in range(LIFE):
        heart = left + place * 38
        lost = points.life - points.coming <= place < points.life
        canvas.shape(HEALTH, heart, row.middle - 17, 34, _heart(lost=lost, present=place < points.life))
        if lost:
            canvas.shape(Shape.CROSS, heart + 7, row.middle - 11, 20, TEXT)
    if points.coming:
        loss_text = f"-{points.coming}"
        pill = Box(left + LIFE * 38 + 4, 6, fonts.width(loss_text, STRONG) + 20, _POINTS - 12)
        canvas.panel(pill, VERMILION, radius=pill.height // 2)
        canvas.text(loss_text, STRONG, pill, INK, align=Align.MIDDLE)
    figure = str(points.tactical)
    canvas.text(figure, FIGURE, row, TEXT if points.tactical else MUTED, align=Align.RIGHT)
    words = row._replace(width=row.width - fonts.width(figure, FIGURE) - UNIT)
    label = canvas.text("TP", LABEL, words, MUTED, align=Align.RIGHT)
    if points.overdrive:
        canvas.shape(Shape.GEAR, words.right - label - 38, row.middle - 15, 30, VIOLET)
    return canvas.pixels


@cached
def _column(points: _Points, toll: facts.Toll | None, width: int) -> Image:
    """Draw LP as a figure above hearts in two columns, the losses in the last battle, and TP below them. A heart that a
    declared attack will take is crossed out.
    """
    canvas = Canvas(width, _BOARD, GRASS)
    canvas.panel(canvas.box, WELL, radius=2 * UNIT)
    figure, below = canvas.box.inset(UNIT).row(80)
    canvas.text(str(points.life), DISPLAY, figure, TEXT, align=Align.MIDDLE)
    for place in range(LIFE):
        row, column = divmod(place, 2)
        left, top = width // 2 + (column - 1) * 60 + 8, below.top + row * 56
        lost = points.life - points.coming <= place < points.life
        canvas.shape(HEALTH, left, top, 44, _heart(lost=lost, present=place < points.life))
        if lost:
            canvas.shape(Shape.CROSS, left + 10, top + 9, 24, TEXT)
    below = below.row(LIFE // 2 * 56)[1]
    if points.coming:
        pill = Box(below.left + UNIT, below.top, below.width - 2 * UNIT, 40)
        canvas.panel(pill, VERMILION, radius=20)
        canvas.text(f"-{points.coming} LP", STRONG, pill, INK, align=Align.MIDDLE)
    low = below._replace(top=canvas.box.bottom - 60 - UNIT, height=60)
    figures = low.inset(2 * UNIT, 0)
    canvas.text("TP", LABEL, figures, MUTED)
    canvas.text(str(points.tactical), FIGURE, figures, TEXT if points.tactical else MUTED, align=Align.RIGHT)
    if points.overdrive:
        canvas.shape(Shape.GEAR, low.left + (low.width - 36) // 2, low.middle - 18, 36, VIOLET)
    if toll is not None:
        gap = gap_within(toll, width - UNIT)
        row = toll_width(toll, gap)
        draw_toll(canvas, Box((width - row) // 2, low.top - 44, row, 40), toll, gap)
    return canvas.pixels


def _heart(*, lost: bool, present: bool) -> Ink:
    return blend(VERMILION, PANEL, 0.45) if lost else VERMILION if present else EDGE


@cached
def _board(spots: tuple[Spot, ...], ink: Ink) -> Image:
    """Draw the nine tiles in reading order, between lines of chalk."""
    canvas = Canvas(WIDTH, _BOARD, CHALK)
    for place, spot in zip(TILES, spots, strict=True):
        canvas.place(tile_front(spot, ink), *_corner(place))
    return canvas.pixels


def _corner(place: Tile) -> tuple[int, int]:
    """Return the upper left corner of a tile on its board."""
    return _LINE + place.column * (tile.WIDTH + _LINE), _LINE + place.row * (tile.HEIGHT + _LINE)
