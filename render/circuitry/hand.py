"""Draw the private picture of a Circuitry player: mini cards, and both sides of circuit cards, oriented as on the
board.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from render import wording
from render.canvas import HEIGHT, UNIT, WIDTH, Align, Box, Canvas
from render.circuitry import facts, minis
from render.circuitry.face import Lying, face, height
from render.circuitry.plan import WIDTHS
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
_COLUMNS: Final = 6
_MINI: Final = 112
"""Height of a mini card, in pixels."""
_SIDES: Final = 28
"""Width of the names of the sides, in pixels."""
_FACES: Final = 84, 148
"""Smallest and largest width of an upright circuit card, in pixels."""
_ROOM: Final = WIDTH - 2 * MARGIN


def draw(game: Game, view: CircuitryView, names: Names) -> Canvas:
    """Draw the hand of the view's seat."""
    stacks = Counter(view.minis)
    above = list(_sentences(game, view, names))
    rows = -(-len(stacks) // _COLUMNS)
    used = 2 * MARGIN + _NAME + lines_height(above) + UNIT + rows * (_MINI + UNIT)
    upright = view.board.upright
    across = _across(len(view.circuits), HEIGHT - used, upright=upright)
    used += height(across) + UNIT if upright and across else 2 * (across + UNIT)
    below: list[Line] = []
    for text in facts.action_texts(view):
        card_text = sentence(text, LABEL, MUTED, _LINES, _ROOM)
        below += card_text if used + lines_height([*below, *card_text]) <= HEIGHT else []
    canvas = Canvas(WIDTH, max(used + lines_height(below), _NAME), GROUND)
    top, remaining = canvas.box.inset(MARGIN).row(_NAME)
    _name(canvas, top, view, names)
    remaining = write(canvas, remaining, above).row(UNIT)[1]
    _minis(canvas, remaining, stacks)
    remaining = write(canvas, remaining.row(rows * (_MINI + UNIT))[1], below)
    _circuits(canvas, remaining, view.circuits, across, upright=upright)
    return canvas


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


def _sentences(game: Game, view: CircuitryView, names: Names) -> Iterator[Line]:
    for text, kind, ink in (
        (wording.question(game, view, names), STRONG, TEXT),
        (wording.private_events(game, view, names), LABEL, TEXT),
        (facts.allowance(view), LABEL, TEXT),
        (facts.remembered(game, view, names), LABEL, TEXT),
    ):
        yield from sentence(text, kind, ink, _LINES, _ROOM)


def _minis(canvas: Canvas, box: Box, stacks: Counter[MiniCard]) -> None:
    cells = box.columns(_COLUMNS, UNIT)
    for place, (mini, count) in enumerate(stacks.items()):
        row, column = divmod(place, _COLUMNS)
        cell = cells[column]
        room = cell._replace(top=box.top + row * (_MINI + UNIT), height=_MINI)
        canvas.place(minis.front(mini, count, (cell.width, _MINI)), room.left, room.top)
        canvas.name(mini.name, room)


def _across(cards: int, room: int, *, upright: bool) -> int:
    """Return the width of upright circuit cards so that all fit with their two sides: side by side if upright,
    otherwise one above the other.
    """
    if not cards:
        return 0
    least, most = _FACES
    wide = (_ROOM - _SIDES - (cards - 1) * UNIT) // cards
    if upright:
        return next((w for w in WIDTHS if w <= most and 2 * (w + _SIDES) <= wide and height(w) + UNIT <= room), least)
    return next((w for w in WIDTHS if w <= most and height(w) <= wide and 2 * (w + UNIT) <= room), least)


def _circuits(canvas: Canvas, box: Box, cards: Sequence[CircuitCard], across: int, *, upright: bool) -> None:
    """Draw a column for each card, side a above side b; side by side if upright."""
    for place, card in enumerate(cards):
        for side, word in enumerate("ab"):
            piece = face(Lying(card, side, quarters(turned=False, upright=upright), across))
            if upright:
                left, top = box.left + (2 * place + side) * (piece.width + _SIDES + UNIT), box.top
            else:
                left, top = box.left + place * (piece.width + UNIT), box.top + side * (across + UNIT)
            if upright or not place:
                canvas.text(word, STRONG, Box(left, top, _SIDES, piece.height), MUTED, align=Align.LEFT)
            canvas.place(piece, left + _SIDES, top)
            canvas.name(f"Card {card.number}", Box(left + _SIDES, top, *piece.size))
