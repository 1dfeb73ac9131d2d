"""What a player of Circuitry can choose, on the board that it is about."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from render.artist import Names
from render.canvas import HEIGHT, UNIT, WIDTH, Align, Box, Canvas
from render.circuitry.board import Scene, drawn, frame
from render.circuitry.face import Lying, face
from render.circuitry.marks import badge, mark_node, slot
from render.circuitry.pawns import pawns, standing
from render.circuitry.plan import Plan, planned, planned_among
from render.circuitry.previews import (
    Axes,
    Goal,
    Goals,
    Laying,
    Picks,
    Previews,
    Slots,
    explanation,
    leads,
    title,
)
from render.circuitry.rim import margins
from render.circuitry.signs import around, badges, colour_disc, mark
from render.circuitry.turns import quarters
from render.fonts import LABEL, STRONG, TITLE
from render.heads import rows
from render.landscape import MARGIN
from render.lines import say, sentence, tall
from render.palette import GROUND, MUTED, ORCHID, PANEL, TEXT
from rules.circuitry.board import HUB, Board, Way, colour_of, number_of
from rules.circuitry.cards import CircuitCard
from rules.circuitry.grid import Cell
from rules.circuitry.view import CircuitryView
from rules.circuitry.words import LYING
from rules.core.game import Game

_HEAD: Final = 48
_LINES: Final = 2
_SLIVER: Final = 60
"""How much of a slot is seen at the rim of the picture."""
_CAPTION: Final = 40
_ASIDE: Final = 320
"""How wide what stands beside the board is."""
_STRIP: Final = 104
"""How wide a card of the strip is."""
_LARGE: Final = 128
"""How wide a card is that is shown with its neighbours."""
_LEADS: Final = 176, 148
"""The room for where ways around the board lead: how wide beside a card, how high below it."""

Mark = Callable[[Canvas], None]


def draw(_game: Game, view: CircuitryView, found: Previews, names: Names) -> Canvas:
    """The board, and on it every way to go on."""
    canvas = Canvas(WIDTH, HEIGHT, GROUND)
    body = _head(canvas, view, found, names)
    match found:
        case Goals():
            _goals(canvas, body, view, found)
        case Slots():
            _slots(canvas, body, view, found)
        case Laying():
            _laying(canvas, body, view, found)
        case Picks():
            _picks(canvas, body, view, found)
        case Axes():
            _axes(canvas, body, view, found)
    return canvas


def _head(canvas: Canvas, view: CircuitryView, found: Previews, names: Names) -> Box:
    """Who chooses what; the room below."""
    assert view.seat is not None
    box = canvas.box.inset(MARGIN)
    top, rest = box.row(_HEAD)
    mark(canvas, badges(view.sides)[view.seat], view.seat, Box(top.left + 3, top.top + 2, 44, 44))
    canvas.text(title(found), TITLE, top.column(56)[1]._replace(height=44), TEXT)
    said = sentence(explanation(found, names), LABEL, MUTED, _LINES, box.width)
    return say(canvas, rest, said).row(4)[1] if tall(said) else rest


class _Marks(NamedTuple):
    """What is drawn on a board."""

    below: Mark = lambda _: None
    """Before the pawns."""
    above: Mark = lambda _: None
    words: Sequence[Box] = ()
    """What no flag ought to hide."""


def _board(canvas: Canvas, box: Box, scene: Scene, plan: Plan, marks: _Marks) -> None:
    """The board in the middle of a box, with marks."""
    plan = plan.within(box.width, box.height)
    piece = drawn(scene._replace(pawns=()), plan)
    marks.below(piece)
    pawns(piece, scene.board, plan, scene.pawns, marks.words)
    marks.above(piece)
    canvas.place(piece.pixels, box.left, box.top)


def _room(box: Box) -> tuple[int, int]:
    return box.width, box.height


def _goals(canvas: Canvas, body: Box, view: CircuitryView, found: Goals) -> None:
    board = view.board
    scene = Scene(board, standing(view), bright=frozenset())
    numbers = {number_of(goal.node) for goal in found.goals} | {number_of(found.pawn.node)}
    cells = [board.by_number[number].cell for number in numbers]
    here = [goal for goal in found.goals if not goal.turned_over]
    if over := [goal for goal in found.goals if goal.turned_over]:
        body, beside = body.column(body.width - _ASIDE)
        beside = beside.column(UNIT)[1]
        canvas.text("Card 1, turned over", STRONG, beside._replace(height=_CAPTION), TEXT, align=Align.MIDDLE)
        beside = beside.row(_CAPTION)[1]
        hub = Board((replace(board.hub, way=Way.B0, cell=Cell(0, 0)),))
        alone = planned([Cell(0, 0)], _room(beside), (UNIT, UNIT), upright=board.upright)
        _marked(canvas, beside, Scene(hub, (), bright=frozenset(), letters=False), alone, (over, found.jump))
    plan = planned_among(cells, board.cells, _room(body), (_SLIVER, _SLIVER), upright=board.upright)
    _marked(canvas, body, scene, plan, (here, found.jump))


def _marked(canvas: Canvas, box: Box, scene: Scene, plan: Plan, goals: tuple[Sequence[Goal], bool]) -> None:
    """Nodes that can be reached, and by how many steps unless the pawn jumps."""
    plan, (ends, jump) = plan.within(box.width, box.height), goals

    def reach(piece: Canvas) -> None:
        for goal in ends:
            mark_node(piece, plan, scene.board, goal.node)

    def count(piece: Canvas) -> None:
        for goal in () if jump else ends:
            badge(piece, plan, scene.board, goal.node, str(goal.steps))

    _board(canvas, box, scene, plan, _Marks(reach, count))


def _slots(canvas: Canvas, body: Box, view: CircuitryView, found: Slots) -> None:
    board = view.board
    if not found.slides:
        body, strip = body.column(body.width - _ASIDE + MARGIN)
        _strip(canvas, strip.column(UNIT)[1], found.card, upright=board.upright)
    plan = planned(board.cells, _room(body), (_SLIVER, _SLIVER), upright=board.upright)
    plan = plan.within(body.width, body.height)
    number = found.card.number
    scene = Scene(board, standing(view), ((number, ""),) if found.slides else (), letters=False)

    def open_slots(piece: Canvas) -> None:
        for cell, place in found.slots:
            slot(piece, plan, plan.cell(cell), place)

    words = [around(box.left + box.width / 2, box.middle, 48) for box in (plan.cell(cell) for cell, _ in found.slots)]
    _board(canvas, body, scene, plan, _Marks(open_slots, words=words))


def _strip(canvas: Canvas, box: Box, card: CircuitCard, *, upright: bool) -> None:
    """The card as it can lie: one below the other, upright in pairs."""
    count, abreast = len(Way), 2 if upright else 1
    lines = rows(box, [box.height * abreast // count] * (count // abreast), 0)
    cells = [cell for line in lines for cell in line.columns(abreast, 0)]
    for cell, way in zip(cells, Way, strict=True):
        piece = face(Lying(card, way.side, quarters(turned=way.turned, upright=upright), _STRIP))
        canvas.text(_short(way), LABEL, cell._replace(height=36), TEXT, align=Align.MIDDLE)
        canvas.place(piece, cell.left + (cell.width - piece.width) // 2, cell.top + 36)


def _short(way: Way) -> str:
    """“a turned”."""
    return LYING[way].removeprefix("side ").replace(",", "")


def _laying(canvas: Canvas, body: Box, view: CircuitryView, found: Laying) -> None:
    """A panel for each way: the card where it would lie, what it would touch, and where ways around the board lead.
    Upright cards are side by side, turned ones two by two.
    """
    upright = view.board.upright
    abreast = len(Way) if upright else len(Way) // 2
    high = body.height if upright else (body.height - UNIT) // 2
    for place, way in enumerate(found.ways):
        row, column = divmod(place, abreast)
        cell = body.columns(abreast, UNIT)[column]
        cell = cell._replace(top=body.top + row * (high + UNIT), height=high)
        board = view.board.laid(found.card, found.cell, way)
        canvas.fill(cell, PANEL)
        head, rest = cell.row(_CAPTION)
        canvas.text(LYING[way], STRONG, head.inset(UNIT, 0), TEXT)
        rest, said = rest.row(rest.height - _LEADS[1]) if upright else rest.column(rest.width - _LEADS[0])
        plan = planned([found.cell], _room(rest), (32, 32), largest=_LARGE, upright=upright)
        scene = Scene(board, standing(view), ((found.card.number, ""),))
        canvas.place(drawn(scene, plan.within(rest.width, rest.height)).pixels, rest.left, rest.top)
        _leads(canvas, said, board, found.card.number)


def _leads(canvas: Canvas, box: Box, board: Board, number: int) -> None:
    """“A 14” and the sign of a colour: where the pathway at that letter leads."""
    for place, lead in enumerate(leads(board, number)):
        row = Box(box.left + UNIT, box.top + place * 34, box.width - UNIT, 34)
        canvas.text(lead.letter or "-", STRONG, row, TEXT)
        if lead.end is None:
            canvas.text("nowhere", LABEL, row.column(56)[1], MUTED)
            continue
        wide = canvas.text(f"to {number_of(lead.end)}", LABEL, row.column(56)[1], TEXT)
        colour_disc(canvas, colour_of(lead.end), Box(row.left + 62 + wide, row.top + 3, 28, 28))


def _picks(canvas: Canvas, body: Box, view: CircuitryView, found: Picks) -> None:
    board = view.board
    plan = planned(board.cells, _room(body), margins(board), upright=board.upright)
    plan = plan.within(body.width, body.height)
    bright = frozenset((*found.numbers, *((found.first,) if found.first else ())))
    scene = Scene(board, standing(view), tuple((number, "") for number in found.numbers), bright=bright)

    def chosen(piece: Canvas) -> None:
        if found.first is not None:
            frame(piece, plan, board.by_number[found.first], "first", ORCHID)

    _board(canvas, body, scene, plan, _Marks(chosen))


def _axes(canvas: Canvas, body: Box, view: CircuitryView, found: Axes) -> None:
    """Both boards as they would be, around #1 and where the pawn would come to."""
    for cell, (axis, end) in zip(body.columns(len(found.ends), UNIT), found.ends, strict=True):
        board = view.board.over(axis)
        moved = tuple(s._replace(node=end) if s.seat == found.pawn.seat else s for s in standing(view))
        head, rest = cell.row(_CAPTION)
        canvas.text(f"{axis.value.capitalize()} axis", STRONG, head, TEXT, align=Align.MIDDLE)
        cells = [board.by_number[number].cell for number in (HUB, number_of(end))]
        plan = planned(cells, _room(rest), (_SLIVER, _SLIVER), upright=board.upright)
        _board(canvas, rest, Scene(board, moved, ((HUB, ""),)), plan, _Marks())
