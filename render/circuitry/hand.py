"""What only a player of Circuitry sees: mini cards, and circuit cards with both their sides."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from render import telling
from render.artist import Names
from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.circuitry import facts, minis
from render.circuitry.face import Lying, face, height
from render.circuitry.signs import battery, pawn
from render.fonts import LABEL, STRONG, TITLE
from render.lines import MARGIN, Line, say, sentence, tall
from render.palette import GROUND, MUTED, PANEL, TEXT
from render.pieces import seat_sign
from rules.circuitry.cards import CircuitCard
from rules.circuitry.view import CircuitryView
from rules.core.game import Game
from rules.core.words import counted

_NAME: Final = 48
_LINES: Final = 3
_COLUMNS: Final = 6
_MINI: Final = 124
_FACE: Final = 216
_HEAD: Final = 40
_PAIR: Final = 2 * _FACE + 3 * UNIT


def draw(game: Game, view: CircuitryView, names: Names) -> Canvas:
    """The hand of the view's seat."""
    stacks = Counter(view.minis)
    above = list(_sentences(game, view, names))
    below = [line for text in facts.helps(view) for line in sentence(text, LABEL, MUTED, _LINES)]
    mini_rows, pairs = -(-len(stacks) // _COLUMNS), -(-len(view.circuits) // 2)
    card = _HEAD + height(_FACE) + 2 * UNIT
    words = tall(above) + tall(below) + 2 * UNIT
    canvas = Canvas(WIDTH, 2 * MARGIN + _NAME + words + mini_rows * (_MINI + UNIT) + pairs * card, GROUND)
    top, rest = canvas.box.inset(MARGIN).row(_NAME)
    _name(canvas, top, view, names)
    rest = say(canvas, rest.row(UNIT)[1], above).row(UNIT)[1]
    cells = rest.columns(_COLUMNS, UNIT)
    for place, (mini, count) in enumerate(stacks.items()):
        row, column = divmod(place, _COLUMNS)
        cell = cells[column]
        canvas.place(minis.front(mini, count, (cell.width, _MINI)), cell.left, rest.top + row * (_MINI + UNIT))
    rest = say(canvas, rest.row(mini_rows * (_MINI + UNIT))[1], below)
    for place, held in enumerate(view.circuits):
        row, column = divmod(place, 2)
        left = rest.left + column * (rest.width - _PAIR)
        _circuit(canvas, Box(left, rest.top + row * card, _PAIR, card - UNIT), held)
    return canvas


def _name(canvas: Canvas, row: Box, view: CircuitryView, names: Names) -> None:
    """Whose hand it is, and the charges of their pawn."""
    assert view.seat is not None
    own = view.own
    seat_sign(canvas, view.seat, row.left, row.top, _NAME)
    pawn(canvas, own.colour, view.seat, Box(row.left + 62, row.top + 3, 34, 42))
    right = row.right
    for origin in reversed(own.carried):
        right -= 46
        battery(canvas, origin, Box(right, row.top + 3, 42, 42), GROUND)
    room = Box(row.left + 110, row.top, right - row.left - 118, _NAME)
    canvas.text(f"{names[view.seat]}: hand", TITLE, room, TEXT)


def _sentences(game: Game, view: CircuitryView, names: Names) -> Iterator[Line]:
    held = f"{counted(len(view.minis), 'mini card')}, {counted(len(view.circuits), 'circuit card')}"
    for text, kind, ink in (
        (telling.question(game, view, names), STRONG, TEXT),
        (telling.learned(game, view, names), LABEL, TEXT),
        (facts.allowance(view), LABEL, TEXT),
        (held, LABEL, MUTED),
    ):
        yield from sentence(text, kind, ink, _LINES)


def _circuit(canvas: Canvas, box: Box, card: CircuitCard) -> None:
    """Both sides of a card, upright."""
    canvas.panel(box, PANEL)
    head, body = box.row(_HEAD)
    for side, word in enumerate("ab"):
        left = body.left + UNIT + side * (_FACE + UNIT)
        canvas.text(f"{card.number} {word}", STRONG, Box(left, head.top, _FACE, _HEAD), TEXT, align=Align.MIDDLE)
        canvas.place(face(Lying(card, side, turned=False, width=_FACE)), left, body.top)
