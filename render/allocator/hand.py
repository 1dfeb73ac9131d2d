"""Draw a hand of Allocator, with its owner's systems for comparison."""

from typing import Final

from render import wording
from render.allocator import facts
from render.allocator.cards import FACTIONS, SYSTEMS
from render.allocator.grid import grid
from render.allocator.style import screen
from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE
from render.heads import counters, heading
from render.landscape import MARGIN
from render.lines import lines_height, sentence, write
from render.palette import GROUND, MUTED, TEXT
from render.pieces import SEATS, draw_badge
from render.renderer import Names
from rules.allocator.view import AllocatorView, SideView
from rules.core.game import Game

_LINES: Final = 2
"""Most lines of a sentence above the cards."""
_NAME, _SYSTEMS, _GAP = 48, 52, 6


def draw(game: Game, view: AllocatorView, names: Names) -> Canvas:
    """Draw the hand of the view's seat, with equal cards stacked."""
    assert view.seat is not None
    assert view.hand is not None
    stacks = facts.stacks(view.hand)
    layout = grid(len(stacks))
    words = sentence(wording.question(game, view, names), LABEL, TEXT, _LINES)
    words += sentence(_remark(game, view, names), LABEL, MUTED, _LINES)
    head = _NAME + _SYSTEMS + 3 * _GAP + lines_height(words)
    canvas = Canvas(WIDTH, 2 * MARGIN + head + layout.height(len(stacks)), GROUND)
    side = view.sides[view.seat]
    top, below = canvas.box.inset(MARGIN).row(_NAME)
    _name(canvas, top, view, side, names[view.seat])
    below = write(canvas, below.row(_GAP)[1], words)
    systems, below = below.row(_GAP)[1].row(_SYSTEMS)
    _systems(canvas, systems, side)
    cards = below.row(_GAP)[1]
    if not stacks:
        canvas.text("No cards in hand", TITLE, cards, MUTED, align=Align.MIDDLE)
    layout.place(canvas, cards, stacks, facts.boosters(view), SEATS[view.seat][0])
    return canvas


def _remark(game: Game, view: AllocatorView, names: Names) -> str:
    framed = "Framed cards can boost now." if facts.boosters(view) else ""
    return wording.hand_remark(game, view, names, framed)


def _name(canvas: Canvas, row: Box, view: AllocatorView, side: SideView, name: str) -> None:
    """Draw the owner's name and resources."""
    stocks = (facts.own_power(view), ("DP", side.development_points), ("Cards", side.hand))
    heading(canvas, row, side.seat, f"{name}: hand", counters(canvas, row, stocks))


def _systems(canvas: Canvas, box: Box, side: SideView) -> None:
    """Draw the owner's systems: their power, and the number of cards of each faction for Function Matches."""
    for cell, system in zip(box.columns(3, 10), side.systems, strict=True):
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
