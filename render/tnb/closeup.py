"""Draw details for which T&B's table has no room: each player's cards, the declared actions and the last battle."""

from collections.abc import Iterator, Sequence
from typing import Final

from render import fonts
from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.fonts import LABEL, STRONG
from render.heads import counters, heading
from render.landscape import GAP, MARGIN
from render.palette import BLUE, MUTED, PANEL, STRIP, TEXT, VERMILION
from render.pieces import SEATS, seat_badge
from render.renderer import Names
from render.shapes import Shape
from render.tnb import facts, texts
from render.tnb.cards import CARD_HEIGHT, CARD_WIDTH, DAMAGE, DEFENCE, amount, grid_shape, whole_card
from render.tnb.style import GRASS
from rules.core.events import Seat
from rules.core.game import Game
from rules.tnb.cards import Coverage
from rules.tnb.events import TileResult
from rules.tnb.view import TnbView

BATTLE, DECLARED, CARDS = "battle", "declared", ("cards1", "cards2")
_HEAD: Final = 48
_ROW: Final = 52
_IN_A_ROW: Final = 4


def parts(_game: Game, view: TnbView) -> Sequence[tuple[str, str]]:
    """Return the parts: both players' cards; the declared actions and the last battle if there are any."""
    listed = [(CARDS[0], "Player 1's cards"), (CARDS[1], "Player 2's cards")]
    if any(side.attacks or side.blocks for side in view.sides):
        listed.append((DECLARED, "What is declared"))
    if any(view.resolved):
        listed.append((BATTLE, "The last battle"))
    return listed


def draw(_game: Game, view: TnbView, word: str, names: Names) -> Canvas:
    """Draw the part with this word."""
    if word in CARDS:
        return _cards(view, CARDS.index(word), names)
    return _battle(view, names) if word == BATTLE else _declared(view, names)


def lines(_game: Game, view: TnbView, word: str, names: Names) -> Iterator[str]:
    """Return the full content of the picture as lines of text."""
    if word in CARDS:
        return texts.cards(view, CARDS.index(word), names)
    return texts.battle(view, names) if word == BATTLE else texts.declared(view, names)


