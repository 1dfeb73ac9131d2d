"""Draw a player's options in a Manage step: each card whole, with the systems that it can go to below it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from render import fonts
from render.allocator import facts
from render.allocator.cards import FACTIONS, SYSTEMS, pictured
from render.allocator.previews import TITLES, Previews, Row, Way, explanation, leaving
from render.allocator.style import ALARM, screen
from render.canvas import UNIT, WIDTH, Align, Box, Canvas, Layout
from render.fonts import FIGURE, LABEL, STRONG, TITLE
from render.heads import counters, heading
from render.landscape import MARGIN
from render.lines import lines_height, sentence, write
from render.palette import EDGE, GROUND, INK, MUTED, STRIP, TEXT
from render.pieces import SEATS, draw_badge
from render.renderer import Names
from rules.allocator.cards import System
from rules.allocator.view import AllocatorView
from rules.core.game import Game

_HEAD: Final = 48
_LINES: Final = 2
_ABREAST: Final = {Layout.DESKTOP: 5, Layout.PHONE: 3}
"""The number of cards side by side."""
_WHOLE: Final = {Layout.DESKTOP: 10, Layout.PHONE: 9}
"""The maximum number of cards that are drawn whole; if there are more, each has a row."""
_WIDEST: Final = 350
"""The largest width of a card, in pixels."""
_PICTURES: Final = 190, 104
"""Heights of a card's picture in pixels: in a single row, and in several rows."""
_SIDE: Final = 10
"""Padding beside a card's name, in pixels."""
_WAY: Final = 58
_SYSTEMS: Final = 44
_LOW: Final = 46
"""Height of a row for a card if there are many, in pixels."""
_NAME: Final = 336
"""Width of the column of card names, in pixels."""


