"""The table of Circuitry: what is asked and what just happened, the board, the players and the piles."""

from itertools import pairwise
from typing import Final, NamedTuple

from render import telling
from render.artist import Names
from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.circuitry import facts, minis, players
from render.circuitry.board import GROUND as WELL
from render.circuitry.board import Scene, Standing, Trail, drawn
from render.circuitry.plan import Plan, planned
from render.circuitry.rim import margins
from render.circuitry.tracks import step
from render.fonts import LABEL, STRONG, TITLE
from render.lines import MARGIN, Line, latest, say, sentence, tall
from render.palette import GROUND, MUTED, TEXT
from rules.circuitry.events import PawnJumped, PawnMoved
from rules.circuitry.view import CircuitryView
from rules.core.game import Game

_GAP: Final = 12
_HEADER: Final = 48
_SENTENCES: Final = 2
_NEWS: Final = 3
"""Lines that the question may take, and that the news may take."""
_HIGH: Final = (1140, 1500)
"""How high the board may be, and how high beside the players if its cards would be small otherwise."""
_SMALL: Final = 96
"""Cards of less than this width are small."""
_COLUMN: Final = 464
"""How wide the players are beside the board."""
_READABLE: Final = 150
"""Cards of this width are large enough for a board beside the players."""


class _Layout(NamedTuple):
    plan: Plan
    beside: bool
    """Whether the players are beside the board."""


def draw(game: Game, view: CircuitryView, names: Names) -> Canvas:
    """What this view shows of the table."""
    view = facts.public(view)
    words = _words(game, view, names)
    stage = tall(words) + UNIT
    plan, beside = _layout(view)
    people = players.height(len(view.sides), 1 if beside else 2)
    middle = max(plan.height, people) if beside else plan.height + _GAP + people
    below = _GAP + minis.PILES_HEIGHT + minis.LEGEND_HEIGHT
    canvas = Canvas(WIDTH, 2 * MARGIN + _HEADER + stage + middle + below, GROUND)
    header, rest = canvas.box.inset(MARGIN).row(_HEADER)
    canvas.text(facts.goal(view), LABEL, header.column(280)[1], MUTED, align=Align.RIGHT)
    canvas.text(facts.round_words(view), TITLE, header, TEXT)
    rest = say(canvas, rest, words).row(UNIT)[1]
    piece = drawn(scene(view), plan).pixels
    if beside:
        room, column = rest._replace(height=middle).column(rest.width - _COLUMN)
        ground = Box(0, room.top, room.right - _GAP, middle)
        canvas.fill(ground, WELL)
        canvas.place(piece, (ground.width - piece.width) // 2, ground.top + (middle - piece.height) // 2)
        players.draw(canvas, column, view, names, 1)
    else:
        canvas.fill(Box(0, rest.top, WIDTH, plan.height), WELL)
        canvas.place(piece, (WIDTH - piece.width) // 2, rest.top)
        players.draw(canvas, rest.row(plan.height + _GAP)[1], view, names, 2)
    piles, legend = rest.row(middle + _GAP)[1].row(minis.PILES_HEIGHT)
    minis.piles(canvas, piles, view)
    canvas.place(minis.legend(legend.width), legend.left, legend.top)
    return canvas


def scene(view: CircuitryView) -> Scene:
    """The board with all that is to be seen on it."""
    return Scene(view.board, standing(view), facts.framed(view), _trail(view))


def standing(view: CircuitryView) -> tuple[Standing, ...]:
    """The pawns where they stand."""
    return tuple(Standing(side.seat, side.colour, side.node) for side in view.sides if not side.left)


def _trail(view: CircuitryView) -> Trail | None:
    for event in reversed(view.events):
        match event:
            case PawnMoved(seat=seat, path=path):
                stretches = [stretch for start, end in pairwise(path) for stretch in step(view.board, start, end)]
                return Trail(view.sides[seat].colour, path[0], tuple(stretches))
            case PawnJumped(seat=seat, start=start, end=end):
                return Trail(view.sides[seat].colour, start, (), end)
    return None


def _layout(view: CircuitryView) -> _Layout:
    """The layout of a low board, or of a high one where its cards are small otherwise."""
    low, high = (_layout_within(view, height) for height in _HIGH)
    return high if high.beside and low.plan.card < min(_SMALL, high.plan.card) else low


def _layout_within(view: CircuitryView, height: int) -> _Layout:
    """The players beside the board if it is not much smaller for it, else below."""
    cells = [there.cell for there in view.board.placed]
    below = planned(cells, (WIDTH, height), margins(view.board))
    beside = planned(cells, (WIDTH - _COLUMN - MARGIN - _GAP, height), margins(view.board))
    if beside.card >= min(_READABLE, below.card):
        return _Layout(beside, beside=True)
    return _Layout(below, beside=False)


def _words(game: Game, view: CircuitryView, names: Names) -> list[Line]:
    """What is played by, the question, the news, and what has changed."""
    return [
        *sentence(facts.variants(view), LABEL, MUTED, _SENTENCES),
        *sentence(telling.headline(game, view, names), STRONG, TEXT, _SENTENCES),
        *latest(facts.news(game, view, names), _NEWS),
        *sentence(facts.changes(view), LABEL, MUTED, _NEWS),
    ]
