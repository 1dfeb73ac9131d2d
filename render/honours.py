"""Posters of honours: the podium of a tournament, and the winners of a season.

Both stand on the ground of the game, below a golden banner. Everything that they show is public, and comes from the
caller as plain values.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from render import fonts
from render.canvas import HEIGHT, UNIT, WIDTH, Align, Box, Canvas
from render.fonts import DISPLAY, LABEL, STRONG, TITLE, Type, legible
from render.landscape import GAP, MARGIN
from render.palette import AMBER, EDGE, GROUND, INK, MUTED, TEXT, WELL, YELLOW, Ink, blend
from render.picture import Picture, told
from render.portraits import has_face, portrait, spoken
from render.renderer import renderer
from render.shapes import Shape
from render.style import PLAIN, Style, ground_picture

_MEDALS: Final[dict[int, Ink]] = {1: YELLOW, 2: blend(TEXT, INK, 0.75), 3: blend(AMBER, INK, 0.72)}
"""The ink of each of the first places: gold, silver and bronze."""
_BANNER: Final = 112
_STAR: Final = 72
_STEPS: Final = (1, 0, 2)
"""The steps of a podium from left to right: whose each is, counted from the best."""
_HEIGHTS: Final[dict[int, int]] = {1: 380, 2: 300, 3: 220}
"""The height of a step in pixels, by the place of the player on it."""
_LAST: Final = 360
"""Width of the list beside a podium, in pixels."""
_LEAST_STAR: Final = 48
"""The least width of the star on a step, in pixels."""
_NUMERAL: Final = Type(104, bold=True)
_FACE: Final = 88
_ROWS: Final = 5
"""The maximum number of games on the poster of a season; the text of its message has all."""
_TALLEST: Final = 190
"""The greatest height of a game's row, in pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A player with their place."""

    place: int
    name: str
    figure: str
    """The points, such as “5 points”."""
    level: str = ""
    """The level of a computer; "" for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Podium:
    """The end of a tournament."""

    game: str
    """The key of the game."""
    title: str
    headline: str
    """The winner, in a short sentence."""
    places: Sequence[Place]
    """All players, the best first; players who are equal share a place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Winners:
    """The winners of a season at one game."""

    game: str
    title: str
    """The title of the game, with its rules where these are not the usual ones."""
    places: Sequence[Place]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonEnd:
    """The end of a season."""

    title: str
    headline: str
    winners: Sequence[Winners]
    """At least one game."""


def podium_picture(podium: Podium) -> Picture:
    """Draw the podium of a tournament, with everyone else beside it as far as there is room."""
    return told(_podium(podium), partial(_podium_lines, podium))


def season_picture(season: SeasonEnd) -> Picture:
    """Draw the winners of a season, game by game. If there is not room for all games, draw the first ones."""
    return told(_season(season), partial(_season_lines, season))


def _podium_lines(podium: Podium) -> Iterator[str]:
    yield f"{podium.title}. {podium.headline}"
    for each in podium.places:
        yield _line(each)


def _season_lines(season: SeasonEnd) -> Iterator[str]:
    yield f"{season.title}. {season.headline}"
    for winners in season.winners:
        yield f"{winners.title}: {', '.join(map(_line, winners.places))}"


def _line(place: Place) -> str:
    return f"{place.place}. {spoken(place.name, place.level)}, {place.figure}"


def _style(game: str) -> Style:
    """Return the style of a game; a plain one for a game that is no longer there."""
    try:
        return renderer(game).style
    except ModuleNotFoundError:
        return PLAIN