def draw(_game: Game, view: AllocatorView, preview: Previews, names: Names, layout: Layout = Layout.DESKTOP) -> Canvas:
    """Draw each card with its options below it, each with its result."""
    assert view.seat is not None
    room = layout.width - 2 * MARGIN
    is_whole = len(preview.rows) <= _WHOLE[layout]
    now = " · ".join(f"{facts.SHORT[each.system]} {each.power}" for each in view.sides[view.seat].systems)
    remarks = [
        *sentence(f"Now {now}" if is_whole else "", STRONG, TEXT, 1, room),
        *sentence(explanation(view, preview, names), LABEL, MUTED, _LINES + 2 * (layout is Layout.PHONE), room),
    ]
    lines = max(-(-len(preview.rows) // _ABREAST[layout]), 1)
    abreast = max(-(-len(preview.rows) // lines), 1)
    width = min((room - (abreast - 1) * UNIT) // abreast, _WIDEST)
    shape = _Shape(_PICTURES[lines > 1], _caption(preview, width))
    high = shape.picture + shape.caption + max(len(row.ways) for row in preview.rows) * (_WAY + 4) + UNIT
    listed = _LOW * (1 if layout is Layout.DESKTOP else 2) + UNIT
    body = lines * (high + UNIT) if is_whole else _SYSTEMS + len(preview.rows) * listed
    canvas = Canvas(layout.width, 2 * MARGIN + _HEAD + lines_height(remarks) + UNIT + body, GROUND)
    top, below = canvas.box.inset(MARGIN).row(_HEAD)
    heading(canvas, top, view.seat, TITLES[preview.verb], counters(canvas, top, (facts.own_power(view),)))
    below = write(canvas, below, remarks).row(UNIT)[1]
    if not is_whole:
        _list(canvas, below, view, preview.rows)
        return canvas
    for number, row in enumerate(preview.rows):
        line, column = divmod(number, abreast)
        box = Box(below.left + column * (width + UNIT), below.top + line * (high + UNIT), width, high)
        _card(canvas, box, shape, view, row)
    return canvas


class _Shape(NamedTuple):
    """The heights of the parts of a whole card, in pixels."""

    picture: int
    caption: int


def _caption(preview: Previews, width: int) -> int:
    """Return the height of the names with a note below, in pixels: two lines for each name if one needs them."""
    names = (fonts.wrapped(row.card.name, LABEL, width - 2 * _SIDE, 2) for row in preview.rows)
    return (1 + max(map(len, names))) * LABEL.pitch + 4


def _systems(canvas: Canvas, cells: Sequence[Box], view: AllocatorView) -> None:
    """Draw the seat's systems with their present sums."""
    assert view.seat is not None
    for cell, system in zip(cells, view.sides[view.seat].systems, strict=True):
        canvas.shape(SYSTEMS[system.system], cell.left + UNIT, cell.middle - 15, 30, MUTED)
        canvas.text(f"{facts.SHORT[system.system]} {system.power}", STRONG, cell.column(48)[1], TEXT)


def _card(canvas: Canvas, box: Box, shape: _Shape, view: AllocatorView, row: Row) -> None:
    """Draw a card whole: its picture, its name, its boost or the power of its system without it, and its options."""
    canvas.panel(box, STRIP, edge=EDGE, line=3)
    inner = box.inset(5)
    upper, lower = inner.row(shape.picture)
    canvas.place(pictured(row.card, upper.width, upper.height), upper.left, upper.top)
    draw_badge(canvas, FACTIONS[row.card.faction], row.card.faction.sign, Box(upper.left + 6, upper.top + 6, 40, 40))
    caption, below = lower.row(shape.caption)
    canvas.fill(caption, INK)
    name, note = caption.inset(_SIDE - 5, 2).row(shape.caption - 4 - LABEL.pitch)
    kind = STRONG if fonts.width(row.card.name, STRONG) <= name.width else LABEL
    high = len(fonts.wrapped(row.card.name, kind, name.width, 2)) * kind.pitch
    words = name._replace(top=name.middle - high // 2, height=high)
    canvas.lines(row.card.name, kind, words, TEXT, align=Align.MIDDLE)
    good = f"+{row.card.boost} · FM {row.card.function_match}"
    canvas.text(leaving(view, row) or good, LABEL, note, MUTED, align=Align.MIDDLE)
    canvas.name(row.card.name, box)
    for way in row.ways:
        line, below = below.row(4)[1].row(_WAY)
        _way(canvas, line, view, way)


def _list(canvas: Canvas, below: Box, view: AllocatorView, rows: Sequence[Row]) -> None:
    """Draw a row for each card, a column for each system; on a phone, the options stand below the card."""
    is_phone = canvas.box.width < WIDTH
    heads, below = below.row(_SYSTEMS)
    columns = (heads if is_phone else heads.column(_NAME + UNIT)[1]).columns(len(System), UNIT)
    _systems(canvas, columns, view)
    for row in rows:
        line, below = below.row(_LOW)
        canvas.place(pictured(row.card, _LOW, _LOW), line.left, line.top)
        words = line.column(_LOW + UNIT)[1]._replace(width=_NAME - _LOW - UNIT - 40)
        canvas.text(row.card.name, LABEL, words, TEXT)
        badge = Box(words.right, line.middle - 15, 30, 30)
        draw_badge(canvas, FACTIONS[row.card.faction], row.card.faction.sign, badge)
        canvas.name(row.card.name, line)
        if is_phone:
            line, below = below.row(_LOW)
        below = below.row(UNIT)[1]
        for way in row.ways:
            column = columns[tuple(System).index(way.shown)]
            _way(canvas, column._replace(top=line.top, height=line.height), view, way)


def _way(canvas: Canvas, box: Box, view: AllocatorView, way: Way) -> None:
    """Draw a system's power after an option, then the total power in use afterwards, or its excess. An option that
    hits is filled with the seat's colour.
    """
    assert view.seat is not None
    if way.hits:
        canvas.panel(box, SEATS[view.seat][0], radius=10)
    else:
        screen(canvas, box)
    strong, quiet = (INK, INK) if way.hits else (TEXT, MUTED)
    room = box.inset(UNIT, 2)
    canvas.shape(SYSTEMS[way.shown], room.left, room.middle - 15, 30, quiet)
    kind = FIGURE if box.height >= _WAY else TITLE
    canvas.text(str(way.power(way.shown)), kind, room.column(30 + UNIT)[1], strong)
    if way.over:
        canvas.text(f"{way.over} over", STRONG, room, ALARM, align=Align.RIGHT)
    else:
        canvas.text(f"{way.used}/{view.maximum_power}", LABEL, room, quiet, align=Align.RIGHT)
