"""Draw the area between the players: the skirmishes that each has won in this battle, and the pot."""

from typing import Final

from render import fonts
from render.arms_dealer import facts
from render.arms_dealer.style import bridge
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import DISPLAY, FIGURE, LABEL, STRONG
from render.palette import INK, MUTED, TEXT, YELLOW
from render.pieces import seat_badge
from render.shapes import Shape
from rules.arms_dealer.limits import NEEDED
from rules.arms_dealer.view import ArmsDealerView

_STAR: Final = 48
_POT: Final = 60


def draw(canvas: Canvas, box: Box, view: ArmsDealerView) -> None:
    """Draw both players' wins, and below them the pot or the bets to come."""
    bridge(canvas, box)
    wins, below = box.inset(12, 8).row(76)
    middle = wins.left + wins.width // 2
    canvas.shape(Shape.STAR, middle - _STAR // 2, wins.middle - _STAR // 2, _STAR, YELLOW)
    canvas.name("Wins", wins)
    half = (wins.width - _STAR) // 2 - UNIT
    for side, left in zip(view.sides, (wins.left, wins.right - half), strict=True):
        canvas.text(
            str(side.wins),
            DISPLAY,
            Box(left, wins.top, half, wins.height),
            TEXT if side.wins else MUTED,
            align=Align.MIDDLE,
        )
    if not view.pot and any(facts.stakes(view)):
        _to_come(canvas, below, view)
    else:
        both = min(side.wins for side in view.sides) >= NEEDED
        canvas.text(
            "sudden death" if both else f"first to {NEEDED}", LABEL, below.row(36)[0], MUTED, align=Align.MIDDLE
        )
        _pot(canvas, below, view.pot)


def _to_come(canvas: Canvas, box: Box, view: ArmsDealerView) -> None:
    """Draw the bet that each player will place."""
    upper, lower = box.row(box.height // 2)
    canvas.text("Bets to come", LABEL, upper, MUTED, align=Align.MIDDLE)
    for seat, (cell, stake) in enumerate(zip(lower.columns(2, UNIT), facts.stakes(view), strict=True)):
        seat_badge(canvas, seat, cell.left, cell.middle - 11, 22)
        canvas.text(f"{stake:,}", STRONG, cell.column(27)[1], TEXT)


def _pot(canvas: Canvas, box: Box, coins: int) -> None:
    row = Box(box.left, box.bottom - _POT, box.width, _POT)
    canvas.name("Pot", row)
    canvas.panel(row, YELLOW, radius=_POT // 2)
    figure = f"{coins:,}"
    wide = fonts.width(figure, FIGURE)
    word = fonts.width("Pot", STRONG) + 2 * UNIT
    if wide + word > row.width - 2 * UNIT:
        canvas.text(figure, FIGURE, row, INK, align=Align.MIDDLE)
        return
    left = row.left + (row.width - wide - word) // 2
    canvas.text("Pot", STRONG, row.column(left - row.left)[1], INK)
    canvas.text(figure, FIGURE, row.column(left - row.left + word)[1], INK)
