"""Where cards lie on a page, and where it is cut. All places are in millimetres from the upper left corner.

Cards lie side by side without gaps, so that one cut parts two of them. A page of backs is printed on the other side of
the page of fronts before it, turned over its long edge: so its columns run from right to left.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from render.paper import Size


class Page(NamedTuple):
    """A size of paper."""

    name: str
    width: float
    height: float


A4: Final = Page("a4", 210, 297)
LETTER: Final = Page("letter", 215.9, 279.4)
PAGES: Final = (A4, LETTER)

BLEED: Final = 1.5
"""How far the colour of a card goes on beyond the outer cuts."""
_GAP: Final = 2.0
"""Distance of a cut mark from the cards. A mark on a card would be seen after a cut that is not exact."""
_MARK: Final = 4.0
"""Length of a cut mark."""
_MARGIN: Final = _GAP + _MARK + 1


class Spot(NamedTuple):
    """The place of a card, by its upper left corner."""

    x: float
    y: float


class Line(NamedTuple):
    """A cut mark between two points."""

    start: Spot
    end: Spot


class Grid(NamedTuple):
    """Cards of one size in the middle of a page."""

    page: Page
    size: Size
    columns: int
    rows: int

    @classmethod
    def of(cls, page: Page, size: Size) -> "Grid":
        """Return the grid with as many cards as fit beside cut marks."""
        columns, rows = (
            int((room - 2 * _MARGIN) // each) for room, each in ((page.width, size.width), (page.height, size.height))
        )
        return cls(page, size, columns, rows)

    @property
    def places(self) -> int:
        """The number of cards on a page."""
        return self.columns * self.rows

    @property
    def left(self) -> float:
        return (self.page.width - self.columns * self.size.width) / 2

    @property
    def top(self) -> float:
        return (self.page.height - self.rows * self.size.height) / 2

    def front(self, place: int) -> Spot:
        """Return the place of a front on its page; places are counted in rows from the upper left one, from 0."""
        row, column = divmod(place, self.columns)
        return Spot(self.left + column * self.size.width, self.top + row * self.size.height)

    def back(self, place: int) -> Spot:
        """Return the place of the back that belongs to a front, on the other side of the page."""
        row, column = divmod(place, self.columns)
        return self.front(row * self.columns + self.columns - 1 - column)

    def cut_marks(self) -> Iterator[Line]:
        """Return the cut marks: outside the cards, in line with their edges. They are the same on both sides."""
        right, low = self.left + self.columns * self.size.width, self.top + self.rows * self.size.height
        for column in range(self.columns + 1):
            x = self.left + column * self.size.width
            yield Line(Spot(x, self.top - _GAP - _MARK), Spot(x, self.top - _GAP))
            yield Line(Spot(x, low + _GAP), Spot(x, low + _GAP + _MARK))
        for row in range(self.rows + 1):
            y = self.top + row * self.size.height
            yield Line(Spot(self.left - _GAP - _MARK, y), Spot(self.left - _GAP, y))
            yield Line(Spot(right + _GAP, y), Spot(right + _GAP + _MARK, y))
