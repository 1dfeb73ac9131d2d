"""Draw the table of Circuitry: the board, the round, the players, the stock, and the question below them."""

from itertools import pairwise
from typing import Final

from render import fonts, wording
from render.canvas import UNIT, Box, Canvas
from render.circuitry import facts, minis, players
from render.circuitry.board import GROUND, Scene, Trail, draw_board
from render.circuitry.camera import overview, seen
from render.circuitry.ground import style
from render.circuitry.layout import LAYOUT, PHONE_COLUMNS, Layout, tall_layout
from render.circuitry.pawns import standing
from render.circuitry.plan import Plan
from render.circuitry.routes import briefly, way_line, way_of
from render.circuitry.symbols import around, badges, draw_badge
from render.circuitry.tracks import step
from render.fonts import LABEL, STRONG, TITLE
from render.landscape import empty_table, foot, parts, tall_table
from render.lines import lines_height, sentence, write
from render.palette import MUTED, PANEL, TEXT, blend
from render.renderer import Names
from rules.circuitry.board import Placed
from rules.circuitry.cards import Point
from rules.circuitry.events import PawnJumped, PawnMoved
from rules.circuitry.limits import LAST_ROUND
from rules.circuitry.view import CircuitryView, SideView
from rules.core.game import Game

_TALL: Final = 900
"""Height of the body of a table for a phone, in pixels."""
_MAP: Final = 120, 210
"""Smallest and largest width of the room for the map, in pixels."""
_PAWN: Final = 32
"""Size of a pawn's badge beside its way, in pixels."""
_EDGE: Final = blend(TEXT, GROUND, 0.3)


def draw(game: Game, view: CircuitryView, names: Names) -> Canvas:
    """Draw the table as a spectator sees it."""
    return _drawn(empty_table(style(badges(view.sides))), LAYOUT, game, view, names)


def draw_tall(game: Game, view: CircuitryView, names: Names) -> Canvas:
    """Draw the table for a phone as a spectator sees it: the players below the board, side by side."""
    canvas = tall_table(style(badges(view.sides)), _TALL)
    boxes = parts(canvas)
    layout = tall_layout(boxes.body, boxes.head, len(view.sides))
    return _drawn(canvas, layout, game, view, names, columns=PHONE_COLUMNS)


def _drawn(  # noqa: PLR0913 # a table's canvas and layout, and what it shows
    canvas: Canvas, layout: Layout, game: Game, view: CircuitryView, names: Names, *, columns: int = 1
) -> Canvas:
    """Draw the table. columns: the number of players side by side."""
    view = facts.public_view(view)
    room = layout.board
    plan, whole = seen(view, (room.width, room.height))
    left, top = room.left + (room.width - plan.width) // 2, room.top + (room.height - plan.height) // 2
    canvas.fill(Box(left, top, plan.width, plan.height).inset(-2), _EDGE)
    canvas.place(draw_board(scene(view), plan).pixels, left, top)
    _band(canvas, layout.band, game, view, None if whole else plan)
    canvas.name("Board", Box(left, top, plan.width, plan.height))
    canvas.deferred_names.append(lambda: _name(canvas, view, plan, (left, top)))
    _head(canvas, layout.head, view)
    canvas.name("Round", layout.head)
    players.draw(canvas, layout.people, view, names, columns)
    canvas.name("Stock", layout.stock)
    minis.stock(canvas, layout.stock, view)
    foot(canvas, style(badges(view.sides)), game, view, names)
    return canvas


