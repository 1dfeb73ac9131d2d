"""Draw the result of a match as a poster: the winner, the final scores, and the chances to win over time.

A poster shows only public facts, which the caller passes in.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from render import fonts
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import DISPLAY, LABEL, STRONG, TITLE, Type
from render.landscape import GAP, MARGIN, empty_table
from render.palette import EDGE, GROUND, INK, MUTED, TEXT, WELL, YELLOW
from render.pieces import SEATS, seat_badge, seat_badge_on_its_colour
from render.renderer import renderer
from render.shapes import Shape
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.words import together

_PLATE: Final = 64
_STAR: Final = 40
_CAPTION: Final = 44
_ALONE: Final = 3
"""The greatest number of players who have a row each; more players share rows."""
_LINES: Final = 2
"""The maximum number of lines about the decisive moment."""
_LARGE: Final = Type(TITLE.size)
"""The type of words that have room for it, since a phone shows a poster at a third of its size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A player at the end of a match."""

    seat: Seat
    name: str
    rank: int
    has_won: bool
    score: str
    """The score in a few words; may be ""."""
    points: tuple[int, int] | None
    """Rating points before and after the match; None if the match was not rated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisive:
    """The moment that decided the match."""

    place: int
    """The index of this moment in `Result.shares`."""
    turn: str
    """The turn in the game's own words: “battle 5”."""
    text: str
    """The events of the moment in sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The content of a poster."""

    title: str
    sentence: str
    """A sentence on who has won, and how."""
    standings: Sequence[Standing]
    """The players, best first."""
    shares: Sequence[Sequence[float]]
    """For each moment of the match, each seat's chance to win (0 to 1); () if the chances are not known."""
    decisive: Decisive | None


