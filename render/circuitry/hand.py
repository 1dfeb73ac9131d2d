"""Draw the private picture of a Circuitry player: mini cards, and both sides of circuit cards turned like the board."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from render import wording
from render.canvas import UNIT, Align, Box, Canvas, Layout
from render.circuitry import facts, minis
from render.circuitry.closeup import own_surroundings
from render.circuitry.face import Lying, face, height
from render.circuitry.layout import plan_of
from render.circuitry.plan import WIDTHS
from render.circuitry.routes import way_and_price
from render.circuitry.symbols import badges, battery, draw_badge
from render.circuitry.turns import quarters
from render.fonts import LABEL, STRONG, TITLE
from render.landscape import MARGIN
from render.lines import Line, lines_height, sentence, write
from render.palette import GROUND, MUTED, TEXT
from render.renderer import Names
from rules.circuitry.cards import CircuitCard, MiniCard
from rules.circuitry.view import CircuitryView
from rules.core.game import Game

_NAME: Final = 48
_LINES: Final = 2
_COLUMNS: Final = {Layout.DESKTOP: 6, Layout.PHONE: 4}
"""The greatest number of mini cards side by side."""
_FEWEST: Final = 2
"""The least number of columns of mini cards: a few cards fill the width."""
_MINI: Final = 112
"""Height of a mini card, in pixels."""
_SIDES: Final = 20
"""Width of a side's name, in pixels."""
_SMALLEST: Final = 84
"""The smallest width of an upright circuit card, in pixels."""
_LARGEST: Final = {Layout.DESKTOP: 188, Layout.PHONE: 280}
_AROUND: Final = 380
"""The greatest height of the part of the board around the owner's pawn, in pixels."""
_READABLE_ON_PHONE: Final = 104
"""The smallest width of a card on a table, in pixels, at which people can tell its nodes apart on a phone."""


