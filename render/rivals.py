"""Draw the computer players of some games: a row for each level, a column for each game."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE
from render.landscape import GAP, MARGIN
from render.palette import EDGE, GROUND, MUTED, TEXT, WELL
from render.picture import Picture, told
from render.portraits import portrait
from render.renderer import renderer
from rules.core.game import Game

COLUMNS: Final = 5
"""The maximum number of games in a row that can be read in Discord; further ones are left out."""
_FACE: Final = 88
_ROW: Final = _FACE + LABEL.pitch + 3 * UNIT
_LEVEL: Final = 170
"""Width of the column with the levels, in pixels."""
_NAMELESS: Final = "bot"
"""The name of a computer in a game that gives it none."""


def rivals_picture(games: Sequence[Game], levels: Mapping[str, str]) -> Picture:
    """Draw the faces and names of the computers. levels: each level with a short sentence about it, weakest first."""
    return told(_draw(games[:COLUMNS], levels), partial(_lines, games[:COLUMNS], levels))


def _lines(games: Sequence[Game], levels: Mapping[str, str]) -> Iterator[str]:
    for level, summary in levels.items():
        names = ", ".join(f"{_name(game, level)} at {game.title}" for game in games)
        yield f"{level.capitalize()}: {summary} {names}."


def _name(game: Game, level: str) -> str:
    character = game.voice.characters.get(level)
    return _NAMELESS if character is None else character.name


def _draw(games: Sequence[Game], levels: Mapping[str, str]) -> Canvas:
    head = LABEL.pitch + UNIT
    canvas = Canvas(WIDTH, 2 * MARGIN + head + len(levels) * (_ROW + GAP) - GAP, GROUND)
    titles, body = canvas.box.inset(MARGIN).row(head)
    for cell, game in zip(titles.column(_LEVEL)[1].columns(len(games), UNIT), games, strict=True):
        canvas.text(game.title, LABEL, cell._replace(height=LABEL.pitch), MUTED, align=Align.MIDDLE)
    for number, level in enumerate(levels):
        row = body._replace(top=body.top + number * (_ROW + GAP), height=_ROW)
        canvas.panel(row, WELL, edge=EDGE)
        left, faces = row.column(_LEVEL)
        canvas.text(level.capitalize(), TITLE, left.inset(2 * UNIT, 0), TEXT)
        for cell, game in zip(faces.columns(len(games), UNIT), games, strict=True):
            _rival(canvas, cell, game, level)
    return canvas


def _rival(canvas: Canvas, cell: Box, game: Game, level: str) -> None:
    face = portrait(renderer(game.key).style.attire, level, _FACE)
    canvas.stamp(*face, cell.left + (cell.width - _FACE) // 2, cell.top + UNIT)
    name = cell._replace(top=cell.top + _FACE + UNIT, height=LABEL.pitch + UNIT)
    canvas.text(_name(game, level), STRONG, name, TEXT, align=Align.MIDDLE)
