"""Draw the Arms Dealer's shop, and the asteroids from which the loser of a battle picks."""

from typing import Final, NamedTuple

from PIL.Image import Image

from render.arms_dealer import sprites
from render.arms_dealer.facts import Haul
from render.arms_dealer.style import BRIDGE, RIM, bridge
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import FIGURE, LABEL, STRONG, TITLE
from render.heads import rows
from render.palette import MUTED, TEXT, Ink, blend
from render.pieces import SEATS, seat_badge
from rules.arms_dealer.limits import KEEPING, LOOKING
from rules.arms_dealer.view import ArmsDealerView, SideView
from rules.core.events import Seat

_GAP: Final = 10
_PRICES: Final = 64
_HELD: Final = 232
"""Width of the place for a player's number of items, in pixels."""
_COLUMNS: Final = 2
_WORDS: Final = f"Look {LOOKING:,}, then keep {KEEPING:,} more"


class _Place(NamedTuple):
    """A place of the shop row."""

    place: int
    there: bool
    looked: tuple[Seat, ...]
    looking: Seat | None
    """The seat that is looking at the item now; None if there is none."""


def shop(canvas: Canvas, box: Box, view: ArmsDealerView) -> None:
    """Draw the crates in one line; below them the prices, and each player's number of items."""
    row, below = box.row(box.height - _PRICES - _GAP)
    crates(canvas, row, view, 1)
    low = below.row(_GAP)[1]
    canvas.name("Prices", low)
    bridge(canvas, low)
    room = low.inset(2 * UNIT, 4)
    for side, left in zip(view.sides, (room.left, room.right - _HELD), strict=True):
        _held(canvas, room._replace(left=left, width=_HELD), side)
    canvas.text(_WORDS, STRONG, room.inset(_HELD, 0), TEXT, align=Align.MIDDLE)


def prices(canvas: Canvas, box: Box, view: ArmsDealerView) -> None:
    """Draw the prices in two lines, and each player's number of items below them."""
    canvas.name("Prices", box)
    bridge(canvas, box)
    room = box.inset(2 * UNIT)
    below = room.row(canvas.lines(_WORDS, STRONG, room, TEXT))[1]
    for side, cell in zip(view.sides, rows(below, [below.height // 2] * 2, 0), strict=True):
        _held(canvas, cell, side)


def _held(canvas: Canvas, row: Box, side: SideView) -> None:
    """Draw a player's number of items."""
    seat_badge(canvas, side.seat, row.left, row.middle - 20, 40)
    sprites.crate(canvas, Box(row.left + 50, row.middle - 17, 44, 34))
    room = row.column(102)[1]
    wide = canvas.text(str(side.hand), TITLE, room, TEXT)
    canvas.text("item" if side.hand == 1 else "items", LABEL, room.column(wide + UNIT)[1], MUTED)


def crates(canvas: Canvas, box: Box, view: ArmsDealerView, lines: int) -> None:
    """Draw the crates in lines, each with the seats that have looked into it."""
    looking = view.waiting[0] if view.item is not None else None
    high = (box.height - (lines - 1) * _GAP) // lines
    across = -(-len(view.shop) // lines)
    cells = [cell for line in rows(box, [high] * lines, _GAP) for cell in line.columns(across, _GAP)]
    for cell, each in zip(cells, view.shop, strict=False):
        place = _Place(each.place, each.there, each.looked, looking if each.place == view.item else None)
        edge = SEATS[place.looking][0] if place.looking is not None else RIM
        fill = _fill(place)
        canvas.panel(cell, fill, edge=edge, line=4 if place.looking is not None else 2, radius=16)
        inner = cell.inset(8)
        canvas.place(_crate(place, (inner.width, inner.height)), inner.left, inner.top)
        canvas.name(f"Item {each.place}", cell)


def _fill(place: _Place) -> Ink:
    return BRIDGE if place.looking is None else blend(SEATS[place.looking][0], BRIDGE, 0.25)


@cached
def _crate(place: _Place, size: tuple[int, int]) -> Image:
    """Draw a crate, its number, and the seats that know its contents."""
    canvas = Canvas(*size, _fill(place))
    head, below = canvas.box.row(52)
    canvas.text(str(place.place), FIGURE, head, TEXT if place.there else MUTED, align=Align.MIDDLE)
    if not place.there:
        canvas.text("empty", LABEL, below, MUTED, align=Align.MIDDLE)
        return canvas.pixels
    lookers = place.looked
    picture, lookers_row = below.row(below.height - (52 if lookers else 0))
    sprites.crate(canvas, picture.inset(4, 6))
    if lookers:
        left = lookers_row.left + (lookers_row.width - 52 - 44 * len(lookers)) // 2
        sprites.eye(canvas, Box(left, lookers_row.top + 8, 48, 38), TEXT)
        for number, seat in enumerate(lookers):
            seat_badge(canvas, seat, left + 56 + 44 * number, lookers_row.top + 7, 40)
    return canvas.pixels


def rocks(canvas: Canvas, box: Box, view: ArmsDealerView) -> None:
    """Draw the asteroids to pick from, with their numbers."""
    ink = SEATS[view.waiting[0]][0]
    bridge(canvas, box, ink)
    inner = box.inset(10)
    high = inner.height // -(-len(view.asteroids) // _COLUMNS)
    wide = inner.width // _COLUMNS
    for place, present in enumerate(view.asteroids):
        line, column = divmod(place, _COLUMNS)
        piece = _rock(place + 1, (wide, high), present=present)
        canvas.place(piece, inner.left + column * wide, inner.top + line * high)
    last = Box(inner.left + wide, inner.top + 2 * high, wide, high)
    canvas.text(f"pick {view.picks}", STRONG, last, TEXT, align=Align.MIDDLE)


@cached
def _rock(number: int, size: tuple[int, int], *, present: bool) -> Image:
    canvas = Canvas(*size, BRIDGE)
    canvas.text(str(number), TITLE, canvas.box.column(30)[0], TEXT if present else MUTED, align=Align.MIDDLE)
    room = canvas.box.column(32)[1].inset(2, 4)
    if present:
        sprites.rock(canvas, room)
    else:
        canvas.text("-", TITLE, room, MUTED, align=Align.MIDDLE)
    return canvas.pixels


def draw_haul(canvas: Canvas, box: Box, haul: Haul) -> None:
    """Draw the asteroid that was just harvested."""
    bridge(canvas, box, SEATS[haul.seat][0])
    inner = box.inset(12)
    figure = Box(inner.left, inner.bottom - 64, inner.width, 60)
    picture = inner._replace(height=inner.height - 70)
    sprites.rock(canvas, picture.inset(8), haul.card)
    seat_badge(canvas, haul.seat, inner.left, inner.top, 48)
    canvas.text(f"+{haul.coins:,}", FIGURE, figure, TEXT, align=Align.MIDDLE)
