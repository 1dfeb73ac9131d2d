"""The table of Arms Dealer: both formations face to face, the fight between them, the rows, and what is asked."""

from typing import Final

from render import telling
from render.arms_dealer import facts, fight, market, player
from render.arms_dealer.cards import SPACE_HEIGHT
from render.arms_dealer.fight import Pot, Stage
from render.arms_dealer.skirmishes import fights_of
from render.artist import Names
from render.canvas import UNIT, WIDTH, Box, Canvas
from render.fonts import STRONG, TITLE
from render.heads import rows
from render.lines import MARGIN, ROOM, latest, say, sentence, tall
from render.palette import GROUND, TEXT
from render.pieces import SEATS, ribbon
from rules.arms_dealer.events import BattleWon, ShipTurnedUp
from rules.arms_dealer.view import ArmsDealerView
from rules.core.game import Game

_GAP: Final = 12
_HEADER: Final = 52
_SENTENCES, _NEWS = 2, 4
"""Lines that the question may take, and that the news may take."""


def draw(game: Game, view: ArmsDealerView, names: Names) -> Canvas:
    """What everybody sees of the table, the Human fleet above."""
    view = facts.seen_by_all(view)
    news = telling.news(game, view, names, but=(ShipTurnedUp,))  # ships are seen to fight
    words = [*sentence(telling.headline(game, view, names), STRONG, TEXT, _SENTENCES), *latest(news, _NEWS)]
    fights = fights_of(game, view)
    shown = stage(game, view)
    parts = (
        *(_HEADER, tall(words), player.HEIGHT, SPACE_HEIGHT),
        *(fight.height(shown, ROOM), SPACE_HEIGHT, player.HEIGHT, market.HEIGHT),
    )
    canvas = Canvas(WIDTH, 2 * MARGIN + sum(parts) + (len(parts) - 1) * _GAP, GROUND)
    rooms = rows(canvas.box.inset(MARGIN), parts, _GAP)
    header, told, first, upper, between, lower, second, trade = rooms
    _header(canvas, header, view)
    say(canvas, told, words)
    player.draw(canvas, first, view, 0, names[0])
    player.spaces(canvas, upper, view, fights, 0)
    canvas.place(fight.draw(shown, ROOM), between.left, between.top)
    player.spaces(canvas, lower, view, fights, 1)
    player.draw(canvas, second, view, 1, names[1])
    market.draw(canvas, trade, view)
    return canvas


def stage(game: Game, view: ArmsDealerView) -> Stage:
    """What is shown between the formations: what was harvested, else the present or the latest skirmish."""
    fights, won = fights_of(game, view), facts.won(view)
    raised = (1 - view.waiting[0], view.raised, view.skirmish + 1) if view.raised else None
    stakes = facts.stakes(view)
    return Stage(
        pot=Pot(view.pot, stakes, bool(view.pot) or not any(stakes), raised, _prize(won)),
        fight=fights[-1] if fights else None,
        haul=facts.haul(game, view),
    )


def _prize(won: BattleWon | None) -> tuple[int, int] | None:
    return None if won is None else (won.seat, won.coins)


def _header(canvas: Canvas, box: Box, view: ArmsDealerView) -> None:
    """The battle, and its parts in their order."""
    left = canvas.text(f"Battle {view.turn}", TITLE, box, TEXT) + 3 * UNIT
    rest = box.column(left)[1].inset(0, 2)
    if view.outcome is not None:
        ribbon(canvas, ("Game over",), 0, rest, TEXT)
        return
    ink = SEATS[view.waiting[0]][0] if len(view.waiting) == 1 else TEXT
    ribbon(canvas, facts.STEPS, facts.step(view), rest, ink)
