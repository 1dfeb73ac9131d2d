"""Cards of Allocator in rows: whole ones while they are few, in two lines each when they are many."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from render.allocator.cards import CARD_HEIGHT, CARD_WIDTH, SLIP_HEIGHT, SLIP_WIDTH, card, slip
from render.allocator.facts import Stack
from render.canvas import UNIT, WIDTH, Box, Canvas
from render.landscape import MARGIN
from render.palette import Ink
from rules.allocator.cards import AllocatorCard

_WHOLE: Final = 10
"""Different cards up to which each is drawn whole."""


class Grid(NamedTuple):
    """Rows of cards over the width of a picture, each row but the last with the same number of them."""

    whole: bool
    columns: int
    """In a row."""

    @property
    def card(self) -> tuple[int, int]:
        """How wide and how high one is."""
        return (CARD_WIDTH, CARD_HEIGHT) if self.whole else (SLIP_WIDTH, SLIP_HEIGHT)

    def tall(self, count: int) -> int:
        """How high the rows of so many are, one at least."""
        rows = max(-(-count // self.columns), 1)
        return rows * (self.card[1] + UNIT) - UNIT

    def place(
        self, canvas: Canvas, box: Box, stacks: Sequence[Stack], framed: frozenset[AllocatorCard], ink: Ink
    ) -> None:
        """Draw them from the upper left of the box on; those that are framed, in this ink."""
        width, height = self.card
        most = _abreast(self.whole)
        gap = (WIDTH - 2 * MARGIN - most * width) // (most - 1)
        for number, stack in enumerate(stacks):
            row, column = divmod(number, self.columns)
            piece = (card if self.whole else slip)(stack, ink if stack.card in framed else None)
            spot = Box(box.left + column * (width + gap), box.top + row * (height + UNIT), *piece.size)
            canvas.place(piece, spot.left, spot.top)
            canvas.name(stack.card.name, spot)


def _abreast(whole: bool) -> int:
    """How many have room side by side."""
    return 5 if whole else 3


def grid(count: int) -> Grid:
    """For so many different cards: as few rows as there is room for, and as even ones."""
    whole = count <= _WHOLE
    rows = max(-(-count // _abreast(whole)), 1)
    return Grid(whole, max(-(-count // rows), 1))
