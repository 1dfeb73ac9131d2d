"""Draw standings, of a tournament for instance, from a plain value: a title, and a line for each player."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.encode import png
from render.fonts import LABEL, STRONG, TITLE, legible
from render.palette import AMBER, GROUND, INK, MUTED, PANEL, STRIP, TEXT
from render.picture import Picture, alternative

ROWS: Final = 15
"""Most lines of a column that can be read where Discord shows a picture."""
COLUMNS: Final = 2
_MARGIN: Final = 16
_ROW: Final = 36
_HEAD: Final = TITLE.pitch + LABEL.pitch + UNIT
_PLACE: Final = 64
_SCORE: Final = 96
_DETAIL: Final = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A player in standings."""

    place: str
    name: str
    score: str
    detail: str = ""
    """More about the score; left out where two columns share the width."""
    is_first: bool = False
    is_out: bool = False
    """Whether they play no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The content of the picture."""

    title: str
    subtitle: str
    lines: Sequence[Line]
    """The best first."""


def standings_picture(standings: Standings) -> Picture:
    """Draw standings; of more lines than fit into the columns, the best."""
    return Picture(png(_draw(standings)), alternative(_lines(standings)))


def _lines(standings: Standings) -> list[str]:
    """Return all lines in words."""
    told = [
        f"{line.place}. {line.name}: {', '.join(filter(None, (line.score, line.detail, 'out' if line.is_out else '')))}"
        for line in standings.lines
    ]
    return [f"{standings.title}. {standings.subtitle}", *told]


def _draw(standings: Standings) -> Canvas:
    lines = standings.lines
    columns = 1 if len(lines) <= ROWS else COLUMNS
    shown = min(len(lines), columns * ROWS)
    missing = len(lines) - shown
    rows = -(-shown // columns)
    footer = LABEL.pitch if missing else 0
    canvas = Canvas(WIDTH, 2 * _MARGIN + _HEAD + rows * _ROW + footer, GROUND)
    head, body = canvas.box.inset(_MARGIN).row(_HEAD)
    canvas.text(legible(standings.title), TITLE, head.row(TITLE.pitch)[0], TEXT)
    canvas.text(legible(standings.subtitle), LABEL, head.row(TITLE.pitch)[1].row(LABEL.pitch)[0], MUTED)
    for number, line in enumerate(lines[:shown]):
        column, row = divmod(number, rows)
        room = body.columns(columns, 2 * UNIT)[column]
        box = Box(room.left, body.top + row * _ROW, room.width, _ROW - UNIT // 4)
        _draw_line(canvas, box, line, has_details=columns == 1)
    if missing:
        low = Box(body.left, body.top + rows * _ROW, body.width, LABEL.pitch)
        canvas.text(f"and {missing} more", LABEL, low, MUTED)
    return canvas


def _draw_line(canvas: Canvas, box: Box, line: Line, *, has_details: bool) -> None:
    ground, ink = (AMBER, INK) if line.is_first else (PANEL if line.is_out else STRIP, MUTED if line.is_out else TEXT)
    canvas.panel(box, ground, radius=UNIT)
    place, room = box.inset(UNIT, 0).column(_PLACE)
    canvas.text(line.place, STRONG, place._replace(width=_PLACE - 2 * UNIT), ink, align=Align.RIGHT)
    detail = _DETAIL if has_details else 0
    name = room._replace(width=room.width - _SCORE - detail - UNIT)
    canvas.text(legible(line.name), STRONG if line.is_first else LABEL, name, ink)
    score = Box(name.right + UNIT, box.top, _SCORE - UNIT, box.height)
    canvas.text(line.score, STRONG, score, ink, align=Align.RIGHT)
    if has_details:
        more = Box(score.right + 2 * UNIT, box.top, detail - 2 * UNIT, box.height)
        canvas.text(line.detail, LABEL, more, ink if line.is_first else MUTED)
