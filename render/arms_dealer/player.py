"""Draw one player's part of Arms Dealer's table: name, coins and remaining ships."""

from typing import Final

from PIL.Image import Image

from render import fonts
from render.arms_dealer import facts, sprites
from render.arms_dealer.style import BRIDGE, bridge
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import FIGURE, LABEL, STRONG, TITLE
from render.landscape import PLATE, plate
from render.palette import MUTED, TEXT, Ink
from render.pieces import SEATS, tag
from rules.arms_dealer.cards import ShipCard
from rules.arms_dealer.view import ArmsDealerView, SideView
from rules.core.events import Seat

HEIGHT: Final = 198
_SUMS, _SHIPS, _SHIP = 54, 76, 46
"""Heights of the row of coins, of the row of ships, and of one ship, in pixels."""
_FIRST: Final = "first"


def draw(canvas: Canvas, box: Box, view: ArmsDealerView, seat: Seat, name: str) -> None:
    """Draw a player's panel, framed in the seat's colour if the seat is asked."""
    side = view.sides[seat]
    bridge(canvas, box, SEATS[seat][0] if seat in view.waiting else None)
    inner = box.inset(12, 8)
    row, below = inner.row(PLATE)
    _who(canvas, row, view, seat, name)
    sums, below = below.row(_SUMS)
    _sums(canvas, sums, side)
    fleet = below.row(2)[1]
    piece = _fleet(tuple(remaining(side).items()), inner.width, SEATS[seat][0])
    canvas.place(piece, fleet.left, fleet.top)
    canvas.name("Coins", sums.column(sums.width * 3 // 5)[0], seat)
    canvas.name("Fleet", Box(fleet.left, fleet.top, *piece.size), seat)


def remaining(side: SideView) -> dict[ShipCard, int]:
    """Return how many ships of each kind are not destroyed, weakest first."""
    lost = facts.destroyed(side)
    return {ship: side.fleet.count(ship) - lost[ship] for ship in lost}


def _who(canvas: Canvas, row: Box, view: ArmsDealerView, seat: Seat, name: str) -> None:
    if facts.goes_first(view, seat):
        wide = fonts.width(_FIRST, STRONG) + 3 * UNIT
        tag(canvas, _FIRST, row.right - wide, row.middle, MUTED)
        row = row._replace(width=row.width - wide - UNIT)
    plate(canvas, row, view, seat, name)


def _sums(canvas: Canvas, row: Box, side: SideView) -> None:
    """Draw the coins on the left, and on the right the remaining ships out of the whole fleet, like 7/10."""
    of = f"/{len(side.fleet)}"
    wide = fonts.width(of, LABEL)
    canvas.text(of, LABEL, Box(row.right - wide, row.top + 6, wide, row.height - 6), MUTED)
    figure = str(side.ships)
    wide += fonts.width(figure, FIGURE) + 4
    canvas.text(figure, FIGURE, Box(row.right - wide, row.top, wide, row.height), TEXT)
    wide += 42
    sprites.insignia(canvas, side.look, Box(row.right - wide, row.middle - 17, 34, 34), SEATS[side.seat][0], BRIDGE)
    room = row.width - wide - UNIT
    coins = f"{side.coins:,}"
    kind = FIGURE if fonts.width(coins, FIGURE) + 44 <= room else TITLE
    sprites.coin(canvas, Box(row.left, row.middle - 18, 36, 36))
    canvas.text(coins, kind, row.column(44)[1], TEXT)


@cached
def _fleet(ships: tuple[tuple[ShipCard, int], ...], width: int, ink: Ink) -> Image:
    """Draw each class of ships with the number that remain."""
    canvas = Canvas(width, _SHIPS, BRIDGE)
    for cell, (ship, count) in zip(canvas.box.columns(len(ships), 4), ships, strict=True):
        upper, lower = cell.row(_SHIP)
        sprites.ship(canvas, ship, upper, ink, whole=count > 0)
        canvas.text(str(count), STRONG, lower, TEXT if count else MUTED, align=Align.MIDDLE)
    return canvas.pixels
