"""Draw an Arms Dealer player's private picture: ships, items, shop items that the player has looked at, and the cost of
a forfeit.
"""

from collections import Counter
from typing import Final

from render import wording
from render.arms_dealer import facts, sprites
from render.arms_dealer.cards import Slip, draw_slips, money, slips_height
from render.arms_dealer.skirmishes import fights_of
from render.arms_dealer.spaces import LOW_SPACE, SPACE_HEIGHT, Spot, draw_spots, spots
from render.arms_dealer.style import BRIDGE, NIGHT, RIM
from render.canvas import UNIT, Box, Canvas, Layout
from render.fonts import LABEL, STRONG, TITLE, Type
from render.heads import heading
from render.lines import MARGIN, Line, lines_height, sentence, write
from render.palette import INK, MUTED, TEXT, VERMILION, Ink
from render.pieces import SEATS, counter
from render.renderer import Names
from rules.arms_dealer.cards import ShipClass
from rules.arms_dealer.view import ArmsDealerView
from rules.core.game import Game

NAME_ROWS: Final = {Layout.DESKTOP: 52, Layout.PHONE: 100}
"""Height of the title and the resources, in pixels: in one row on a desktop, in two on a phone."""
_TITLE: Final = 52
_ABREAST: Final = {Layout.DESKTOP: 5, Layout.PHONE: 3}
"""The number of spaces side by side."""
_GAP: Final = 12
_PILE: Final = 64
"""Height of a pile of ships, in pixels."""
_PILES: Final = {Layout.DESKTOP: 2, Layout.PHONE: 1}
"""The number of piles side by side."""
_LABEL, _COUNT = 76, 26
"""Widths of a pile's label and of a number in it, in pixels."""
_LINES: Final = 4
"""The maximum number of lines of a sentence."""


def narrow(text: str, kind: Type, ink: Ink, layout: Layout, most: int = _LINES) -> list[Line]:
    """Break a sentence into lines that also fit inside a panel."""
    return sentence(text, kind, ink, most, layout.width - 2 * MARGIN - 24)


def draw(game: Game, view: ArmsDealerView, names: Names, layout: Layout = Layout.DESKTOP) -> Canvas:
    """Draw the hand of the view's seat."""
    assert view.seat is not None
    above = narrow(" · ".join(filter(None, (wording.aim(game, view), facts.hand_remark(view)))), LABEL, MUTED, layout)
    warning = narrow(facts.warning(view), STRONG, INK, layout)
    ships = _ships(game, view)
    ship_rows = -(-len(ships) // _ABREAST[layout])
    slips = [*looked_at(view), *held(view)]
    below = [] if view.hand else narrow("You hold no items.", LABEL, MUTED, layout)
    below += narrow(facts.own_odds(game, view), LABEL, MUTED, layout, 2)
    height = NAME_ROWS[layout] + lines_height(above) + (lines_height(warning) + 3 * UNIT if warning else 0) + UNIT
    height += 2 * MARGIN + slips_height(slips, layout) + lines_height(below) + 2 // _PILES[layout] * (_PILE + UNIT)
    high = SPACE_HEIGHT if height + ship_rows * (SPACE_HEIGHT + _GAP) <= layout.height else LOW_SPACE
    canvas = Canvas(layout.width, height + ship_rows * (high + _GAP), NIGHT)
    row, remaining = canvas.box.inset(MARGIN).row(NAME_ROWS[layout])
    name(canvas, row, view, f"{names[view.seat]}: hand")
    remaining = write(canvas, remaining, above).row(UNIT)[1]
    if warning:
        panel, remaining = remaining.row(lines_height(warning) + 2 * UNIT)
        canvas.panel(panel, VERMILION)
        write(canvas, panel.inset(12, UNIT), warning)
        remaining = remaining.row(UNIT)[1]
    for first in range(0, len(ships), _ABREAST[layout]):
        row, remaining = remaining.row(high)
        draw_spots(canvas, row, ships[first : first + _ABREAST[layout]], _ABREAST[layout], high)
        remaining = remaining.row(_GAP)[1]
    draw_slips(canvas, remaining, slips, layout)
    _piles(canvas, write(canvas, remaining.row(slips_height(slips, layout))[1], below), view, _PILES[layout])
    return canvas


def _piles(canvas: Canvas, box: Box, view: ArmsDealerView, abreast: int) -> None:
    """Draw the ships in the owner's deck and in their repair bay: a ship of each class, with the number of them."""
    assert view.seat is not None
    side = view.sides[view.seat]
    for place, (label, ships) in enumerate((("Deck", facts.in_deck(view)), ("Bay", view.bay))):
        cell = box.columns(abreast, UNIT)[place % abreast]
        cell = cell._replace(top=box.top + place // abreast * (_PILE + UNIT), height=_PILE)
        canvas.panel(cell, BRIDGE, edge=RIM)
        canvas.name(label, cell)
        row = cell.inset(12, 6)
        canvas.text(label, LABEL, row, MUTED)
        counts = Counter(ship.ship_class for ship in ships)
        shown = [ship for ship in {ship.ship_class: ship for ship in side.fleet}.values() if counts[ship.ship_class]]
        pitch = (row.width - _LABEL) // len(ShipClass)
        for number, ship in enumerate(shown):
            symbol = Box(row.left + _LABEL + number * pitch, row.top, pitch - _COUNT - UNIT, row.height)
            sprites.ship(canvas, ship, symbol, SEATS[side.seat][0])
            figure = row._replace(left=symbol.right + 4, width=_COUNT - 4)
            canvas.text(str(counts[ship.ship_class]), STRONG, figure, TEXT)
        if not shown:
            canvas.text("none", LABEL, row.column(_LABEL)[1], MUTED)


def name(canvas: Canvas, row: Box, view: ArmsDealerView, title: str) -> None:
    """Draw the owner's badge, a title and the owner's resources: in two rows if the box is high enough, else in one."""
    assert view.seat is not None
    upper, lower = row.row(_TITLE)
    line = lower if lower.height else upper
    right = row.right - money(canvas, view.sides[view.seat].coins, row.right, line.middle - 2, TITLE) - 3 * UNIT
    if not wording.at_rest(view):
        right -= counter(canvas, "Pot", f"{view.pot:,}", right, line.middle - 2) + 3 * UNIT
    heading(canvas, upper, view.seat, title, row.right if lower.height else right)


def _ships(game: Game, view: ArmsDealerView) -> list[Spot]:
    """Return the owner's five spaces, or the drawn ships while the formation is not laid yet."""
    assert view.seat is not None
    side = view.sides[view.seat]
    if view.drawn:
        return [Spot("", side.seat, side.look, laid=True, ship=ship, figure=str(ship.power)) for ship in view.drawn]
    fought = fights_of(game, view)
    if not fought and not view.sides[view.seat].face_down:
        return []
    return spots(view, fought, view.seat)


def held(view: ArmsDealerView) -> list[Slip]:
    """Return the items in the hand; an item that can be used now is framed."""
    usable = facts.usable(view)
    return [Slip(item, "", count, item in usable) for item, count in facts.stacks(view.hand)]


def looked_at(view: ArmsDealerView) -> list[Slip]:
    """Return the items of the row that this seat knows; the one that the seat has to decide about is framed."""
    shown = []
    for place, item in facts.known(view):
        deciding = place.place == view.item and view.seat in view.waiting
        shown.append(Slip(item, f"shop {place.place}: keep?" if deciding else f"shop place {place.place}", 1, deciding))
    return shown
