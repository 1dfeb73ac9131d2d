"""The table of T&B: both boards face to face, and between them what is asked and what just happened."""

from collections.abc import Sequence
from typing import Any, Final

from render import fonts
from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE
from render.palette import BLUE, EDGE, GROUND, MUTED, PANEL, STRIP, TEXT, VERMILION, VIOLET
from render.pieces import SEATS, counter, pips, ribbon, seat_sign, tag
from render.shapes import Shape
from render.tnb import facts
from render.tnb.board import TILE_HEIGHT, Spot, board_height, tile_front, tiles
from render.tnb.cards import DAMAGE, DEFENCE, NAME, amount
from rules.core.game import Game, Seat
from rules.tnb.events import TileResult
from rules.tnb.state import LIFE
from rules.tnb.view import SideView, TnbView

_MARGIN: Final = 3 * UNIT
_GAP: Final = 12
_HEADER: Final = 52
_INNER: Final = 14
_NAME: Final = 50
_STOCKS: Final = 42
_ROW: Final = 42
"""From one line of results to the next."""
_SENTENCES: Final = 2
_NEWS: Final = 4
"""Lines that the question may take, and that the news may take."""


def draw(game: Game[Any, Any], view: TnbView, names: Sequence[str]) -> Canvas:
    """What this view shows of the table, the first seat above."""
    words = _words(game, view, names)
    stage = sum(kind.pitch for _, kind in words) + UNIT
    heights = [_height(results) for results in view.resolved]
    canvas = Canvas(WIDTH, 2 * _MARGIN + _HEADER + stage + sum(heights) + 3 * _GAP, GROUND)
    header, rest = canvas.box.inset(_MARGIN).row(_HEADER)
    _header(canvas, header, view)
    first, rest = rest.row(_GAP)[1].row(heights[0])
    between, rest = rest.row(_GAP)[1].row(stage)
    second, _ = rest.row(_GAP)[1].row(heights[1])
    _side(canvas, first, view, 0, names[0])
    for text, kind in words:
        line, between = between.row(kind.pitch)
        canvas.text(text, kind, line, TEXT if kind is STRONG else MUTED)
    _side(canvas, second, view, 1, names[1])
    return canvas


def _words(game: Game[Any, Any], view: TnbView, names: Sequence[str]) -> list[tuple[str, fonts.Type]]:
    """The question, and as much of the news as there is room for: the latest matters most."""
    room = WIDTH - 2 * _MARGIN
    question = fonts.wrapped(facts.headline(game, view, names), STRONG, room, _SENTENCES)
    news = facts.news(game, view, names)
    while len(news) > 1 and len(fonts.wrapped(" ".join(news), LABEL, room, _NEWS + 1)) > _NEWS:
        del news[0]
    told = fonts.wrapped(" ".join(news), LABEL, room, _NEWS) if news else ()
    return [*((row, STRONG) for row in question), *((row, LABEL) for row in told)]


def _height(results: Sequence[TileResult]) -> int:
    """How high the panel of a player is."""
    lines = (len(results) + 2) // 2 if results else 0
    return 2 * _INNER + _NAME + _STOCKS + board_height(TILE_HEIGHT) + lines * _ROW + (UNIT if lines else 0)


def _header(canvas: Canvas, box: Box, view: TnbView) -> None:
    """The round, and both turns of it in their order with their parts."""
    left = canvas.text(f"Round {view.turn}", TITLE, box, TEXT) + 3 * UNIT
    if view.overdrive:
        left += tag(canvas, "Overdrive", box.left + left, box.middle, VIOLET) + 2 * UNIT
    rest = box.column(left)[1]
    if view.outcome is not None:
        ribbon(canvas, ("Game over",), 0, rest, TEXT)
        return
    for seat, half in zip(facts.order(view), rest.columns(2, 2 * UNIT), strict=True):
        seat_sign(canvas, seat, half.left, half.middle - 24, 48)
        over = len(facts.PARTS) if facts.turn_is_over(view, seat) else None
        now = facts.part(view) if seat in view.waiting else over
        ribbon(canvas, facts.PARTS, now, half.column(56)[1].inset(0, 2), SEATS[seat][0])


