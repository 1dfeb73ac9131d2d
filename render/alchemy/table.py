"""The table of Alchemy: both players' parts, and between them what is asked, what just happened and the battle."""

from typing import Final

from render import telling
from render.alchemy import battle, facts, player
from render.artist import Names
from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE
from render.heads import rows
from render.lines import MARGIN, Line, latest, say, sentence, tall
from render.palette import GROUND, MUTED, TEXT
from render.pieces import SEATS, seat_sign, tag
from rules.alchemy.view import AlchemyView
from rules.core.game import Game

_GAP: Final = 12
_HEADER: Final = 48
_SENTENCES: Final = 3
_NEWS: Final = 4
_CONDITION: Final = 3
"""Lines that the question may take, that the news may take, and each condition."""


def draw(game: Game, view: AlchemyView, names: Names) -> Canvas:
    """What this view shows of the table, the first seat above."""
    words = _words(game, view, names)
    stage = tall(words) + UNIT
    heights = (player.height(view, 0), player.height(view, 1))
    fight = battle.height(view)
    canvas = Canvas(WIDTH, 2 * MARGIN + _HEADER + stage + fight + sum(heights) + 3 * _GAP, GROUND)
    parts = (_HEADER, heights[0], stage + fight, heights[1])
    header, first, between, second = rows(canvas.box.inset(MARGIN), parts, _GAP)
    _header(canvas, header, view, names)
    player.draw(canvas, first, view, 0, names[0])
    chain = say(canvas, between, words).row(UNIT)[1]
    battle.draw(canvas, chain, view)
    player.draw(canvas, second, view, 1, names[1])
    return canvas


def _words(game: Game, view: AlchemyView, names: Names) -> list[Line]:
    """The question, what bears on it, and the news."""
    headline, news = telling.headline(game, view, names), facts.news(game, view, names)
    said = sentence(headline, STRONG, TEXT, _SENTENCES)
    for condition in facts.conditions(view, " ".join((headline, *news)), names):
        said += sentence(condition, LABEL, TEXT, _CONDITION)
    return [*said, *latest(news, _NEWS)]


def _header(canvas: Canvas, box: Box, view: AlchemyView, names: Names) -> None:
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
