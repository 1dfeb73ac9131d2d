"""What a player of Arms Dealer can choose, as the table would be then. Only that player may see it."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from render import fonts
from render.arms_dealer import sprites
from render.arms_dealer.cards import ITEM_INK, PLACE_HEIGHT, rock_place
from render.arms_dealer.hand import NAME_ROW, name, narrow
from render.arms_dealer.previews import (
    TITLES,
    Laying,
    Looking,
    Picking,
    Previews,
    Row,
    Swapping,
    Using,
    explanation,
    span,
    verdict,
)
from render.arms_dealer.spaces import SPACE_HEIGHT, Spot, draw_spots
from render.artist import Names
from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE
from render.lines import MARGIN, say, tall
from render.palette import EDGE, GROUND, MUTED, PANEL, STRIP, TEXT, VERMILION, WELL, YELLOW
from render.pieces import seat_sign
from render.shapes import Shape
from rules.arms_dealer.cards import Fleet, ItemCard
from rules.arms_dealer.labels import does
from rules.arms_dealer.view import ArmsDealerView, ShopView
from rules.core.game import Game

_GAP: Final = 12
_USE: Final = 96
_DOES: Final = 660
"""How wide the words about an item run."""
_PLACE: Final = 116
_COLUMNS: Final = 2
_FLEETS: Final = tuple(Fleet)
_SIGNS: Final = {"ahead": (Shape.STAR, YELLOW), "behind": (Shape.CROSS, VERMILION)}


def draw(game: Game, view: ArmsDealerView, found: Previews, _names: Names) -> Canvas:
    """What can follow some words."""
    above = narrow(explanation(game, view, found), LABEL, MUTED)
    height = NAME_ROW + tall(above) + _GAP + _height(found)
    canvas = Canvas(WIDTH, 2 * MARGIN + height, GROUND)
    row, rest = canvas.box.inset(MARGIN).row(NAME_ROW)
    name(canvas, row, view, TITLES[type(found)])
    _draw(canvas, say(canvas, rest, above).row(_GAP)[1], view, found)
    return canvas


def _height(found: Previews) -> int:
    match found:
        case Laying():
            return 2 * SPACE_HEIGHT + _GAP if found.left else SPACE_HEIGHT
        case Looking():
            return -(-len(found.places) // _COLUMNS) * (_PLACE + UNIT)
        case Using():
            return sum(_use_height(item) + UNIT for item, _, _ in found.uses)
        case Swapping():
            return len(found.rows) * (SPACE_HEIGHT + _GAP)
        case Picking():
            return PLACE_HEIGHT


def _draw(canvas: Canvas, box: Box, view: ArmsDealerView, found: Previews) -> None:
    assert view.seat is not None
    spots = partial(_spots, _FLEETS[view.seat])
    match found:
        case Laying():
            row, rest = box.row(SPACE_HEIGHT)
            draw_spots(canvas, row, spots(found.laid))
            draw_spots(canvas, rest.row(_GAP)[1], [spot._replace(label="") for spot in spots(found.left)])
        case Looking():
            for place, (shown, room) in enumerate(zip(found.places, 3 * box.columns(_COLUMNS, UNIT), strict=True)):
                top = box.top + place // _COLUMNS * (_PLACE + UNIT)
                _place(canvas, room._replace(top=top, height=_PLACE), shown)
        case Using():
            for use in found.uses:
                row, box = box.row(_use_height(use[0]))
                _use(canvas, row, use, view.sides[view.seat].power, found.against)
                box = box.row(UNIT)[1]
        case Swapping():
            for marked, ships in found.rows:
                row, box = box.row(SPACE_HEIGHT)
                draw_spots(canvas, row, spots(ships, marked))
                box = box.row(_GAP)[1]
        case Picking():
            for place, (there, room) in enumerate(
                zip(found.there, box.columns(len(found.there), UNIT), strict=True), 1
            ):
                piece = rock_place(place, (room.width, PLACE_HEIGHT), GROUND, there=there, picker=view.seat)
                canvas.place(piece, room.left, room.top)


def _spots(fleet: Fleet, ships: Row, marked: Sequence[int] = ()) -> list[Spot]:
    return [
        Spot(
            str(space),
            fleet,
            laid=ship is not None,
            ship=ship,
            figure=str(ship.power) if ship else "",
            marked=space in marked,
        )
        for space, ship in enumerate(ships, start=1)
    ]


def _place(canvas: Canvas, box: Box, shown: ShopView) -> None:
    """A place of the row: the item if this seat knows it, and who looked."""
    canvas.panel(box, STRIP if shown.there else WELL, edge=YELLOW if shown.item else EDGE, line=4 if shown.item else 2)
    row = box.inset(2 * UNIT, UNIT)
    canvas.text(str(shown.place), TITLE, row, TEXT if shown.there else MUTED)
    room = row.column(44)[1]
    if not shown.there:
        canvas.text("empty", LABEL, room, MUTED)
        return
    sign, words = room.column(100)
    if shown.item is None:
        sprites.crate(canvas, sign.inset(0, 14))
        title, detail = "not looked at by you", ""
    else:
        sprites.item_sign(canvas, shown.item.kind, sign.inset(20, 22), ITEM_INK)
        title, detail = shown.item.name, "you know it"
    words = words.column(12)[1]
    upper, lower = words.row(words.height // 2)
    canvas.text(
        title,
        STRONG if shown.item else LABEL,
        upper if shown.looked or detail else words,
        TEXT if shown.item else MUTED,
    )
    left = lower.left
    if shown.looked:
        sprites.eye(canvas, Box(left, lower.middle - 16, 40, 32))
        left += 48
    for seat in shown.looked:
        seat_sign(canvas, seat, left, lower.middle - 18, 36)
        left += 42


def _use_height(item: ItemCard) -> int:
    return _USE + (len(fonts.wrapped(does(item), LABEL, _DOES, 2)) - 1) * LABEL.pitch


def _use(canvas: Canvas, box: Box, use: tuple[ItemCard, int, int], power: int, against: int) -> None:
    """An item, what it does, and what it would make of the fight."""
    item, least, most = use
    canvas.panel(box, PANEL, edge=EDGE)
    row = box.inset(2 * UNIT, 10)
    sprites.item_sign(canvas, item.kind, Box(row.left, row.middle - 28, 56, 56), ITEM_INK)
    room = row.column(76)[1]
    figures = f"{power} → {span(least, most)} : {against}"
    said = verdict(least, most, against)
    upper, lower = room.row(40)
    wide = canvas.text(figures, STRONG, upper, TEXT, align=Align.RIGHT)
    canvas.text(item.name, STRONG, upper._replace(width=upper.width - wide - UNIT), TEXT)
    first = lower._replace(height=LABEL.pitch)
    wide = canvas.text(said, STRONG, first, TEXT, align=Align.RIGHT)
    if sign := _SIGNS.get(said):
        wide += 32
        canvas.shape(sign[0], first.right - wide, first.middle - 12, 24, sign[1])
    canvas.lines(does(item), LABEL, lower._replace(width=_DOES), MUTED)
