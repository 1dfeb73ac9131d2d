"""Lay out words in lines, one below the other: questions, latest events, and remarks."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from render import fonts
from render.canvas import UNIT, WIDTH, Box, Canvas
from render.fonts import LABEL, Type
from render.palette import GROUND, MUTED, TEXT, Ink
from render.renderer import FromView, Names
from rules.core.game import Game

MARGIN: Final = 3 * UNIT
"""The margin around a picture, in pixels."""
ROOM: Final = WIDTH - 2 * MARGIN
"""The width inside the margins, in pixels."""

_MOST_LINES: Final = 4
"""The maximum number of lines in the picture for one line of text."""


class Line(NamedTuple):
    """A line of words, with its type and ink."""

    text: str
    kind: Type
    ink: Ink


def sentence(text: str, kind: Type, ink: Ink, most: int, room: int = ROOM) -> list[Line]:
    """Break a sentence into at most `most` lines of `room` pixels; [] if it is empty."""
    return [Line(row, kind, ink) for row in fonts.wrapped(text, kind, room, most) if row]


def latest(events: Sequence[str], most: int, room: int = ROOM) -> list[Line]:
    """Return the latest sentences that fit into `most` lines of `room` pixels; the last sentence in any case."""
    first = 0
    while first < len(events) - 1 and len(fonts.wrapped(" ".join(events[first:]), LABEL, room, most + 1)) > most:
        first += 1
    return sentence(" ".join(events[first:]), LABEL, MUTED, most, room)


def text_only(lines: FromView[Iterable[str]]) -> FromView[Canvas]:
    """Return a function that draws a picture of these lines of text, for a game without other pictures."""

    def draw(game: Game, view: Any, names: Names) -> Canvas:
        texts = [fonts.legible(text) for text in lines(game, view, names)]
        rows = [Line(row, LABEL, TEXT) for text in texts for row in fonts.wrapped(text, LABEL, ROOM, _MOST_LINES)]
        canvas = Canvas(WIDTH, lines_height(rows) + 2 * MARGIN, GROUND)
        write(canvas, canvas.box.inset(MARGIN), rows)
        return canvas

    return draw


def lines_height(said: Iterable[Line]) -> int:
    """Return the height of these lines, in pixels."""
    return sum(line.kind.pitch for line in said)


def write(canvas: Canvas, box: Box, said: Iterable[Line]) -> Box:
    """Write lines from the top of a box; return the box below them."""
    for text, kind, ink in said:
        row, box = box.row(kind.pitch)
        canvas.text(text, kind, row, ink)
    return box
