"""Draw the relations between the ten elements for chapters 5 and 6 of the rulebook, in one picture."""

from typing import Final

from render.alchemy.badges import BADGE_SIZE, element_badge
from render.alchemy.style import HOLLOW, RIM, TRAY
from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.fonts import LABEL, STRONG
from render.lines import MARGIN, ROOM
from render.palette import GREEN, INK, MUTED, TEXT, VERMILION
from rules.alchemy.elements import STRENGTH, Element, elements

_TEN: Final = elements(literal=False)
_NAMES: Final = 240
"""Width of the column of element names, in pixels."""
_CELL: Final = (ROOM - _NAMES) // len(_TEN)
_ROW: Final = 47
_HEAD: Final = 2 * BADGE_SIZE + UNIT
_WORDS: Final = (
    "Across: the attack. Down: the defence. x2: the defence counts double;",
    "½: it counts half; empty: it counts as it is; no: it cannot defend.",
)


def draw() -> Canvas:
    """Draw a table with a row for each defending element, a column for each attacking one, and the defence's factor in
    each cell.
    """
    head = len(_WORDS) * LABEL.pitch + UNIT
    canvas = Canvas(WIDTH, 2 * MARGIN + head + _HEAD + len(_TEN) * _ROW, TRAY)
    below = canvas.box.inset(MARGIN)
    for words in _WORDS:
        line, below = below.row(LABEL.pitch)
        canvas.text(words, LABEL, line, MUTED)
    above, below = below.row(UNIT)[1].row(_HEAD)
    for place, attack in enumerate(_TEN):
        _upright(canvas, _column(above, place), attack)
    for defence in _TEN:
        row, below = below.row(_ROW)
        badge_width = element_badge(canvas, defence, row.left, row.middle)
        canvas.text(defence.label, LABEL, row.column(max(badge_width, 2 * BADGE_SIZE) + UNIT)[1], TEXT)
        for place, attack in enumerate(_TEN):
            _cell(canvas, _column(row, place).inset(2), defence, attack)
    return canvas


def lines() -> tuple[str, ...]:
    """Return the full content of the picture as lines of text."""
    return tuple(
        f"{element.label}: strong against {_named(element, 1)}; weak to {_named(element, -1)}; "
        f"neutral to {_named(element, 0)}."
        for element in _TEN
    )


def _named(element: Element, strength: int) -> str:
    labels = [other.label for other in _TEN if other is not element and STRENGTH[element][other] == strength]
    return ", ".join(labels) or "none"


def _column(row: Box, place: int) -> Box:
    return row._replace(left=row.left + _NAMES + place * _CELL, width=_CELL)


def _upright(canvas: Canvas, box: Box, element: Element) -> None:
    """Draw an element above its column. A complex element has its two badges one above the other."""
    top = box.bottom - UNIT // 2 - len(element.basics) * BADGE_SIZE
    for place, part in enumerate(element.basics):
        element_badge(
            canvas, part, box.left + (box.width - BADGE_SIZE) // 2, top + place * BADGE_SIZE + BADGE_SIZE // 2
        )


def _cell(canvas: Canvas, box: Box, defence: Element, attack: Element) -> None:
    strength = STRENGTH[defence][attack]
    ink = {1: GREEN, 0: HOLLOW, -1: VERMILION}[strength] if defence is not attack else TRAY
    canvas.panel(box, ink, radius=UNIT, edge=RIM)
    if defence is attack:
        canvas.text("no", LABEL, box, MUTED, align=Align.MIDDLE)
    elif strength:
        canvas.text("x2" if strength > 0 else "½", STRONG, box, INK, align=Align.MIDDLE)
