"""Draw the sections of a private picture, each over the full width, and stack them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

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
_WHOLE: Final = 500
_SLIP: Final = 320
"""The smallest width in pixels of a card without its text; `_WHOLE` is that of a card with its text."""

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


def cards(held: Sequence[Held], room: int = ROOM, *, text: bool) -> Iterator[Canvas]:
    """Draw cards in rows, each card with its text or as a slip. The cards of a row share its whole width."""
    columns = max(1, (room + UNIT) // ((_WHOLE if text else _SLIP) + UNIT))
    for first in range(0, len(held), columns):
        row = held[first : first + columns]
        width = (room - (len(row) - 1) * UNIT) // len(row)
        high = max(whole_height(each, width) for each in row) if text else SLIP_HEIGHT
        canvas = Canvas(room, high, TRAY)
        for column, each in enumerate(row):
            piece = whole(each, (width, high)) if text else slip(each, width)
            canvas.place(piece, column * (width + UNIT), 0)
            canvas.name(each.card.name, Box(column * (width + UNIT), 0, *piece.size))
        yield canvas
