"""Draw a puzzle of Circuitry: the board, the goal and the hand, without piles, rounds and other players.

Goal and hand are beside the board, or above and below a wide board.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from PIL.Image import Image

from render.canvas import HEIGHT, UNIT, WIDTH, Align, Box, Canvas
from render.circuitry import texts
from render.circuitry.board import GROUND as LAID_ON
from render.circuitry.board import draw_board
from render.circuitry.face import Lying, face, height
from render.circuitry.minis import GOLD, LEAF, mini_symbol, name
from render.circuitry.plan import WIDTHS, Plan, plan_for
from render.circuitry.rim import margins
from render.circuitry.symbols import badges, battery, draw_badge
from render.circuitry.table import scene
from render.circuitry.turns import quarters
from render.fonts import LABEL, STRONG, TITLE
from render.heads import rows
from render.landscape import GAP, MARGIN
from render.lines import Line, lines_height, sentence, write
from render.palette import GROUND, MUTED, PANEL, STRIP, TEXT, blend
from rules.circuitry.cards import CircuitCard, MiniCard
from rules.circuitry.view import CircuitryView
from rules.core.cards import CardId
from rules.core.game import Game

_COLUMN: Final = 316
_BESIDE: Final = WIDTH - _COLUMN - 2 * MARGIN - GAP, HEIGHT - 2 * MARGIN
"""Width and height of the space for the board beside the hand, in pixels."""
_EDGE: Final = blend(TEXT, LAID_ON, 0.3)
_PAWN: Final = 56
_CARD: Final = 50
_SIDE: Final = 28
"""Width of the letter before a side of a card, in pixels."""
_FACES: Final = 64, 148
"""Smallest and largest width of an upright circuit card, in pixels."""
_NOTES: Final = 3
"""The maximum number of lines of a note."""
_CHIP: Final = 262
"""Width of a mini card below the board, in pixels."""
_ACROSS: Final = WIDTH - 2 * MARGIN - _COLUMN
"""Width of the goal above the board, in pixels."""
_BELOW: Final = 84, 64
"""Width in pixels of an upright circuit card below the board: below a turned board, and below an upright one."""


def draw(_game: Game, view: CircuitryView, goal: str, note: str) -> Canvas:
    """Draw a puzzle from its player's view.

    goal: the goal as a sentence. note: a sentence below the goal, for example about the latest event; may be "".
    """
    canvas = Canvas(WIDTH, HEIGHT, GROUND)
    head = max(
        lines_height(_goal_lines(goal, "-", _ACROSS, 1)) + 2 * UNIT, _PAWN
    )  # so that a note does not move the board
    foot = _foot(view)
    full = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN - head - foot - 2 * GAP
    beside, between = _plan(view, _BESIDE), _plan(view, full)
    if between.card <= beside.card:
        column = Box(MARGIN, MARGIN, _COLUMN, HEIGHT - 2 * MARGIN)
        _board(canvas, view, beside, Box(MARGIN + _COLUMN + GAP, MARGIN, *_BESIDE))
        _hand(canvas, _head(canvas, column, view, goal, note), view)
        return canvas
    whole = Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN)
    top, below = whole.row(head)
    _above(canvas, top, view, _goal_lines(goal, note, _ACROSS, 1))
    middle, bottom = below.row(below.height - foot)
    _board(canvas, view, between, middle)
    _below(canvas, bottom, view)
    return canvas


def _plan(view: CircuitryView, room: tuple[int, int]) -> Plan:
    plan = plan_for(view.board.cells, room, margins(view.board), upright=view.board.upright)
    return plan.within(
        *(min(size + UNIT * 4, most) for size, most in zip((plan.width, plan.height), room, strict=True))
    )


def _board(canvas: Canvas, view: CircuitryView, plan: Plan, box: Box) -> None:
    left, top = box.left + (box.width - plan.width) // 2, box.top + (box.height - plan.height) // 2
    canvas.fill(Box(left, top, plan.width, plan.height).inset(-2), _EDGE)
    shown = scene(view)._replace(way=None)  # the way home is for the solver to find
    canvas.place(draw_board(shown, plan).pixels, left, top)


def _goal_lines(goal: str, note: str, width: int, notes: int = _NOTES) -> list[Line]:
    goal_lines = sentence(goal, STRONG, TEXT, 5, width - 2 * UNIT)
    return goal_lines + (sentence(note, LABEL, TEXT, notes, width - 2 * UNIT) if note else [])


def _above(canvas: Canvas, box: Box, view: CircuitryView, words: list[Line]) -> None:
    """Draw the goal and the note, with the player's own pawn on the right."""
    canvas.fill(box, PANEL)
    write(canvas, box.inset(UNIT), words)
    _own_pawn(canvas, Box(box.left + box.width - _COLUMN, box.top, _COLUMN, _PAWN), view)


def _own_pawn(canvas: Canvas, row: Box, view: CircuitryView) -> None:
    """Draw the player's own pawn, and the first charge that it carries."""
    draw_badge(canvas, badges(view.sides)[view.own.seat], view.own.seat, Box(row.left, row.top + 4, 48, 48))
    wide = canvas.text(f"You: {view.own.colour.words}", STRONG, row.column(58)[1], TEXT)
    if view.own.carried:
        battery(canvas, view.own.carried[0], Box(row.left + 58 + wide + UNIT, row.top + 6, 44, 44), GROUND)


