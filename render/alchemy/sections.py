"""Draw sections of a private picture, each on its own at full width, and stack them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from render import fonts
from render.alchemy.cards import SLIP_HEIGHT, Held, slip, whole, whole_height
from render.alchemy.style import BRASS, TRAY
from render.alchemy.tokens import ROW, Token, draw_tokens, token_rows
from render.canvas import HEIGHT, UNIT, WIDTH, Box, Canvas
from render.fonts import LABEL, STRONG, Type
from render.lines import MARGIN, ROOM, lines_height, sentence, write
from render.palette import MUTED, TEXT, Ink

_GAP: Final = 10
_LINES: Final = 6
"""Most lines of a sentence."""
_COLUMNS: Final = 2
_SLIPS: Final = 3

Sections = Iterable[Canvas | None]


def fitting(sections: Callable[[int], Sections], levels: int) -> Canvas:
    """Stack the sections at the first level of brevity that is no higher than a table, or at the last level."""
    drawn: list[Canvas] = []
    for level in range(levels):
        drawn = [section for section in sections(level) if section is not None]
        if _height(drawn) <= HEIGHT:
            break
    return _stacked(drawn)


def _stacked(drawn: Sequence[Canvas]) -> Canvas:
    """Stack sections below an edge of brass."""
    canvas = Canvas(WIDTH, _height(drawn), TRAY)
    canvas.fill(Box(0, 0, WIDTH, 6), BRASS)
    top = 2 * UNIT
    for section in drawn:
        canvas.lay(section, MARGIN, top)
        top += section.box.height + _GAP
    return canvas


def _height(drawn: Sequence[Canvas]) -> int:
    return sum(section.box.height + _GAP for section in drawn) - _GAP + 4 * UNIT


def sentences(*texts: tuple[str, Type, Ink]) -> Canvas | None:
    """Write sentences, each from a line of its own; None if all of them are empty."""
    rows = [line for text, kind, ink in texts for line in sentence(text, kind, ink, _LINES)]
    if not rows:
        return None
    canvas = Canvas(ROOM, lines_height(rows), TRAY)
    write(canvas, canvas.box, rows)
    return canvas


def decision(headline: str, conditions: Sequence[str], learned: str = "") -> Canvas | None:
    """Write the decision, its conditions, and the news for this player alone."""
    conditions_lines = ((words, LABEL, TEXT) for words in conditions)
    return sentences((headline, STRONG, TEXT), *conditions_lines, (learned, LABEL, MUTED))


def tokens(label: str, listed: Iterable[Token]) -> Canvas:
    """Draw tokens after a label; "" for no label."""
    indent = fonts.width(label, STRONG) + 2 * UNIT if label else 0
    rows = token_rows(list(listed) or [Token("empty", plain=True)], ROOM - indent)
    canvas = Canvas(ROOM, len(rows) * ROW, TRAY)
    if label:
        canvas.text(label, STRONG, canvas.box.row(ROW)[0], TEXT)
    draw_tokens(canvas, canvas.box.column(indent)[1], rows)
    return canvas


def cards(held: Sequence[Held], *, text: bool) -> Iterator[Canvas]:
    """Draw cards with their text, or as slips."""
    columns = _COLUMNS if text else _SLIPS
    width = (ROOM - (columns - 1) * UNIT) // columns
    for first in range(0, len(held), columns):
        row = held[first : first + columns]
        high = max(whole_height(each, width) for each in row) if text else SLIP_HEIGHT
        canvas = Canvas(ROOM, high, TRAY)
        for column, each in enumerate(row):
            piece = whole(each, (width, high)) if text else slip(each, width)
            canvas.place(piece, column * (width + UNIT), 0)
            canvas.name(each.card.name, Box(column * (width + UNIT), 0, *piece.size))
        yield canvas
