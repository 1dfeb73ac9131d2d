"""Draw a player's options in a Manage step: a row for each card, a column for each system."""

from typing import Final

from render.allocator import facts
from render.allocator.cards import FACTIONS, SYSTEMS, pictured
from render.allocator.previews import TITLES, Previews, Row, Way, explanation, leaving
from render.allocator.style import ALARM, screen
from render.canvas import UNIT, Align, Box, Canvas, Layout
from render.fonts import LABEL, STRONG, TITLE
from render.heads import counters, heading
from render.landscape import MARGIN
from render.lines import lines_height, sentence, write
from render.palette import GROUND, MUTED, TEXT
from render.pieces import SEATS, draw_badge
from render.renderer import Names
from rules.allocator.cards import System
from rules.allocator.view import AllocatorView
from rules.core.game import Game

_HEAD: Final = 48
_SYSTEMS: Final = 44
_LINES: Final = 2
_HIGH: Final = 72
_LOW: Final = 46
"""Height in pixels of a row when there are many rows, and of the options below a card on a phone. Else a row has
`_HIGH`.
"""
_MANY: Final = 6
_NAME: Final = 336
"""Width of the column of card names, in pixels."""


def draw(_game: Game, view: AllocatorView, preview: Previews, names: Names, layout: Layout = Layout.DESKTOP) -> Canvas:
    """Draw each card with its options and their results: beside the card, or below it on a phone."""
    assert view.seat is not None
    is_phone = layout is Layout.PHONE
    room = layout.width - 2 * MARGIN
    remarks = sentence(explanation(view, names), LABEL, MUTED, _LINES + 2 * is_phone, room)
    card_height = _LOW if len(preview.rows) > _MANY and preview.verb == "play" else _HIGH
    row_height = card_height + _LOW if is_phone else card_height
    height = 2 * MARGIN + _HEAD + lines_height(remarks) + UNIT + _SYSTEMS + len(preview.rows) * (row_height + UNIT)
    canvas = Canvas(layout.width, height, GROUND)
    top, below = canvas.box.inset(MARGIN).row(_HEAD)
    heading(canvas, top, view.seat, TITLES[preview.verb], counters(canvas, top, (facts.own_power(view),)))
    heads, below = write(canvas, below, remarks).row(UNIT)[1].row(_SYSTEMS)
    columns = (heads if is_phone else heads.column(_NAME + UNIT)[1]).columns(len(System), UNIT)
    for cell, system in zip(columns, view.sides[view.seat].systems, strict=True):
        canvas.shape(SYSTEMS[system.system], cell.left + UNIT, cell.middle - 15, 30, MUTED)
        canvas.text(f"{facts.SHORT[system.system]} {system.power}", STRONG, cell.column(48)[1], TEXT)
    for row in preview.rows:
        line, below = below.row(row_height)
        below = below.row(UNIT)[1]
        _card(canvas, line._replace(width=room if is_phone else _NAME, height=card_height), view, row)
        canvas.name(row.card.name, line)
        ways = line.row(card_height)[1] if is_phone else line
        for way in row.ways:
            column = columns[tuple(System).index(way.shown)]
            _way(canvas, column._replace(top=ways.top, height=ways.height), view, way)
    return canvas


def _card(canvas: Canvas, box: Box, view: AllocatorView, row: Row) -> None:
    """Draw a card's picture and name; below the name its boost, or the power of its system without the card."""
    badge = FACTIONS[row.card.faction]
    size = min(box.height, 64)
    canvas.place(pictured(row.card, size, size), box.left, box.middle - size // 2)
    draw_badge(canvas, badge, row.card.faction.sign, Box(box.right - 34, box.middle - 15, 30, 30))
    words = Box(box.left + 72, box.top, box.width - 110, box.height)
    if box.height < _HIGH:
        canvas.text(row.card.name, LABEL, words, TEXT)
        return
    upper, lower = words.row(box.height // 2)
    canvas.text(row.card.name, LABEL, upper, TEXT)
    good = f"+{row.card.boost} · FM {row.card.function_match}"
    canvas.text(leaving(view, row) or good, LABEL, lower, MUTED)


def _way(canvas: Canvas, box: Box, view: AllocatorView, way: Way) -> None:
    """Draw a system's power before and after an option, then the total power in use afterwards, or its excess."""
    assert view.seat is not None
    screen(canvas, box, SEATS[view.seat][0] if way.hits else None)
    room = box.inset(UNIT + 4, 2)
    before, after = view.sides[view.seat].system(way.shown).power, way.power(way.shown)
    left = canvas.text(f"{before} → ", LABEL, room, MUTED)
    canvas.text(str(after), TITLE, room.column(left)[1], TEXT)
    if way.over:
        canvas.text(f"{way.over} over", STRONG, room, ALARM, align=Align.RIGHT)
    else:
        canvas.text(f"{way.used}/{view.maximum_power}", LABEL, room, MUTED, align=Align.RIGHT)
