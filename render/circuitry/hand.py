"""Draw the private picture of a Circuitry player: mini cards, and both sides of circuit cards turned like the board."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from render import fonts, wording
from render.canvas import UNIT, Align, Box, Canvas, Layout
from render.circuitry import facts, minis
from render.circuitry.closeup import own_surroundings
from render.circuitry.face import Lying, face, height
from render.circuitry.layout import plan_of
from render.circuitry.minis import GOLD
from render.circuitry.plan import WIDTHS
from render.circuitry.routes import briefly, way_and_price
from render.circuitry.symbols import badges, battery, draw_badge
from render.circuitry.turns import quarters
from render.fonts import LABEL, STRONG, TITLE
from render.landscape import MARGIN
from render.lines import Line, lines_height, sentence, write
from render.palette import GROUND, MUTED, TEXT, WELL
from render.renderer import Names
from rules.circuitry.cards import CircuitCard, MiniCard
from rules.circuitry.view import CircuitryView
from rules.core.game import Game

_NAME: Final = 48
_LINES: Final = 2
SMALLEST_MINI: Final = 160
"""The smallest width of a mini card, in pixels."""
_WIDTHS: Final = 260, 206, SMALLEST_MINI
_HEIGHTS: Final = 236, 168, 148, 124
"""The heights and (`_WIDTHS`) widths of mini cards, in pixels: few, so that cards are drawn once for many hands."""
_HIGH: Final = {Layout.DESKTOP: 168, Layout.PHONE: 148}
"""The largest height of a mini card that has no circuit cards beside it, in pixels."""
_SIDES: Final = 20
"""Width of a side's name, in pixels."""
_SMALLEST: Final = 84
"""The smallest width of an upright circuit card, in pixels."""
_LARGEST: Final = {Layout.DESKTOP: 148, Layout.PHONE: 188}
"""The largest width of an upright circuit card, in pixels; a single one may be as large as on a phone."""
_PLAYABLE: Final = "playable"
_FRAME: Final = 28
"""Width of the small card that explains the frame, in pixels."""
_AROUND: Final = 380
"""The greatest height of the part of the board around the owner's pawn, in pixels."""
_READABLE_ON_PHONE: Final = 104
"""The smallest width of a card on a table, in pixels, at which people can tell its nodes apart on a phone."""


