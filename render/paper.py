"""Draw cards for paper, at 300 dots an inch: what a game prints, with the front and back of each card.

A card on paper has what it has on Discord: its scene with its badges, its name below, its numbers and its text. Words
are kept apart from the pixels, so that a printed page has words that can be searched and read aloud.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from render import fonts
from render.canvas import Align, Box, Canvas
from render.fonts import Type
from render.palette import EDGE, GROUND, INK, MUTED, SKY, STRIP, TEXT, VIOLET, WELL, Ink, blend
from render.shapes import Shape
from rules.core.cards import Card

DOTS: Final = 300
"""Dots an inch."""
MM_PER_INCH: Final = 25.4


class Size(NamedTuple):
    """The size of a card in millimetres."""

    width: float
    height: float

    @property
    def dots(self) -> tuple[int, int]:
        """The size in pixels."""
        return round(self.width * DOTS / MM_PER_INCH), round(self.height * DOTS / MM_PER_INCH)


POKER: Final = Size(63, 88)
"""The size for which sleeves and boxes are made."""


class Words(NamedTuple):
    """A line of words on a card."""

    text: str
    kind: Type
    box: Box
    """The place of the words, which are vertically centred in it."""
    ink: Ink
    align: Align


class PaperCanvas(Canvas):
    """A canvas that keeps words as words. Those that the main font cannot write are drawn."""

    fine: ClassVar[bool] = True

    def __init__(self, size: Size, ground: Ink = STRIP) -> None:
        super().__init__(*size.dots, ground)
        self.words: Final[list[Words]] = []

    def text(self, text: str, kind: Type, box: Box, ink: Ink, *, align: Align = Align.LEFT) -> int:
        """Keep words for a line, as `Canvas.text` draws them."""
        shown = fonts.fitted(text, kind, box.width)
        if not fonts.is_plain(shown):
            return super().text(text, kind, box, ink, align=align)
        if shown.strip():
            self.words.append(Words(shown, kind, box, ink, align))
        return fonts.width(shown, kind) if shown.strip() else 0

    def drawn(self) -> Canvas:
        """Return the picture with its words drawn."""
        whole = Canvas(*self.pixels.size, STRIP)
        whole.lay(self, 0, 0)
        for text, kind, box, ink, align in self.words:
            whole.text(text, kind, box, ink, align=align)
        return whole


class Figure(NamedTuple):
    """A number on a card, with its symbol and its name."""

    symbol: Shape | None
    word: str
    value: str
    ink: Ink = TEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """The contents of the front of a card."""

    name: str
    ink: Ink
    """The ink of the frame."""
    picture: Callable[[Canvas, Box], None]
    """Draws the scene and its badges in a box at the head of the card."""
    figures: Sequence[Figure] = ()
    line: tuple[str, str] = ("", "")
    """A line in bold type, with its left and its right end."""
    text: str = ""
    flavour: str = ""
    """A line without rules."""


class Back(NamedTuple):
    """The back of a card, the same for all cards of a pile."""

    word: str = ""
    """The pile."""
    ink: Ink = VIOLET


def _no_side(_canvas: PaperCanvas, _card: Card, _mark: str) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """How a game looks on paper."""

    face: Callable[[Card], Face] | None = None
    """Returns the front of a card; None: its name and text are enough."""
    front: Callable[[PaperCanvas, Card, str], bool] = _no_side
    """Draws the front of a card that is no `Face`, with a mark that tells its draft. Returns whether there is one."""
    reverse: Callable[[PaperCanvas, Card, str], bool] = _no_side
    """Draws the other side of a card that shows something on both sides, in the same way."""
    back: Callable[[Card], Back] = lambda _: Back()
    """Returns the back of a card without such a side."""
    pile: Callable[[Card], str] = lambda _: "Cards"
    """Returns the name of the pile of a card that belongs to no deck."""
    copies: Callable[[Card], int] = lambda _: 1
    """Returns how many copies of such a card the game has."""
    size: Callable[[Card], Size] = lambda _: POKER


PLAIN_PAPER: Final = Paper()


def front(paper: Paper, card: Card, mark: str) -> PaperCanvas:
    """Draw the front of a card. mark: small print that tells which draft the card is from."""
    canvas = PaperCanvas(paper.size(card))
    if not paper.front(canvas, card, mark):
        draw_front(canvas, paper.face(card) if paper.face else _plain(card), mark)
    return canvas


def back(paper: Paper, title: str, card: Card, mark: str) -> PaperCanvas:
    """Draw the back of a card of the game with this title."""
    canvas = PaperCanvas(paper.size(card))
    if not paper.reverse(canvas, card, mark):
        draw_back(canvas, title, paper.back(card), mark)
    return canvas


def is_two_sided(paper: Paper, card: Card) -> bool:
    """Return whether the back of a card shows something of its own."""
    return paper.reverse(PaperCanvas(paper.size(card)), card, "")


def _plain(card: Card) -> Face:
    def picture(canvas: Canvas, box: Box) -> None:
        canvas.fill(box, WELL)
        canvas.shape(Shape.DISC, box.left + box.width // 2 - 120, box.middle - 120, 240, SKY)

    return Face(name=card.name, ink=SKY, picture=picture, text=card.printed)


_EDGE: Final = 24
"""Distance of the frame from the edge of a card, in pixels: cutting 2 mm off the line leaves it whole."""
_INSIDE: Final = 40
"""Distance of everything else from the edge, in pixels."""
_PICTURE: Final = 500
_NAME: Final = 92
_FIGURES: Final = 150
_LINE: Final = 64
_FOOT: Final = 34
_NAMED: Final = (56, 48, 42, 36)
"""Sizes of a name, in pixels: the first that fits is taken."""
_TEXTS: Final = (40, 36, 32, 29)
"""Sizes of a text. The smallest has 7 points."""
_VALUE: Final = Type(84, bold=True)
_WORD: Final = Type(30)
_STRONG: Final = Type(40, bold=True)
_FLAVOUR: Final = Type(31)
_MOST_ROWS: Final = 99
"""More than the longest text of a card has."""
_MARK: Final = Type(24)
"""The type of the mark, 5.8 points."""


def draw_front(canvas: PaperCanvas, face: Face, mark: str) -> None:
    """Draw the front of a card."""
    canvas.panel(canvas.box.inset(_EDGE), STRIP, radius=36, edge=face.ink, line=10)
    inside = canvas.box.inset(_INSIDE)
    picture, below = inside.row(_PICTURE - _missing(face, inside))
    face.picture(canvas, picture)
    band, below = below.row(_NAME)
    canvas.fill(band, INK)
    kind = _first_that_fits(face.name, band.width - 24)
    canvas.text(face.name, kind, band.inset(12, 0), TEXT, align=Align.MIDDLE)
    if face.figures:
        row, below = below.row(_FIGURES)
        for cell, figure in zip(row.columns(len(face.figures), 0), face.figures, strict=True):
            _draw_figure(canvas, cell, figure)
    if any(face.line):
        row, below = below.row(_LINE)
        row = row.inset(12, 0)
        canvas.panel(row, WELL, radius=14)
        canvas.text(face.line[0], _STRONG, row.inset(16, 0), TEXT)
        canvas.text(face.line[1], _STRONG, row.inset(16, 0), TEXT, align=Align.RIGHT)
    body = _body(below)
    if face.flavour:
        body, low = body.row(body.height - _height(face.flavour, _FLAVOUR, body.width))
        canvas.lines(face.flavour, _FLAVOUR, low, MUTED, align=Align.MIDDLE)
    _draw_text(canvas, body, face.text)
    canvas.text(mark, _MARK, below._replace(top=below.bottom - _FOOT, height=_FOOT), MUTED, align=Align.MIDDLE)


def _body(below: Box) -> Box:
    """Return the room for text and flavour in the rest of a card."""
    return below._replace(height=below.height - _FOOT).inset(20, 10)


def _missing(face: Face, inside: Box) -> int:
    """Return the height by which the picture gives way to a card's words, in the smallest type of its text."""
    above = _PICTURE + _NAME + (_FIGURES if face.figures else 0) + (_LINE if any(face.line) else 0)
    body = _body(inside.row(above)[1])
    words = ((face.text, Type(_TEXTS[-1])), (face.flavour, _FLAVOUR))
    return max(sum(_height(text, kind, body.width) for text, kind in words) - body.height, 0)