def draw(game: Game, view: CircuitryView, names: Names, layout: Layout = Layout.DESKTOP) -> Canvas:
    """Draw the hand of the view's seat."""
    stacks, room = Counter(view.minis), layout.width - 2 * MARGIN
    framed = facts.usable(view)
    above = list(_sentences(game, view, names, room, framed=bool(framed)))
    rows = -(-len(stacks) // _COLUMNS[layout])
    columns = max(_FEWEST, -(-len(stacks) // max(1, rows)))
    used = 2 * MARGIN + _NAME + lines_height(above) + UNIT + rows * (_MINI + UNIT)
    around = _around(view, room, layout)
    used += around.box.height + UNIT if around else 0
    shown = _shown(view, (room, layout.height - used), _LARGEST[layout])
    used += shown.height
    below: list[Line] = []
    for text in facts.action_texts(view):
        card_text = sentence(text, LABEL, MUTED, _LINES + (layout is Layout.PHONE), room)
        below += card_text if used + lines_height([*below, *card_text]) <= layout.height else []
    canvas = Canvas(layout.width, max(used + lines_height(below), _NAME), GROUND)
    top, remaining = canvas.box.inset(MARGIN).row(_NAME)
    _name(canvas, top, view, names)
    remaining = write(canvas, remaining, above).row(UNIT)[1]
    _minis(canvas, remaining, stacks, columns, framed)
    remaining = remaining.row(rows * (_MINI + UNIT))[1]
    if around:
        canvas.place(around.pixels, remaining.left, remaining.top)
        remaining = remaining.row(around.box.height + UNIT)[1]
    remaining = write(canvas, remaining, below)
    _circuits(canvas, remaining, view.circuits, shown, max(0, room - shown.width) // (shown.abreast + 1))
    return canvas


def _around(view: CircuitryView, width: int, layout: Layout) -> Canvas | None:
    """Draw the cards around the owner's pawn, if the picture is for a phone, the owner can act, and the table is too
    dense to be read there; else None.
    """
    if layout is Layout.DESKTOP or not view.options or plan_of(view.board).card >= _READABLE_ON_PHONE:
        return None
    return own_surroundings(view, (width, _AROUND))


def _name(canvas: Canvas, row: Box, view: CircuitryView, names: Names) -> None:
    """Draw the owner's name and the charges of their pawn."""
    assert view.seat is not None
    draw_badge(canvas, badges(view.sides)[view.seat], view.seat, Box(row.left + 3, row.top, 42, 42))
    right = row.right
    for origin in reversed(view.own.carried):
        right -= 46
        battery(canvas, origin, Box(right, row.top, 42, 42), GROUND)
    room = Box(row.left + 58, row.top, right - row.left - 66, 42)
    canvas.text(f"{names[view.seat]}: hand", TITLE, room, TEXT)


def _sentences(game: Game, view: CircuitryView, names: Names, room: int, *, framed: bool) -> Iterator[Line]:
    yield from sentence(wording.aim(game, view), LABEL, TEXT, _LINES, room)
    if not wording.at_rest(view) and not view.own.left:
        yield from sentence(f"Your pawn: {way_and_price(view, view.own)}", LABEL, TEXT, _LINES, room)
    remark = "Framed: playable." if framed else ""
    yield from sentence(f"{facts.allowance(view)} {remark}".strip(), LABEL, MUTED, _LINES, room)
    yield from sentence(facts.remembered(game, view, names), LABEL, TEXT, _LINES, room)


def _minis(canvas: Canvas, box: Box, stacks: Counter[MiniCard], columns: int, framed: frozenset[MiniCard]) -> None:
    """Draw the mini cards; those in `framed` get a bright frame."""
    cells = box.columns(columns, UNIT)
    for place, (mini, count) in enumerate(stacks.items()):
        row, column = divmod(place, columns)
        cell = cells[column]
        room = cell._replace(top=box.top + row * (_MINI + UNIT), height=_MINI)
        canvas.place(minis.front(mini, count, (cell.width, _MINI), framed=mini in framed), room.left, room.top)
        canvas.name(mini.name, room)


class _Shown(NamedTuple):
    """The layout of a hand's circuit cards, each with both of its sides."""

    across: int
    """Width of an upright card, in pixels; 0 if there are no cards."""
    abreast: int
    """The number of cards side by side."""
    rows: int
    upright: bool
    """Whether a card's sides are side by side, and not one above the other."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a card's two sides with the gaps after them, in pixels."""
        if self.upright:
            return 2 * (self.across + _SIDES + UNIT), height(self.across) + UNIT
        return height(self.across) + UNIT, 2 * (self.across + UNIT)

    @property
    def width(self) -> int:
        names = 0 if self.upright else _SIDES
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
        return _Shown(0, 1, 0, view.board.upright)
    widths = [width for width in WIDTHS if _SMALLEST <= width <= most]
    layouts = [
        _Shown(width, -(-cards // rows), rows, view.board.upright) for width in widths for rows in range(1, cards + 1)
    ]
    return next(
        (each for each in layouts if each.width <= room[0] and each.height <= room[1]),
        next(each for each in reversed(layouts) if each.width <= room[0]),
    )


def _circuits(canvas: Canvas, box: Box, cards: Sequence[CircuitCard], shown: _Shown, apart: int) -> None:
    """Draw both sides of each card: side by side on an upright board, else side a above side b.

    apart: pixels before each column.
    """
    width, high = shown.size
    for place, card in enumerate(cards):
        row, column = divmod(place, shown.abreast)
        for side, word in enumerate("ab"):
            piece = face(Lying(card, side, quarters(turned=False, upright=shown.upright), shown.across))
            left, top = box.left + apart + column * (width + apart), box.top + row * high
            if shown.upright:
                left += side * (piece.width + _SIDES + UNIT)
            else:
                top += side * (shown.across + UNIT)
            if shown.upright or not column:
                canvas.text(word, STRONG, Box(left, top, _SIDES, piece.height), MUTED, align=Align.LEFT)
            canvas.place(piece, left + _SIDES, top)
            canvas.name(f"Card {card.number}", Box(left + _SIDES, top, *piece.size))
