"""Draw a puzzle of T&B: the goal, both boards, and the solver's hand below them."""

from collections.abc import Iterator
from typing import Final

from render.canvas import UNIT, WIDTH, Box, Canvas
from render.fonts import LABEL, STRONG
from render.landscape import MARGIN, PARTS
from render.lines import lines_height, sentence, write
from render.palette import MUTED, PANEL, TEXT
from render.pieces import SEATS
from render.tnb import facts, player, texts
from render.tnb.cards import CARD_HEIGHT, whole_card
from render.tnb.style import GRASS
from rules.core.game import Game
from rules.core.puzzles import SOLVER
from rules.tnb.limits import HAND_LIMIT
from rules.tnb.view import TnbView

_NAMES: Final = ("You", "Enemy")
_CARD: Final = (WIDTH - 2 * MARGIN - (HAND_LIMIT - 1) * UNIT) // HAND_LIMIT
_BODY: Final = PARTS.body.height
_NO_HAND: Final = 48


def draw(_game: Game, view: TnbView, goal: str, note: str) -> Canvas:
    """Draw a puzzle from its solver's view.

    goal: the goal as a sentence. note: a sentence below the goal, for example about the latest event; may be "".
    """
    room = WIDTH - 2 * MARGIN
    words = sentence(goal, STRONG, TEXT, 2, room - 2 * UNIT)
    words += sentence(note or _held(view), LABEL, TEXT, 2, room - 2 * UNIT)
    head = lines_height(words) + 2 * UNIT
    hand = CARD_HEIGHT if view.hand else _NO_HAND
    canvas = Canvas(WIDTH, 2 * MARGIN + head + _BODY + hand + 2 * UNIT, GRASS)
    top, below = canvas.box.inset(MARGIN).row(head)
    canvas.fill(top, PANEL)
    write(canvas, top.inset(UNIT), words)
    boards, cards = below.row(UNIT)[1].row(_BODY)
    for seat, box in enumerate(boards.columns(2, room - 2 * player.WIDTH)):
        player.draw(canvas, box, view, seat, _NAMES[seat])
    _hand(canvas, cards.row(UNIT)[1], view)
    return canvas


def _held(view: TnbView) -> str:
    """Return what the enemy may hold, in a sentence."""
    unseen = ", ".join(card.name for card in view.sides[1 - SOLVER].unseen)
    return f"In the enemy's hand and deck: {unseen}."


def _hand(canvas: Canvas, box: Box, view: TnbView) -> None:
    playable = facts.playable(view)
    for place, card in enumerate(view.hand):
        piece = whole_card(card, SEATS[SOLVER][0], _CARD, framed=card in playable)
        canvas.place(piece, box.left + place * (_CARD + UNIT), box.top)
    if not view.hand:
        canvas.text("No cards in hand", STRONG, box.row(_NO_HAND)[0], MUTED)


def lines(game: Game, view: TnbView, goal: str, note: str) -> Iterator[str]:
    """Return the full content of the picture as lines of text."""
    yield goal
    yield note or _held(view)
    yield from texts.table(game, view, _NAMES)
    yield ""
    yield from texts.hand(game, view, _NAMES)
    yield ""
    yield from texts.cards(view, 1 - SOLVER, _NAMES)
