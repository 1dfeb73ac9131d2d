"""Draw an Arms Dealer player's options, each with the table after it. Only that player may see the picture."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from render.arms_dealer import art, facts, sprites
from render.arms_dealer.cards import rock_place
from render.arms_dealer.hand import NAME_ROWS, name, narrow
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
from render.arms_dealer.spaces import LOW_SPACE, SPACE_HEIGHT, Spot, draw_spots
from render.arms_dealer.style import BRIDGE, NIGHT, RIM
from render.canvas import UNIT, Align, Box, Canvas, Layout
from render.fonts import FIGURE, LABEL, STRONG, TITLE
from render.lines import MARGIN, lines_height, write
from render.palette import MUTED, TEXT, VERMILION, YELLOW
from render.pieces import SEATS, seat_badge
from render.renderer import Names
from render.shapes import Shape
from rules.arms_dealer.cards import ItemCard
from rules.arms_dealer.view import ArmsDealerView, ShopView, SideView
from rules.core.game import Game

_GAP: Final = 12
_ODDS: Final = 84
"""Height of the asteroids that nobody has seen, in pixels."""
_STONE: Final = 180
"""Height of an asteroid to pick, in pixels."""
_FEW: Final = 2
"""The number of rows of spaces up to which they are drawn as whole cards."""
_USE: Final = 96
_PLACE: Final = 116
_COLUMNS: Final = {Layout.DESKTOP: 2, Layout.PHONE: 1}
_ROCKS: Final = {Layout.DESKTOP: 6, Layout.PHONE: 3}
"""The number of asteroids side by side."""
_SYMBOLS: Final = {"ahead": (Shape.STAR, YELLOW), "behind": (Shape.CROSS, VERMILION)}


def draw(game: Game, view: ArmsDealerView, preview: Previews, _names: Names, layout: Layout = Layout.DESKTOP) -> Canvas:
    """Draw the options that `previews` found."""
    words = "" if isinstance(preview, Picking) else explanation(game, view, preview)
    above = narrow(words, LABEL, MUTED, layout)
    height = NAME_ROWS[layout] + lines_height(above) + _GAP + _height(preview, layout)
    canvas = Canvas(layout.width, 2 * MARGIN + height, NIGHT)
    row, below = canvas.box.inset(MARGIN).row(NAME_ROWS[layout])
    name(canvas, row, view, TITLES[type(preview)])
    below = write(canvas, below, above).row(_GAP)[1]
    if isinstance(preview, Picking):
        _odds(canvas, below.row(_ODDS)[0], game, view)
        below = below.row(_ODDS + _GAP)[1]
    _draw(canvas, below, view, preview, layout)
    return canvas


def _odds(canvas: Canvas, box: Box, game: Game, view: ArmsDealerView) -> None:
    """Draw the asteroids that nobody has seen yet: each kind with its coins and the number of them."""
    unseen = facts.unseen_asteroids(game, view)
    for cell, (card, count) in zip(box.columns(len(unseen), UNIT), unseen.items(), strict=True):
        canvas.panel(cell, BRIDGE, edge=RIM)
        rock, words = cell.inset(UNIT, 6).column(_ODDS - 12)
        sprites.rock(canvas, rock, card)
        upper, lower = words.column(UNIT)[1].row(words.height // 2)
        canvas.text(f"{card.coins:,}", TITLE, upper, TEXT if count else MUTED)
        canvas.text(f"{count} left", LABEL, lower, TEXT if count else MUTED)


def _height(preview: Previews, layout: Layout) -> int:
    match preview:
        case Laying():
            high = SPACE_HEIGHT if layout is Layout.DESKTOP else LOW_SPACE
            return 2 * high + _GAP if preview.left else high
        case Looking():
            return -(-len(preview.places) // _COLUMNS[layout]) * (_PLACE + UNIT)
        case Using():
            return -(-len(preview.uses) // _COLUMNS[layout]) * (_USE + UNIT)
        case Swapping():
            whole, lines = _swapped(preview, layout)
            return len(preview.rows) * lines * ((SPACE_HEIGHT if whole else LOW_SPACE) + _GAP)
        case Picking():
            return _ODDS + _GAP + -(-len(preview.there) // _ROCKS[layout]) * (_STONE + UNIT)


def _draw(canvas: Canvas, box: Box, view: ArmsDealerView, preview: Previews, layout: Layout) -> None:
    assert view.seat is not None
    spots = partial(_spots, view.sides[view.seat])
    match preview:
        case Laying():
            row, below = box.row(SPACE_HEIGHT if layout is Layout.DESKTOP else LOW_SPACE)
            draw_spots(canvas, row, spots(preview.laid), height=row.height)
            left = [spot._replace(label="") for spot in spots(preview.left)]
            draw_spots(canvas, below.row(_GAP)[1], left, height=row.height)
        case Looking():
            columns = box.columns(_COLUMNS[layout], UNIT)
            for place, shown in enumerate(preview.places):
                top = box.top + place // len(columns) * (_PLACE + UNIT)
                _place(canvas, columns[place % len(columns)]._replace(top=top, height=_PLACE), shown)
        case Using():
            columns = box.columns(_COLUMNS[layout], UNIT)
            for place, use in enumerate(preview.uses):
                top = box.top + place // len(columns) * (_USE + UNIT)
                room = columns[place % len(columns)]._replace(top=top, height=_USE)
                _use(canvas, room, use, view.sides[view.seat].power, preview.against)
        case Swapping():
            for highlighted, ships in preview.rows:
                whole, lines = _swapped(preview, layout)
                spaces = [spot if spot.ship else spot._replace(figure="fought") for spot in spots(ships, highlighted)]
                abreast = -(-len(spaces) // lines)
                for first in range(0, len(spaces), abreast):
                    row, box = box.row(SPACE_HEIGHT if whole else LOW_SPACE)
                    draw_spots(canvas, row, spaces[first : first + abreast], abreast, row.height)
                    box = box.row(_GAP)[1]
        case Picking():
            columns = box.columns(min(len(preview.there), _ROCKS[layout]), UNIT)
            for place, present in enumerate(preview.there):
                room = columns[place % len(columns)]
                size, edge = (room.width, _STONE), SEATS[view.seat][0]
                piece = rock_place(place + 1, size, NIGHT, present=present, edge=edge)
                canvas.place(piece, room.left, room.top + place // len(columns) * (_STONE + UNIT))


def _swapped(preview: Swapping, layout: Layout) -> tuple[bool, int]:
    """Return whether the spaces are drawn as whole cards, and in how many lines: two on a phone."""
    is_phone = layout is Layout.PHONE
    whole = len(preview.rows) <= (1 if is_phone else _FEW)
    return whole, 2 if whole and is_phone else 1


def _spots(side: SideView, ships: Row, highlighted: Sequence[int] = ()) -> list[Spot]:
    return [
        Spot(
            str(space),
            side.seat,
            side.look,
            laid=ship is not None,
            ship=ship,
            figure=str(ship.power) if ship else "",
            highlighted=space in highlighted,
        )
        for space, ship in enumerate(ships, start=1)
    ]


def _place(canvas: Canvas, box: Box, shown: ShopView) -> None:
    """Draw a place of the row: the item if this seat knows it, and the seats that have looked at it."""
    is_known = shown.item is not None
    canvas.panel(box, BRIDGE, edge=YELLOW if is_known else RIM, line=4 if is_known else 2)
    row = box.inset(2 * UNIT, UNIT)
    canvas.text(str(shown.place), FIGURE, row, TEXT if shown.there else MUTED)
    room = row.column(44)[1]
    if not shown.there:
        canvas.text("empty", LABEL, room, MUTED)
        return
    symbol, words = room.column(100)
    if shown.item is None:
        sprites.crate(canvas, symbol.inset(0, 10))
    else:
        art.place(canvas, shown.item, symbol.inset(0, 4))
    words = words.column(12)[1]
    if shown.looked:
        words, lower = words.row(words.height // 2)
        sprites.eye(canvas, Box(lower.left, lower.middle - 16, 40, 32))
        for number, seat in enumerate(shown.looked):
            seat_badge(canvas, seat, lower.left + 48 + 42 * number, lower.middle - 18, 36)
    title = shown.item.name if shown.item else "not looked at by you"
    canvas.text(title, STRONG if is_known else LABEL, words, TEXT if is_known else MUTED)


def _use(canvas: Canvas, box: Box, use: tuple[ItemCard, int, int], power: int, against: int) -> None:
    """Draw an item, and the fight after its use."""
    item, least, most = use
    canvas.panel(box, BRIDGE, edge=RIM)
    row = box.inset(12, 12)
    art.place(canvas, item, row)
    upper, lower = row.column(row.height + 12)[1].row(row.height // 2)
    standing = verdict(least, most, against)
    wide = canvas.text(standing, STRONG, upper, TEXT, align=Align.RIGHT) + UNIT
    if symbol := _SYMBOLS.get(standing):
        wide += 28
        canvas.shape(symbol[0], upper.right - wide, upper.middle - 12, 24, symbol[1])
    canvas.text(item.name, STRONG, upper._replace(width=upper.width - wide - UNIT), TEXT)
    canvas.text(f"{power} → {span(least, most)} : {against}", STRONG, lower, TEXT)
