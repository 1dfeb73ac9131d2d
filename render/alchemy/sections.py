"""Draw the sections of a private picture, each over the full width, and stack them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from PIL.Image import Image

from render import fonts
from render.alchemy.cards import SLIP_HEIGHT, Held, slip, whole, whole_height
from render.alchemy.style import BRASS, TRAY
from render.alchemy.tokens import ROW, Token, draw_tokens, token_rows
from render.canvas import UNIT, Box, Canvas, Layout
from render.fonts import STRONG, Type
from render.lines import MARGIN, ROOM, lines_height, sentence, write
from render.palette import TEXT, Ink

_GAP: Final = 10
_LINES: Final = 6
"""The maximum number of lines of a sentence."""
_WHOLE, _WIDEST = 256, 344
"""The smallest and the largest width in pixels of a card with its text."""
_SLIP: Final = 332
"""The smallest width in pixels of a card without its text."""

Sections = Iterable[Canvas | None]


def fitting(sections: Callable[[int], Sections], levels: int, layout: Layout = Layout.DESKTOP) -> Canvas:
    """Stack the sections, with the first level of brevity at which they are no higher than the layout; else the last
    level.
    """
    drawn: list[Canvas] = []
    for level in range(levels):
        drawn = [section for section in sections(level) if section is not None]
        if _height(drawn) <= layout.height:
            break
    return _stacked(drawn, layout.width)


def _stacked(drawn: Sequence[Canvas], width: int) -> Canvas:
    """Stack sections below an edge of brass."""
    canvas = Canvas(width, _height(drawn), TRAY)
    canvas.fill(Box(0, 0, width, 6), BRASS)
    top = 2 * UNIT
    for section in drawn:
        canvas.lay(section, MARGIN, top)
        top += section.box.height + _GAP
    return canvas


def _height(drawn: Sequence[Canvas]) -> int:
    return sum(section.box.height + _GAP for section in drawn) - _GAP + 4 * UNIT


def sentences(*texts: tuple[str, Type, Ink], room: int = ROOM) -> Canvas | None:
    """Write sentences, each on a new line; None if all are empty."""
    rows = [line for text, kind, ink in texts for line in sentence(text, kind, ink, _LINES, room)]
    if not rows:
        return None
    canvas = Canvas(room, lines_height(rows), TRAY)
    write(canvas, canvas.box, rows)
    return canvas


def tokens(label: str, listed: Iterable[Token], room: int = ROOM) -> Canvas:
    """Draw tokens, after a label unless it is ""."""
    indent = fonts.width(label, STRONG) + 2 * UNIT if label else 0
    rows = token_rows(list(listed) or [Token("empty", plain=True)], room - indent)
    canvas = Canvas(room, len(rows) * ROW, TRAY)
    if label:
        canvas.text(label, STRONG, canvas.box.row(ROW)[0], TEXT)
    draw_tokens(canvas, canvas.box.column(indent)[1], rows)
    return canvas


def cards(wholes: Sequence[Held], slips: Sequence[Held], room: int = ROOM) -> Iterator[Canvas]:
    """Draw cards in rows: first those with their texts, then the others as slips, beside them as far as there is
    room.
    """
    columns = max(1, (room + UNIT) // (_WHOLE + UNIT))
    for first in range(0, len(wholes), columns):
        row = wholes[first : first + columns]
        width = _width(len(row), room, beside=bool(slips) and first + columns >= len(wholes))
        high = max(whole_height(each, width) for each in row)
        canvas = Canvas(room, high, TRAY)
        for column, each in enumerate(row):
            _place(canvas, each, whole(each, (width, high)), column * (width + UNIT), 0)
        free = canvas.box.column(len(row) * (width + UNIT))[1]
        fitting_ones = _columns(free) * ((high + UNIT) // (SLIP_HEIGHT + UNIT)) if first + columns >= len(wholes) else 0
        _place_slips(canvas, free, slips[:fitting_ones])
        slips = slips[fitting_ones:]
        yield canvas
    if slips:
        abreast = min(_columns(Box(0, 0, room, 0)), len(slips))
        canvas = Canvas(room, -(-len(slips) // abreast) * (SLIP_HEIGHT + UNIT) - UNIT, TRAY)
        _place_slips(canvas, canvas.box, slips)
        yield canvas


def _width(count: int, room: int, *, beside: bool) -> int:
    """Return the width of this many cards with their texts. beside: leave room for slips beside them, if possible."""
    kept = (room - _SLIP - count * UNIT) // count if beside else 0
    return min(kept if kept >= _WHOLE else (room - (count - 1) * UNIT) // count, _WIDEST)


def _columns(box: Box) -> int:
    """Return how many slips go side by side."""
    return (box.width + UNIT) // (_SLIP + UNIT)


def _place_slips(canvas: Canvas, box: Box, slips: Sequence[Held]) -> None:
    """Draw slips in rows from the top of a box; those of a row share its whole width."""
    columns = _columns(box)
    for first in range(0, len(slips), max(columns, 1)):
        row = slips[first : first + columns]
        top = box.top + first // columns * (SLIP_HEIGHT + UNIT)
        for cell, each in zip(box.columns(len(row), UNIT), row, strict=True):
            _place(canvas, each, slip(each, cell.width), cell.left, top)


def _place(canvas: Canvas, held: Held, piece: Image, left: int, top: int) -> None:
    canvas.place(piece, left, top)
    canvas.name(held.card.name, Box(left, top, *piece.size))