def _side(canvas: Canvas, box: Box, view: TnbView, seat: Seat, name: str) -> None:
    ink = SEATS[seat][0]
    asked = seat in view.waiting
    canvas.panel(box, PANEL, edge=ink if asked else EDGE, line=4 if asked else 2, radius=16)
    side = view.sides[seat]
    results = facts.forecast(side)
    head, rest = box.inset(16, _INNER).row(_NAME)
    _name(canvas, head, view, seat, name)
    stocks, rest = rest.row(_STOCKS)
    _stocks(canvas, stocks, side, facts.losses(results))
    board, rest = rest.row(board_height(TILE_HEIGHT))
    for result, (tile, room) in zip(results, tiles(canvas, board).items(), strict=True):
        there = side.at(tile)
        spot = Spot(there, result, there is not None and facts.may_act(view, seat, there))
        canvas.place(tile_front(spot, (room.width, room.height), ink), room.left, room.top)
    if view.resolved[seat]:
        _resolved(canvas, rest.row(UNIT)[1], view, seat)


def _name(canvas: Canvas, row: Box, view: TnbView, seat: Seat, name: str) -> None:
    """Who it is, whether they are asked, and their Life Points."""
    seat_sign(canvas, seat, row.left, row.top, 48)
    row = row._replace(height=48)
    life = view.sides[seat].life_points
    right = row.right - LIFE * 40 + UNIT
    pips(canvas, Shape.HEART, (life, LIFE), Box(right, row.middle - 16, 32, 32), VERMILION)
    right -= 16 + counter(canvas, "LP", life, right - 16, row.middle)
    word = facts.standing(view, seat)
    room = Box(row.left + 60, row.top, right - row.left - 60 - 16, row.height)
    if word:
        room = room._replace(width=room.width - fonts.width(word, NAME) - 5 * UNIT)
    width = canvas.text(name, TITLE, room, TEXT)
    if word:
        tag(canvas, word, room.left + width + 2 * UNIT, row.middle, SEATS[seat][0])


def _stocks(canvas: Canvas, row: Box, side: SideView, losses: Sequence[str]) -> None:
    """What this player has, and what is coming to them."""
    right = row.right
    for label, count in (("Removed", len(side.removed)), ("Deck", side.deck), ("Hand", side.hand)):
        right -= counter(canvas, label, count, right, row.middle) + 3 * UNIT
    right -= counter(canvas, "TP", side.tactical_points, right, row.middle) + 2 * UNIT
    if losses:
        room = row._replace(width=right - row.left)
        said = canvas.text("Coming", LABEL, room, MUTED) + UNIT
        canvas.text(", ".join(losses), NAME, room.column(said)[1], VERMILION)


def _resolved(canvas: Canvas, box: Box, view: TnbView, seat: Seat) -> None:
    """What came down on this board when the round began, tile by tile."""
    known = facts.named(view.sides[seat].deck_list)
    heading = f"Came down, round {view.turn}"
    for place in range(len(view.resolved[seat]) + 1):
        row, column = divmod(place, 2)
        line = box._replace(top=box.top + row * _ROW, height=_ROW - 4)
        cell = line.columns(2, UNIT)[column]
        if not place:
            canvas.text(heading, LABEL, cell, MUTED)
            continue
        result = view.resolved[seat][place - 1]
        _result(canvas, cell, result, known[result.card] if result.card else "")


def _result(canvas: Canvas, box: Box, result: TileResult, card: str) -> None:
    canvas.panel(box, STRIP, radius=UNIT)
    row = box.inset(UNIT, 0)
    canvas.text(str(result.tile), NAME, row, TEXT)
    row = row.column(44)[1]
    row = row.column(amount(canvas, DAMAGE, str(result.attack), row, (VERMILION, TEXT)) + UNIT)[1]
    if result.block:
        row = row.column(amount(canvas, DEFENCE, str(result.block), row, (BLUE, TEXT)) + UNIT)[1]
    harm = canvas.text(facts.harm(result), NAME, row, VERMILION if result.net else TEXT, align=Align.RIGHT)
    canvas.text(card, LABEL, row._replace(width=row.width - harm - UNIT), TEXT, align=Align.RIGHT)