def poster(game: Game, result: Result) -> Canvas:
    """Draw the poster, which is as large as a table."""
    style = renderer(game.key).style
    canvas = empty_table(style)
    room = canvas.box.inset(MARGIN)
    canvas.panel(room, WELL, edge=style.accent, line=4, radius=24)
    room = room.inset(3 * UNIT, 2 * UNIT)
    title, room = room.row(_LARGE.pitch)
    canvas.text(result.title, _largest(result.title, room.width), title, MUTED, align=Align.MIDDLE)
    winner, room = room.row(DISPLAY.pitch + UNIT)
    _headline(canvas, winner, result)
    sentence, room = room.row(_LARGE.pitch)
    ending = _ending(result)
    canvas.text(ending, _largest(ending, room.width), sentence, TEXT, align=Align.MIDDLE)
    room = room.row(GAP)[1]
    columns = 1 if len(result.standings) <= _ALONE else 2
    rows = -(-len(result.standings) // columns)
    for number, standing in enumerate(result.standings):
        row, column = divmod(number, columns)
        cell = room.columns(columns, GAP)[column]
        _plate(canvas, cell._replace(top=room.top + row * (_PLATE + GAP), height=_PLATE), standing)
    room = room.row(rows * (_PLATE + GAP))[1]
    if result.decisive is not None:
        text = _decisive_text(result.decisive)
        kind = _LARGE if len(fonts.wrapped(text, _LARGE, room.width, _LINES + 1)) <= _LINES else LABEL
        height = len(fonts.wrapped(text, kind, room.width, _LINES)) * kind.pitch
        below = room._replace(top=room.bottom - height, height=height)
        canvas.lines(text, kind, below, TEXT)
        room = room._replace(height=room.height - height - GAP)
    if len(result.shares) > 1:
        _course(canvas, room, result)
    return canvas


def poster_lines(result: Result) -> Iterator[str]:
    """Yield the content of the poster in words."""
    yield f"{result.title}. {result.sentence}"
    for standing in result.standings:
        points = f", {_points(standing.points)}" if standing.points else ""
        yield f"{standing.rank}. {standing.name}{standing.score and ', '}{standing.score}{points}"
    if result.decisive is not None:
        yield _decisive_text(result.decisive)


def _largest(text: str, room: int) -> Type:
    """Return the large type if the words fit into `room` pixels, else the small one."""
    return _LARGE if fonts.width(text, _LARGE) <= room else LABEL


def _headline(canvas: Canvas, box: Box, result: Result) -> None:
    winners = [standing.name for standing in result.standings if standing.has_won]
    text = f"{' & '.join(winners)} {'wins' if len(winners) == 1 else 'win'}!" if winners else "A draw"
    shown = fonts.fitted(text, DISPLAY, box.width - 4 * _STAR)
    half = fonts.width(shown, DISPLAY) // 2 + _STAR // 2
    canvas.text(shown, DISPLAY, box, TEXT, align=Align.MIDDLE)
    middle = box.left + box.width // 2
    for left in (middle - half - _STAR, middle + half) if winners else ():
        canvas.shape(Shape.STAR, left, box.middle - _STAR // 2, _STAR, YELLOW)


def _ending(result: Result) -> str:
    """Return the sentence about the result without the winners, such as “By points.”; the headline names them."""
    winners = [standing.name for standing in result.standings if standing.has_won]
    subject = f"{together(winners)} {'wins' if len(winners) == 1 else 'win'} " if winners else "The match is a draw "
    if not result.sentence.startswith(subject):
        return result.sentence
    ending = result.sentence.removeprefix(subject)
    return ending[:1].upper() + ending[1:]


def _plate(canvas: Canvas, cell: Box, standing: Standing) -> None:
    ink = SEATS[standing.seat][0]
    canvas.panel(cell, ink if standing.has_won else GROUND, edge=None if standing.has_won else EDGE, radius=UNIT)
    draw = seat_badge_on_its_colour if standing.has_won else seat_badge
    draw(canvas, standing.seat, cell.left + UNIT, cell.top + UNIT, cell.height - 2 * UNIT)
    words = INK if standing.has_won else TEXT
    room = cell.column(cell.height + UNIT)[1]
    room = room._replace(width=room.width - UNIT)
    parts = [standing.score, _points(standing.points) if standing.points else ""]
    right = " · ".join(filter(None, parts))
    large, strong = _LARGE, TITLE
    if fonts.width(right, large) + fonts.width(standing.name, strong) + 2 * UNIT > room.width:
        large, strong = LABEL, STRONG
    if fonts.width(right, large) + fonts.width(standing.name, strong) + 2 * UNIT > room.width:
        right = parts[1] or parts[0]
    width = fonts.width(right, large)
    canvas.text(right, large, room, words, align=Align.RIGHT)
    canvas.text(standing.name, strong, room._replace(width=room.width - width - 2 * UNIT), words)


def _points(points: tuple[int, int] | None) -> str:
    before, after = points or (0, 0)
    return f"rating {after} ({after - before:+})"


def _decisive_text(decisive: Decisive) -> str:
    return f"Decisive, {decisive.turn}: {decisive.text}"


def _course(canvas: Canvas, room: Box, result: Result) -> None:
    """Draw each seat's chance to win at each moment, stacked, in the colours of the seats."""
    caption, room = room.row(_CAPTION)
    canvas.text("Chances in the course of the match", _LARGE, caption, MUTED)
    count, seats = len(result.shares), range(len(result.standings))
    for place, shares in enumerate(result.shares):
        left, right = (room.left + room.width * each // count for each in (place, place + 1))
        top = room.top
        total = sum(shares) or 1.0
        for seat in seats:
            below = room.top + round(room.height * sum(shares[: seat + 1]) / total)
            canvas.fill(Box(left, top, right - left, below - top), SEATS[seat][0])
            top = below
    canvas.fill(Box(room.left, room.middle - 1, room.width, 2), GROUND)
    if result.decisive is not None:
        middle = room.left + room.width * (2 * result.decisive.place + 1) // (2 * count)
        canvas.fill(Box(middle - 4, room.top, 8, room.height), INK)
        canvas.fill(Box(middle - 2, room.top, 4, room.height), TEXT)
        canvas.shape(Shape.STAR, middle - _STAR // 2, room.top + UNIT // 2, _STAR, YELLOW)
