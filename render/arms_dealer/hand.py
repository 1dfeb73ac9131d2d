"""What only one player of Arms Dealer may see: ships, items, what was looked at, and what a forfeit costs."""

from typing import Final

from render import telling
from render.arms_dealer import facts
from render.arms_dealer.cards import Slip, draw_slips, money, slips_height
from render.arms_dealer.face import NIGHT
from render.arms_dealer.skirmishes import fights_of
from render.arms_dealer.spaces import SPACE_HEIGHT, Spot, draw_spots, spots
from render.artist import Names
from render.canvas import UNIT, WIDTH, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE, Type
from render.heads import heading
from render.lines import MARGIN, ROOM, Line, say, sentence, tall
from render.palette import INK, MUTED, TEXT, VERMILION, Ink
from render.pieces import counter
from rules.arms_dealer.view import ArmsDealerView
from rules.core.game import Game

NAME_ROW: Final = 52
_GAP: Final = 12
_LINES: Final = 4
"""Lines that a sentence may take."""


def narrow(text: str, kind: Type, ink: Ink, most: int = _LINES) -> list[Line]:
    """A sentence in lines that also a panel as wide as the picture has room for."""
    return sentence(text, kind, ink, most, ROOM - 24)


def draw(game: Game, view: ArmsDealerView, names: Names) -> Canvas:
    """The hand of the view's seat."""
    assert view.seat is not None
    above = [*narrow(telling.question(game, view, names), STRONG, TEXT)]
    above += narrow(facts.aside(game, view, names), LABEL, MUTED)
    warning = narrow(facts.warning(view), STRONG, INK)
    ships = _ships(game, view)
    slips = [*looked_at(view), *held(view)]
    below = [] if view.hand else narrow("You hold no items.", LABEL, MUTED)
    below += [line for text in facts.own_piles(game, view) for line in narrow(text, LABEL, MUTED, 2)]
    height = NAME_ROW + tall(above) + (tall(warning) + 3 * UNIT if warning else 0) + UNIT
    height += (SPACE_HEIGHT + _GAP if ships else 0) + slips_height(slips) + tall(below)
    canvas = Canvas(WIDTH, 2 * MARGIN + height, NIGHT)
    row, rest = canvas.box.inset(MARGIN).row(NAME_ROW)
    name(canvas, row, view, f"{names[view.seat]}: hand")
    rest = say(canvas, rest, above).row(UNIT)[1]
    if warning:
        panel, rest = rest.row(tall(warning) + 2 * UNIT)
        canvas.panel(panel, VERMILION)
        say(canvas, panel.inset(12, UNIT), warning)
        rest = rest.row(UNIT)[1]
    if ships:
        row, rest = rest.row(SPACE_HEIGHT)
        draw_spots(canvas, row, ships)
        rest = rest.row(_GAP)[1]
    draw_slips(canvas, rest, slips)
    say(canvas, rest.row(slips_height(slips))[1], below)
    return canvas


def name(canvas: Canvas, row: Box, view: ArmsDealerView, title: str) -> None:
    """Whose picture it is, and what they have to spend."""
    assert view.seat is not None
    right = row.right - money(canvas, view.sides[view.seat].coins, row.right, row.middle - 2, TITLE) - 3 * UNIT
    if not telling.at_rest(view):
        right -= counter(canvas, "Pot", f"{view.pot:,}", right, row.middle - 2) + 3 * UNIT
    heading(canvas, row, view.seat, title, right)


def _ships(game: Game, view: ArmsDealerView) -> list[Spot]:
    """The five spaces as their owner knows them, or the ships that are still to be laid."""
    assert view.seat is not None
    side = view.sides[view.seat]
    if view.drawn:
        return [Spot("", side.seat, side.look, laid=True, ship=ship, figure=str(ship.power)) for ship in view.drawn]
    fought = fights_of(game, view)
    if not fought and not view.sides[view.seat].face_down:
        return []
    return spots(view, fought, view.seat)


def held(view: ArmsDealerView) -> list[Slip]:
    """The items in the hand; those that can be used now are framed."""
    usable = facts.usable(view)
    return [Slip(item, "", count, item in usable) for item, count in facts.stacks(view.hand)]


def looked_at(view: ArmsDealerView) -> list[Slip]:
    """The items in the row that this seat knows; the one that it decides about is framed."""
    found = []
    for place, item in facts.known(view):
        now = place.place == view.item and view.seat in view.waiting
        found.append(Slip(item, f"shop {place.place}: keep?" if now else f"shop place {place.place}", 1, now))
    return found
