"""Draw the table of Arms Dealer: both players side by side, the pot between them, and the present events below."""

from typing import Final

from render import fonts
from render.arms_dealer import facts, fight, market, player, score
from render.arms_dealer.fight import Side
from render.arms_dealer.skirmishes import fights_of
from render.arms_dealer.spaces import lanes
from render.arms_dealer.style import STYLE
from render.canvas import PHONE_WIDTH, UNIT, Align, Box, Canvas
from render.fonts import FIGURE, STRONG, TITLE
from render.landscape import GAP, PARTS, empty_table, foot, goal, goal_width, head, parts, tall_table
from render.palette import INK, YELLOW
from render.pieces import seat_badge
from render.renderer import Names
from rules.arms_dealer.view import ArmsDealerView
from rules.core.game import Game

_BETWEEN: Final = 248
_BAR, _TALL_BAR = 64, 80
"""Height of the bar that tells a raise or a pot just won, in pixels; on a phone its words take two lines."""
_SPACES, _SHIPS = 292, 300
"""Heights on a phone of the row with the spaces, and of the ships that fight, in pixels."""


def draw(game: Game, view: ArmsDealerView, names: Names) -> Canvas:
    """Draw the table, with the first player on the left. Every viewer sees the same picture."""
    view = facts.public_view(view)
    canvas = empty_table(STYLE)
    _head(canvas, game, view)
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


def draw_tall(game: Game, view: ArmsDealerView, names: Names) -> Canvas:
    """Draw the table for a phone: the players side by side; below them the score beside the spaces; below those the
    ships that fight. At the Arms Dealer's, the prices and the crates take the place of spaces and ships.
    """
    view = facts.public_view(view)
    canvas = tall_table(STYLE, player.HEIGHT + 2 * GAP + _SPACES + _SHIPS)
    _head(canvas, game, view)
    upper, stage = parts(canvas).body.row(player.HEIGHT)
    for seat, box in enumerate(upper.columns(2, GAP)):
        player.draw(canvas, box, view, seat, names[seat])
    stage = stage.row(GAP)[1]
    if view.outcome is None and facts.STEPS[facts.step(view) or 0] == "Dealer":
        row, below = stage.row(player.HEIGHT)
        score_box, prices = row.column(_BETWEEN)
        score.draw(canvas, score_box, view)
        market.prices(canvas, prices.column(GAP)[1], view)
        market.crates(canvas, below.row(GAP)[1], view, 2)
    else:
        stage = _bar(canvas, stage, view, game)
        spaces, ships = stage.row(stage.height - _SHIPS)
        score_box, between = spaces._replace(height=spaces.height - GAP).column(_BETWEEN)
        score.draw(canvas, score_box, view)
        left, right = ships.columns(2, GAP)
        _fought(canvas, (left, between.column(GAP)[1], right), view, game)
    foot(canvas, STYLE, game, view, names)
    return canvas


def _columns(box: Box) -> tuple[Box, Box, Box]:
    left_column, remaining = box.column((box.width - _BETWEEN) // 2 - GAP)
    between, remaining = remaining.column(GAP)[1].column(_BETWEEN)
    return left_column, between, remaining.column(GAP)[1]


def _head(canvas: Canvas, game: Game, view: ArmsDealerView) -> None:
    if view.outcome is not None:
        head(canvas, f"Game over in battle {view.turn}", None, (), None)
        return
    asked = view.waiting[0] if len(view.waiting) == 1 else None
    room = head(canvas, f"Battle {view.turn}", asked, facts.STEPS, facts.step(view), kept=goal_width(game, view))
    goal(canvas, room, game, view)


def _battle(canvas: Canvas, stage: Box, view: ArmsDealerView, game: Game) -> None:
    """Draw both sides of the skirmish, and between them all spaces, or the asteroids to pick from."""
    _fought(canvas, _columns(stage), view, game)


def _fought(canvas: Canvas, boxes: tuple[Box, Box, Box], view: ArmsDealerView, game: Game) -> None:
    """boxes: for the first player's side, for the spaces or asteroids, and for the second player's side."""
    left_column, between, right_column = boxes
    fought = fights_of(game, view)
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
    box, below = stage.row(_BAR if canvas.box.width > PHONE_WIDTH else _TALL_BAR)
    canvas.panel(box, YELLOW, radius=16)
    row = box.inset(2 * UNIT, 0)
    canvas.panel(Box(row.left - UNIT, row.top + 4, 56, 56), INK, radius=UNIT)
    seat_badge(canvas, seat, row.left - 2, row.top + 10, 44)
    figure = f"+{coins:,}"
    wide = fonts.width(figure, FIGURE)
    room = row.column(64)[1]._replace(width=row.width - 80 - wide)
    if fonts.width(words, TITLE) <= room.width:
        canvas.text(words, TITLE, room, INK)
    else:
        high = STRONG.pitch * len(fonts.wrapped(words, STRONG, room.width, 2))
        canvas.lines(words, STRONG, room._replace(top=room.middle - high // 2, height=high), INK)
    canvas.text(figure, FIGURE, row, INK, align=Align.RIGHT)
    return below.row(GAP)[1]
