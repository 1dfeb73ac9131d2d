"""A puzzle of Circuitry: the board, and beside it the goal and the hand; no piles, no rounds, no players."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from render.canvas import HEIGHT, UNIT, WIDTH, Align, Box, Canvas
from render.circuitry import texts
from render.circuitry.board import GROUND as LAID_ON
from render.circuitry.board import drawn
from render.circuitry.face import Lying, face, height
from render.circuitry.minis import GOLD, LEAF, mini_sign, name
from render.circuitry.plan import WIDTHS, planned
from render.circuitry.rim import margins
from render.circuitry.signs import badges, battery, mark
from render.circuitry.table import scene
from render.circuitry.turns import quarters
from render.encode import png
from render.fonts import LABEL, STRONG, TITLE
from render.landscape import GAP, MARGIN
from render.lines import Line, say, sentence, tall
from render.palette import GROUND, MUTED, PANEL, STRIP, TEXT, blend
from render.picture import Picture, alternative
from rules.circuitry.puzzle.goal import Goal
from rules.circuitry.view import CircuitryView
from rules.core.cards import CardId

_COLUMN: Final = 316
_ROOM: Final = WIDTH - _COLUMN - 2 * MARGIN - GAP, HEIGHT - 2 * MARGIN
"""For the board."""
_EDGE: Final = blend(TEXT, LAID_ON, 0.3)
_PAWN: Final = 56
_CARD: Final = 50
_FACES: Final = 64, 148
"""How wide an upright circuit card is at least, and at most."""
_NOTES: Final = 3
"""Lines that a note has at most."""


def puzzle_picture(view: CircuitryView, goal: Goal, note: str = "") -> Picture:
    """A puzzle as its player's view shows it; note: a sentence below the goal, like what has just happened."""
    return Picture(png(_draw(view, goal, note)), alternative(_lines(view, goal, note)))


def _draw(view: CircuitryView, goal: Goal, note: str) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT, GROUND)
    plan = planned([there.cell for there in view.board.placed], _ROOM, margins(view.board))
    plan = plan.within(
        *(min(size + UNIT * 4, room) for size, room in zip((plan.width, plan.height), _ROOM, strict=True))
    )
    right = Box(MARGIN + _COLUMN + GAP, MARGIN, *_ROOM)
    left, top = right.left + (right.width - plan.width) // 2, right.top + (right.height - plan.height) // 2
    canvas.fill(Box(left, top, plan.width, plan.height).inset(-2), _EDGE)
    canvas.place(drawn(scene(view), plan).pixels, left, top)
    column = Box(MARGIN, MARGIN, _COLUMN, HEIGHT - 2 * MARGIN)
    _hand(canvas, _head(canvas, column, view, goal, note), view)
    return canvas


def _head(canvas: Canvas, box: Box, view: CircuitryView, goal: Goal, note: str) -> Box:
    """The goal, what has just happened, and one's own pawn with its charge; the room below."""
    said: list[Line] = sentence(goal.words, STRONG, TEXT, 5, box.width - 2 * UNIT)
    said += sentence(note, LABEL, TEXT, _NOTES, box.width - 2 * UNIT) if note else []
    panel, rest = box.row(tall(said) + 2 * UNIT)
    canvas.fill(panel, PANEL)
    say(canvas, panel.inset(UNIT), said)
    row, rest = rest.row(UNIT)[1].row(_PAWN)
    mark(canvas, badges(view.sides)[view.own.seat], view.own.seat, Box(row.left, row.top + 4, 48, 48))
    words = f"You: {view.own.colour.words}"
    wide = canvas.text(words, STRONG, row.column(58)[1], TEXT)
    if view.own.carried:
        battery(canvas, view.own.carried[0], Box(row.left + 58 + wide + UNIT, row.top + 6, 44, 44), GROUND)
    return rest.row(UNIT // 2)[1]


def _hand(canvas: Canvas, box: Box, view: CircuitryView) -> None:
    """The cards in the hand: each kind with its sign, its name and how many of it there are."""
    stacks = Counter(view.minis)
    high = min(_CARD, (box.height - _faces(view)) // max(len(stacks), 1))
    for mini, count in stacks.items():
        row, box = box.row(high)
        row = row._replace(height=row.height - 6)
        canvas.panel(row, STRIP, edge=LEAF if mini.green else GOLD, line=3, radius=6)
        mini_sign(canvas, CardId(mini.id), Box(row.left + 10, row.middle - 17, 34, 34))
        canvas.text(name(mini), STRONG, row.column(54)[1], TEXT)
        if count > 1:
            canvas.text(f"x{count}", TITLE, row._replace(width=row.width - UNIT), TEXT, align=Align.RIGHT)
    if not stacks and not view.circuits:
        canvas.text("No cards left", STRONG, box.row(_CARD)[0], MUTED)
    for card in view.circuits:
        across = next((w for w in WIDTHS if _FACES[0] <= w <= _FACES[1] and 2 * (w + UNIT) <= box.height), _FACES[0])
        for side, word in enumerate("ab"):
            row, box = box.row(across + UNIT)
            canvas.text(word, STRONG, row._replace(width=28), MUTED)
            wide = min(across, next(w for w in WIDTHS if height(w) <= box.width - 28))
            canvas.place(face(Lying(card, side, quarters(turned=False), wide)), row.left + 28, row.top + UNIT // 2)


def _faces(view: CircuitryView) -> int:
    """The room that a circuit card takes below."""
    return 2 * (_FACES[0] + 2 * UNIT) if view.circuits else 0


def _lines(view: CircuitryView, goal: Goal, note: str) -> Iterator[str]:
    """Everything that the picture says."""
    yield goal.words
    if note:
        yield note
    yield from texts.puzzle(view)