def _foot(view: CircuitryView) -> int:
    """Return the height of the hand below the board, in pixels."""
    lines = -(-max(len(Counter(view.minis)), 1) // _abreast(view))
    return max(lines * _CARD, _below_size(view)[1] + UNIT if view.circuits else 0)


def _abreast(view: CircuitryView) -> int:
    """Return the number of mini cards side by side below the board."""
    return (WIDTH - 2 * MARGIN - _faces_wide(view)) // _CHIP


def _faces_wide(view: CircuitryView) -> int:
    return 2 * len(view.circuits) * (_below_size(view)[0] + _SIDE + UNIT)


def _below_size(view: CircuitryView) -> tuple[int, int]:
    """Return the width and height, in pixels, of a circuit card below the board."""
    turned, upright = _BELOW
    return (upright, height(upright)) if view.board.upright else (height(turned), turned)


def _below(canvas: Canvas, box: Box, view: CircuitryView) -> None:
    """Draw the hand below the board, with both sides of each circuit card on the right."""
    abreast = _abreast(view)
    for place, (mini, count) in enumerate(Counter(view.minis).items()):
        down, across = divmod(place, abreast)
        _mini(canvas, Box(box.left + across * _CHIP, box.top + down * _CARD, _CHIP - UNIT, _CARD - 6), mini, count)
    if not view.minis and not view.circuits:
        canvas.text("No cards left", STRONG, box.row(_CARD)[0], MUTED)
    left = box.left + box.width - _faces_wide(view)
    for card in view.circuits:
        for side in range(2):
            piece = _face(view, card, side, _BELOW[view.board.upright])
            _side(canvas, piece, side, (left, box.top))
            left += piece.width + _SIDE + UNIT


def _head(canvas: Canvas, box: Box, view: CircuitryView, goal: str, note: str) -> Box:
    """Draw the goal, the note and the player's own pawn; return the box below them."""
    words = _goal_lines(goal, note, box.width)
    panel, below = box.row(lines_height(words) + 2 * UNIT)
    canvas.fill(panel, PANEL)
    write(canvas, panel.inset(UNIT), words)
    row, below = below.row(UNIT)[1].row(_PAWN)
    _own_pawn(canvas, row, view)
    return below.row(UNIT // 2)[1]


def _hand(canvas: Canvas, box: Box, view: CircuitryView) -> None:
    """Draw the cards in the hand: mini cards with symbol, name and number of copies, then both sides of each circuit
    card.
    """
    stacks = Counter(view.minis)
    high = min(_CARD, (box.height - _faces(view)) // max(len(stacks), 1))
    for mini, count in stacks.items():
        row, box = box.row(high)
        _mini(canvas, row._replace(height=row.height - 6), mini, count)
    if not stacks and not view.circuits:
        canvas.text("No cards left", STRONG, box.row(_CARD)[0], MUTED)
    for card in view.circuits:
        if view.board.upright:
            wide = _across(box.width // 2 - _SIDE, box.height - UNIT, upright=True)
            row, box = box.row(height(wide) + UNIT)
            rooms = row.columns(2, 0)
        else:
            wide = _across(box.width - _SIDE, box.height // 2 - UNIT, upright=False)
            rooms = tuple(rows(box, [wide + UNIT] * 2, 0))
            box = box.row(2 * (wide + UNIT))[1]
        for side, room in enumerate(rooms):
            _side(canvas, _face(view, card, side, wide), side, (room.left, room.top + UNIT // 2))


def _across(width: int, high: int, *, upright: bool) -> int:
    """Return the width of the largest upright circuit card that fits into this room, turned like the board."""
    along, beside = (high, width) if upright else (width, high)
    least, most = _FACES
    return next((w for w in WIDTHS if least <= w <= most and height(w) <= along and w <= beside), least)


def _face(view: CircuitryView, card: CircuitCard, side: int, across: int) -> Image:
    return face(Lying(card, side, quarters(turned=False, upright=view.board.upright), across))


def _side(canvas: Canvas, piece: Image, side: int, corner: tuple[int, int]) -> None:
    """Draw a side of a circuit card after its letter."""
    left, top = corner
    canvas.text("ab"[side], STRONG, Box(left, top, _SIDE, piece.height), MUTED)
    canvas.place(piece, left + _SIDE, top)


def _mini(canvas: Canvas, box: Box, mini: MiniCard, count: int) -> None:
    """Draw equal mini cards of the hand."""
    canvas.panel(box, STRIP, edge=LEAF if mini.green else GOLD, line=3, radius=6)
    mini_symbol(canvas, CardId(mini.id), Box(box.left + 10, box.middle - 17, 34, 34))
    canvas.text(name(mini), STRONG, box.column(54)[1], TEXT)
    if count > 1:
        canvas.text(f"x{count}", TITLE, box._replace(width=box.width - UNIT), TEXT, align=Align.RIGHT)


def _faces(view: CircuitryView) -> int:
    """Return the height to keep free for both sides of a circuit card, in pixels; 0 if the hand has none."""
    return 2 * (_FACES[0] + 2 * UNIT) if view.circuits else 0


def lines(_game: Game, view: CircuitryView, goal: str, note: str) -> Iterator[str]:
    """Return the full content of the picture as lines of text."""
    yield goal
    if note:
        yield note
    yield from texts.puzzle(view)
