"""Draw the frame and the heading of a part of a picture: badge, title, and numbers at the end of the row."""

from collections.abc import Iterable, Sequence

from render import fonts
from render.canvas import UNIT, Box, Canvas
from render.fonts import TITLE
from render.palette import TEXT
from render.pieces import counter, seat_badge
from rules.core.events import Seat


def rows(box: Box, heights: Sequence[int], gap: int) -> list[Box]:
    """Return boxes of these heights, one below the other, `gap` pixels apart."""
    boxes = []
    for height in heights:
        row, box = box.row(height)
        box = box.row(gap)[1]
        boxes.append(row)
    return boxes


def counters(canvas: Canvas, row: Box, stocks: Iterable[tuple[str, int | str]], right: int | None = None) -> int:
    """Draw labels with their numbers, from `right` (by default the end of the row) to the left; return where they end
    on the left.
    """
    right = row.right if right is None else right
    for label, count in stocks:
        right -= counter(canvas, label, count, right, row.middle) + 3 * UNIT
    return right


def heading(canvas: Canvas, row: Box, seat: Seat, title: str, right: int) -> None:
    """Draw the seat's badge, 48 pixels high, and a title that may reach to `right`; only what is before its colon if
    there is no room for more.
    """
    seat_badge(canvas, seat, row.left, row.top, 48)
    box = Box(row.left + 60, row.top, right - row.left - 60, 48)
    canvas.text(title if fonts.width(title, TITLE) <= box.width else title.partition(":")[0], TITLE, box, TEXT)