def _band(canvas: Canvas, box: Box, game: Game, view: CircuitryView, plan: Plan | None) -> None:
    """Write the aim of the match, and how far the pawn of the player who decides has to go; draw the map if the board
    shows only a part: `plan`.
    """
    canvas.fill(box, PANEL)
    aim = wording.aim(game, view)
    if plan is not None:
        free = box.width - fonts.width(aim, LABEL) - 3 * UNIT
        piece = overview(view.board, plan, standing(view), (min(max(free, _MAP[0]), _MAP[1]), box.height))
        canvas.place(piece, box.right - piece.width, box.top)
        box = box._replace(width=box.width - piece.width)
    room = box.inset(UNIT + 4, UNIT)
    kind = STRONG if fonts.width(aim, STRONG) <= room.width else LABEL
    words = sentence(aim, kind, TEXT, 2, room.width)
    side = _deciding(view)
    way = briefly(way_line(view, side).partition(":")[0]) if view.outcome is None and not side.left else ""
    wide = room.width - _PAWN - UNIT
    told = bool(way) and len(words) == 1
    room = room._replace(top=room.middle - (lines_height(words) + told * LABEL.pitch) // 2)
    row = write(canvas, room, words)._replace(height=LABEL.pitch)
    if told:
        badge = Box(row.left + 2, row.middle - _PAWN // 2, _PAWN, _PAWN)
        draw_badge(canvas, badges(view.sides)[side.seat], side.seat, badge)
        canvas.text(way[0].upper() + way[1:], LABEL, row._replace(left=row.right - wide, width=wide), TEXT)


def _name(canvas: Canvas, view: CircuitryView, plan: Plan, corner: tuple[int, int]) -> None:
    """Name the things on the board that can be highlighted: cards, nodes, charge points, the master node and pawns.

    corner: the board's upper left corner.
    """
    size = 3.4 * plan.step

    def name(thing: str, placed: Placed, point: Point) -> None:
        x, y = plan.at(placed, point)
        canvas.name(thing, around(corner[0] + x, corner[1] + y, size))

    for placed in (each for each in view.board.placed if plan.holds(each.cell)):
        box = plan.cell(placed.cell)
        canvas.name(f"Card {placed.card.number}", box._replace(left=corner[0] + box.left, top=corner[1] + box.top))
        for node in placed.face.nodes:
            name(f"{placed.card.number}-{node.colour}", placed, node.at)
        if placed.face.charge is not None:
            name(f"Charge point {placed.card.number}", placed, placed.face.charge)
        if placed.face.master is not None:
            name("Master node", placed, placed.face.master)
    for pawn in (each for each in standing(view) if plan.sees(view.board, each.node)):
        x, y = plan.node(view.board, pawn.node)
        canvas.name("Pawn", around(corner[0] + x, corner[1] + y, size), pawn.seat)


def scene(view: CircuitryView) -> Scene:
    """Return the contents of the board's picture on the table."""
    return Scene(view.board, standing(view), facts.framed(view), _trail(view), way=_way(view))


def _way(view: CircuitryView) -> Trail | None:
    """Return the shortest way of the pawn whose player decides, to its charge point or home."""
    side = _deciding(view)
    nodes = way_of(view, side) if view.outcome is None and not side.left and view.board.node(side.node) else None
    if not nodes:
        return None
    steps = pairwise((side.node, *nodes))
    stretches = [stretch for start, end in steps for stretch in step(view.board, start, end)]
    return Trail(side.colour, side.node, tuple(stretches), end=nodes[-1])


def _deciding(view: CircuitryView) -> SideView:
    """Return the side of the player who decides; of the active one if nobody or everybody does."""
    return view.sides[view.waiting[0] if len(view.waiting) == 1 else view.active]


def _trail(view: CircuitryView) -> Trail | None:
    for event in reversed(view.events):
        match event:
            case PawnMoved(seat=seat, path=path):
                stretches = [stretch for start, end in pairwise(path) for stretch in step(view.board, start, end)]
                return Trail(view.sides[seat].colour, path[0], tuple(stretches))
            case PawnJumped(seat=seat, start=start, end=end):
                return Trail(view.sides[seat].colour, start, (), end)
    return None


def _head(canvas: Canvas, box: Box, view: CircuitryView) -> None:
    """Draw the round."""
    canvas.fill(box, PANEL)
    room = box.inset(UNIT + 2, 0)
    wide = canvas.text(f"Round {view.turn}", TITLE, room, TEXT)
    canvas.text(f" / {LAST_ROUND}", LABEL, room.column(wide)[1], MUTED)
