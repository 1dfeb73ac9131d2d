"""Draw rows of tokens: elements, names of cards, and cards that lie face down."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from render import fonts
from render.alchemy import facts
from render.alchemy.badges import badge_width, element_badge
from render.alchemy.style import HOLLOW, RIM
from render.canvas import UNIT, Box, Canvas
from render.fonts import LABEL, STRONG
from render.palette import MUTED, TEXT
from render.pieces import card_back
from rules.alchemy.cards import AlchemyCard, ElementCard
from rules.alchemy.elements import Element
from rules.core.words import counted

ROW: Final = 52
"""Distance from one row of tokens to the next, in pixels."""
_BACK: Final = 36


class Token(NamedTuple):
    """A card, or a few words that stand for several cards."""

    text: str = ""
    """The text; "" for a card that lies face down."""
    element: Element | None = None
    note: str = ""
    """A remark on the card."""
    plain: bool = False
    """Whether the text is words and not the name of a card."""


BACK: Final = Token()


def token_rows(tokens: Iterable[Token], room: int) -> list[list[Token]]:
    """Break tokens into rows of `room` pixels; there is at least one row."""
    rows: list[list[Token]] = [[]]
    left = 0
    for token in tokens:
        width = _width(token)
        if rows[-1] and left + width > room:
            rows.append([])
            left = 0
        rows[-1].append(token)
        left += width + UNIT
    return rows


def draw_tokens(canvas: Canvas, box: Box, rows: Sequence[Sequence[Token]]) -> None:
    """Draw rows of tokens from the top of the box."""
    for row in rows:
        line, box = box.row(ROW)
        for token in row:
            width = min(_width(token), line.width)
            _token(canvas, line._replace(width=width).inset(0, 3), token)
            line = line.column(width + UNIT)[1]


def _width(token: Token) -> int:
    if not token.text:
        return _BACK
    if token.plain:
        return fonts.width(token.text, LABEL) + UNIT
    badge_room = badge_width(token.element) + 4 if token.element else 4
    noted = fonts.width(token.note, LABEL) + UNIT if token.note else 0
    return badge_room + fonts.width(token.text, STRONG) + noted + 16


def _token(canvas: Canvas, box: Box, token: Token) -> None:
    if not token.text:
        canvas.place(card_back(box.width, box.height, canvas.at(box.left, box.top)), box.left, box.top)
        return
    if token.plain:
        canvas.text(token.text, LABEL, box, MUTED)
        return
    canvas.panel(box, HOLLOW, radius=UNIT, edge=RIM)
    room = box.inset(6, 0)
    if token.element:
        room = room.column(element_badge(canvas, token.element, room.left, room.middle) + 4)[1]
    named = room.column(0 if token.element else 2)[1]
    width = canvas.text(token.text, STRONG, named, TEXT)
    canvas.text(token.note, LABEL, named.column(width + UNIT)[1], MUTED)


def token(card: AlchemyCard) -> Token:
    """Return the token of a card that lies face up."""
    return Token(str(card.magnitude), card.element) if isinstance(card, ElementCard) else Token(card.name)


def pile_tokens(pile: Iterable[AlchemyCard]) -> list[Token]:
    """Return the tokens of a pile: the magnitudes of each element, and the number of processes."""
    pile = tuple(pile)
    tokens = [Token(words.replace(" ", "  "), element) for element, words in facts.magnitudes(pile).items()]
    processes = sum(not isinstance(card, ElementCard) for card in pile)
    if processes:
        tokens.append(Token(counted(processes, "process", "processes"), plain=True))
    return tokens
