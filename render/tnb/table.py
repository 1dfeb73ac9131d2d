"""The table of T&B: both boards face to face, and between them what is asked and what just happened."""

from collections.abc import Sequence
from typing import Final

from render import fonts, telling
from render.canvas import UNIT, WIDTH, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE
from render.palette import GROUND, MUTED, TEXT, VIOLET
from render.pieces import SEATS, ribbon, seat_sign, tag
from render.tnb import facts, side
from rules.core.game import Game
from rules.tnb.events import Resolved
from rules.tnb.view import TnbView

_MARGIN: Final = 3 * UNIT
_GAP: Final = 12
_HEADER: Final = 52
_SENTENCES: Final = 2
_NEWS: Final = 4
"""Lines that the question may take, and that the news may take."""


def draw(game: Game, view: TnbView, names: Sequence[str]) -> Canvas:
    """What this view shows of the table, the first seat above."""
    words = _words(game, view, names)
    stage = sum(kind.pitch for _, kind in words) + UNIT
    heights = [side.height(results) for results in view.resolved]
    canvas = Canvas(WIDTH, 2 * _MARGIN + _HEADER + stage + sum(heights) + 3 * _GAP, GROUND)
    header, rest = canvas.box.inset(_MARGIN).row(_HEADER)
    _header(canvas, header, view)
    first, rest = rest.row(_GAP)[1].row(heights[0])
    between, rest = rest.row(_GAP)[1].row(stage)
    second, _ = rest.row(_GAP)[1].row(heights[1])
    side.draw(canvas, first, view, 0, names[0])
    for text, kind in words:
        line, between = between.row(kind.pitch)
        canvas.text(text, kind, line, TEXT if kind is STRONG else MUTED)
    side.draw(canvas, second, view, 1, names[1])
    return canvas


def _words(game: Game, view: TnbView, names: Sequence[str]) -> list[tuple[str, fonts.Type]]:
    """The question, and as much of the news as there is room for: the latest matters most."""
    room = WIDTH - 2 * _MARGIN
    question = fonts.wrapped(telling.headline(game, view, names), STRONG, room, _SENTENCES)
    news = telling.news(game, view, names, but=(Resolved,))
    while len(news) > 1 and len(fonts.wrapped(" ".join(news), LABEL, room, _NEWS + 1)) > _NEWS:
        del news[0]
    told = fonts.wrapped(" ".join(news), LABEL, room, _NEWS) if news else ()
    return [*((row, STRONG) for row in question), *((row, LABEL) for row in told)]


def _header(canvas: Canvas, box: Box, view: TnbView) -> None:
    """The round, and both turns of it in their order with their parts."""
    left = canvas.text(f"Round {view.turn}", TITLE, box, TEXT) + 3 * UNIT
    if view.overdrive:
        left += tag(canvas, "Overdrive", box.left + left, box.middle, VIOLET) + 2 * UNIT
    rest = box.column(left)[1]
    if view.outcome is not None:
        ribbon(canvas, ("Game over",), 0, rest, TEXT)
        return
    for seat, half in zip(facts.order(view), rest.columns(2, 2 * UNIT), strict=True):
        seat_sign(canvas, seat, half.left, half.middle - 24, 48)
        over = len(facts.PARTS) if facts.turn_is_over(view, seat) else None
        now = facts.part(view) if seat in view.waiting else over
        ribbon(canvas, facts.PARTS, now, half.column(56)[1].inset(0, 2), SEATS[seat][0])
