"""What a player of Circuitry can choose, on the board that it is about."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from PIL.Image import Image

from render.artist import Names
from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.circuitry.board import Scene, Standing, drawn, frame, pawns
from render.circuitry.face import Lying, face, height
from render.circuitry.marks import badge, mark_node, slot
from render.circuitry.plan import Plan, planned
from render.circuitry.previews import Axes, Goal, Goals, Laying, Picks, Previews, Slots, explanation, title
from render.circuitry.rim import margins
from render.fonts import LABEL, STRONG, TITLE
from render.lines import MARGIN, ROOM, say, sentence, tall
from render.palette import GROUND, MUTED, ORCHID, TEXT
from render.pieces import seat_sign
from rules.circuitry.board import HUB, Board, Way, number_of
from rules.circuitry.grid import Cell
from rules.circuitry.view import CircuitryView
from rules.circuitry.words import LYING
from rules.core.game import Game

_HEAD: Final = 48
_LINES: Final = 3
_HIGH: Final = 1180
_SLIVER: Final = 60
"""How much of a slot is seen at the rim of the picture."""
_STRIP: Final = 152
"""How wide the cards of a strip are."""
_PANEL: Final = 470
_LARGE: Final = 200
"""How wide a card is that is shown with its neighbours."""

Mark = Callable[[Canvas], None]


def draw(_game: Game, view: CircuitryView, found: Previews, names: Names) -> Canvas:
    """The board, and on it every way to go on."""
    match found:
        case Goals():
            parts = _goals(view, found)
        case Slots():
            parts = _slots(view, found)
        case Laying():
            parts = _laying(view, found)
        case Picks():
            parts = [_picks(view, found)]
        case _:
            parts = _axes(view, found)
    return _stacked([_head(view, found, names), *parts])


def _head(view: CircuitryView, found: Previews, names: Names) -> Canvas:
    assert view.seat is not None
    said = sentence(explanation(found, names), LABEL, MUTED, _LINES)
    canvas = Canvas(WIDTH, MARGIN + _HEAD + tall(said) + 4, GROUND)
    top, rest = canvas.box.inset(MARGIN, 0).row(MARGIN)[1].row(_HEAD)
    seat_sign(canvas, view.seat, top.left, top.top, 44)
    canvas.text(title(found), TITLE, top.column(56)[1]._replace(height=44), TEXT)
    say(canvas, rest, said)
    return canvas


def _stacked(parts: Sequence[Canvas]) -> Canvas:
    canvas = Canvas(WIDTH, sum(part.box.height + UNIT for part in parts) + UNIT, GROUND)
    top = 0
    for part in parts:
        canvas.place(part.pixels, 0, top)
        top += part.box.height + UNIT
    return canvas


def _board(scene: Scene, plan: Plan, mark: Mark, last: Mark = lambda _: None) -> Canvas:
    """The board, with marks below and above the pawns."""
    canvas = drawn(scene._replace(pawns=()), plan)
    mark(canvas)
    pawns(canvas, scene, plan)
    last(canvas)
    return canvas


def standing(view: CircuitryView) -> tuple[Standing, ...]:
    """The pawns where they stand."""
    return tuple(Standing(side.seat, side.colour, side.node) for side in view.sides if not side.left)


def _whole(board: Board) -> Plan:
    """All cards in the middle of the picture's width."""
    return planned([there.cell for there in board.placed], (WIDTH, _HIGH), margins(board)).widened(WIDTH)


def _goals(view: CircuitryView, found: Goals) -> list[Canvas]:
    board = view.board
    scene = Scene(board, standing(view), bright=frozenset())
    numbers = {number_of(goal.node) for goal in found.goals} | {number_of(found.pawn.node)}
    cells = [board.by_number[number].cell for number in numbers]
    plan = planned(cells, (WIDTH, _HIGH), (_SLIVER, _SLIVER)).widened(WIDTH)
    parts = [_marked(scene, plan, [goal for goal in found.goals if not goal.turned_over], found)]
    if over := [goal for goal in found.goals if goal.turned_over]:
        hub = Board((replace(board.hub, way=Way.B0, cell=Cell(0, 0)),))
        alone = planned([Cell(0, 0)], (WIDTH, 360), (UNIT, UNIT)).widened(WIDTH)
        part = _marked(Scene(hub, (), bright=frozenset(), letters=False), alone, over, found)
        parts.append(_captioned("Card 1, side b, once it is turned over", part))
    return parts


