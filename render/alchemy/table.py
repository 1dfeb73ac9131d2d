"""The table of Alchemy: both players' parts, and between them what is asked, what just happened and the battle."""

from collections.abc import Sequence
from typing import Final

from render import fonts, telling
from render.alchemy import battle, facts, side
from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE, Type
from render.palette import GROUND, MUTED, TEXT, Ink
from render.pieces import SEATS, seat_sign, tag
from rules.alchemy.view import AlchemyView
from rules.core.game import Game

_MARGIN: Final = 3 * UNIT
_GAP: Final = 12
_HEADER: Final = 48
_SENTENCES: Final = 3
_NEWS: Final = 4
_CONDITION: Final = 3
"""Lines that the question may take, that the news may take, and each condition."""

Row = tuple[str, Type, Ink]


def draw(game: Game, view: AlchemyView, names: Sequence[str]) -> Canvas:
    """What this view shows of the table, the first seat above."""
    words = _words(game, view, names)
    stage = sum(kind.pitch for _, kind, _ in words) + UNIT
    heights = (side.height(view, 0), side.height(view, 1))
    fight = battle.height(view)
    canvas = Canvas(WIDTH, 2 * _MARGIN + _HEADER + stage + fight + sum(heights) + 3 * _GAP, GROUND)
    header, rest = canvas.box.inset(_MARGIN).row(_HEADER)
    _header(canvas, header, view, names)
    first, rest = rest.row(_GAP)[1].row(heights[0])
    between, rest = rest.row(_GAP)[1].row(stage)
    chain, rest = rest.row(fight)
    second, _ = rest.row(_GAP)[1].row(heights[1])
    side.draw(canvas, first, view, 0, names[0])
    for text, kind, ink in words:
        line, between = between.row(kind.pitch)
        canvas.text(text, kind, line, ink)
    battle.draw(canvas, chain, view)
    side.draw(canvas, second, view, 1, names[1])
    return canvas


def _words(game: Game, view: AlchemyView, names: Sequence[str]) -> list[Row]:
    """The question, what bears on it, and as much of the news as there is room for: the latest matters most."""
    room = WIDTH - 2 * _MARGIN
    headline = telling.headline(game, view, names)
    rows: list[Row] = [(row, STRONG, TEXT) for row in fonts.wrapped(headline, STRONG, room, _SENTENCES)]
    news = facts.news(game, view, names)
    for condition in facts.conditions(view, " ".join((headline, *news)), names):
        rows += [(row, LABEL, TEXT) for row in fonts.wrapped(condition, LABEL, room, _CONDITION)]
    while len(news) > 1 and len(fonts.wrapped(" ".join(news), LABEL, room, _NEWS + 1)) > _NEWS:
        del news[0]
    return [
        *rows,
        *((row, LABEL, MUTED) for row in (fonts.wrapped(" ".join(news), LABEL, room, _NEWS) if news else ())),
    ]


def _header(canvas: Canvas, box: Box, view: AlchemyView, names: Sequence[str]) -> None:
    """The turn, whose it is, and what wins."""
    ink = SEATS[view.active][0]
    goal = canvas.text(facts.goal(view), LABEL, box, MUTED, align=Align.RIGHT) + 2 * UNIT
    left = canvas.text(f"Turn {view.turn}", TITLE, box, TEXT) + 2 * UNIT
    if view.outcome is not None:
        tag(canvas, "Game over", box.left + left, box.middle, TEXT)
        return
    seat_sign(canvas, view.active, box.left + left, box.top, box.height)
    row = box.column(left + box.height + 12)[1]
    canvas.text(names[view.active], TITLE, row._replace(width=row.width - goal), ink)
