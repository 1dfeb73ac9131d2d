"""Draw a hand of Allocator, with its owner's systems for comparison."""

from collections.abc import Sequence
from typing import Final

from render.allocator import facts
from render.allocator.cards import FACTIONS, SYSTEMS
from render.allocator.grid import BESIDE, grid
from render.allocator.style import screen
from render.canvas import UNIT, Align, Box, Canvas, Layout
from render.fonts import LABEL, STRONG, TITLE, Type
from render.heads import counters, heading, rows
from render.landscape import MARGIN
from render.lines import lines_height, sentence, write
from render.palette import GROUND, MUTED, TEXT
from render.pieces import SEATS, draw_badge
from render.renderer import Names
from render.wording import aim
from rules.allocator.cards import System
from rules.allocator.view import AllocatorView, SideView
from rules.core.game import Game

_NAME, _SYSTEM, _GAP = 48, 52, 6
_SYMBOL: Final = 72
"""Height of a system's symbol beside the cards, in pixels."""
_FIGURE: Final = Type(84, bold=True)
_FACTION: Final = 62
"""Width of a faction's badge with its number, in pixels."""


def draw(game: Game, view: AllocatorView, names: Names, layout: Layout = Layout.DESKTOP) -> Canvas:
    """Draw the hand of the view's seat, equal cards as one, and the seat's systems: beside the cards if there is room,
    else above them.
    """
    assert view.seat is not None
    assert view.hand is not None
    stacks = facts.stacks(view.hand)
    cards = grid(len(stacks), layout)
    room = layout.width - 2 * MARGIN
    words = [
        *sentence(aim(game, view), LABEL, TEXT, 2, room),
        *sentence(facts.hand_remark(view), LABEL, MUTED, 1, room),
    ]
    is_beside = bool(stacks) and room - cards.across - UNIT >= BESIDE
    abreast = len(System) if layout is Layout.DESKTOP else 1
    above = 0 if is_beside else len(System) // abreast * (_SYSTEM + _GAP)
    parts = (_NAME, lines_height(words), above, cards.height(len(stacks)))
    canvas = Canvas(layout.width, 2 * MARGIN + sum(parts) + 3 * _GAP, GROUND)
    top, line, systems, below = rows(canvas.box.inset(MARGIN), parts, _GAP)
    side = view.sides[view.seat]
    _name(canvas, top, view, side, names[view.seat])
    write(canvas, line, words)
    framed = facts.boosters(view) or facts.playable(view)
    cards.place(canvas, below, stacks, framed, SEATS[view.seat][0])
    if is_beside:
        beside = below.column(cards.across + UNIT)[1]
        _tall_systems(canvas, beside.columns(len(System), UNIT), side)
    else:
        lines = rows(systems, [_SYSTEM] * (len(System) // abreast), _GAP)
        _systems(canvas, [cell for row in lines for cell in row.columns(abreast, 10)], side)
    return canvas


def _name(canvas: Canvas, row: Box, view: AllocatorView, side: SideView, name: str) -> None:
    """Draw the owner's name and resources."""
    stocks = (facts.own_power(view), ("DP", side.development_points), ("Cards", side.hand))
    heading(canvas, row, side.seat, f"{name}: hand", counters(canvas, row, stocks))


def _systems(canvas: Canvas, cells: Sequence[Box], side: SideView) -> None:
    """Draw the owner's systems, each with its power, and with the number of its cards of each faction, which matters
    for Function Match.
    """
    for cell, system in zip(cells, side.systems, strict=True):
        screen(canvas, cell)
        canvas.name(system.system.label, cell)
        room = cell.inset(10, 0)
        canvas.shape(SYSTEMS[system.system], room.left, room.middle - 17, 34, MUTED)
        room = room.column(42)[1]
        room = room.column(canvas.text(str(system.boosted), TITLE, room, TEXT) + 2 * UNIT)[1]
        pitch = min(room.width // max(len(system.factions), 1), 64)
        for place, (faction, count) in enumerate(system.factions):
            left = room.left + place * pitch
            draw_badge(canvas, FACTIONS[faction], faction.sign, Box(left, room.middle - 15, 30, 30))
            canvas.text(str(count), STRONG, Box(left + 33, room.top, 34, room.height), TEXT)


def _tall_systems(canvas: Canvas, cells: Sequence[Box], side: SideView) -> None:
    """Draw the owner's systems beside the cards: each with its power large, and its cards of each faction below."""
    for cell, system in zip(cells, side.systems, strict=True):
        screen(canvas, cell)
        canvas.name(system.system.label, cell)
        symbol, below = cell.inset(6, UNIT).row(_SYMBOL)
        canvas.shape(SYSTEMS[system.system], symbol.left + (symbol.width - 56) // 2, symbol.middle - 28, 56, MUTED)
        figure, below = below.row(_FIGURE.size + UNIT)
        canvas.text(str(system.boosted), _FIGURE, figure, TEXT if system.boosted else MUTED, align=Align.MIDDLE)
        label, below = below.row(LABEL.pitch)
        canvas.text(facts.SHORT[system.system], LABEL, label, MUTED, align=Align.MIDDLE)
        abreast = max(below.width // _FACTION, 1)
        for place, (faction, count) in enumerate(system.factions):
            row, column = divmod(place, abreast)
            in_row = min(abreast, len(system.factions) - row * abreast)
            left = below.left + (below.width - in_row * _FACTION) // 2 + column * _FACTION
            badge = Box(left + 4, below.top + UNIT + row * 38, 32, 32)
            draw_badge(canvas, FACTIONS[faction], faction.sign, badge)
            canvas.text(str(count), STRONG, Box(badge.right + 2, badge.top, 22, badge.height), TEXT)
