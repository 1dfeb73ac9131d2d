"""What a lobby shows: the game's face, its name and what it is, and who sits there."""

from typing import Final

from render import fonts
from render.artist import Names, artist
from render.canvas import UNIT, WIDTH, Align, Box, Canvas, Piece
from render.fonts import DISPLAY, LABEL, STRONG
from render.landscape import GAP, MARGIN
from render.palette import EDGE, GROUND, INK, MUTED, TEXT, WELL
from render.style import laid_ground
from rules.core.game import Game

_ABOVE: Final = 340
"""How high what stands above the seats is, in pixels."""
_PLATE: Final = 52
_TITLE: Final = 80
_CARD, _CARDS = 100, 8
"""How large cards are, and how many are shown."""
_COLUMNS: Final = 3


def poster(game: Game, names: Names, seats: int) -> Canvas:
    """The game, and who sits at a table of so many seats, in no order: seats are drawn when the match begins."""
    rows = -(-seats // _COLUMNS)
    canvas = Canvas(WIDTH, _ABOVE + rows * (_PLATE + GAP), GROUND)
    face = artist(game.key).face
    canvas.place(laid_ground(face.ground), 0, 0)
    below = canvas.box.inset(MARGIN)
    below = below._replace(
        top=below.bottom - rows * (_PLATE + GAP) + GAP - UNIT, height=rows * (_PLATE + GAP) - GAP + UNIT
    )
    cards = cards_of(game, _CARD, _CARDS)
    room = Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, below.top - MARGIN - GAP)
    canvas.panel(room, WELL, edge=face.accent, line=4, radius=24)
    inner = room.inset(3 * UNIT, 0)
    said = fonts.wrapped(game.summary, LABEL, inner.width, 2)
    tall = _TITLE + len(said) * LABEL.pitch + (_CARD + 2 * UNIT if cards else 0)
    inner = inner._replace(top=inner.middle - tall // 2, height=tall)
    name, inner = inner.row(_TITLE)
    canvas.text(game.title, DISPLAY, name, TEXT, align=Align.MIDDLE)
    canvas.lines(game.summary, LABEL, inner, MUTED, align=Align.MIDDLE)
    left = inner.left + (inner.width - len(cards) * (_CARD + 2 * UNIT) + 2 * UNIT) // 2
    for place, (piece, seen) in enumerate(cards):
        canvas.stamp(piece, seen, left + place * (_CARD + 2 * UNIT), inner.bottom - _CARD)
    for place in range(seats):
        row, column = divmod(place, _COLUMNS)
        here = min(_COLUMNS, seats - row * _COLUMNS)
        cell = below.columns(here, GAP)[column]
        cell = cell._replace(top=below.top + row * (_PLATE + GAP), height=_PLATE)
        _seat(canvas, cell, names[place] if place < len(names) else "")
    return canvas


def cards_of(game: Game, size: int, count: int) -> list[Piece]:
    """Pictures of so many of the game's cards, from the first to the last; none, if it has fewer."""
    drawn = [artist(game.key).art(card, size) for card in game.cards.values()]
    found = [piece for piece in drawn if piece is not None]
    return [found[place * (len(found) - 1) // (count - 1)] for place in range(count)] if len(found) >= count else []


def _seat(canvas: Canvas, cell: Box, name: str) -> None:
    canvas.panel(cell, WELL if name else INK, edge=EDGE, radius=cell.height // 2)
    if not name:
        canvas.text("free seat", LABEL, cell, MUTED, align=Align.MIDDLE)
        return
    canvas.text(name, STRONG, cell.inset(2 * UNIT, 0), TEXT, align=Align.MIDDLE)
