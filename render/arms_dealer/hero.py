"""Draw the ship of Arms Dealer that stands for a player on a poster."""

from typing import Final

from render.arms_dealer import sprites
from render.arms_dealer.skirmishes import fights_of
from render.arms_dealer.style import STYLE
from render.canvas import Box, Canvas
from render.pieces import SEATS
from render.style import ground_picture
from rules.arms_dealer.view import ArmsDealerView
from rules.core.events import Seat
from rules.core.game import Game

_SKY: Final = 620, 180
"""The place on the table's ground that is the sky behind a ship, from the left and from the top, in pixels."""


def draw(canvas: Canvas, box: Box, game: Game, view: ArmsDealerView, seat: Seat) -> str:
    """Draw the seat's ship of the last skirmish, as a wreck if it was destroyed, else the strongest ship of their
    fleet; return its name.
    """
    left, top = _SKY
    canvas.place(ground_picture(STYLE.ground).crop((left, top, left + box.width, top + box.height)), box.left, box.top)
    corners = [fight.corners[seat] for fight in fights_of(game, view) if fight.corners[seat].ships]
    ship = corners[-1].ships[0] if corners else max(view.sides[seat].fleet, key=lambda ship: ship.power)
    whole = not (corners and corners[-1].fate.destroyed)
    if not whole:
        sprites.burst(canvas, box)
    sprites.ship(canvas, ship, box.inset(12, box.height // 8), SEATS[seat][0], whole=whole)
    return ship.ship_class.label
