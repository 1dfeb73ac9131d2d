"""Draw close-ups of Arms Dealer's table: the skirmishes of the battle, and the piles."""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Final

from render import fonts
from render.arms_dealer import art, facts, texts
from render.arms_dealer.cards import money
from render.arms_dealer.skirmishes import Corner, Fate, Fight, fights_of
from render.arms_dealer.style import BRIDGE, NIGHT, RIM
from render.canvas import UNIT, WIDTH, Align, Box, Canvas
from render.fonts import FIGURE, LABEL, STRONG, TITLE
from render.heads import counters
from render.lines import MARGIN
from render.palette import MUTED, TEXT, VERMILION, YELLOW
from render.pieces import seat_badge
from render.renderer import Names
from render.shapes import Shape
from rules.arms_dealer.cards import TableCard
from rules.arms_dealer.view import ArmsDealerView
from rules.core.events import Seat
from rules.core.game import Game

_SKIRMISHES, _PILES = "skirmishes", "piles"
_LABELS: Final = {
    _SKIRMISHES: "The skirmishes of this battle",
    _PILES: "Decks, repair bays, discards and the bank",
}
_HEAD, _ROW, _ART, _HIGH = 56, 48, 60, 68
_CELL: Final = 118
"""Width in pixels of a card with its number of copies."""
_HALF, _POWER = 2 * _CELL, 250
_WIDE: Final = WIDTH - 2 * MARGIN - 32
_Counted = tuple[TableCard, int]
_Row = tuple[str, list[_Counted]]
"""A caption and its cards."""


def parts(game: Game, view: ArmsDealerView) -> Sequence[tuple[str, str]]:
    """Return the parts: the skirmishes, if there were any, and the piles."""
    return [(word, label) for word, label in _LABELS.items() if word != _SKIRMISHES or fights_of(game, view)]


def lines(game: Game, view: ArmsDealerView, word: str, names: Names) -> Iterator[str]:
    """Return the full content of the picture as lines of text."""
    view = facts.public_view(view)
    yield _LABELS[word]
    if word == _SKIRMISHES:
        yield from (texts.fight_line(fight, names) for fight in fights_of(game, view))
    else:
        yield from texts.piles(view, names)


def draw(game: Game, view: ArmsDealerView, word: str, names: Names) -> Canvas:
    """Draw the part with this word. It shows only public facts."""
    view = facts.public_view(view)
    if word == _SKIRMISHES:
        return _fights(fights_of(game, view))
    return _piles(view, names)


def _titled(word: str, height: int) -> tuple[Canvas, Box]:
    """Return a canvas with a title, and the box below it."""
    canvas = Canvas(WIDTH, 2 * MARGIN + _HEAD + height, NIGHT)
    row, below = canvas.box.inset(MARGIN).row(_HEAD)
    canvas.text(_LABELS[word], TITLE, row, TEXT)
    return canvas, below


