"""The canvas for pictures: boxes, panels, shapes, words and finished pieces. Places are in pixels, and colours are
palette numbers.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, ClassVar, Final, NamedTuple

from PIL import Image

from render import fonts, palette
from render.cache import cached
from render.fonts import Type
from render.palette import Ink
from render.shapes import Shape, corner, shape

WIDTH: Final = 1100
"""Width of every picture in pixels; Discord shows it 550 wide on a desktop and about 360 wide on a phone."""
HEIGHT: Final = 700
"""Height of a table in pixels; Discord's desktop client fits a picture into 550 by 350."""
PHONE_WIDTH: Final = 720
"""Width of a picture for a phone in pixels. A phone shows every picture about 330 pixels wide, and shows a tall picture
whole. So type in a picture of this width looks half as large again as in one of `WIDTH`.
"""
PHONE_HEIGHT: Final = 1000
"""Largest height of a picture for a phone in pixels, so that the buttons below it are on the screen too."""
UNIT: Final = 8
"""The step of all spacing, in pixels: gaps and margins are multiples of it or of its half."""
RADIUS: Final = 12
"""Radius of a panel's corners, in pixels."""
_SMALL: Final = 16_000
"""The largest area of a panel that is cached as one piece, in pixels."""

_UPSIDE: Final = (
    None,
    Image.Transpose.FLIP_LEFT_RIGHT,
    Image.Transpose.FLIP_TOP_BOTTOM,
    Image.Transpose.ROTATE_180,
)


class Layout(Enum):
    """The screen that a picture is drawn for; the value is the picture's width and largest height in pixels."""

    DESKTOP = WIDTH, HEIGHT
    PHONE = PHONE_WIDTH, PHONE_HEIGHT

    @property
    def width(self) -> int:
        return self.value[0]

    @property
    def height(self) -> int:
        return self.value[1]


class Align(Enum):
    """The alignment of words in a box. The value is the share of the free space to the left of the words."""

    LEFT = 0.0
    MIDDLE = 0.5
    RIGHT = 1.0


class Box(NamedTuple):
    """A rectangle in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.left + self.width

    @property
    def bottom(self) -> int:
        return self.top + self.height

    @property
    def middle(self) -> int:
        """The vertical centre, in pixels from the top of the picture."""
        return self.top + self.height // 2

    def around(self, other: "Box") -> "Box":
        """Return the smallest box that contains this box and the other."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        return Box(left, top, max(self.right, other.right) - left, max(self.bottom, other.bottom) - top)

    def inset(self, sides: int, ends: int | None = None) -> "Box":
        """Return the box inside the margins: `sides` on the left and right, `ends` at the top and bottom."""
        ends = sides if ends is None else ends
        return Box(self.left + sides, self.top + ends, self.width - 2 * sides, self.height - 2 * ends)

    def row(self, height: int) -> tuple["Box", "Box"]:
        """Split off `height` pixels at the top; return that part and the remainder."""
        left, top, width, whole = self
        return Box(left, top, width, height), Box(left, top + height, width, whole - height)

    def column(self, width: int) -> tuple["Box", "Box"]:
        """Split off `width` pixels on the left; return that part and the remainder."""
        left, top, whole, height = self
        return Box(left, top, width, height), Box(left + width, top, whole - width, height)

    def columns(self, count: int, gap: int) -> tuple["Box", ...]:
        """Return `count` boxes of equal width, side by side."""
        each = (self.width - (count - 1) * gap) // count
        return tuple([Box(self.left + place * (each + gap), self.top, each, self.height) for place in range(count)])


