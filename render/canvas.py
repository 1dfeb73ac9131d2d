"""The canvas: boxes, panels, shapes, words and finished pieces, placed in pixels on palette numbers."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple

from PIL import Image

from render import fonts, palette
from render.cache import kept
from render.fonts import Type
from render.palette import Ink
from render.shapes import Shape, corner, shape

WIDTH: Final = 1100
"""How wide every picture is, in pixels: Discord shows it at 550 on a desktop and at about 360 on a phone."""
HEIGHT: Final = 700
"""How high a table is: Discord's desktop client fits a picture into 550 by 350."""
UNIT: Final = 8
"""The step of the spacing grid in pixels: gaps and margins are multiples of it or of its half."""
RADIUS: Final = 12
"""How round the corners of a panel are, in pixels."""
_SMALL: Final = 16_000
"""Panels up to so many pixels are kept whole."""

_UPSIDE: Final = (
    None,
    Image.Transpose.FLIP_LEFT_RIGHT,
    Image.Transpose.FLIP_TOP_BOTTOM,
    Image.Transpose.ROTATE_180,
)


class Align(Enum):
    """Where words begin in their room: its value is the part of the free room that is left of them."""

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
        """Half-way down."""
        return self.top + self.height // 2

    def around(self, other: "Box") -> "Box":
        """The smallest box with both in it."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        return Box(left, top, max(self.right, other.right) - left, max(self.bottom, other.bottom) - top)

    def inset(self, sides: int, ends: int | None = None) -> "Box":
        """The box inside, by so much left and right, and so much above and below."""
        ends = sides if ends is None else ends
        return Box(self.left + sides, self.top + ends, self.width - 2 * sides, self.height - 2 * ends)

    def row(self, height: int) -> tuple["Box", "Box"]:
        """The uppermost part of this height, and the rest."""
        left, top, width, whole = self
        return Box(left, top, width, height), Box(left, top + height, width, whole - height)

    def column(self, width: int) -> tuple["Box", "Box"]:
        """The leftmost part of this width, and the rest."""
        left, top, whole, height = self
        return Box(left, top, width, height), Box(left + width, top, whole - width, height)

    def columns(self, count: int, gap: int) -> tuple["Box", ...]:
        """So many boxes of one width side by side."""
        each = (self.width - (count - 1) * gap) // count
        return tuple([Box(self.left + place * (each + gap), self.top, each, self.height) for place in range(count)])


class Canvas:
    """A picture in the making. The edges of what is drawn are smoothed into whatever lies there already."""

    def __init__(self, width: int, height: int, ground: Ink) -> None:
        stride = width + 1
        rows = memoryview(bytearray(stride * height + 1))
        self.rows: Final = rows[:-1]
        """The pixels as a PNG file wants them: a zero before each row, which says that it is not filtered."""
        pixels: Any = rows[1:]  # any buffer will do, whatever the signature says
        self.pixels: Final = Image.frombuffer("L", (width, height), pixels, "raw", "L", stride, 1)
        """Palette numbers. Whoever changes them uses the canvas: Pillow's own methods would change a copy."""
        # A picture is hundreds of small pieces. `Image.paste` takes four times as long to look at its arguments as the
        # core takes to paste one.
        self._core = self.pixels.im
        self.places: Final[dict[str, Box]] = {}
        """Where things stand that can be framed, by what they are called (`render.highlights`)."""
        self.further: Final[list[Callable[[], None]]] = []
        """What names the rest of them, where that costs more than most pictures need."""
        self._core.paste(ground, (0, 0, width, height))

    @property
    def box(self) -> Box:
        return Box(0, 0, *self.pixels.size)

    def name(self, thing: str, box: Box, seat: int | None = None) -> None:
        """Say where a thing stands, a seat's if one is given: “Life of 0”. What is named alike is framed together."""
        called = thing if seat is None else f"{thing} of {seat}"
        self.places[called] = self.places[called].around(box) if called in self.places else box

    def at(self, left: int, top: int) -> Ink:
        """The ink of this pixel."""
        return Ink(self._core.getpixel((left, top)))

    def fill(self, box: Box, ink: Ink) -> None:
        """A rectangle with sharp corners."""
        if box.width > 0 and box.height > 0:
            self._core.paste(ink, (box.left, box.top, box.right, box.bottom))

    def panel(self, box: Box, ink: Ink, *, radius: int = RADIUS, edge: Ink | None = None, line: int = 2) -> None:
        """A rectangle with round corners, with a line of that many pixels around it if an edge is given."""
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
        """The box without its corners."""
        self.fill(box.inset(0, radius), ink)
        between = box.inset(radius, 0)
        self.fill(between._replace(height=radius), ink)
        self.fill(between._replace(top=box.bottom - radius, height=radius), ink)

    def shape(self, kind: Shape, left: int, top: int, size: int, ink: Ink) -> None:
        """A shape in a square of so many pixels."""
        piece, seen = _shape(kind, size, ink, self.at(left + size // 2, top + size // 2))
        self.stamp(piece, seen, left, top)

    def text(self, text: str, kind: Type, box: Box, ink: Ink, *, align: Align = Align.LEFT) -> int:
        """One line of words, half-way down the box, cut off with an ellipsis where it ends; how wide they came out."""
        shown = fonts.fitted(text, kind, box.width)
        if not shown.strip():
            return 0
        width = fonts.width(shown, kind)
        left = box.left + round((box.width - width) * align.value)
        base = box.top + (box.height + fonts.capital_height(kind)) // 2
        piece, seen, before, rise = _text(shown, kind, ink, self.at(left, box.middle))
        self.stamp(piece, seen, left + before, base - rise)
        return width

    def lines(self, text: str, kind: Type, box: Box, ink: Ink, *, align: Align = Align.LEFT) -> int:
        """Words in lines from the top of the box, as many as there is room for; how many pixels they took."""
        rows = fonts.wrapped(text, kind, box.width, max(box.height // kind.pitch, 1))
        for place, row in enumerate(rows):
            line = Box(box.left, box.top + place * kind.pitch, box.width, kind.pitch)
            self.text(row, kind, line, ink, align=align)
        return len(rows) * kind.pitch

    def place(self, piece: Image.Image, left: int, top: int) -> None:
        """A finished piece: another canvas' pixels."""
        width, height = piece.size
        self._core.paste(piece.im, (left, top, left + width, top + height))

    def lay(self, part: "Canvas", left: int, top: int) -> None:
        """Another canvas, with what it says of where things stand."""
        self.place(part.pixels, left, top)
        for called, box in part.places.items():
            self.name(called, box._replace(left=box.left + left, top=box.top + top))

    def stamp(self, piece: Image.Image, seen: Image.Image, left: int, top: int) -> None:
        """What is seen of a piece; `seen` is as large as it."""
        width, height = piece.size
        self._core.paste(piece.im, (left, top, left + width, top + height), seen.im)


Piece = tuple[Image.Image, Image.Image]
"""Palette numbers, and where anything of them is seen."""


def inked(mask: Image.Image, ink: Ink, on: Ink) -> Piece:
    """A mask, coverage from 0 to 255, in an ink, its edges smoothed into what it lies on."""
    return mapped(mask, palette.smoothed(ink, on)), mapped(mask, palette.COVERED, "1")


def mapped(pixels: Image.Image, numbers: Sequence[int], mode: str = "L") -> Image.Image:
    """Each pixel as the number that stands at its place. `Image.point` rounds all 256 of them first, each time."""
    found = Image.new(mode, pixels.size)
    found.im.paste(pixels.im.point(numbers, mode), (0, 0, *pixels.size))
    return found


class _Look(NamedTuple):
    """What panels of any size have."""

    radius: int
    ink: Ink
    on: Ink
    edge: Ink | None
    line: int


@kept
def _corners(look: _Look) -> tuple[Piece, ...]:
    """Upper left, upper right, lower left, lower right."""
    tile, seen = inked(corner(look.radius), look.ink if look.edge is None else look.edge, look.on)
    if look.edge is not None and look.radius > look.line:
        piece, inside = inked(corner(look.radius - look.line), look.ink, look.edge)
        tile.paste(piece, (look.line, look.line), inside)
    return tuple((tile, seen) if turn is None else (tile.transpose(turn), seen.transpose(turn)) for turn in _UPSIDE)


@kept
def _panel(width: int, height: int, look: _Look) -> Piece:
    """A small panel in one piece."""
    tile = Image.new("L", (width, height), look.ink if look.edge is None else look.edge)
    seen = Image.new("1", (width, height), 1)
    if look.edge is not None:
        tile.paste(look.ink, (look.line, look.line, width - look.line, height - look.line))
    for place, (piece, covered) in enumerate(_corners(look)):
        at = (width - look.radius if place % 2 else 0, height - look.radius if place // 2 else 0)
        tile.paste(piece, at)
        seen.paste(covered, at)
    return tile, seen


@kept
def _shape(kind: Shape, size: int, ink: Ink, on: Ink) -> Piece:
    return inked(shape(kind, size), ink, on)


@kept
def _text(text: str, kind: Type, ink: Ink, on: Ink) -> tuple[Image.Image, Image.Image, int, int]:
    """The words, and where they begin: as `fonts.Written` has it."""
    words = fonts.written(text, kind)
    return *inked(words.mask, ink, on), words.left, words.rise
