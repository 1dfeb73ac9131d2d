"""Draw a Circuitry player's options on the board."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from render.canvas import UNIT, Align, Box, Canvas, Layout
from render.circuitry.board import Scene, draw_board, frame
from render.circuitry.camera import LEAST, filled
from render.circuitry.face import Lying, face
from render.circuitry.highlights import badge, badges_beside, highlight_node, plate, slot
from render.circuitry.pawns import pawns, rings_of, standing
from render.circuitry.plan import READABLE, Plan, plan_for, plan_with_surroundings
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
from render.circuitry.symbols import around, badges, colour_disc, draw_badge
from render.circuitry.turns import quarters
from render.fonts import LABEL, STRONG, TITLE
from render.heads import rows
from render.landscape import MARGIN
from render.lines import lines_height, sentence, write
from render.palette import EDGE, GROUND, MUTED, ORCHID, PANEL, TEXT, YELLOW
from render.renderer import Names
from rules.circuitry.board import HUB, Board, Way, colour_of, number_of
from rules.circuitry.cards import CircuitCard
from rules.circuitry.grid import Cell
from rules.circuitry.view import CircuitryView
from rules.circuitry.words import LYING
from rules.core.game import Game

_HEAD: Final = 48
_LINES: Final = 2
_NARROW: Final = 800
"""Pictures that are narrower than this, in pixels, have their parts one below the other."""
_ALONE: Final = 760
"""The largest height of a picture with nothing but a board, in pixels: a board is wider than high."""
_SLIVER: Final = 40
"""The visible width of a place for a card at the edge of the picture, in pixels."""
_INSIDE: Final = 100
"""The smallest width of a card whose nodes have room for a figure inside, in pixels."""
_MUCH: Final = 1.2
"""The factor by which cards must be larger in two parts of a picture than in one."""
_CAPTION: Final = 40
_ASIDE: Final = 320
"""Width of the area beside the board, in pixels."""
_STRIP: Final = 104
"""Width of a card beside the board, in pixels."""
_LARGE: Final = 128
"""Width of a card that is drawn with its neighbours, in pixels."""
_LEADS: Final = 176, 148
"""Space in pixels for the ends of pathways that leave the board: width beside a card, height below a card."""
_TWO_COLUMNS: Final = 256
"""Width of that space beside a card if the ends take two columns."""
_LEAD: Final = 34
"""Height of the line about such an end, in pixels."""
_LETTERS: Final = 40
"""Room for its letters, in pixels."""

Highlight = Callable[[Canvas], None]


def draw(_game: Game, view: CircuitryView, preview: Previews, names: Names, layout: Layout = Layout.DESKTOP) -> Canvas:
    """Draw the board with all options on it."""
    is_stacked = isinstance(preview, Laying | Axes | Goals) or (isinstance(preview, Slots) and not preview.slides)
    canvas = Canvas(layout.width, layout.height if is_stacked else min(layout.height, _ALONE), GROUND)
    body = _head(canvas, view, preview, names)
    match preview:
        case Goals():
            _goals(canvas, body, view, preview)
        case Slots():
            _slots(canvas, body, view, preview)
        case Laying():
            _laying(canvas, body, view, preview)
        case Picks():
            _picks(canvas, body, view, preview)
        case Axes():
            _axes(canvas, body, view, preview)
    return canvas


def _head(canvas: Canvas, view: CircuitryView, preview: Previews, names: Names) -> Box:
    """Draw the badge of the choosing seat, the title and the legend; return the box below them."""
    assert view.seat is not None
    box = canvas.box.inset(MARGIN)
    top, below = box.row(_HEAD)
    draw_badge(canvas, badges(view.sides)[view.seat], view.seat, Box(top.left + 3, top.top + 2, 44, 44))
    canvas.text(title(preview), TITLE, top.column(56)[1]._replace(height=44), TEXT)
    legend = sentence(explanation(preview, names), LABEL, MUTED, _LINES + (box.width < _NARROW), box.width)
    return write(canvas, below, legend).row(4)[1] if lines_height(legend) else below


class _Highlights(NamedTuple):
    """Additional drawings on a board."""

    below: Highlight = lambda _: None
    """Draws before the pawns, so that they cover it."""
    above: Highlight = lambda _: None
    words: Sequence[Box] = ()
    """Boxes that the flags of pawns should not hide."""


def _board(canvas: Canvas, box: Box, scene: Scene, plan: Plan, highlights: _Highlights) -> None:
    """Draw the board with its highlights in the middle of a box."""
    plan = plan.within(box.width, box.height)
    piece = draw_board(scene._replace(pawns=()), plan)
    highlights.below(piece)
    pawns(piece, scene.board, plan, scene.pawns, highlights.words)
    highlights.above(piece)
    canvas.place(piece.pixels, box.left, box.top)


def _aside(body: Box, size: int) -> tuple[Box, Box]:
    """Split off `size` pixels beside the board, or below it in a narrow picture. Return the remainder and that part."""
    if body.width >= _NARROW:
        body, beside = body.column(body.width - size)
        return body, beside.column(UNIT)[1]
    body, below = body.row(body.height - size)
    return body, below.row(UNIT)[1]


def _room(box: Box) -> tuple[int, int]:
    return box.width, box.height


def _goals(canvas: Canvas, body: Box, view: CircuitryView, preview: Goals) -> None:
    board = view.board
    moving = [pawn._replace(flagged=pawn.seat == preview.pawn.seat) for pawn in standing(view)]
    scene = Scene(board, tuple(moving), bright=frozenset())
    numbers = {number_of(goal.node) for goal in preview.goals} | {number_of(preview.pawn.node)}
    cells = [board.by_number[number].cell for number in numbers]
    same_side = [goal for goal in preview.goals if not goal.turned_over]
    if turned_over := [goal for goal in preview.goals if goal.turned_over]:
        body, beside = _aside(body, _ASIDE)
        canvas.text("Card 1, turned over", STRONG, beside._replace(height=_CAPTION), TEXT, align=Align.MIDDLE)
        beside = beside.row(_CAPTION)[1]
        hub = Board((replace(board.hub, way=Way.B0, cell=Cell(0, 0)),))
        alone = plan_for([Cell(0, 0)], _room(beside), (UNIT, UNIT), upright=board.upright)
        _marked(canvas, beside, Scene(hub, (), bright=frozenset(), letters=False), alone, (turned_over, preview.jump))
    for part, window in _windows(cells, body, upright=board.upright):
        plan = plan_with_surroundings(window, board.cells, _room(part), (_SLIVER, _SLIVER), upright=board.upright)
        plan = filled(plan.within(*_room(part)), window, board.cells)
        shown = [goal for goal in same_side if plan.sees(board, goal.node)]
        _marked(canvas, part, scene, plan, (shown, preview.jump))


def _windows(
    cells: Sequence[Cell], box: Box, *, upright: bool, splits: int = 2
) -> Sequence[tuple[Box, Sequence[Cell]]]:
    """Divide a box among the cells, at most `splits` times, if they lie so far apart that they would be too small in
    one picture.
    """
    whole = plan_for(cells, _room(box), (_SLIVER, _SLIVER), upright=upright)
    windows: Sequence[tuple[Box, Sequence[Cell]]] = [(box, cells)]
    best = _MUCH * whole.card
    for axis in (0, 1) if splits and whole.card < READABLE else ():
        places = {cell: whole.cell(cell)[axis] for cell in cells}
        ordered = sorted(set(places.values()))
        if len(ordered) == 1:
            continue
        cut = max(range(1, len(ordered)), key=lambda at: (ordered[at] - ordered[at - 1], -abs(2 * at - len(ordered))))
        groups = [[cell for cell in cells if (places[cell] < ordered[cut]) is first] for first in (True, False)]
        each = whole.cell(cells[0])[2 + axis]
        first = ordered[cut - 1] - ordered[0] + each + _SLIVER
        parts = _divided(box, axis, first / (first + ordered[-1] - ordered[cut] + each + _SLIVER))
        divided = [
            window
            for part, group in zip(parts, groups, strict=True)
            for window in _windows(group, part, upright=upright, splits=splits - 1)
        ]
        least = min(plan_for(group, _room(part), (_SLIVER, _SLIVER), upright=upright).card for part, group in divided)
        if least >= best:
            best, windows = least, divided
    return windows


def _divided(box: Box, axis: int, share: float) -> tuple[Box, Box]:
    """Return two parts of a box with a gap between them: side by side, or one below the other if `axis` is 1."""
    size = round((box[2 + axis] - UNIT) * share)
    if axis:
        first, rest = box.row(size)
        return first, rest.row(UNIT)[1]
    first, rest = box.column(size)
    return first, rest.column(UNIT)[1]


def _marked(canvas: Canvas, box: Box, scene: Scene, plan: Plan, goals: tuple[Sequence[Goal], bool]) -> None:
    """Highlight the nodes that the pawn can reach; unless it jumps, write the number of steps to each."""
    plan, (ends, jump) = plan.within(box.width, box.height), goals
    nodes = [goal.node for goal in ends]
    inside = plan.card >= _INSIDE
    boxes = () if jump or inside else badges_beside(scene.board, plan, nodes, rings_of(scene.board, plan, scene.pawns))

    def reach(piece: Canvas) -> None:
        figures = ["" if jump or not inside else str(goal.steps) for goal in ends]
        rings = [
            highlight_node(piece, plan, scene.board, node, figure) for node, figure in zip(nodes, figures, strict=True)
        ]
        for goal, place, ring in zip(ends, boxes, rings, strict=False):
            badge(piece, place, ring, str(goal.steps))

    _board(canvas, box, scene, plan, _Highlights(reach, words=boxes))
    canvas.frame(box, 2, EDGE)


def _slots(canvas: Canvas, body: Box, view: CircuitryView, preview: Slots) -> None:
    board = view.board
    if not preview.slides:
        body, strip = _aside(body, _ASIDE - MARGIN)
        _strip(canvas, strip, preview.card, upright=board.upright)
    plan = plan_for(board.cells, _room(body), (_SLIVER, _SLIVER), upright=board.upright)
    plan = plan.within(body.width, body.height)
    number = preview.card.number
    scene = Scene(board, standing(view), ((number, ""),) if preview.slides else (), letters=False)

    def open_slots(piece: Canvas) -> None:
        for cell, place in preview.slots:
            slot(piece, plan, plan.cell(cell), place)

    words = [around(box.left + box.width / 2, box.middle, 48) for box in (plan.cell(cell) for cell, _ in preview.slots)]
    _board(canvas, body, scene, plan, _Highlights(open_slots, words=words))


def _strip(canvas: Canvas, box: Box, card: CircuitCard, *, upright: bool) -> None:
    """Draw the card in each orientation."""
    count = len(Way)
    abreast = count if upright and box.width > box.height else 2 if upright or box.width > box.height else 1
    lines = rows(box, [box.height * abreast // count] * (count // abreast), 0)
    cells = [cell for line in lines for cell in line.columns(abreast, 0)]
    for cell, way in zip(cells, Way, strict=True):
        piece = face(Lying(card, way.side, quarters(turned=way.turned, upright=upright), _STRIP))
        canvas.text(_short(way), LABEL, cell._replace(height=36), TEXT, align=Align.MIDDLE)
        canvas.place(piece, cell.left + (cell.width - piece.width) // 2, cell.top + 36)


def _short(way: Way) -> str:
    """Return a short name of an orientation: “a turned”."""
    return LYING[way].removeprefix("side ").replace(",", "")


def _laying(canvas: Canvas, body: Box, view: CircuitryView, preview: Laying) -> None:
    """Draw a panel for each orientation: the card in its place, its neighbours, and the ends of pathways that leave the
    board.

    On an upright board all panels are side by side, else two and two; a narrow picture has half as many in a row.
    """
    upright = view.board.upright
    wide = body.width >= _NARROW
    abreast = (len(Way) if wide else 2) if upright else (2 if wide else 1)
    down = len(Way) // abreast
    high = (body.height - (down - 1) * UNIT) // down
    for place, way in enumerate(preview.ways):
        row, column = divmod(place, abreast)
        cell = body.columns(abreast, UNIT)[column]
        cell = cell._replace(top=body.top + row * (high + UNIT), height=high)
        board = view.board.laid(preview.card, preview.cell, way)
        canvas.fill(cell, PANEL)
        head, body_box = cell.row(_CAPTION)
        canvas.text(LYING[way], STRONG, head.inset(UNIT, 0), TEXT)
        is_long = len([*leads(board, preview.card.number)]) > body_box.height // _LEAD
        beside = _TWO_COLUMNS if is_long else _LEADS[0]
        body_box, leads_box = (
            body_box.row(body_box.height - _LEADS[1]) if upright else body_box.column(body_box.width - beside)
        )
        plan = plan_for([preview.cell], _room(body_box), (32, 32), largest=_LARGE, upright=upright)
        scene = Scene(board, standing(view), ((preview.card.number, ""),))
        canvas.place(
            draw_board(scene, plan.within(body_box.width, body_box.height)).pixels, body_box.left, body_box.top
        )
        _leads(canvas, leads_box, board, preview.card.number)


def _leads(canvas: Canvas, box: Box, board: Board, number: int) -> None:
    """Write where the pathways lead that leave the board: “A to 14” and the symbol of a colour. If they do not fit
    below each other, they stand in columns, and more briefly.
    """
    ends = [*leads(board, number)]
    lines = max(box.height // _LEAD, 1)
    columns = box.columns(max(-(-len(ends) // lines), 1), 0)
    is_brief = len(columns) > 1
    for place, lead in enumerate(ends):
        column, line = divmod(place, lines)
        cell = columns[column]
        row = Box(cell.left + UNIT, box.top + line * _LEAD, cell.width - UNIT, _LEAD)
        canvas.text(lead.letter or "-", STRONG, row, TEXT)
        where = row.column(_LETTERS if is_brief else _LETTERS + 2 * UNIT)[1]
        if lead.end is None:
            canvas.text("none" if is_brief else "nowhere", LABEL, where, MUTED)
            continue
        number_of_card = f"{number_of(lead.end)}"
        wide = canvas.text(number_of_card if is_brief else f"to {number_of_card}", LABEL, where, TEXT)
        colour_disc(canvas, colour_of(lead.end), Box(where.left + 6 + wide, row.top + 3, 28, 28))


def _picks(canvas: Canvas, body: Box, view: CircuitryView, preview: Picks) -> None:
    board = view.board
    plan = plan_for(board.cells, _room(body), margins(board), upright=board.upright)
    plan = plan.within(body.width, body.height)
    bright = frozenset((*preview.numbers, *((preview.first,) if preview.first else ())))
    scene = Scene(board, standing(view), tuple((number, "") for number in preview.numbers), bright=bright)

    def chosen(piece: Canvas) -> None:
        for number in bright if plan.card < LEAST else ():
            plate(
                piece,
                plan.cell(board.by_number[number].cell),
                str(number),
                ORCHID if number == preview.first else YELLOW,
            )
        if preview.first is not None:
            frame(piece, plan, board.by_number[preview.first], "first", ORCHID)

    _board(canvas, body, scene, plan, _Highlights(chosen))


def _axes(canvas: Canvas, body: Box, view: CircuitryView, preview: Axes) -> None:
    """Draw the board once for each axis, after card #1 is turned over about it: card #1, and the pawn's destination."""
    count = len(preview.ends)
    stacked = rows(body, [(body.height - (count - 1) * UNIT) // count] * count, UNIT)
    cells_of_axes = body.columns(count, UNIT) if body.width >= _NARROW else stacked
    for cell, (axis, end) in zip(cells_of_axes, preview.ends, strict=True):
        board = view.board.over(axis)
        moved = tuple(s._replace(node=end) if s.seat == preview.pawn.seat else s for s in standing(view))
        head, below = cell.row(_CAPTION)
        canvas.text(f"{axis.value.capitalize()} axis", STRONG, head, TEXT, align=Align.MIDDLE)
        cells = [board.by_number[number].cell for number in (HUB, number_of(end))]
        plan = plan_for(cells, _room(below), (_SLIVER, _SLIVER), upright=board.upright)
        _board(canvas, below, Scene(board, moved, ((HUB, ""),)), plan, _Highlights())
