"""Draw the result of a match as a poster: the card that won it, in the winner's colour, one large number, and small the
final scores and the chances to win over time.

A poster shows only public facts, which the caller passes in.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render import fonts
from render.cache import cached
from render.canvas import HEIGHT, UNIT, WIDTH, Align, Box, Canvas, Piece, mapped
from render.fonts import DISPLAY, FIGURE, LABEL, STRONG, TITLE, Type
from render.landscape import GAP, MARGIN
from render.palette import COVERED, EDGE, GROUND, INK, MUTED, NUMBERS, TEXT, WELL, YELLOW, Ink, blend
from render.pieces import Badge, draw_badge
from render.portraits import has_face, portrait, spoken
from render.reduced import reduced
from render.shapes import Shape
from render.style import Attire
from rules.core.events import Seat
from rules.core.words import together

_BANNER: Final = 112
"""Height of the banner with the winner, in pixels."""
_HERO: Final = 448
"""Width of the part with the card that won, in pixels."""
_BELOW: Final = 88
"""Height of the chart of the chances, with the gap above it, in pixels."""
_BEAMS: Final = 14
_SHOWN: Final = 2
"""The greatest number of cards on a poster: those of a draw, or of a team."""
_STARRED: Final = 42
"""Width of the star before the decisive moment, with its gap, in pixels."""
_SAID: Final = 2
"""The maximum number of lines about the end of the match."""
_CORNER, _FRAME, _CAPTION = 24, 14, 76
"""Radius of a card's corners, width of its frame, and height of its name, in pixels."""
_FADED: Final = 0.42
"""The strength of the colours on the card of a beaten player."""
_PLATE: Final = 48
_TALL_PLATE: Final = 78
"""Height of a player's plate if there are few, with the name above the score."""
_FEW: Final = 2
"""The number of players up to which plates are tall, and the poster has room for closing words."""
_STAR: Final = 64
_NUMBER: Final = Type(150, bold=True)
"""The type of the one large number."""
_MOST_NUMBER: Final = 6
"""The greatest number of characters of a score that is drawn large."""
_COURSE_FROM: Final = 2
"""The number of moments from which the course of the chances is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A player at the end of a match."""

    seat: Seat
    name: str
    level: str = ""
    """The level of a computer; "" for a person."""
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
    closing: str = ""
    """The closing words of the game's world; may be ""."""
    consolation: str = "Not this time"
    """The first words to a beaten player, before their name."""
    first_win: str = ""
    """The title of the game if this is the poster of a player's first win of it; else ""."""
    own: Seat | None = None
    """The seat whose poster this is; None: it is everybody's."""

    @property
    def honoured(self) -> Sequence[Standing]:
        """The player whose poster this is, if they are beaten; else the winners; () after a draw."""
        return [self.beaten] if self.beaten else [each for each in self.standings if each.has_won]

    @property
    def beaten(self) -> Standing | None:
        """The player whose poster this is, if they have not won although somebody has."""
        if not any(standing.has_won for standing in self.standings):
            return None
        return next((each for each in self.standings if each.seat == self.own and not each.has_won), None)


class Stage(NamedTuple):
    """The parts of a poster that belong to the game."""

    badges: Sequence[Badge]
    """The badge of each seat."""
    attire: Attire
    """The clothes on the faces of computers."""
    hero: Callable[[Canvas, Box, Seat], str] | None
    """Draws the card that stands for a seat, in a box, and returns its name; None: the last table is drawn."""
    table: Callable[[], Canvas]
    """Draws the last table."""


def poster(result: Result, stage: Stage) -> Canvas:
    """Draw the poster, which is as large as a table: the winner's card large at the left, and the words beside it."""
    honoured = result.honoured
    ink = stage.badges[honoured[0].seat][0] if honoured else MUTED
    ground = blend(YELLOW if result.first_win else ink, INK, 0.24)
    canvas = Canvas(WIDTH, HEIGHT, ground)
    banner, room = canvas.box.row(_BANNER)
    shared = honoured or result.standings  # a draw has the colours of all, a team those of its players
    for part, standing in zip(banner.columns(len(shared), 0), shared, strict=True):
        canvas.fill(part, stage.badges[standing.seat][0])
    _headline(canvas, banner.inset(MARGIN, 0), result, honoured, stage)
    left, right = room.column(_HERO)
    if not result.beaten:
        canvas.stamp(*_light(left.width, left.height, YELLOW if result.first_win else ink), left.left, left.top)
    _heroes(canvas, left.inset(MARGIN), result, stage)
    upper, lower = right.inset(MARGIN).row(right.height - 2 * MARGIN - _BELOW)
    _beside(canvas, upper, result, ink, stage)
    _course(canvas, lower.row(GAP)[1], result, stage.badges)
    return canvas


