"""One player's part of Alchemy's table: score and AP, hand, store, field and piles."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts, telling
from render.alchemy import facts
from render.alchemy.signs import BACK, ROW, Token, draw_tokens, token_rows
from render.cache import kept
from render.canvas import UNIT, WIDTH, Box, Canvas
from render.fonts import LABEL, STRONG, TITLE
from render.heads import counters, frame
from render.palette import MUTED, PANEL, TEXT, YELLOW
from render.pieces import SEATS, counter, gauge, pips, seat_sign, tag
from render.shapes import Shape
from rules.alchemy.cards import AlchemyCard, ElementCard
from rules.alchemy.elements import in_words
from rules.alchemy.limits import MOST_POINTS
from rules.alchemy.view import AlchemyView, SideView
from rules.core.events import Seat

_INNER: Final = 14
_NAME: Final = 48
_GAUGES: Final = 52
_LABEL: Final = 190
"""How wide the words before a row of cards are."""
_ROOM: Final = WIDTH - 6 * UNIT - 2 * 16 - _LABEL


class _Line(NamedTuple):
    """A place of the table and the cards there."""

    label: str
    cards: int | None
    rows: list[list[Token]]


class _Summary(NamedTuple):
    """What stands above a player's cards."""

    seat: Seat
    name: str
    word: str
    score: int
    goal: int
    points: int
    stocks: tuple[tuple[str, str], ...]
    """From right to left."""


def height(view: AlchemyView, seat: Seat) -> int:
    """How high a player's part is, in pixels."""
    return 2 * _INNER + _NAME + _GAUGES + sum(len(line.rows) for line in _lines(view.sides[seat])) * ROW


def draw(canvas: Canvas, box: Box, view: AlchemyView, seat: Seat, name: str) -> None:
    """A player's part, framed in the colour of their seat if they are asked."""
    side = view.sides[seat]
    frame(canvas, box, seat, asked=seat in view.waiting)
    inner = box.inset(16, _INNER)
    stocks = (("Deck", str(side.deck)), ("Damage dealt", in_words(side.damage)))
    summary = _Summary(seat, name, telling.standing(view, seat), side.score, view.goal, side.points, stocks)
    canvas.place(_summary(summary, inner.width), inner.left, inner.top)
    cards = inner.row(_NAME + _GAUGES)[1]
    canvas.place(_cards(side, (cards.width, cards.height)), cards.left, cards.top)


@kept
def _cards(side: SideView, size: tuple[int, int]) -> Image:
    """Where the cards of a player lie, a line for each place."""
    canvas = Canvas(*size, PANEL)
    rest = canvas.box
    for line in _lines(side):
        place, rest = rest.row(len(line.rows) * ROW)
        label = place.row(ROW)[0]
        width = canvas.text(line.label, LABEL, label, MUTED) + UNIT
        if line.cards is not None:
            canvas.text(str(line.cards), STRONG, label.column(width)[1], TEXT)
        draw_tokens(canvas, place.column(_LABEL)[1], line.rows)
    return canvas.pixels


def _lines(side: SideView) -> list[_Line]:
    hidden = side.hand - len(side.shown)
    hand = [*map(token, side.shown), *[BACK] * hidden]
    if side.looking:
        hand.append(Token(f"looks at {side.looking} of the deck", plain=True))
    opus = (Token(side.opus.name), Token("used", plain=True)) if side.opus else (BACK, Token("unused", plain=True))
    return [
        _line("Hand", side.hand, hand),
        _line("Store", len(side.store), [token(card) if card else BACK for card in side.store]),
        _line("Field", None, map(token, side.field)),
        _line("Recharge", len(side.recharge), pile_tokens(side.recharge)),
        _line("Exhausted", len(side.exhausted), pile_tokens(side.exhausted)),
        _line("Magnum Opus", None, opus),
    ]


def _line(label: str, cards: int | None, tokens: Iterable[Token]) -> _Line:
    return _Line(label, cards, token_rows(list(tokens) or [Token("empty", plain=True)], _ROOM))


def token(card: AlchemyCard) -> Token:
    """A card that lies face up."""
    return Token(str(card.magnitude), card.element) if isinstance(card, ElementCard) else Token(card.name)


def pile_tokens(pile: Iterable[AlchemyCard]) -> list[Token]:
    """A pile: the magnitudes of each element, and how many processes."""
    pile = tuple(pile)
    tokens = [Token(words.replace(" ", "  "), element) for element, words in facts.magnitudes(pile).items()]
    processes = sum(not isinstance(card, ElementCard) for card in pile)
    if processes:
        tokens.append(Token(facts.counted(processes, "process", "processes"), plain=True))
    return tokens


@kept
def _summary(player: _Summary, width: int) -> Image:
    """Who it is; below, the score on its way to the goal and the AP."""
    canvas = Canvas(width, _NAME + _GAUGES, PANEL)
    row, lower = canvas.box.row(_NAME)
    seat_sign(canvas, player.seat, row.left, row.top, row.height)
    right = counters(canvas, row, player.stocks)
    left = row.left + row.height + 12
    tagged = fonts.width(player.word, STRONG) + 5 * UNIT if player.word else 0
    named = canvas.text(player.name, TITLE, Box(left, row.top, right - left - tagged, row.height), TEXT)
    if player.word:
        tag(canvas, player.word, left + named + 2 * UNIT, row.middle, SEATS[player.seat][0])
    _gauges(canvas, lower.inset(0, 4), player)
    return canvas.pixels


def _gauges(canvas: Canvas, row: Box, player: _Summary) -> None:
    words = canvas.text("Score", LABEL, row, MUTED) + UNIT
    words += canvas.text(f"{player.score} of {player.goal}", STRONG, row.column(words)[1], TEXT) + 2 * UNIT
    size = 30
    right = row.right - MOST_POINTS * (size + UNIT) + UNIT
    pips(canvas, Shape.DISC, (player.points, MOST_POINTS), Box(right, row.middle - size // 2, size, size), YELLOW)
    right -= 2 * UNIT
    right -= counter(canvas, "AP", player.points, right, row.middle) + 3 * UNIT
    filled = min(player.score, player.goal)
    cells = Box(row.left + words, row.middle - 11, right - row.left - words, 22)
    gauge(canvas, cells, [(filled, SEATS[player.seat][0])], player.goal)
