"""What only a player of Circuitry sees: mini cards, and circuit cards with both their sides."""

from collections.abc import Iterator, Sequence
from typing import Final

from render import fonts, telling
from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.circuitry import facts, minis
from render.circuitry.face import Lying, face, height
from render.circuitry.signs import battery, pawn
from render.fonts import LABEL, STRONG, TITLE, Type
from render.palette import GROUND, MUTED, PANEL, TEXT, Ink
from render.pieces import seat_sign
from rules.circuitry.cards import CircuitCard
from rules.circuitry.view import CircuitryView
from rules.core.game import Game
from rules.core.words import counted

_MARGIN: Final = 3 * UNIT
_NAME: Final = 48
_LINES: Final = 3
_COLUMNS: Final = 6
_MINI: Final = 124
_FACE: Final = 216
_HEAD: Final = 40
_PAIR: Final = 2 * _FACE + 3 * UNIT
ROOM: Final = WIDTH - 2 * _MARGIN


def draw(game: Game, view: CircuitryView, names: Sequence[str]) -> Canvas:
    """The hand of the view's seat."""
    stacks = facts.stacks(view.minis)
    above = list(_sentences(game, view, names))
    below = [row for text in facts.helps(view) for row in fonts.wrapped(text, LABEL, ROOM, _LINES)]
    mini_rows, pairs = -(-len(stacks) // _COLUMNS), -(-len(view.circuits) // 2)
    card = _HEAD + height(_FACE) + 2 * UNIT
    lines = sum(kind.pitch for _, kind, _ in above) + len(below) * LABEL.pitch + 2 * UNIT
    canvas = Canvas(WIDTH, 2 * _MARGIN + _NAME + lines + mini_rows * (_MINI + UNIT) + pairs * card, GROUND)
    top, rest = canvas.box.inset(_MARGIN).row(_NAME)
    _name(canvas, top, view, names)
    rest = rest.row(UNIT)[1]
    for text, kind, ink in above:
        line, rest = rest.row(kind.pitch)
        canvas.text(text, kind, line, ink)
    rest = rest.row(UNIT)[1]
    cells = rest.columns(_COLUMNS, UNIT)
    for place, (mini, count) in enumerate(stacks.items()):
        row, column = divmod(place, _COLUMNS)
        cell = cells[column]
        canvas.place(minis.front(mini, count, (cell.width, _MINI)), cell.left, rest.top + row * (_MINI + UNIT))
    rest = rest.row(mini_rows * (_MINI + UNIT))[1]
    for text in below:
        line, rest = rest.row(LABEL.pitch)
        canvas.text(text, LABEL, line, MUTED)
    for place, held in enumerate(view.circuits):
        row, column = divmod(place, 2)
        left = rest.left + column * (rest.width - _PAIR)
        _circuit(canvas, Box(left, rest.top + row * card, _PAIR, card - UNIT), held)
    return canvas


def _name(canvas: Canvas, row: Box, view: CircuitryView, names: Sequence[str]) -> None:
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


def _sentences(game: Game, view: CircuitryView, names: Sequence[str]) -> Iterator[tuple[str, Type, Ink]]:
    held = f"{counted(len(view.minis), 'mini card')}, {counted(len(view.circuits), 'circuit card')}"
    for text, kind, ink in (
        (telling.question(game, view, names), STRONG, TEXT),
        (telling.learned(game, view, names), LABEL, TEXT),
        (facts.allowance(view), LABEL, TEXT),
        (held, LABEL, MUTED),
    ):
        if text:
            yield from ((row, kind, ink) for row in fonts.wrapped(text, kind, ROOM, _LINES))


def _circuit(canvas: Canvas, box: Box, card: CircuitCard) -> None:
    """Both sides of a card, upright."""
    canvas.panel(box, PANEL)
    head, body = box.row(_HEAD)
    for side, word in enumerate("ab"):
        left = body.left + UNIT + side * (_FACE + UNIT)
        canvas.text(f"{card.number} {word}", STRONG, Box(left, head.top, _FACE, _HEAD), TEXT, align=Align.MIDDLE)
        canvas.place(face(Lying(card, side, turned=False, width=_FACE)), left, body.top)