def draw(game: Game, view: CircuitryView, names: Names, layout: Layout = Layout.DESKTOP) -> Canvas:
    """Draw the hand of the view's seat: mini cards, and beside or below them circuit cards."""
    stacks, room = Counter(view.minis), layout.width - 2 * MARGIN
    framed = facts.usable(view)
    above = list(_sentences(game, view, names, room))
    used = 2 * MARGIN + _NAME + lines_height(above) + UNIT
    around = _around(view, room, layout)
    used += around.box.height + UNIT if around else 0
    grid, shown, beside = _arranged(view, len(stacks), (room, layout.height - used), layout)
    used += max(grid.height, shown.height) if beside else grid.height + shown.height
    below: list[Line] = []
    for text in facts.action_texts(view):
        card_text = sentence(text, LABEL, MUTED, _LINES + (layout is Layout.PHONE), room)
        below += card_text if used + lines_height([*below, *card_text]) <= layout.height else []
    canvas = Canvas(layout.width, max(used + lines_height(below), _NAME), GROUND)
    top, remaining = canvas.box.inset(MARGIN).row(_NAME)
    _name(canvas, top, view, names, legend=bool(framed))
    remaining = write(canvas, remaining, above).row(UNIT)[1]
    _minis(canvas, remaining, stacks, grid, framed)
    if beside:
        _circuits(canvas, remaining.column(remaining.width - shown.width)[1], view.circuits, shown, 0)
        remaining = remaining.row(max(grid.height, shown.height))[1]
    else:
        remaining = remaining.row(grid.height)[1]
    if around:
        canvas.place(around.pixels, remaining.left, remaining.top)
        remaining = remaining.row(around.box.height + UNIT)[1]
    remaining = write(canvas, remaining, below)
    if not beside:
        _circuits(canvas, remaining, view.circuits, shown, max(0, room - shown.width) // (shown.abreast + 1))
    return canvas


class _Grid(NamedTuple):
    """The layout of a hand's mini cards."""

    columns: int
    rows: int
    size: tuple[int, int]
    """Width and height of a card, in pixels."""

    @property
    def height(self) -> int:
        """The height of all rows with the gaps below them, in pixels."""
        return self.rows * (self.size[1] + UNIT)


def _arranged(view: CircuitryView, stacks: int, room: tuple[int, int], layout: Layout) -> tuple[_Grid, "_Shown", bool]:
    """Return the layouts of the mini cards and of the circuit cards, and whether these are beside those.

    room: width and height in pixels.
    """
    if view.circuits and stacks and layout is Layout.DESKTOP:
        most = _LARGEST[Layout.PHONE if len(view.circuits) == 1 else layout]
        shown = _shown(view, (room[0] * 2 // 3, room[1]), most)
        grid = _grid(stacks, room[0] - shown.width - 2 * UNIT, shown.height - UNIT)
        if grid.height <= shown.height:
            return grid, shown, True
    rows = _grid(stacks, room[0], 0).rows
    grid = _grid(stacks, room[0], rows * (_HIGH[layout] + UNIT) - UNIT)
    return grid, _shown(view, (room[0], room[1] - grid.height), _LARGEST[layout]), False


def _grid(stacks: int, width: int, height: int) -> _Grid:
    """Return the layout of mini cards in as few rows as possible, as high as the room allows.

    width, height: of the room, in pixels.
    """
    most = max(1, (width + UNIT) // (SMALLEST_MINI + UNIT))
    rows = -(-stacks // most)
    columns = max(1, -(-stacks // max(1, rows)))
    room = (width - (columns - 1) * UNIT) // columns, (height - (rows - 1) * UNIT) // max(1, rows)
    wide, high = (
        next((size for size in sizes if size <= most), sizes[-1])
        for sizes, most in zip((_WIDTHS, _HEIGHTS), room, strict=True)
    )
    return _Grid(columns, rows, (wide, high))


def _around(view: CircuitryView, width: int, layout: Layout) -> Canvas | None:
    """Draw the cards around the owner's pawn, if the picture is for a phone, the owner can act, and the table is too
    dense to be read there; else None.
    """
    if layout is Layout.DESKTOP or not view.options or plan_of(view.board).card >= _READABLE_ON_PHONE:
        return None
    return own_surroundings(view, (width, _AROUND))


def _name(canvas: Canvas, row: Box, view: CircuitryView, names: Names, *, legend: bool) -> None:
    """Draw the owner's name, what a frame means, and the charges of their pawn."""
    assert view.seat is not None
    draw_badge(canvas, badges(view.sides)[view.seat], view.seat, Box(row.left + 3, row.top, 42, 42))
    right = row.right
    for origin in reversed(view.own.carried):
        right -= 46
        battery(canvas, origin, Box(right, row.top, 42, 42), GROUND)
    room = Box(row.left + 58, row.top, right - row.left - 66, 42)
    title = f"{names[view.seat]}: hand"
    words = f" {_PLAYABLE}"
    wide = fonts.width(words, LABEL)
    if legend and fonts.width(title, TITLE) + wide + _FRAME + 2 * UNIT <= room.width:
        frame = Box(room.right - wide - _FRAME, room.middle - 17, _FRAME, 34)
        canvas.panel(frame, TEXT, radius=6)
        canvas.panel(frame.inset(5), GOLD, radius=3)
        canvas.panel(frame.inset(8), WELL, radius=2)
        canvas.text(words, LABEL, room._replace(left=frame.right, width=wide), TEXT)
    canvas.text(title, TITLE, room, TEXT)


def _sentences(game: Game, view: CircuitryView, names: Names, room: int) -> Iterator[Line]:
    yield from sentence(wording.aim(game, view), LABEL, TEXT, _LINES, room)
    if not wording.at_rest(view) and not view.own.left:
        yield from sentence(f"Your pawn: {briefly(way_and_price(view, view.own))}", LABEL, TEXT, _LINES, room)
    yield from sentence(facts.allowance_briefly(view), LABEL, MUTED, _LINES, room)
    yield from sentence(facts.remembered(game, view, names), LABEL, TEXT, _LINES, room)


def _minis(canvas: Canvas, box: Box, stacks: Counter[MiniCard], grid: _Grid, framed: frozenset[MiniCard]) -> None:
    """Draw the mini cards; those in `framed` get a bright frame."""
    wide, high = grid.size
    for place, (mini, count) in enumerate(stacks.items()):
        row, column = divmod(place, grid.columns)
        room = Box(box.left + column * (wide + UNIT), box.top + row * (high + UNIT), wide, high)
        canvas.place(minis.front(mini, count, (wide, high), framed=mini in framed), room.left, room.top)
        canvas.name(mini.name, room)


class _Shown(NamedTuple):
    """The layout of a hand's circuit cards, each with both of its sides."""

    across: int
    """Width of an upright card, in pixels; 0 if there are no cards."""
    abreast: int
    """The number of cards side by side."""
    rows: int
    upright: bool
    beside: bool
    """Whether a card's sides are side by side, and not one above the other."""

    @property
    def face(self) -> tuple[int, int]:
        """Width and height of a side, in pixels."""
        return (self.across, height(self.across)) if self.upright else (height(self.across), self.across)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a card's two sides with the gaps after them, in pixels."""
        wide, high = self.face
        return (2 * (wide + _SIDES + UNIT), high + UNIT) if self.beside else (wide + UNIT, 2 * (high + UNIT))

    @property
    def width(self) -> int:
        names = 0 if self.beside else _SIDES
        return names + self.abreast * self.size[0] - UNIT

    @property
    def height(self) -> int:
        return self.rows * self.size[1] if self.across else 0


def _shown(view: CircuitryView, room: tuple[int, int], most: int) -> _Shown:
    """Return the layout with the largest cards that fit into the room, at most `most` pixels wide. If none fits, use
    the smallest cards.
    """
    cards = len(view.circuits)
    if not cards:
        return _Shown(0, 1, 0, view.board.upright, beside=True)
    widths = [width for width in WIDTHS if _SMALLEST <= width <= most]
    layouts = [
        _Shown(width, -(-cards // rows), rows, view.board.upright, beside)
        for width in widths
        for beside in ((True,) if view.board.upright else (False, True))
        for rows in range(1, cards + 1)
    ]
    return next(
        (each for each in layouts if each.width <= room[0] and each.height <= room[1]),
        next(each for each in reversed(layouts) if each.width <= room[0]),
    )


def _circuits(canvas: Canvas, box: Box, cards: Sequence[CircuitCard], shown: _Shown, apart: int) -> None:
    """Draw both sides of each card.

    apart: pixels before each column.
    """
    width, high = shown.size
    for place, card in enumerate(cards):
        row, column = divmod(place, shown.abreast)
        for side, word in enumerate("ab"):
            piece = face(Lying(card, side, quarters(turned=False, upright=shown.upright), shown.across))
            left, top = box.left + apart + column * (width + apart), box.top + row * high
            if shown.beside:
                left += side * (piece.width + _SIDES + UNIT)
            else:
                top += side * (piece.height + UNIT)
            if shown.beside or not column:
                canvas.text(word, STRONG, Box(left, top, _SIDES, piece.height), MUTED, align=Align.LEFT)
            canvas.place(piece, left + _SIDES, top)
            canvas.name(f"Card {card.number}", Box(left + _SIDES, top, *piece.size))
