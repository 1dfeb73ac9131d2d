"""Lay out Allocator's cards in rows: whole cards if there are few, two-line slips if there are many."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from render.allocator.cards import CARD_HEIGHT, CARD_WIDTH, SLIP_HEIGHT, SLIP_WIDTH, card, slip
from render.allocator.facts import Stack
from render.canvas import UNIT, WIDTH, Box, Canvas
from render.landscape import MARGIN
from render.palette import Ink
from rules.allocator.cards import AllocatorCard

_WHOLE: Final = 10
"""Largest number of different cards that are drawn whole."""


class Grid(NamedTuple):
    """Rows of cards across the width of a picture; all rows but the last have the same number."""

    whole: bool
    columns: int
    """Cards in a row."""

    @property
    def card(self) -> tuple[int, int]:
        """Width and height of a card in pixels."""
        return (CARD_WIDTH, CARD_HEIGHT) if self.whole else (SLIP_WIDTH, SLIP_HEIGHT)

    def height(self, count: int) -> int:
        """Return the height in pixels of the rows of `count` cards, at least one row."""
        rows = max(-(-count // self.columns), 1)
        return rows * (self.card[1] + UNIT) - UNIT

    def place(
        self, canvas: Canvas, box: Box, stacks: Sequence[Stack], framed: frozenset[AllocatorCard], ink: Ink
    ) -> None:
        """Draw the cards from the upper left of the box; those in `framed` get a frame in this ink."""
        width, height = self.card
        per_row = _abreast(self.whole)
        gap = (WIDTH - 2 * MARGIN - per_row * width) // (per_row - 1)
        for number, stack in enumerate(stacks):
            row, column = divmod(number, self.columns)
            piece = (card if self.whole else slip)(stack, ink if stack.card in framed else None)
            card_box = Box(box.left + column * (width + gap), box.top + row * (height + UNIT), *piece.size)
            canvas.place(piece, card_box.left, card_box.top)
            canvas.name(stack.card.name, card_box)


def _abreast(whole: bool) -> int:
    """Return the number of cards that fit side by side."""
    return 5 if whole else 3


def grid(count: int) -> Grid:
    """Return the grid for `count` different cards with the fewest possible rows, filled evenly."""
    whole = count <= _WHOLE
    rows = max(-(-count // _abreast(whole)), 1)
    return Grid(whole, max(-(-count // rows), 1))