def _banner(canvas: Canvas, title: str, headline: str) -> None:
    """Draw the golden banner, with a star at its end."""
    banner = canvas.box.row(_BANNER)[0]
    canvas.fill(banner, YELLOW)
    above, below = banner.inset(MARGIN, UNIT // 2).row(36)
    canvas.text(legible(title), LABEL, above, INK)
    words = below._replace(width=below.width - _STAR - UNIT)
    shown = next((kind for kind in (DISPLAY, _LOWER) if fonts.width(legible(headline), kind) <= words.width), _LOWER)
    canvas.text(legible(headline), shown, words, INK)
    canvas.shape(Shape.STAR, below.right - _STAR, banner.middle - _STAR // 2, _STAR, INK)


_LOWER: Final = Type(46, bold=True)
"""The type of a long headline."""


def _podium(podium: Podium) -> Canvas:
    style = _style(podium.game)
    canvas = Canvas(WIDTH, HEIGHT, GROUND)
    canvas.place(ground_picture(style.ground), 0, 0)
    _banner(canvas, podium.title, podium.headline)
    room = canvas.box.inset(MARGIN)._replace(top=_BANNER + MARGIN, height=HEIGHT - _BANNER - 2 * MARGIN)
    others = podium.places[len(_STEPS) :]
    steps = room._replace(width=room.width - (_LAST + MARGIN if others else 0))
    cells = steps.columns(len(_STEPS), GAP)
    for cell, rank in zip(cells, _STEPS, strict=True):
        if rank < len(podium.places):
            _step(canvas, cell, podium.places[rank], style)
    if others:
        _list(canvas, room._replace(left=room.right - _LAST, width=_LAST), others)
    return canvas


def _step(canvas: Canvas, cell: Box, place: Place, style: Style) -> None:
    """Draw a player on a step, with their place on it."""
    ink, height = _MEDALS.get(place.place, MUTED), _HEIGHTS.get(place.place, min(_HEIGHTS.values()))
    step = cell._replace(top=cell.bottom - height, height=height)
    canvas.panel(step, ink, radius=UNIT)
    canvas.fill(step._replace(top=step.bottom - UNIT, height=UNIT), ink)
    canvas.text(str(place.place), _NUMERAL, step.row(140)[0], INK, align=Align.MIDDLE)
    canvas.text(place.figure, LABEL, step.row(140)[1].row(LABEL.pitch)[0], INK, align=Align.MIDDLE)
    star = min(height - 140 - LABEL.pitch - 2 * UNIT, cell.width) - 2 * UNIT
    if star >= _LEAST_STAR:
        shade = blend(ink, INK, 0.82)
        canvas.shape(Shape.STAR, step.left + (step.width - star) // 2, step.bottom - star - UNIT, star, shade)
    plate = cell._replace(top=step.top - 64 - UNIT, height=64)
    canvas.panel(plate, WELL, edge=ink, line=4)
    name = legible(place.name)
    kind = next((kind for kind in (TITLE, STRONG) if fonts.width(name, kind) <= plate.width - 3 * UNIT), STRONG)
    canvas.text(name, kind, plate.inset(UNIT, 0), TEXT, align=Align.MIDDLE)
    if has_face(place.level):
        left = plate.left + (plate.width - _FACE) // 2
        canvas.stamp(*portrait(style.attire, place.level, _FACE), left, plate.top - _FACE - UNIT // 2)


def _list(canvas: Canvas, box: Box, places: Sequence[Place]) -> None:
    """Draw the players after the podium in lines, as many as there is room for."""
    pitch = LABEL.pitch + UNIT
    room = (box.height - 2 * UNIT) // pitch
    high = min(len(places), room) * pitch + 2 * UNIT
    box = box._replace(top=box.bottom - high, height=high)
    canvas.panel(box, WELL, edge=EDGE)
    inner = box.inset(2 * UNIT, UNIT)
    shown = places if len(places) <= room else places[: room - 1]
    for number, each in enumerate(shown):
        row = inner._replace(top=inner.top + number * pitch, height=pitch)
        figure = each.figure.partition(" ")[0]
        width = canvas.text(figure, STRONG, row, TEXT, align=Align.RIGHT)
        number_box, name = row.column(56)
        canvas.text(f"{each.place}.", LABEL, number_box, MUTED)
        canvas.text(legible(each.name), LABEL, name._replace(width=name.width - width - UNIT), TEXT)
    if len(shown) < len(places):
        row = inner._replace(top=inner.top + len(shown) * pitch, height=pitch)
        canvas.text(f"and {len(places) - len(shown)} more", LABEL, row, MUTED)


def _season(season: SeasonEnd) -> Canvas:
    if len(season.winners) == 1:
        [only] = season.winners
        return _podium(
            Podium(game=only.game, title=f"{season.title} · {only.title}", headline=season.headline, places=only.places)
        )
    rows = season.winners[:_ROWS]
    missing = len(season.winners) - len(rows)
    free = HEIGHT - _BANNER - MARGIN - (LABEL.pitch if missing else 0)
    height = min(free // len(rows) - GAP, _TALLEST)
    used = _BANNER + MARGIN + len(rows) * (height + GAP) + (LABEL.pitch if missing else 0)
    canvas = Canvas(WIDTH, used, GROUND)
    _banner(canvas, season.title, season.headline)
    for number, winners in enumerate(rows):
        top = _BANNER + MARGIN + number * (height + GAP)
        _row(canvas, Box(MARGIN, top, WIDTH - 2 * MARGIN, height), winners)
    if missing:
        below = Box(MARGIN, used - LABEL.pitch - UNIT // 2, WIDTH - 2 * MARGIN, LABEL.pitch)
        canvas.text(f"and {missing} more in the message", LABEL, below, MUTED)
    return canvas


def _row(canvas: Canvas, box: Box, winners: Winners) -> None:
    """Draw the winners at one game on its ground: the game at the left, then a medal for each."""
    style = _style(winners.game)
    canvas.place(ground_picture(style.ground).crop((0, 100, box.width, 100 + box.height)), box.left, box.top)
    canvas.frame(box, 4, style.accent)
    title, medals = box.inset(2 * UNIT, UNIT).column(250)
    canvas.panel(title._replace(left=title.left - UNIT, width=title.width), WELL, edge=None)
    lines = fonts.wrapped(winners.title, TITLE, title.width - 2 * UNIT, 2)
    words = title._replace(top=title.middle - len(lines) * TITLE.pitch // 2, height=len(lines) * TITLE.pitch)
    canvas.lines(winners.title, TITLE, words._replace(width=title.width - 2 * UNIT), TEXT)
    cells = medals.column(UNIT)[1].columns(len(_STEPS), UNIT)
    for cell, each in zip(cells, winners.places, strict=False):
        _medal(canvas, cell, each)


def _medal(canvas: Canvas, cell: Box, place: Place) -> None:
    ink = _MEDALS.get(place.place, MUTED)
    size = min(cell.height - 2 * UNIT, 64)
    plate = cell._replace(top=cell.middle - 44, height=88)
    canvas.panel(plate, WELL, edge=ink, line=4)
    disc = Box(plate.left + UNIT, plate.middle - size // 2, size, size)
    canvas.shape(Shape.DISC, disc.left, disc.top, size, ink)
    canvas.text(str(place.place), TITLE, disc, INK, align=Align.MIDDLE)
    words = plate.column(size + 2 * UNIT)[1]
    name, figure = (words._replace(top=plate.top + 8 + row * 36, height=36, width=words.width - UNIT) for row in (0, 1))
    canvas.text(legible(place.name), STRONG, name, TEXT)
    canvas.text(place.figure, LABEL, figure, TEXT)