def _height(text: str, kind: Type, width: int) -> int:
    """Return the height of a text in lines of this width; 0 without a text."""
    return len(fonts.wrapped(text, kind, width, _MOST_ROWS)) * kind.pitch if text else 0


def _first_that_fits(text: str, room: int) -> Type:
    kinds = [Type(size, bold=True) for size in _NAMED]
    return next((kind for kind in kinds if fonts.width(text, kind) <= room), kinds[-1])


def _draw_text(canvas: PaperCanvas, box: Box, text: str) -> None:
    """Write a text in the largest type in which all of it fits, in the middle of a box."""
    heights = {kind: _height(text, kind, box.width) for kind in map(Type, _TEXTS)}
    kind = next((kind for kind, height in heights.items() if height <= box.height), Type(_TEXTS[-1]))
    spare = max(box.height - heights[kind], 0) // 2
    canvas.lines(text, kind, box._replace(top=box.top + spare, height=box.height - spare), TEXT, align=Align.MIDDLE)


def _draw_figure(canvas: PaperCanvas, cell: Box, figure: Figure) -> None:
    """Draw a number after its symbol, with its name below."""
    upper, lower = cell.inset(0, 8).row(88)
    size = 52 if figure.symbol else 0
    wide, gap = fonts.width(figure.value, _VALUE), 14 if size else 0
    left = upper.left + (upper.width - wide - size - gap) // 2
    if figure.symbol:
        canvas.shape(figure.symbol, left, upper.middle - size // 2, size, figure.ink)
    canvas.text(figure.value, _VALUE, upper._replace(left=left + size + gap, width=wide), TEXT)
    canvas.text(figure.word, _WORD, lower, MUTED, align=Align.MIDDLE)


def draw_back(canvas: PaperCanvas, title: str, shown: Back, mark: str) -> None:
    """Draw the back of a card: the game's title, and a word for its pile, in an ink."""
    ink = shown.ink
    dark, light = blend(ink, GROUND, 0.45), blend(ink, INK, 0.85)
    canvas.fill(canvas.box, dark)
    canvas.panel(canvas.box.inset(_EDGE + 12), dark, radius=36, edge=EDGE, line=6)
    size = canvas.box.width // 9
    room = canvas.box.inset(_INSIDE + 32)
    across, down = room.width // size, room.height // size
    left, top = room.left + (room.width - across * size) // 2, room.top + (room.height - down * size) // 2
    for place in range(across * down):
        row, column = divmod(place, across)
        small = size // (2 if (row + column) % 2 else 4)
        edge = (size - small) // 2
        canvas.shape(
            Shape.DIAMOND, left + column * size + edge, top + row * size + edge, small, blend(ink, GROUND, 0.7)
        )
    plate = Box(room.left, canvas.box.middle - 130, room.width, 260)
    canvas.panel(plate, light, radius=36)
    name, below = plate.inset(16, 30).row(110) if shown.word else (plate.inset(16), plate)
    kind = Type(80, bold=True)
    canvas.text(
        title, kind if fonts.width(title, kind) <= name.width else Type(60, bold=True), name, INK, align=Align.MIDDLE
    )
    if shown.word:
        canvas.text(shown.word, _STRONG, below.row(50)[0], INK, align=Align.MIDDLE)
    canvas.text(
        mark, _MARK, canvas.box._replace(top=canvas.box.bottom - _INSIDE - 40, height=40), TEXT, align=Align.MIDDLE
    )
