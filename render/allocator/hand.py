"""Draw a hand of Allocator, with its owner's systems for comparison."""

from collections.abc import Sequence
from typing import Final

from render.allocator import facts
from render.allocator.cards import FACTIONS, SYSTEMS
from render.allocator.grid import BESIDE, grid
from render.allocator.style import screen
from render.canvas import UNIT, Box, Canvas, Layout
from render.fonts import DISPLAY, LABEL, STRONG, TITLE
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
_TWO_FIGURES: Final = 96
"""Width of a system's power beside the cards, in pixels."""


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
        _tall_systems(canvas, beside, side)
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


def _tall_systems(canvas: Canvas, box: Box, side: SideView) -> None:
    """Draw the owner's systems beside the cards, on one screen: each with its power large, and its factions."""
    screen(canvas, box)
    for row, system in zip(rows(box, [box.height // 3] * 3, 0), side.systems, strict=True):
        canvas.name(system.system.label, row)
        room = row.inset(2 * UNIT, 0)
        canvas.shape(SYSTEMS[system.system], room.left, room.middle - 28, 56, MUTED)
        room = room.column(56 + 2 * UNIT)[1]
        canvas.text(str(system.boosted), DISPLAY, room, TEXT if system.boosted else MUTED)
        room = room.column(_TWO_FIGURES)[1]
        pitch = min(room.width // max(len(system.factions), 1), 90)
        size = min(pitch - 30, 44)
        for place, (faction, count) in enumerate(system.factions):
            left = room.left + place * pitch
            draw_badge(canvas, FACTIONS[faction], faction.sign, Box(left, room.middle - size // 2, size, size))
            canvas.text(str(count), STRONG, Box(left + size + 4, room.top, 30, room.height), TEXT)