def _cards(view: TnbView, seat: Seat, names: Names) -> Canvas:
    """Draw the cards of a player's deck. Cards on the board have the seat's ink; removed cards are crossed out."""
    side, ink = view.sides[seat], SEATS[seat][0]
    rows = -(-len(side.deck_list) // _IN_A_ROW)
    canvas = Canvas(WIDTH, 2 * MARGIN + _HEAD + rows * (CARD_HEIGHT + UNIT), GRASS)
    head, body = canvas.box.inset(MARGIN).row(_HEAD)
    stocks = (("Removed", len(side.removed)), ("Board", len(side.board)))
    heading(canvas, head, seat, f"{names[seat]}'s cards", counters(canvas, head, stocks))
    on_board = {occupant.card for occupant in side.board}
    for place, card in enumerate(side.deck_list):
        row, column = divmod(place, _IN_A_ROW)
        left = body.left + column * (body.width - CARD_WIDTH) // (_IN_A_ROW - 1)
        top = body.top + UNIT + row * (CARD_HEIGHT + UNIT)
        canvas.place(whole_card(card, ink, CARD_WIDTH, framed=card in on_board), left, top)
        if card in side.removed:
            canvas.shape(Shape.CROSS, left + 12, top + 56, 104, VERMILION)
    return canvas


def _columns(names: Names, rows: Sequence[int]) -> tuple[Canvas, tuple[Box, ...]]:
    """Return a picture with a column for each board, headed by its player's name, and the boxes below the headings.

    rows: how many rows each column needs.
    """
    canvas = Canvas(WIDTH, 2 * MARGIN + _HEAD + max(rows) * _ROW + 2 * UNIT, GRASS)
    rooms = canvas.box.inset(MARGIN).columns(2, GAP)
    bodies = []
    for seat, room in enumerate(rooms):
        canvas.panel(room, PANEL)
        head, body = room.inset(UNIT).row(_HEAD)
        seat_badge(canvas, seat, head.left, head.top + 2, _HEAD - 4)
        title = f"{names[seat]}'s board"
        canvas.text(title, STRONG, head.column(_HEAD + UNIT)[1], TEXT)
        bodies.append(body)
    return canvas, tuple(bodies)


def _battle(view: TnbView, names: Names) -> Canvas:
    """Draw the battle with which the round began, tile by tile."""
    canvas, rooms = _columns(names, [max(len(results), 1) for results in view.resolved])
    for side, results, room in zip(view.sides, view.resolved, rooms, strict=True):
        card_names = facts.named(side.deck_list)
        for place, result in enumerate(results):
            _result(canvas, _row(room, place), result, card_names[result.card] if result.card else "")
        if not results:
            canvas.text("Not attacked", LABEL, _row(room, 0), MUTED)
    return canvas


def _row(room: Box, place: int) -> Box:
    return room._replace(top=room.top + place * _ROW + UNIT // 2, height=_ROW - UNIT // 2)


def _result(canvas: Canvas, box: Box, result: TileResult, card: str) -> None:
    canvas.panel(box, STRIP, radius=UNIT)
    row = box.inset(UNIT, 0)
    row = row.column(canvas.text(str(result.tile), STRONG, row, TEXT) + UNIT)[1]
    row = row.column(amount(canvas, DAMAGE, str(result.attack), row, (VERMILION, TEXT)) + UNIT)[1]
    if result.block:
        row = row.column(amount(canvas, DEFENCE, str(result.block), row, (BLUE, TEXT)) + UNIT)[1]
    loss_text = f"-{result.net}" if result.removed else facts.harm(result)
    if result.removed:
        canvas.shape(Shape.CROSS, row.right - 24, row.middle - 12, 24, VERMILION)
        row = row._replace(width=row.width - 32)
    harm = canvas.text(loss_text, STRONG, row, TEXT, align=Align.RIGHT)
    canvas.text(card, LABEL, row._replace(width=row.width - harm - UNIT), TEXT, align=Align.RIGHT)


def _declared(view: TnbView, names: Names) -> Canvas:
    """Draw the attacks and blocks declared on each board, each with the tiles that it covers."""
    declarations = [(view.sides[1 - seat].attacks, view.sides[seat].blocks) for seat in range(2)]
    canvas, rooms = _columns(names, [max(len(attacks) + len(blocks), 1) for attacks, blocks in declarations])
    for seat, (room, (attacks, blocks)) in enumerate(zip(rooms, declarations, strict=True)):
        card_names = facts.named(view.sides[1 - seat].deck_list) | facts.named(view.sides[seat].deck_list)
        for place, coverage in enumerate((*attacks, *blocks)):
            hits = place < len(attacks)
            _coverage(canvas, _row(room, place), coverage, card_names[coverage.card], hits=hits)
        if not attacks and not blocks:
            canvas.text("Nothing yet", LABEL, _row(room, 0), MUTED)
    return canvas


def _coverage(canvas: Canvas, box: Box, coverage: Coverage, card: str, *, hits: bool) -> None:
    canvas.panel(box, STRIP, radius=UNIT)
    row = box.inset(UNIT, 0)
    size = row.height - UNIT
    shape = sum(tile.bit for tile in coverage.tiles)
    ink = VERMILION if hits else BLUE
    grid_shape(canvas, shape, Box(row.left, row.top + UNIT // 2, size, size), ink, empty=PANEL)
    row = row.column(size + UNIT)[1]
    figure = str(coverage.damage if hits else coverage.defence)
    wide = 26 + fonts.width(figure, STRONG)
    amount(canvas, DAMAGE if hits else DEFENCE, figure, row.column(row.width - wide)[1], (ink, TEXT))
    canvas.text(card, LABEL, row._replace(width=row.width - wide - UNIT), TEXT)
