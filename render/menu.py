"""All games in one picture, a row for each: its face, its name, what it is and for how many."""

from collections.abc import Sequence
from typing import Final

from render.artist import artist
from render.canvas import UNIT, WIDTH, Box, Canvas
from render.cover import cards_of
from render.fonts import LABEL, TITLE
from render.landscape import GAP, MARGIN
from render.palette import GROUND, MUTED, TEXT, WELL
from render.style import laid_ground
from rules.core.game import Game
from rules.core.words import span

_ROW: Final = 128
_CARD, _CARDS = 88, 3
"""How large cards are, and how many are shown of a game."""


def shelf(games: Sequence[Game]) -> Canvas:
    """The games, in their order."""
    canvas = Canvas(WIDTH, 2 * MARGIN + len(games) * (_ROW + GAP) - GAP, GROUND)
    for place, game in enumerate(games):
        _row(canvas, Box(MARGIN, MARGIN + place * (_ROW + GAP), WIDTH - 2 * MARGIN, _ROW), game)
    return canvas


def told(games: Sequence[Game]) -> list[str]:
    """Everything that the picture says."""
    return [f"{game.title}, {_players(game)}: {game.summary}" for game in games]


def _row(canvas: Canvas, box: Box, game: Game) -> None:
    face = artist(game.key).face
    ground = laid_ground(face.ground).crop((0, 0, box.width, box.height))
    canvas.place(ground, box.left, box.top)
    canvas.panel(box.inset(UNIT // 2), WELL, edge=face.accent, line=3)
    room = box.inset(3 * UNIT, UNIT // 2)
    for piece, seen in cards_of(game, _CARD, _CARDS):
        canvas.stamp(piece, seen, room.right - _CARD, room.middle - _CARD // 2)
        room = room._replace(width=room.width - _CARD - UNIT)
    name, said = room.row(TITLE.pitch)
    wide = canvas.text(game.title, TITLE, name, TEXT)
    canvas.text(_players(game), LABEL, name.column(wide + 2 * UNIT)[1], MUTED)
    canvas.lines(game.summary, LABEL, said._replace(height=2 * LABEL.pitch), TEXT)


def _players(game: Game) -> str:
    able = list(game.seats)
    return f"{span(able)} {'player' if able == [1] else 'players'}"