def _marked(scene: Scene, plan: Plan, goals: Sequence[Goal], found: Goals) -> Canvas:
    """Nodes that can be reached, and by how many steps."""

    def mark(canvas: Canvas) -> None:
        for goal in goals:
            mark_node(canvas, plan, scene.board, goal.node)

    def count(canvas: Canvas) -> None:
        for goal in () if found.jump else goals:
            badge(canvas, plan, scene.board, goal.node, str(goal.steps))

    return _board(scene, plan, mark, count)


def _captioned(text: str, part: Canvas) -> Canvas:
    canvas = Canvas(WIDTH, 44 + part.box.height, GROUND)
    canvas.text(text, STRONG, Box(MARGIN, 0, ROOM, 40), TEXT)
    canvas.place(part.pixels, 0, 44)
    return canvas


def _slots(view: CircuitryView, found: Slots) -> list[Canvas]:
    board = view.board
    plan = planned([there.cell for there in board.placed], (WIDTH, _HIGH), (_SLIVER, _SLIVER)).widened(WIDTH)
    number = found.card.number
    scene = Scene(board, standing(view), ((number, ""),) if found.slides else (), letters=False)

    def mark(canvas: Canvas) -> None:
        for cell, letter in found.slots:
            slot(canvas, plan, plan.cell(cell), letter)

    parts = [_board(scene, plan, mark)]
    if not found.slides:
        lyings = [Lying(found.card, way.side, way.turned, _STRIP) for way in Way]
        parts.append(_strip(lyings, [LYING[way] for way in Way]))
    return parts


def _strip(lyings: Sequence[Lying], words: Sequence[str]) -> Canvas:
    canvas = Canvas(WIDTH, 44 + height(_STRIP) + UNIT, GROUND)
    for lying, word, cell in zip(lyings, words, canvas.box.inset(MARGIN, 0).columns(len(lyings), UNIT), strict=True):
        canvas.text(word, LABEL, cell._replace(height=40), TEXT, align=Align.MIDDLE)
        canvas.place(face(lying), cell.left + (cell.width - lying.width) // 2, 44)
    return canvas


def _laying(view: CircuitryView, found: Laying) -> list[Canvas]:
    """A panel for each way: the card where it would lie, and what it would touch."""
    plan = _alone(found.cell)
    panels = []
    for way in found.ways:
        board = view.board.laid(found.card, found.cell, way)
        scene = Scene(board, standing(view), ((found.card.number, ""),))
        panels.append((LYING[way], drawn(scene, plan).pixels))
    return _panels(panels)


def _alone(cell: Cell) -> Plan:
    """One cell, large, with a part of each neighbour."""
    return Plan(_LARGE, cell, 1, 1, ((_PANEL - _LARGE) // 2, 90))


def _panels(panels: Sequence[tuple[str, Image]]) -> list[Canvas]:
    """Two in a row, each below its words."""
    rows = []
    for start in range(0, len(panels), 2):
        pair = panels[start : start + 2]
        canvas = Canvas(WIDTH, 44 + max(piece.height for _, piece in pair), GROUND)
        for (words, piece), cell in zip(pair, canvas.box.inset(MARGIN, 0).columns(2, UNIT + 4), strict=False):
            canvas.text(words, STRONG, cell._replace(height=40), TEXT, align=Align.MIDDLE)
            canvas.place(piece, cell.left + (cell.width - piece.width) // 2, 44)
        rows.append(canvas)
    return rows


def _picks(view: CircuitryView, found: Picks) -> Canvas:
    board, plan = view.board, _whole(view.board)
    bright = frozenset((*found.numbers, *((found.first,) if found.first else ())))
    scene = Scene(board, standing(view), tuple((number, "") for number in found.numbers), bright=bright)

    def mark(canvas: Canvas) -> None:
        if found.first is not None:
            frame(canvas, plan, board.by_number[found.first], "first", ORCHID)

    return _board(scene, plan, mark)


def _axes(view: CircuitryView, found: Axes) -> list[Canvas]:
    """Both boards as they would be, around #1 and where the pawn would come to."""
    panels = []
    for axis, end in found.ends:
        board = view.board.over(axis)
        moved = tuple(s._replace(node=end) if s.seat == found.pawn.seat else s for s in standing(view))
        cells = [board.by_number[number].cell for number in (HUB, number_of(end))]
        plan = planned(cells, (_PANEL, 600), (_SLIVER, _SLIVER))
        scene = Scene(board, moved, ((HUB, ""),))
        panels.append((f"{axis.value.capitalize()} axis", drawn(scene, plan).pixels))
    return _panels(panels)
