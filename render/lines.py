"""Words in lines, one below the other: what is asked, what just happened, what is said above and below cards."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from render import fonts
from render.artist import Names, Of
from render.canvas import UNIT, WIDTH, Box, Canvas
from render.fonts import LABEL, Type
from render.palette import GROUND, MUTED, TEXT, Ink
from rules.core.game import Game

MARGIN: Final = 3 * UNIT
"""Around a picture, in pixels."""
ROOM: Final = WIDTH - 2 * MARGIN
"""How wide what is inside may be."""

_MOST: Final = 4
"""Lines of the picture that a line of text may take."""


class Line(NamedTuple):
    """Words in one line."""

    text: str
    kind: Type
    ink: Ink


def sentence(text: str, kind: Type, ink: Ink, most: int, room: int = ROOM) -> list[Line]:
    """A sentence in at most so many lines of this width; [] if it is empty."""
    return [Line(row, kind, ink) for row in fonts.wrapped(text, kind, room, most) if row]


def latest(news: Sequence[str], most: int, room: int = ROOM) -> list[Line]:
    """As many sentences as have room in so many lines: the latest matters most."""
    first = 0
    while first < len(news) - 1 and len(fonts.wrapped(" ".join(news[first:]), LABEL, room, most + 1)) > most:
        first += 1
    return sentence(" ".join(news[first:]), LABEL, MUTED, most, room)


def written(lines: Of[Iterable[str]]) -> Of[Canvas]:
    """Draws nothing but the words: for a game that nobody has drawn yet."""

    def draw(game: Game, view: Any, names: Names) -> Canvas:
        texts = [fonts.legible(text) for text in lines(game, view, names)]
        said = [Line(row, LABEL, TEXT) for text in texts for row in fonts.wrapped(text, LABEL, ROOM, _MOST)]
        canvas = Canvas(WIDTH, tall(said) + 2 * MARGIN, GROUND)
        say(canvas, canvas.box.inset(MARGIN), said)
        return canvas

    return draw


def tall(said: Iterable[Line]) -> int:
    """How high lines are, in pixels."""
    return sum(line.kind.pitch for line in said)


def say(canvas: Canvas, box: Box, said: Iterable[Line]) -> Box:
    """Lines from the top of a box; what is left of it."""
    for text, kind, ink in said:
        row, box = box.row(kind.pitch)
        canvas.text(text, kind, row, ink)
    return box
