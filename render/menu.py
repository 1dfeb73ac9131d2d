"""Draw all games in one picture: the style, title and numbers of players of each, and the summary if there is room."""

from collections.abc import Sequence
from typing import Final

from render.canvas import UNIT, WIDTH, Box, Canvas
from render.cover import cards_of
from render.fonts import LABEL, TITLE
from render.landscape import GAP, MARGIN
from render.palette import GROUND, MUTED, TEXT, WELL
from render.renderer import renderer
from render.style import ground_picture
from rules.core.game import Game
from rules.core.words import span

_ROW: Final = 128
_ROWS: Final = 5
"""The maximum number of rows that can be read in Discord. If there are more games, two share a row."""
_CARD: Final = 88
_WIDE_CARDS, _NARROW_CARDS = 3, 2
"""The number of cards shown for a game that has a row for itself, and for one that shares it."""


def menu(games: Sequence[Game]) -> Canvas:
    """Draw the games in their order, down the first column and then down the second."""
    columns = 1 if len(games) <= _ROWS else 2
    rows = -(-len(games) // columns)
    canvas = Canvas(WIDTH, 2 * MARGIN + rows * (_ROW + GAP) - GAP, GROUND)
    places = canvas.box.inset(MARGIN)._replace(height=_ROW).columns(columns, GAP)
    for number, game in enumerate(games):
        column, row = divmod(number, rows)
        box = places[column]._replace(top=MARGIN + row * (_ROW + GAP))
        if columns == 1:
            _wide(canvas, box, game)
        else:
            _narrow(canvas, box, game)
    return canvas


def menu_lines(games: Sequence[Game]) -> list[str]:
    """Return a line for each game: its title, numbers of players and summary."""
    return [f"{game.title}, {_players(game)}: {game.summary}" for game in games]


def _wide(canvas: Canvas, box: Box, game: Game) -> None:
    name, summary = _framed(canvas, box, game, _WIDE_CARDS).row(TITLE.pitch)
    title_width = canvas.text(game.title, TITLE, name, TEXT)
    canvas.text(_players(game), LABEL, name.column(title_width + 2 * UNIT)[1], MUTED)
    canvas.lines(game.summary, LABEL, summary._replace(height=2 * LABEL.pitch), TEXT)


def _narrow(canvas: Canvas, box: Box, game: Game) -> None:
    room = _framed(canvas, box, game, _NARROW_CARDS)
    room = room._replace(top=room.middle - (TITLE.pitch + LABEL.pitch) // 2, height=TITLE.pitch + LABEL.pitch)
    name, players = room.row(TITLE.pitch)
    canvas.text(game.title, TITLE, name, TEXT)
    canvas.text(_players(game), LABEL, players, MUTED)


def _framed(canvas: Canvas, box: Box, game: Game, cards: int) -> Box:
    """Draw the game's ground, its frame and `cards` of its cards; return the free box for words."""
    style = renderer(game.key).style
    ground = ground_picture(style.ground).crop((0, 0, box.width, box.height))
    canvas.place(ground, box.left, box.top)
    canvas.panel(box.inset(UNIT // 2), WELL, edge=style.accent, line=3)
    room = box.inset(3 * UNIT, UNIT // 2)
    for piece, seen in cards_of(game, _CARD, cards):
        canvas.stamp(piece, seen, room.right - _CARD, room.middle - _CARD // 2)
        room = room._replace(width=room.width - _CARD - UNIT)
    return room


def _players(game: Game) -> str:
    able = list(game.seats)
    return f"{span(able)} {'player' if able == [1] else 'players'}"
