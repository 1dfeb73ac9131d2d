"""The cover of a lobby: the game's style, title and summary, and the players who have joined."""

from collections.abc import Sequence
from typing import Final

from render import fonts
from render.canvas import UNIT, WIDTH, Align, Box, Canvas, Piece
from render.fonts import LABEL, STRONG, TITLE, Type
from render.landscape import GAP, MARGIN
from render.palette import EDGE, GROUND, INK, TEXT, WELL, Ink
from render.portraits import has_face, portrait
from render.renderer import Names, renderer
from render.shapes import Shape
from render.style import ground_picture
from rules.core.game import Game

_ABOVE: Final = 468
"""Height of the part above the seats, in pixels."""
_PLATE: Final = 72
_FACE: Final = 68
"""Width of a computer's face, in pixels."""
_TITLE: Final = 112
_CARD, _CARDS = 188, 5
"""Width of a card in pixels, and number of cards."""
_COLUMNS: Final = 3
_LARGE: Final = Type(96, bold=True)
"""The type of the title."""
_SUMMARY: Final = Type(34)
_DASH: Final = 26
"""The length of a dash around a free seat, and of the gap after it, in pixels."""


def cover(game: Game, names: Names, seats: int, levels: Sequence[str] = ()) -> Canvas:
    """Draw the game, `seats` seats and the players so far.

    The order of the players means nothing: seats are assigned when the match begins. levels: of the players, "" for
    people.
    """
    rows = -(-seats // _COLUMNS)
    canvas = Canvas(WIDTH, _ABOVE + rows * (_PLATE + GAP), GROUND)
    style = renderer(game.key).style
    canvas.place(ground_picture(style.ground), 0, 0)
    below = canvas.box.inset(MARGIN)
    below = below._replace(
        top=below.bottom - rows * (_PLATE + GAP) + GAP - UNIT, height=rows * (_PLATE + GAP) - GAP + UNIT
    )
    cards = cards_of(game, _CARD, _CARDS)
    room = Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, below.top - MARGIN - GAP)
    canvas.panel(room, WELL, edge=style.accent, line=4, radius=24)
    inner = room.inset(3 * UNIT, 0)
    summary = fonts.wrapped(game.summary, _SUMMARY, inner.width, 2)
    tall = _TITLE + len(summary) * _SUMMARY.pitch + (_CARD + 2 * UNIT if cards else 0)
    inner = inner._replace(top=inner.middle - tall // 2, height=tall)
    name, inner = inner.row(_TITLE)
    canvas.text(game.title, _LARGE, name, TEXT, align=Align.MIDDLE)
    canvas.lines(game.summary, _SUMMARY, inner, TEXT, align=Align.MIDDLE)
    left = inner.left + (inner.width - len(cards) * (_CARD + 2 * UNIT) + 2 * UNIT) // 2
    for place, (piece, seen) in enumerate(cards):
        canvas.stamp(piece, seen, left + place * (_CARD + 2 * UNIT), inner.bottom - _CARD)
    for place in range(seats):
        row, column = divmod(place, _COLUMNS)
        in_row = min(_COLUMNS, seats - row * _COLUMNS)
        cell = below.columns(in_row, GAP)[column]
        cell = cell._replace(top=below.top + row * (_PLATE + GAP), height=_PLATE)
        level = levels[place] if place < len(levels) else ""
        player = names[place] if place < len(names) else ""
        _seat(canvas, cell, player, style.accent)
        face = Box(cell.left + 2, cell.middle - _FACE // 2, _FACE, _FACE)
        if has_face(level):
            canvas.stamp(*portrait(style.attire, level, _FACE), face.left, face.top)
        elif player:
            canvas.shape(Shape.DISC, face.left + 4, face.top + 4, _FACE - 8, style.accent)
            canvas.text(player[0].upper(), TITLE, face, INK, align=Align.MIDDLE)
    return canvas


def cards_of(game: Game, size: int, count: int) -> list[Piece]:
    """Return pictures of `count` of the game's cards, spread evenly over its card list; [] if it has fewer."""
    pieces = [renderer(game.key).art(card, size) for card in game.cards.values()]
    present = [piece for piece in pieces if piece is not None]
    return (
        [present[place * (len(present) - 1) // (count - 1)] for place in range(count)] if len(present) >= count else []
    )


def _seat(canvas: Canvas, cell: Box, name: str, accent: Ink) -> None:
    """Draw a seat; a free one has a line of dashes around it."""
    radius = cell.height // 2
    if not name:
        canvas.panel(cell, INK, radius=radius, edge=accent, line=4)
        for left in range(cell.left + radius, cell.right - radius, 2 * _DASH):
            gap = Box(left, cell.top, min(_DASH, cell.right - radius - left), 4)
            canvas.fill(gap, INK)
            canvas.fill(gap._replace(top=cell.bottom - 4), INK)
        canvas.text("free seat", TITLE, cell, TEXT, align=Align.MIDDLE)
        return
    canvas.panel(cell, WELL, edge=EDGE, radius=radius)
    words = cell.column(_FACE)[1].inset(2 * UNIT, 0)
    kind = next((kind for kind in (TITLE, STRONG) if fonts.width(name, kind) <= words.width), LABEL)
    canvas.text(name, kind, words, TEXT, align=Align.MIDDLE)
