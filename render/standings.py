"""Draw standings, for example of a tournament: a title, then a line for each player."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from render.canvas import HEIGHT, UNIT, WIDTH, Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE, legible
from render.palette import AMBER, GROUND, INK, MUTED, PANEL, STRIP, TEXT
from render.picture import Picture, told

ROWS: Final = 15
"""The maximum number of lines in a column that can be read in Discord."""
COLUMNS: Final = 2
_MARGIN: Final = 16
_ROW: Final = 36
_TALLEST: Final = 68
"""The greatest height of a line, in pixels.

Few lines are tall and have large type, since a phone shows pictures much smaller.
"""
_LARGE: Final = 48
"""The least height of a line with large type, in pixels."""
_HEAD: Final = TITLE.pitch + LABEL.pitch + UNIT
_PLACE: Final = 64
_FIGURE: Final = 112


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of figures, one in each line."""

    head: str
    words: str
    """The words that follow the figure in the alternative text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A player in standings."""

    place: str
    name: str
    figures: Sequence[str]
    """The player's figure in each column. If lines stand in two columns, only the first figure is shown."""
    is_first: bool = False
    is_out: bool = False
    """Whether the player is out, and plays no more matches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The content of a picture of standings."""

    title: str
    subtitle: str
    columns: Sequence[Column]
    lines: Sequence[Line]
    """The players, best first."""


def standings_picture(standings: Standings) -> Picture:
    """Draw standings. If there is not room for all players, draw only the best; the text has all."""
    return told(_draw(standings), partial(_lines, standings))


def _lines(standings: Standings) -> list[str]:
    """Return everything in words, with a line for each player."""
    lines = [f"{line.place}. {line.name}: {_line_text(standings.columns, line)}" for line in standings.lines]
    return [f"{standings.title}. {standings.subtitle}", *lines]


def _line_text(columns: Sequence[Column], line: Line) -> str:
    figures = [f"{figure} {column.words}" for column, figure in zip(columns, line.figures, strict=True)]
    return ", ".join([*figures, *(["out"] if line.is_out else [])])


def _draw(standings: Standings) -> Canvas:
    lines = standings.lines
    columns = 1 if len(lines) <= ROWS else COLUMNS
    shown = min(len(lines), columns * ROWS)
    missing = len(lines) - shown
    rows = -(-shown // columns)
    footer = LABEL.pitch if missing else 0
    heads = LABEL.pitch if columns == 1 else 0
    around = 2 * _MARGIN + _HEAD + heads + footer
    row_height = max(_ROW, min(_TALLEST, (HEIGHT - around) // max(rows, 1)))
    canvas = Canvas(WIDTH, around + rows * row_height, GROUND)
    head, body = canvas.box.inset(_MARGIN).row(_HEAD)
    canvas.text(legible(standings.title), TITLE, head.row(TITLE.pitch)[0], TEXT)
    canvas.text(legible(standings.subtitle), LABEL, head.row(TITLE.pitch)[1].row(LABEL.pitch)[0], MUTED)
    if columns == 1:
        above, body = body.row(heads)
        for head_of, over in zip(standings.columns, _figures(above, len(standings.columns)), strict=True):
            canvas.text(head_of.head, LABEL, over, MUTED, align=Align.RIGHT)
    for number, line in enumerate(lines[:shown]):
        column, row = divmod(number, rows)
        room = body.columns(columns, 2 * UNIT)[column]
        box = Box(room.left, body.top + row * row_height, room.width, row_height - UNIT // 4)
        _draw_line(canvas, box, line, line.figures if columns == 1 else line.figures[:1])
    if missing:
        low = Box(body.left, body.top + rows * row_height, body.width, LABEL.pitch)
        canvas.text(f"and {missing} more", LABEL, low, MUTED)
    return canvas


def _figures(box: Box, count: int) -> list[Box]:
    """Return the boxes of `count` figures at the right end of a line."""
    left = box.left + box.width - count * _FIGURE - 2 * UNIT
    return [Box(left + number * _FIGURE, box.top, _FIGURE, box.height) for number in range(count)]


def _draw_line(canvas: Canvas, box: Box, line: Line, figures: Sequence[str]) -> None:
    ground, ink = (AMBER, INK) if line.is_first else (PANEL if line.is_out else STRIP, MUTED if line.is_out else TEXT)
    strong, plain = (TITLE, TITLE) if box.height >= _LARGE else (STRONG, LABEL)
    canvas.panel(box, ground, radius=UNIT)
    place, room = box.inset(UNIT, 0).column(_PLACE)
    canvas.text(line.place, strong, place._replace(width=_PLACE - 2 * UNIT), ink, align=Align.RIGHT)
    name = room._replace(width=room.width - len(figures) * _FIGURE - 2 * UNIT)
    canvas.text(legible(line.name), strong if line.is_first else plain, name, ink)
    for number, (figure, cell) in enumerate(zip(figures, _figures(box, len(figures)), strict=True)):
        canvas.text(figure, plain if number else strong, cell, ink, align=Align.RIGHT)