@cached
def _light(width: int, height: int, ink: Ink) -> Piece:
    """Draw beams of light from the middle to all sides."""
    beams = Image.new("L", (width, height))
    draw = ImageDraw.Draw(beams)
    x, y, far = width / 2, height / 2, width + height
    for beam in range(_BEAMS):
        ends = [(beam + part) / _BEAMS * 2 * pi for part in (0.0, 0.5)]
        draw.polygon([(x, y), *((x + far * cos(turn), y + far * sin(turn)) for turn in ends)], fill=255)
    light = Image.new("L", (width, height), blend(ink, INK, 0.42))
    return light, mapped(beams, COVERED, "1")


def _heroes(canvas: Canvas, box: Box, result: Result, stage: Stage) -> None:
    """Draw the cards of the first two who are honoured, or of the first two players of a draw; or the last table."""
    if stage.hero is None:
        table = stage.table()
        size = (box.width, box.width * table.box.height // table.box.width)
        frame = Box(box.left, box.middle - size[1] // 2, *size)
        canvas.fill(Box(frame.left - 4, frame.top - 4, frame.width + 8, frame.height + 8), TEXT)
        canvas.place(reduced(table.pixels, size), frame.left, frame.top)
        return
    shown = [standing.seat for standing in (result.honoured or result.standings)[:_SHOWN]]
    wide, high = ((box.width - UNIT) // 2, box.height * 2 // 3) if len(shown) == _SHOWN else (box.width, box.height)
    for place, seat in enumerate(shown):
        corner = Box(box.right - wide, box.bottom - high, wide, high) if place else Box(box.left, box.top, wide, high)
        _card(canvas, corner, seat, stage, faded=result.beaten is not None)


def _card(canvas: Canvas, box: Box, seat: Seat, stage: Stage, *, faded: bool) -> None:
    """Draw the card that stands for a seat, framed in the seat's colour, with its name below. faded: in dark colours,
    for a beaten player.
    """
    assert stage.hero is not None
    canvas.panel(box, INK, radius=_CORNER)
    canvas.panel(box.inset(4), stage.badges[seat][0], radius=_CORNER - 4)
    inside = box.inset(_FRAME)
    picture, plate = inside.row(inside.height - _CAPTION)
    name = stage.hero(canvas, picture, seat)
    canvas.fill(plate, INK)
    words = plate.inset(UNIT, 0)
    kind = next((kind for kind in (FIGURE, TITLE, STRONG) if fonts.width(name, kind) <= words.width), LABEL)
    high = len(fonts.wrapped(name, kind, words.width, 2)) * kind.pitch
    canvas.lines(name, kind, words._replace(top=words.middle - high // 2, height=high), TEXT, align=Align.MIDDLE)
    if faded:
        _fade(canvas, picture)


def _fade(canvas: Canvas, box: Box) -> None:
    """Darken a part of the picture."""
    part = canvas.pixels.crop((box.left, box.top, box.right, box.bottom))
    numbers = [blend(Ink(min(number, NUMBERS - 1)), INK, _FADED) for number in range(256)]
    canvas.place(mapped(part, numbers), box.left, box.top)


def _headline(canvas: Canvas, box: Box, result: Result, winners: Sequence[Standing], stage: Stage) -> None:
    """Draw the winners on their colour, and the match in small type above them."""
    badges, attire = stage.badges, stage.attire
    title, below = box.row(UNIT // 2)[1].row(36)
    canvas.text(result.title, LABEL, title, INK)
    below = below._replace(height=below.height - UNIT)
    for place, standing in enumerate(winners[:3]):
        _, kind = badges[standing.seat]
        size = _STAR - 4
        seat_box = Box(below.left + place * (size + UNIT), below.middle - size // 2, size, size)
        if has_face(standing.level):
            canvas.stamp(*portrait(attire, standing.level, size), seat_box.left, seat_box.top)
        else:
            draw_badge(canvas, (INK, kind), str(standing.seat + 1), seat_box, badges[standing.seat][0])
    words = below.column(min(len(winners), 3) * (_STAR + UNIT))[1]
    if winners and not result.beaten:
        canvas.shape(Shape.STAR, words.right - _STAR, words.middle - _STAR // 2, _STAR, INK)
        words = words._replace(width=words.width - _STAR - UNIT)
    canvas.text(_head(result), DISPLAY, words, INK)


def _head(result: Result) -> str:
    """Return the headline: the winners, or a word to the beaten player whose poster this is."""
    if result.beaten is not None:
        return f"{result.consolation}, {result.beaten.name}"
    if result.first_win:
        return "Your first win!"
    names = [standing.name for standing in result.standings if standing.has_won]
    return f"{' & '.join(names)} {'wins' if len(names) == 1 else 'win'}!" if names else "A draw"


def _best_chance(result: Result) -> str:
    """Return the best chance to win that a beaten player had: “83% your best chance”; "" if it is not known."""
    if result.beaten is None or len(result.shares) < _COURSE_FROM:
        return ""
    return f"{max(shares[result.beaten.seat] for shares in result.shares):.0%} your best chance"


def _beside(canvas: Canvas, box: Box, result: Result, ink: Ink, stage: Stage) -> None:
    """Draw the one large number, how the match ended, and every player in a row."""
    plates = len(result.standings)
    high = _TALL_PLATE if plates <= _FEW else _PLATE
    pitch = high + GAP // 2
    words = box._replace(height=box.height - plates * pitch)
    sentence = result.sentence if result.beaten else _ending(result)
    figure, _, unit = _figure(result).partition(" ")
    if unit and sentence.lower() == f"by {unit}.":
        sentence = ""
    said_in = (TITLE if figure else FIGURE) if plates <= _FEW else LABEL
    said = fonts.wrapped(sentence, said_in, box.width, _SAID) if sentence else []
    free = words.height - len(said) * said_in.pitch
    kind = _NUMBER if free >= _NUMBER.size else DISPLAY
    if figure and free >= kind.size:
        number, words = words.row(kind.size)
        wide = canvas.text(figure, kind, number, ink)
        unit_box = number.column(wide + 2 * UNIT)[1]._replace(top=number.bottom - kind.size // 4 - 44, height=44)
        canvas.text(unit, TITLE, unit_box, TEXT)
    said_box, words = words.row(len(said) * said_in.pitch)
    if said:
        canvas.lines(sentence, said_in, said_box, TEXT)
    _remarks(canvas, words, result)
    for number_of_row, standing in enumerate(result.standings):
        row = box._replace(top=box.bottom - (plates - number_of_row) * pitch + GAP // 2, height=high)
        _plate(canvas, row, standing, stage)


def _remarks(canvas: Canvas, box: Box, result: Result) -> None:
    """Write the closing words and, after a star, the decisive moment, as far as there is room for whole sentences."""
    if _closes(result):
        lines = fonts.wrapped(result.closing, LABEL, box.width, 9)
        if len(lines) * LABEL.pitch <= box.height:
            row, box = box.row(len(lines) * LABEL.pitch)
            canvas.lines(result.closing, LABEL, row, blend(TEXT, INK, 0.7))
    if result.decisive is not None:
        words = box.column(_STARRED)[1]
        text = f"{result.decisive.turn.capitalize()}: {result.decisive.text}"
        most = words.height // LABEL.pitch
        if most and len(fonts.wrapped(text, LABEL, words.width, most + 1)) > most:
            text = f"{result.decisive.turn.capitalize()} decided the match."
        if most:
            canvas.shape(Shape.STAR, box.left, box.top + (LABEL.pitch - 30) // 2, 30, YELLOW)
            canvas.lines(text, LABEL, words, TEXT)


def _figure(result: Result) -> str:
    """Return the one large number with its unit: the best chance of a beaten player, the first win, half a point each
    for a draw of two, or the winner's score; "" if there is none.
    """
    if result.beaten is not None:
        return _best_chance(result)
    if result.first_win:
        return f"1st win at {result.first_win}"
    if not result.standings[0].has_won:
        return "½ each" if len(result.standings) == _FEW else ""
    score = result.standings[0].score.partition(", ")[0]
    figure = score.partition(" ")[0]
    is_number = re.fullmatch(r"[1-9][0-9.,]*", figure) is not None and len(figure) <= _MOST_NUMBER
    return score if is_number else ""


def _closes(result: Result) -> bool:
    """Return whether the poster has room for the closing words of the game's world."""
    return bool(result.closing) and len(result.standings) <= _FEW


def poster_lines(result: Result) -> Iterator[str]:
    """Yield the content of the poster in words."""
    yield f"{result.title}. {result.sentence} {result.closing if _closes(result) else ''}".rstrip()
    if result.first_win:
        yield f"{_head(result)} {_figure(result)}."
    if result.beaten is not None:
        yield f"{_head(result)}."
        if best := _best_chance(result):
            yield f"{best.replace(' ', ': ', 1)}."
    for standing in result.standings:
        points = f", rating {_points(standing.points)}" if standing.points else ""
        score = f", {standing.score}" if standing.score else ""
        yield f"{standing.rank}. {spoken(standing.name, standing.level)}{score}{points}"
    if result.decisive is not None:
        yield _decisive_text(result.decisive)


def _ending(result: Result) -> str:
    """Return the sentence about the result without the winners, such as “By points.”; the headline names them."""
    winners = [standing.name for standing in result.standings if standing.has_won]
    subject = f"{together(winners)} {'wins' if len(winners) == 1 else 'win'} " if winners else "The match is a draw "
    if not result.sentence.startswith(subject):
        return result.sentence
    ending = result.sentence.removeprefix(subject)
    return ending[:1].upper() + ending[1:]


def _plate(canvas: Canvas, cell: Box, standing: Standing, stage: Stage) -> None:
    """Draw a player with their score and rating: below the name on a tall plate, else beside it, as much as fits."""
    badge = ink, kind = stage.badges[standing.seat]
    canvas.panel(cell, ink if standing.has_won else WELL, edge=None if standing.has_won else EDGE, radius=UNIT)
    own, inside = ((INK, kind), ink) if standing.has_won else (badge, INK)
    square = Box(cell.left + 4, cell.middle - 20, 40, 40)
    draw_badge(canvas, own, str(standing.seat + 1), square, inside)
    words = INK if standing.has_won else TEXT
    room = cell.column(square.width + UNIT)[1]
    room = room._replace(width=room.width - UNIT)
    if has_face(standing.level):
        size = cell.height - UNIT
        canvas.stamp(*portrait(stage.attire, standing.level, size), room.left, cell.middle - size // 2)
        room = room.column(size + UNIT)[1]
    parts = [standing.score, _points(standing.points) if standing.points else ""]
    whole = " · ".join(filter(None, parts))
    if cell.height == _TALL_PLATE:
        name, score = (room._replace(top=cell.top + 4 + row * 35, height=35) for row in range(2))
        width = canvas.text(parts[1], LABEL, name, words, align=Align.RIGHT)
        name = name._replace(width=name.width - width) if standing.score else room
        canvas.text(standing.name, STRONG, name, words)
        canvas.text(standing.score, LABEL, score, words)
        return
    free = room.width - fonts.width(standing.name, STRONG) - UNIT
    right = next((text for text in (whole, parts[1], parts[0]) if text and fonts.width(text, LABEL) <= free), parts[0])
    width = fonts.width(right, LABEL)
    canvas.text(right, LABEL, room, words, align=Align.RIGHT)
    canvas.text(standing.name, STRONG, room._replace(width=room.width - width - UNIT), words)


def _points(points: tuple[int, int] | None) -> str:
    before, after = points or (0, 0)
    return f"{after} ({after - before:+})"


def _decisive_text(decisive: Decisive) -> str:
    return f"Decisive, {decisive.turn}: {decisive.text}"


def _course(canvas: Canvas, room: Box, result: Result, badges: Sequence[Badge]) -> None:
    """Draw each seat's chance to win at each moment, stacked, in the colours of the seats, with a star at the decisive
    moment.
    """
    count, seats = len(result.shares), range(len(result.standings))
    if count < _COURSE_FROM:
        return
    for place, shares in enumerate(result.shares):
        left, right = (room.left + room.width * each // count for each in (place, place + 1))
        top = room.top
        total = sum(shares) or 1.0
        for seat in seats:
            below = room.top + round(room.height * sum(shares[: seat + 1]) / total)
            canvas.fill(Box(left, top, right - left, below - top), badges[seat][0])
            top = below
    canvas.fill(Box(room.left, room.middle - 1, room.width, 2), GROUND)
    if result.decisive is not None:
        middle = room.left + room.width * (2 * result.decisive.place + 1) // (2 * count)
        canvas.fill(Box(middle - 4, room.top, 8, room.height), INK)
        canvas.fill(Box(middle - 2, room.top, 4, room.height), TEXT)
        canvas.shape(Shape.STAR, middle - 20, room.top + UNIT // 2, 40, YELLOW)
