"""The table of T&B: both boards face to face, and between them what is asked and what just happened."""

from typing import Final

from render import telling
from render.artist import Names
from render.canvas import UNIT, WIDTH, Box, Canvas
from render.fonts import STRONG, TITLE
from render.heads import rows
from render.lines import MARGIN, latest, say, sentence, tall
from render.palette import GROUND, TEXT, VIOLET
from render.pieces import SEATS, ribbon, seat_sign, tag
from render.tnb import facts, player
from rules.core.game import Game
from rules.tnb.events import Resolved
from rules.tnb.view import TnbView

_GAP: Final = 12
_HEADER: Final = 52
_SENTENCES: Final = 2
_NEWS: Final = 4
"""Lines that the question may take, and that the news may take."""


def draw(game: Game, view: TnbView, names: Names) -> Canvas:
    """What this view shows of the table, the first seat above."""
    news = telling.news(game, view, names, but=(Resolved,))
    words = [*sentence(telling.headline(game, view, names), STRONG, TEXT, _SENTENCES), *latest(news, _NEWS)]
    stage = tall(words) + UNIT
    heights = [player.height(results) for results in view.resolved]
    canvas = Canvas(WIDTH, 2 * MARGIN + _HEADER + stage + sum(heights) + 3 * _GAP, GROUND)
    header, first, between, second = rows(canvas.box.inset(MARGIN), (_HEADER, heights[0], stage, heights[1]), _GAP)
    _header(canvas, header, view)
    player.draw(canvas, first, view, 0, names[0])
    say(canvas, between, words)
    player.draw(canvas, second, view, 1, names[1])
    return canvas


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
