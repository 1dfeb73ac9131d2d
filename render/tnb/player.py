"""One player's part of T&B's table: who they are, what they have, their board, and what came down on it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL.Image import Image

from render import telling
from render.cache import kept
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import LABEL, STRONG
from render.heads import counters, frame
from render.palette import BLUE, MUTED, PANEL, STRIP, TEXT, VERMILION
from render.pieces import SEATS, Nameplate, nameplate
from render.tnb import facts
from render.tnb.board import TILE_HEIGHT, Spot, board_front, board_height
from render.tnb.cards import DAMAGE, DEFENCE, amount
from rules.core.events import Seat
from rules.tnb.events import TileResult
from rules.tnb.limits import LIFE
from rules.tnb.view import TnbView

_INNER: Final = 14
_NAME: Final = 48
_STOCKS: Final = 44
_ROW: Final = 42
"""From one line of results to the next."""


class _Summary(NamedTuple):
    """What stands above a player's board."""

    plate: Nameplate
    stocks: tuple[tuple[str, int], ...]
    """From right to left."""
    losses: str
    """What is coming to them."""


def height(results: Sequence[TileResult]) -> int:
    """How high a player's part is, in pixels, with so much that came down."""
    return 2 * _INNER + _NAME + _STOCKS + board_height(TILE_HEIGHT) + _lines(results) * _ROW + UNIT * bool(results)


def _lines(results: Sequence[TileResult]) -> int:
    """Two results stand in a line, and what they are comes before the first."""
    return (len(results) + 2) // 2 if results else 0


def draw(canvas: Canvas, box: Box, view: TnbView, seat: Seat, name: str) -> None:
    """A player's part, framed in the colour of their seat if they are asked."""
    ink, side = SEATS[seat][0], view.sides[seat]
    frame(canvas, box, seat, asked=seat in view.waiting)
    inner = box.inset(16, _INNER)
    canvas.place(_summary(_summed(view, seat, name), inner.width), inner.left, inner.top)
    board, below = inner.row(_NAME + _STOCKS)[1].row(board_height(TILE_HEIGHT))
    spots = tuple(_spot(view, seat, result) for result in facts.forecast(side))
    canvas.place(board_front(spots, board.width, ink), board.left, board.top)
    if results := view.resolved[seat]:
        known = facts.named(side.deck_list)
        names = tuple(known[result.card] if result.card else "" for result in results)
        canvas.place(_resolved(results, names, view.turn, below.width), below.left, below.top + UNIT)


def _spot(view: TnbView, seat: Seat, result: TileResult) -> Spot:
    there = view.sides[seat].at(result.tile)
    return Spot(there, result, there is not None and facts.may_act(view, seat, there))


def _summed(view: TnbView, seat: Seat, name: str) -> _Summary:
    side = view.sides[seat]
    return _Summary(
        plate=Nameplate(seat, name, telling.standing(view, seat), ("LP", side.life_points, LIFE)),
        stocks=(
            ("Removed", len(side.removed)),
            ("Deck", side.deck),
            ("Hand", side.hand),
            ("TP", side.tactical_points),
        ),
        losses=", ".join(facts.losses(facts.forecast(side))),
    )


@kept
def _summary(player: _Summary, width: int) -> Image:
    """Who it is and their Life Points; below it, what is coming to them and what they have."""
    canvas = Canvas(width, _NAME + _STOCKS, PANEL)
    upper, row = canvas.box.row(_NAME)
    nameplate(canvas, upper, player.plate)
    right = counters(canvas, row, player.stocks)
    if player.losses:
        room = row._replace(width=right - row.left)
        said = canvas.text("Coming", LABEL, room, MUTED) + UNIT
        canvas.text(player.losses, STRONG, room.column(said)[1], VERMILION)
    return canvas.pixels


@kept
def _resolved(results: tuple[TileResult, ...], names: tuple[str, ...], turn: int, width: int) -> Image:
    """What came down on a board when the round began, tile by tile, with the names of the cards that lay there."""
    canvas = Canvas(width, _lines(results) * _ROW, PANEL)
    cells = [cell for row in range(_lines(results)) for cell in Box(0, row * _ROW, width, _ROW - 4).columns(2, UNIT)]
    canvas.text(f"Came down, round {turn}", LABEL, cells[0], MUTED)
    for cell, result, name in zip(cells[1:], results, names, strict=False):
        _result(canvas, cell, result, name)
    return canvas.pixels


def _result(canvas: Canvas, box: Box, result: TileResult, card: str) -> None:
    canvas.panel(box, STRIP, radius=UNIT)
    row = box.inset(UNIT, 0)
    canvas.text(str(result.tile), STRONG, row, TEXT)
    row = row.column(44)[1]
    row = row.column(amount(canvas, DAMAGE, str(result.attack), row, (VERMILION, TEXT)) + UNIT)[1]
    if result.block:
        row = row.column(amount(canvas, DEFENCE, str(result.block), row, (BLUE, TEXT)) + UNIT)[1]
    harm = canvas.text(facts.harm(result), STRONG, row, VERMILION if result.net else TEXT, align=Align.RIGHT)
    canvas.text(card, LABEL, row._replace(width=row.width - harm - UNIT), TEXT, align=Align.RIGHT)