def _fights(fights: Sequence[Fight]) -> Canvas:
    """Draw a row for each skirmish, with its number in the middle and each side's cards and power beside it."""
    heights = [_HIGH * max(len(_flowed(_cards_in(corner), _HALF)) for corner in fight.corners) + 16 for fight in fights]
    canvas, below = _titled(_SKIRMISHES, sum(heights) + UNIT * len(heights))
    for fight, height in zip(fights, heights, strict=True):
        row, below = below.row(height)
        below = below.row(UNIT)[1]
        canvas.panel(row, BRIDGE, edge=RIM)
        middle = Box(row.left + row.width // 2 - 30, row.top, 60, row.height)
        canvas.text(str(fight.skirmish), TITLE, middle, MUTED, align=Align.MIDDLE)
        for seat, corner in enumerate(fight.corners):
            _corner(canvas, row.inset(10, 8), seat, corner)
    return canvas


def _corner(canvas: Canvas, row: Box, seat: Seat, corner: Corner) -> None:
    """Draw one side of a skirmish: its cards at the outer end of the row, its result and power towards the middle."""
    half = Box(row.left if seat == 0 else row.right - _HALF, row.top, _HALF, row.height)
    _tiles(canvas, half, _cards_in(corner))
    left = half.right if seat == 0 else half.left - _POWER
    room = Box(left, row.top, _POWER, row.height)
    hidden = corner.fate in {Fate.FORFEITED, Fate.SPARED}
    wide = 0 if hidden else fonts.width(str(corner.power), FIGURE)
    signs = [(Shape.STAR, YELLOW)] * corner.fate.wins + [(Shape.CROSS, VERMILION)] * corner.fate.destroyed
    at = room.left + (room.width - wide - 36 * len(signs)) // 2
    for symbol, ink in signs:
        canvas.shape(symbol, at, room.middle - 14, 28, ink)
        at += 36
    if not hidden:
        canvas.text(str(corner.power), FIGURE, room._replace(left=at, width=wide), TEXT)


def _cards_in(corner: Corner) -> list[tuple[TableCard, int]]:
    cards: tuple[TableCard, ...] = (*corner.ships, *corner.items)
    return facts.stacks(cards)


def _piles(view: ArmsDealerView, names: Names) -> Canvas:
    """Draw each player's ships, items and coins, then both decks with their discards, and the bank."""
    groups = list(_groups(view))
    heights = [_ROW + sum(_height(cards) for _, cards in rows) + 16 for *_, rows in groups]
    canvas, remaining = _titled(_PILES, sum(heights) + UNIT * len(heights))
    right = WIDTH - MARGIN
    right -= money(canvas, view.bank, right, MARGIN + _HEAD // 2, TITLE) + UNIT
    canvas.text("Bank", LABEL, Box(right - 70, MARGIN, 70, _HEAD), MUTED)
    for (seat, title, stocks, rows), height in zip(groups, heights, strict=True):
        box, remaining = remaining.row(height)
        remaining = remaining.row(UNIT)[1]
        canvas.panel(box, BRIDGE, edge=RIM)
        row, below = box.inset(16, 8).row(_ROW)
        end = counters(canvas, row, reversed(stocks))
        if seat is not None:
            seat_badge(canvas, seat, row.left, row.middle - 22, 44)
            row = row.column(44 + UNIT)[1]
        canvas.text(title if seat is None else names[seat], STRONG, row._replace(width=end - row.left), TEXT)
        for caption, cards in rows:
            tiles, below = below.row(_height(cards))
            _tiles(canvas, tiles, cards)
            canvas.text(caption, LABEL, tiles, MUTED, align=Align.RIGHT if cards else Align.LEFT)
    return canvas


def _height(cards: Sequence[_Counted]) -> int:
    return max(len(_flowed(cards, _WIDE)), 1) * _HIGH


def _groups(view: ArmsDealerView) -> Iterator[tuple[Seat | None, str, Sequence[tuple[str, int | str]], list[_Row]]]:
    """Yield each group of cards: its seat or title, its numbers, and its public cards."""
    for side in view.sides:
        stocks: list[tuple[str, int | str]] = [
            ("Stake", f"{side.stake:,}"),
            ("Items", side.hand),
            ("Drawn", side.drawn),
        ]
        stocks += [("Repair bay", side.bay), ("Deck", side.deck)]
        destroyed: list[_Counted] = [(ship, count) for ship, count in facts.destroyed(side).items() if count]
        rows: list[_Row] = [("destroyed" if destroyed else "nothing destroyed", destroyed)]
        if side.returned:
            rows.append(("won, in the repair bay", facts.stacks(sorted(side.returned, key=attrgetter("order")))))
        yield side.seat, "", stocks, rows
    items = (("Deck", view.item_deck), ("Discard", len(view.item_discard)))
    yield None, "Items", items, [_discarded(view.item_discard)]
    asteroids = (("Deck", view.asteroid_deck), ("Discard", len(view.asteroid_discard)))
    yield None, "Asteroids", asteroids, [_discarded(view.asteroid_discard)]


def _discarded(cards: Sequence[TableCard]) -> _Row:
    return "" if cards else "nothing discarded", facts.stacks(cards)


def _flowed(cards: Sequence[_Counted], width: int) -> list[list[_Counted]]:
    """Break cards into rows of `width` pixels."""
    each = width // _CELL
    return [[*cards[start : start + each]] for start in range(0, len(cards), each)]


def _tiles(canvas: Canvas, box: Box, cards: Sequence[_Counted]) -> None:
    """Draw the pictures of cards from the left, each with its number of copies."""
    for line, row in enumerate(_flowed(cards, box.width)):
        for place, (card, count) in enumerate(row):
            cell = Box(box.left + place * _CELL, box.top + line * _HIGH, _CELL, _ART)
            art.place(canvas, card, cell)
            if count > 1:
                canvas.text(f"x{count}", STRONG, cell.column(_ART + 4)[1], TEXT)
