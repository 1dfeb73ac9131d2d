"""Draw the ends of pathways at the rim of the board: letters where they wrap around, dashed lines over gaps, and bars
at dead ends.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from render import fonts
from render.canvas import Align, Box, Canvas
from render.circuitry.face import GLEAM, TRACE
from render.circuitry.plan import Leaving, Plan
from render.fonts import STRONG
from render.palette import MUTED, Ink
from rules.circuitry.board import FACING, Board
from rules.circuitry.letters import rims

_MARGIN: Final = 32
"""The smallest margin for letters beside the board, in pixels."""
_OFF: Final = 6
"""Distance of letters from the board, in pixels."""
_BETWEEN: Final = 6
"""The smallest distance between letters if there is room for it, in pixels."""
_DASH: Final = 8
_APART: Final = 6


def margins(board: Board) -> tuple[int, int]:
    """Return the margins that the letters need, in pixels: at the sides, and above and below."""
    left_and_right = (
        (1, 3) if board.upright else (0, 2)
    )  # the edges of a card on the left and on the right of the picture
    widest = max((fonts.width(end.letter, STRONG) for end in rims(board) if end.port // 2 in left_and_right), default=0)
    return max(widest + _OFF + 4, _MARGIN), _MARGIN


class End(NamedTuple):
    """The end of a pathway that leaves the board."""

    leaving: Leaving
    letter: str
    """The letter at the end; "" if it has none."""
    over: Leaving | None
    """The point where the pathway goes on across a gap; None if no line is to be drawn from this end."""


def ends(board: Board, plan: Plan) -> tuple[End, ...]:
    """Return the ends of pathways on all cards that are whole in the picture, but only one of the two ends at a gap."""
    drawn = []
    for end in rims(board):
        placed = board.by_number[end.number]
        gap = end.beyond is not None and not end.letter
        if plan.holds(placed.cell) and (not gap or end.port in _ONCE):
            over = plan.leaving(board.by_number[end.beyond], FACING[end.port]) if end.beyond and gap else None
            drawn.append(End(plan.leaving(placed, end.port), end.letter, over))
    return tuple(drawn)


def rim(canvas: Canvas, plan: Plan, drawn_ends: Iterable[End], ground: Ink) -> list[Box]:
    """Draw a letter, a bar or a dashed line at each end; return the boxes of the letters."""
    letters: list[Box] = []
    lettered = []
    for end in drawn_ends:
        if end.letter:
            if room := _room(canvas.box, end.leaving, end.letter, letters):
                letters.append(room)
                lettered.append((end, room))
        elif end.over is None:
            _bar(canvas, plan, end.leaving)
        else:
            _over(canvas, end.leaving, end.over)
    for end, room in lettered:
        _leader(canvas, end.leaving, room)
    for end, room in lettered:
        canvas.fill(room, ground)
        canvas.text(end.letter, STRONG, room, GLEAM, align=Align.MIDDLE)
    return letters


_ONCE: Final = (2, 3, 4, 5)
"""The ports from which a line over a gap is drawn: one of its two ends each time."""


def _room(picture: Box, leaving: Leaving, letter: str, before: Sequence[Box]) -> Box | None:
    """Return the box of a letter, moved outwards from other letters if there is room; None if it would be outside the
    picture.
    """
    wide, high = fonts.width(letter, STRONG) + 2, fonts.capital_height(STRONG) + 4
    across, down = leaving.out
    x, y = leaving.x + across * (wide // 2 + _OFF), leaving.y + down * (high // 2 + 4)
    room = nearest = Box(round(x - wide / 2), round(y - high / 2), wide, high)
    while any(_touch(room.inset(-_BETWEEN, 0), other) for other in before):
        room = room._replace(left=room.left + _APART * across, top=room.top + _APART * down)
    if not _inside(room, picture):
        room = nearest
    return room if _inside(room, picture) else None


def _leader(canvas: Canvas, leaving: Leaving, room: Box) -> None:
    """Draw a thin line from a pathway's end to its letter; without a gap between them, nothing of it is visible."""
    x, y = round(leaving.x), round(leaving.y)
    across, down = leaving.out
    if across:
        canvas.fill(Box(min(x, room.right), y - 1, max(x, room.left) - min(x, room.right), 2), TRACE)
    if down:
        canvas.fill(Box(x - 1, min(y, room.bottom), 2, max(y, room.top) - min(y, room.bottom)), TRACE)


def _inside(room: Box, box: Box) -> bool:
    return room.left >= 0 and room.top >= 0 and room.right <= box.right and room.bottom <= box.bottom


def _touch(first: Box, second: Box) -> bool:
    return (
        first.left < second.right
        and second.left < first.right
        and first.top < second.bottom
        and second.top < first.bottom
    )


def _bar(canvas: Canvas, plan: Plan, leaving: Leaving) -> None:
    long, thick = max(plan.step * 1.3, 12), max(plan.step * 0.34, 4)
    across, down = leaving.out
    wide, high = (long, thick) if down else (thick, long)
    x, y = leaving.x + across * (thick / 2 + 2), leaving.y + down * (thick / 2 + 2)
    canvas.fill(Box(round(x - wide / 2), round(y - high / 2), round(wide), round(high)), MUTED)


def _over(canvas: Canvas, start: Leaving, end: Leaving) -> None:
    """Draw a dashed line straight over a gap, from one card to another."""
    left, right = sorted((round(start.x), round(end.x)))
    top, bottom = sorted((round(start.y), round(end.y)))
    if right - left > bottom - top:
        for x in range(left + _DASH, right - _DASH // 2, 2 * _DASH):
            canvas.fill(Box(x, top - 2, _DASH, 4), TRACE)
    else:
        for y in range(top + _DASH, bottom - _DASH // 2, 2 * _DASH):
            canvas.fill(Box(left - 2, y, 4, _DASH), TRACE)
