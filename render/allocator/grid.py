"""Lay out Allocator's cards in rows: whole cards if there are few, two-line slips if there are many."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from render.allocator.cards import CARD_HEIGHTS, SLIP_HEIGHT, card, slip
from render.allocator.facts import Stack
from render.canvas import UNIT, Box, Canvas, Layout
from render.landscape import MARGIN
from render.palette import Ink
from rules.allocator.cards import AllocatorCard

_WHOLE: Final = {Layout.DESKTOP: (5, 10), Layout.PHONE: (3, 6)}
"""The number of whole cards side by side, and the maximum number of different cards that are drawn whole."""
_WIDEST: Final = 300
"""The largest width of a whole card, in pixels."""
BESIDE: Final = 400
"""The minimum free width beside the cards, in pixels, for the systems to be drawn there."""
_SLIPS: Final = {Layout.DESKTOP: 3, Layout.PHONE: 2}
"""The number of slips side by side."""


class Grid(NamedTuple):
    """Rows of cards in a picture. All rows but the last have the same number of cards."""

    whole: bool
    columns: int
    """The number of cards in a row."""
    width: int
    """Width of a card in pixels."""
    high: int
    """Height of a card in pixels."""

    @property
    def across(self) -> int:
        """Width of a row in pixels."""
        return self.columns * (self.width + UNIT) - UNIT

    def height(self, count: int) -> int:
        """Return the height, in pixels, of the rows for `count` cards."""
        rows = -(-count // self.columns)
        return max(rows * (self.high + UNIT) - UNIT, 0)

    def place(
        self, canvas: Canvas, box: Box, stacks: Sequence[Stack], framed: frozenset[AllocatorCard], ink: Ink
    ) -> None:
        """Draw the cards from the upper left corner of the box; the cards in `framed` get a frame in `ink`."""
        for number, stack in enumerate(stacks):
            row, column = divmod(number, self.columns)
            frame = ink if stack.card in framed else None
            piece = card(stack, frame, (self.width, self.high)) if self.whole else slip(stack, frame, self.width)
            left, top = box.left + column * (self.width + UNIT), box.top + row * (piece.height + UNIT)
            canvas.place(piece, left, top)
            canvas.name(stack.card.name, Box(left, top, *piece.size))


def grid(count: int, layout: Layout) -> Grid:
    """Return the grid for `count` different cards: as few rows as possible, filled evenly."""
    whole_abreast, most = _WHOLE[layout]
    whole = count <= most
    abreast = whole_abreast if whole else _SLIPS[layout]
    room = layout.width - 2 * MARGIN
    rows = max(-(-count // abreast), 1)
    columns = max(-(-count // rows), 1)
    width = _width(room, abreast)
    if whole and room - columns * (width + UNIT) < BESIDE:
        width = min(_width(room, columns), _WIDEST)
    elif whole:
        width = min(_width(room - BESIDE - UNIT, columns), _WIDEST if columns > 1 else BESIDE)
    high = CARD_HEIGHTS[rows > 1 and layout is Layout.DESKTOP] if whole else SLIP_HEIGHT
    return Grid(whole, columns, width, high)


def _width(room: int, abreast: int) -> int:
    """Return the width of a card if `abreast` cards side by side fill the room."""
    return (room - (abreast - 1) * UNIT) // abreast
