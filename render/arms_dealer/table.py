"""Draw the table of Arms Dealer: both players side by side, the pot between them, and the present events below."""

from typing import Final

from render import fonts
from render.arms_dealer import facts, fight, market, player, score
from render.arms_dealer.fight import Side
from render.arms_dealer.skirmishes import fights_of
from render.arms_dealer.spaces import lanes
from render.arms_dealer.style import STYLE
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import FIGURE, TITLE
from render.landscape import GAP, PARTS, empty_table, foot, head
from render.palette import INK, YELLOW
from render.pieces import seat_badge
from render.renderer import Names
from rules.arms_dealer.view import ArmsDealerView
from rules.core.game import Game

_BETWEEN: Final = 248
_BAR: Final = 64


def draw(game: Game, view: ArmsDealerView, names: Names) -> Canvas:
    """Draw the table, with the first player on the left. Every viewer sees the same picture."""
    view = facts.public_view(view)
    canvas = empty_table(STYLE)
    _head(canvas, view)
    upper, stage = PARTS.body.row(player.HEIGHT)
    left_column, between, right_column = _columns(upper)
    player.draw(canvas, left_column, view, 0, names[0])
    score.draw(canvas, between, view)
    player.draw(canvas, right_column, view, 1, names[1])
    stage = stage.row(GAP)[1]
    if view.outcome is None and facts.STEPS[facts.step(view) or 0] == "Dealer":
        market.shop(canvas, stage, view)
    else:
        _battle(canvas, _bar(canvas, stage, view, game), view, game)
    foot(canvas, STYLE, game, view, names)
    return canvas


def _columns(box: Box) -> tuple[Box, Box, Box]:
    left_column, remaining = box.column((box.width - _BETWEEN) // 2 - GAP)
    between, remaining = remaining.column(GAP)[1].column(_BETWEEN)
    return left_column, between, remaining.column(GAP)[1]


def _head(canvas: Canvas, view: ArmsDealerView) -> None:
    if view.outcome is not None:
        head(canvas, f"Game over in battle {view.turn}", None, (), None)
        return
    asked = view.waiting[0] if len(view.waiting) == 1 else None
    head(canvas, f"Battle {view.turn}", asked, facts.STEPS, facts.step(view))


def _battle(canvas: Canvas, stage: Box, view: ArmsDealerView, game: Game) -> None:
    """Draw both sides of the skirmish, and between them all spaces, or the asteroids to pick from."""
    fought = fights_of(game, view)
    left_column, between, right_column = _columns(stage)
    corners = fought[-1].corners if fought else (None, None)
    for box, side, corner, other in zip(
        (left_column, right_column), view.sides, corners, reversed(corners), strict=True
    ):
        face_down = tuple(space.laid for space in side.formation)
        canvas.name("Fight", box, side.seat)
        fight.draw(
            canvas,
            box,
            Side(side.seat, side.look, corner, other.power if other else 0, face_down, side.drawn, side.hand),
        )
    haul = facts.haul(game, view)
    if view.picks:
        market.rocks(canvas, between, view)
    elif haul is not None:
        market.draw_haul(canvas, between, haul)
    else:
        lanes(canvas, between, view, fought)
        canvas.name("Spaces", between)


def _bar(canvas: Canvas, stage: Box, view: ArmsDealerView, game: Game) -> Box:
    """Draw a bar for a raise to answer, a pot just won or a harvest; return the part of the stage below it."""
    haul, won = facts.haul(game, view), facts.won(view)
    if view.raised:
        seat, coins = 1 - view.waiting[0], view.raised
        words = f"raises: match it, or forfeit skirmish {view.skirmish + 1}"
    elif won is not None:
        seat, coins, words = won.seat, won.coins, "wins the battle and the pot"
    elif haul is not None and view.picks:
        seat, coins, words = haul.seat, haul.coins, f"asteroid {haul.place}: {haul.card.name}"
    else:
        return stage
    box, below = stage.row(_BAR)
    canvas.panel(box, YELLOW, radius=16)
    row = box.inset(2 * UNIT, 0)
    canvas.panel(Box(row.left - UNIT, row.top + 4, 56, 56), INK, radius=UNIT)
    seat_badge(canvas, seat, row.left - 2, row.top + 10, 44)
    figure = f"+{coins:,}"
    wide = fonts.width(figure, FIGURE)
    canvas.text(words, TITLE, row.column(64)[1]._replace(width=row.width - 80 - wide), INK)
    canvas.text(figure, FIGURE, row, INK, align=Align.RIGHT)
    return below.row(GAP)[1]
