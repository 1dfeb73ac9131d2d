"""Where pathways leave the board: a letter for each way around it, a dashed line over a gap, a bar where one ends."""

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
"""How much room letters need beside the board at least."""
_OFF: Final = 6
"""How far they are from it."""
_BETWEEN: Final = 6
"""How far letters are from each other at least, if there is room."""
_DASH: Final = 8
_APART: Final = 6


def margins(board: Board) -> tuple[int, int]:
    """How much room the letters need, left and right, above and below."""
    aside = (1, 3) if board.upright else (0, 2)  # edges of a card that are on the left and on the right in the picture
    widest = max((fonts.width(end.letter, STRONG) for end in rims(board) if end.port // 2 in aside), default=0)
    return max(widest + _OFF + 4, _MARGIN), _MARGIN


class End(NamedTuple):
    """What becomes of a pathway that leaves the board."""

    leaving: Leaving
    letter: str
    """Empty for none."""
    over: Leaving | None
    """Where it comes in again straight on, over a gap; None if it does not, or if that end says so."""


def ends(board: Board, plan: Plan) -> tuple[End, ...]:
    """Of the cards that are in the picture as a whole, but for those of which the other end of a gap says all."""
    found = []
    for end in rims(board):
        there = board.by_number[end.number]
        gap = end.beyond is not None and not end.letter
        if plan.holds(there.cell) and (not gap or end.port in _ONCE):
            over = plan.leaving(board.by_number[end.beyond], FACING[end.port]) if end.beyond and gap else None
            found.append(End(plan.leaving(there, end.port), end.letter, over))
    return tuple(found)


def rim(canvas: Canvas, plan: Plan, found: Iterable[End], ground: Ink) -> list[Box]:
    """A letter beside each pathway that leaves the board, or what else becomes of it; where the letters stand."""
    letters: list[Box] = []
    lettered = []
    for end in found:
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
"""Of the two ends of a way over a gap, one draws it."""


def _room(picture: Box, leaving: Leaving, letter: str, before: Sequence[Box]) -> Box | None:
    """Where a letter stands: farther out if another letter stands there and there is room; None beyond the picture."""
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
    """A thin line from where a pathway leaves its card to its letter; to be seen where that stands farther out."""
    x, y = round(leaving.x), round(leaving.y)
    across, down = leaving.out
    if across:
        canvas.fill(Box(min(x, room.right), y - 1, max(x, room.left) - min(x, room.right), 2), TRACE)
    if down:
        canvas.fill(Box(x - 1, min(y, room.bottom), 2, max(y, room.top) - min(y, room.bottom)), TRACE)


def _inside(room: Box, box: Box) -> bool:
    return room.left >= 0 and room.top >= 0 and room.right <= box.right and room.bottom <= box.bottom


def _touch(one: Box, other: Box) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


def _bar(canvas: Canvas, plan: Plan, leaving: Leaving) -> None:
    long, thick = max(plan.step * 1.3, 12), max(plan.step * 0.34, 4)
    across, down = leaving.out
    wide, high = (long, thick) if down else (thick, long)
    x, y = leaving.x + across * (thick / 2 + 2), leaving.y + down * (thick / 2 + 2)
    canvas.fill(Box(round(x - wide / 2), round(y - high / 2), round(wide), round(high)), MUTED)


def _over(canvas: Canvas, one: Leaving, other: Leaving) -> None:
    """A way straight on over a gap, from one card to another."""
    left, right = sorted((round(one.x), round(other.x)))
    top, bottom = sorted((round(one.y), round(other.y)))
    if right - left > bottom - top:
        for x in range(left + _DASH, right - _DASH // 2, 2 * _DASH):
            canvas.fill(Box(x, top - 2, _DASH, 4), TRACE)
    else:
        for y in range(top + _DASH, bottom - _DASH // 2, 2 * _DASH):
            canvas.fill(Box(left - 2, y, 4, _DASH), TRACE)