class Canvas:
    """A picture that is being drawn. Edges are smoothed into the colour below them."""

    fine: ClassVar[bool] = False
    """Whether people see every pixel: scenes then consist of no blocks (`render.scenery`)."""

    def __init__(self, width: int, height: int, ground: Ink) -> None:
        stride = width + 1
        rows = memoryview(bytearray(stride * height + 1))
        self.rows: Final = rows[:-1]
        """The pixels as PNG stores them: each row begins with a zero, which means “unfiltered”."""
        pixels: Any = rows[1:]  # any buffer works, although the type hint says otherwise
        self.pixels: Final = Image.frombuffer("L", (width, height), pixels, "raw", "L", stride, 1)
        """The pixels as palette numbers. Change them with methods of the canvas only: Pillow's own methods would change
        a copy.
        """
        # A picture has hundreds of small pieces. `Image.paste` takes four times as long to check its arguments as the
        # core takes to paste one.
        self._core = self.pixels.im
        self.places: Final[dict[str, Box]] = {}
        """The boxes of things that can be highlighted (`render.highlights`), by name."""
        self.deferred_names: Final[list[Callable[[], None]]] = []
        """Functions that name more things. They run only before highlighting, because most pictures do not need these
        names.
        """
        self._core.paste(ground, (0, 0, width, height))

    @property
    def box(self) -> Box:
        return Box(0, 0, *self.pixels.size)

    def name(self, thing: str, box: Box, seat: int | None = None) -> None:
        """Name a box for highlighting, with its seat if it belongs to one: “Life of 0”. Boxes with the same name are
        framed together.
        """
        called = thing if seat is None else f"{thing} of {seat}"
        self.places[called] = self.places[called].around(box) if called in self.places else box

    def at(self, left: int, top: int) -> Ink:
        """Return the ink of a pixel."""
        return Ink(self._core.getpixel((left, top)))

    def fill(self, box: Box, ink: Ink) -> None:
        """Fill a rectangle."""
        if box.width > 0 and box.height > 0:
            self._core.paste(ink, (box.left, box.top, box.right, box.bottom))

    def frame(self, box: Box, line: int, ink: Ink) -> None:
        """Draw the four sides of a rectangle, `line` pixels thick, inside it."""
        self.fill(box.row(line)[0], ink)
        self.fill(box.row(box.height - line)[1], ink)
        self.fill(box.column(line)[0], ink)
        self.fill(box.column(box.width - line)[1], ink)

    def panel(self, box: Box, ink: Ink, *, radius: int = RADIUS, edge: Ink | None = None, line: int = 2) -> None:
        """Draw a rectangle with round corners.

        edge: the ink of a border of `line` pixels, if there is one.
        """
        look = _Look(min(radius, box.width // 2, box.height // 2), ink, self.at(box.left, box.top), edge, line)
        if box.width * box.height <= _SMALL:
            piece, seen = _panel(box.width, box.height, look)
            self.stamp(piece, seen, box.left, box.top)
            return
        self._fill_cross(box, look.radius, ink if edge is None else edge)
        if edge is not None:
            self._fill_cross(box.inset(line), max(look.radius - line, 0), ink)
        for place, (tile, seen) in enumerate(_corners(look)):
            left = box.right - look.radius if place % 2 else box.left
            top = box.bottom - look.radius if place // 2 else box.top
            self.stamp(tile, seen, left, top)

    def _fill_cross(self, box: Box, radius: int, ink: Ink) -> None:
        """Fill the box except its corners."""
        self.fill(box.inset(0, radius), ink)
        between = box.inset(radius, 0)
        self.fill(between._replace(height=radius), ink)
        self.fill(between._replace(top=box.bottom - radius, height=radius), ink)

    def shape(self, kind: Shape, left: int, top: int, size: int, ink: Ink) -> None:
        """Draw a shape in a square of `size` pixels."""
        piece, seen = _shape(kind, size, ink, self.at(left + size // 2, top + size // 2))
        self.stamp(piece, seen, left, top)

    def text(self, text: str, kind: Type, box: Box, ink: Ink, *, align: Align = Align.LEFT) -> int:
        """Write words in one line, vertically centred in the box; return their width in pixels. Words that do not fit
        end in an ellipsis. Letters that reach lower than Latin ones are lifted if they would reach below the box.
        """
        shown = fonts.fitted(text, kind, box.width)
        if not shown.strip():
            return 0
        width = fonts.width(shown, kind)
        left = box.left + round((box.width - width) * align.value)
        base = box.top + (box.height + fonts.capital_height(kind)) // 2
        on = self.at(left, box.middle)
        if shown.isascii():
            self._words(shown, kind, (ink, on), left, base)
            return width
        piece, seen, before, rise = _text(shown, kind, ink, on)
        drop = piece.height - rise
        if drop > fonts.drop(kind):
            base -= max(0, min(drop - fonts.drop(kind), base + drop - box.bottom))
        self.stamp(piece, seen, left + before, base - rise)
        return width

    def _words(self, text: str, kind: Type, inks: tuple[Ink, Ink], left: int, base: int) -> None:
        """Write Latin words one by one: a new sentence mostly consists of words that are cached. Letters do not reach
        across a space, so they look the same.
        """
        gap = fonts.width(" ", kind)
        for word in text.split(" "):
            if word:
                piece, seen, before, rise = _text(word, kind, *inks)
                self.stamp(piece, seen, left + before, base - rise)
                left += fonts.width(word, kind)
            left += gap

    def lines(self, text: str, kind: Type, box: Box, ink: Ink, *, align: Align = Align.LEFT) -> int:
        """Write words in as many lines as the box has room for, from its top; return their height in pixels."""
        rows = fonts.wrapped(text, kind, box.width, max(box.height // kind.pitch, 1))
        for place, row in enumerate(rows):
            line = Box(box.left, box.top + place * kind.pitch, box.width, kind.pitch)
            self.text(row, kind, line, ink, align=align)
        return len(rows) * kind.pitch

    def place(self, piece: Image.Image, left: int, top: int) -> None:
        """Paste a finished piece: the pixels of another canvas."""
        width, height = piece.size
        self._core.paste(piece.im, (left, top, left + width, top + height))

    def lay(self, part: "Canvas", left: int, top: int) -> None:
        """Paste another canvas, and add its named boxes."""
        self.place(part.pixels, left, top)
        for called, box in part.places.items():
            self.name(called, box._replace(left=box.left + left, top=box.top + top))

    def stamp(self, piece: Image.Image, seen: Image.Image, left: int, top: int) -> None:
        """Paste those pixels of a piece that a mask of the same size (`seen`) selects."""
        width, height = piece.size
        self._core.paste(piece.im, (left, top, left + width, top + height), seen.im)


Piece = tuple[Image.Image, Image.Image]
"""A drawing as palette numbers, and a mask of the pixels that are drawn."""


def inked(mask: Image.Image, ink: Ink, on: Ink) -> Piece:
    """Return a mask (coverage from 0 to 255) in an ink; its edges are smoothed into the ink `on`."""
    return mapped(mask, palette.smoothed(ink, on)), mapped(mask, palette.COVERED, "1")


def mapped(pixels: Image.Image, numbers: Sequence[int], mode: str = "L") -> Image.Image:
    """Replace each pixel's value by the entry of `numbers` with that index.

    `Image.point` is slower: it rounds all 256 entries on each call.
    """
    result = Image.new(mode, pixels.size)
    result.im.paste(pixels.im.point(numbers, mode), (0, 0, *pixels.size))
    return result


class _Look(NamedTuple):
    """The style of a panel of any size."""

    radius: int
    ink: Ink
    on: Ink
    edge: Ink | None
    line: int


@cached
def _corners(look: _Look) -> tuple[Piece, ...]:
    """Draw the four corners: upper left, upper right, lower left, lower right."""
    tile, seen = inked(corner(look.radius), look.ink if look.edge is None else look.edge, look.on)
    if look.edge is not None and look.radius > look.line:
        piece, inside = inked(corner(look.radius - look.line), look.ink, look.edge)
        tile.paste(piece, (look.line, look.line), inside)
    return tuple((tile, seen) if turn is None else (tile.transpose(turn), seen.transpose(turn)) for turn in _UPSIDE)


@cached
def _panel(width: int, height: int, look: _Look) -> Piece:
    """Draw a small panel as one piece."""
    tile = Image.new("L", (width, height), look.ink if look.edge is None else look.edge)
    seen = Image.new("1", (width, height), 1)
    if look.edge is not None:
        tile.paste(look.ink, (look.line, look.line, width - look.line, height - look.line))
    for place, (piece, covered) in enumerate(_corners(look)):
        at = (width - look.radius if place % 2 else 0, height - look.radius if place // 2 else 0)
        tile.paste(piece, at)
        seen.paste(covered, at)
    return tile, seen


@cached
def _shape(kind: Shape, size: int, ink: Ink, on: Ink) -> Piece:
    return inked(shape(kind, size), ink, on)


@cached
def _text(text: str, kind: Type, ink: Ink, on: Ink) -> tuple[Image.Image, Image.Image, int, int]:
    """Draw words; return their pixels and mask, and left and rise as in `fonts.Written`."""
    words = fonts.written(text, kind)
    return *inked(words.mask, ink, on), words.left, words.rise
