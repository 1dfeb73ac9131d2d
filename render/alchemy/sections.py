"""Sections of a private picture: each drawn for itself, in the width that there is, then one below the other."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from render import fonts
from render.alchemy.cards import SLIP_HEIGHT, Held, slip, whole, whole_height
from render.alchemy.face import BRASS, TRAY
from render.alchemy.tokens import ROW, Token, draw_tokens, token_rows
from render.canvas import HEIGHT, UNIT, WIDTH, Box, Canvas
from render.fonts import LABEL, STRONG, Type
from render.lines import MARGIN, ROOM, say, sentence, tall
from render.palette import MUTED, TEXT, Ink

_GAP: Final = 10
_LINES: Final = 6
"""Lines that a sentence may take."""
_COLUMNS: Final = 2
_SLIPS: Final = 3

Sections = Iterable[Canvas | None]


def fitting(sections: Callable[[int], Sections], levels: int) -> Canvas:
    """The sections on the first level of shortness on which they are no higher than a table, or on the last one."""
    found: list[Canvas] = []
    for level in range(levels):
        found = [section for section in sections(level) if section is not None]
        if _high(found) <= HEIGHT:
            break
    return _stacked(found)


def _stacked(found: Sequence[Canvas]) -> Canvas:
    """Sections from above, under an edge of brass."""
    canvas = Canvas(WIDTH, _high(found), TRAY)
    canvas.fill(Box(0, 0, WIDTH, 6), BRASS)
    top = 2 * UNIT
    for section in found:
        canvas.lay(section, MARGIN, top)
        top += section.box.height + _GAP
    return canvas


def _high(found: Sequence[Canvas]) -> int:
    return sum(section.box.height + _GAP for section in found) - _GAP + 4 * UNIT


def sentences(*said: tuple[str, Type, Ink]) -> Canvas | None:
    """Sentences, each from a line of its own; None if all of them are empty."""
    found = [line for text, kind, ink in said for line in sentence(text, kind, ink, _LINES)]
    if not found:
        return None
    canvas = Canvas(ROOM, tall(found), TRAY)
    say(canvas, canvas.box, found)
    return canvas


def asked(headline: str, conditions: Sequence[str], learned: str = "") -> Canvas | None:
    """What is to be decided, what bears on it, and what only this player may read."""
    told = ((words, LABEL, TEXT) for words in conditions)
    return sentences((headline, STRONG, TEXT), *told, (learned, LABEL, MUTED))


def tokens(label: str, found: Iterable[Token]) -> Canvas:
    """Cards in few words, behind a label if it is not empty."""
    indent = fonts.width(label, STRONG) + 2 * UNIT if label else 0
    rows = token_rows(list(found) or [Token("empty", plain=True)], ROOM - indent)
    canvas = Canvas(ROOM, len(rows) * ROW, TRAY)
    if label:
        canvas.text(label, STRONG, canvas.box.row(ROW)[0], TEXT)
    draw_tokens(canvas, canvas.box.column(indent)[1], rows)
    return canvas


def cards(held: Sequence[Held], *, text: bool) -> Iterator[Canvas]:
    """Cards with their text, or as slips."""
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
