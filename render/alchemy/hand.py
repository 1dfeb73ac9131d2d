"""Draw the private picture of an Alchemy player: hand, store, Magnum Opus, and all defences while attacked."""

from collections.abc import Iterator
from typing import Final

from render import wording
from render.alchemy import choice, facts, piles
from render.alchemy.cards import Held, circle
from render.alchemy.sections import cards, fitting, sentences, tokens
from render.alchemy.style import TRAY, VIALS, vials
from render.alchemy.tokens import token
from render.canvas import UNIT, Box, Canvas, Layout
from render.fonts import LABEL, STRONG
from render.heads import counters, heading
from render.lines import MARGIN
from render.palette import MUTED, TEXT
from render.pieces import SEATS
from render.renderer import Names
from rules.alchemy.cards import EffectCard
from rules.alchemy.view import AlchemyView
from rules.core.game import Game
from rules.core.words import counted

_NAME: Final = 48
_WIDE: Final = 1000
"""The smallest width, in pixels, of a picture that shows the resources beside the name."""
_LEVELS: Final = 5
"""The number of levels of brevity. Level 0 shows every text. Each further level omits the texts of one more kind of
card: the store, the Magnum Opus, the processes. The last level also omits the deck and the cards that the opponent has
seen, and draws defences briefly.
"""


def draw(game: Game, view: AlchemyView, names: Names, layout: Layout = Layout.DESKTOP) -> Canvas:
    """Draw the hand of the view's seat, with as many of the cards' texts as fit."""
    room = layout.width - 2 * MARGIN
    assert view.own is not None
    name, hand = _name(view, names[view.seat or 0], room), circle(facts.stacks(view.own.hand), room)
    return fitting(lambda level: _sections(game, view, names, (name, hand), level, room), _LEVELS, layout)


def _sections(  # noqa: PLR0913, PLR0917 # a hand, and how much of it is shown
    game: Game, view: AlchemyView, names: Names, drawn: tuple[Canvas, Canvas], level: int, room: int
) -> Iterator[Canvas | None]:
    """Yield the sections of a hand at a level of brevity. drawn: the name and the elements, which every level shows."""
    assert view.seat is not None
    assert view.own is not None
    own, attacked = view.own, facts.is_attacked(view)
    yield drawn[0]
    conditions = facts.own_conditions(view, wording.question(game, view, names), names)
    remark = " · ".join(filter(None, (wording.aim(game, view), facts.hand_remark(view))))
    yield sentences(*((words, LABEL, TEXT) for words in conditions), (remark, LABEL, MUTED), room=room)
    if attacked:
        yield from choice.answer_sections(view, room, brief=level == _LEVELS - 1)
    if own.looking:
        yield tokens("You look at", map(token, own.looking), room)
    if not attacked:
        yield drawn[1]
    if level < _LEVELS - 1:
        yield sentences((facts.seen(view), LABEL, TEXT), room=room)
    frame, usable = SEATS[view.seat][0], facts.usable(view)
    hand = [
        Held(card, count, facts.note(card), frame if card in usable else None)
        for card, count in facts.effects(own.hand).items()
    ]
    store = [
        Held(card, 1, f"{'' if isinstance(card, EffectCard) else 'in '}store{', seen' if seen else ''}")
        for card, seen in facts.stored(view)
    ]
    used = view.sides[view.seat].opus is not None
    opus = Held(own.opus, 1, "Opus, used" if used else "Opus", frame if own.opus in usable else None, used)
    wholes: list[Held] = []
    slips: list[Held] = []
    for held, whole_level in (*((each, 3) for each in hand), (opus, 0 if used else 2), *((each, 1) for each in store)):
        is_whole = level < whole_level and isinstance(held.card, EffectCard)
        (wholes if is_whole else slips).append(held)
    yield from cards(wholes, slips, room)
    if level < _LEVELS - 1:
        yield _deck(view, room)


def _deck(view: AlchemyView, room: int) -> Canvas:
    """Draw the contents of the deck, in one row or in two."""
    assert view.own is not None
    piece = piles.in_a_row(piles.counts(view.own.deck))
    is_wide = room >= _WIDE
    canvas = Canvas(room, piles.ROW * (1 if is_wide else 2), TRAY)
    row, below = canvas.box.row(piles.ROW)
    width = canvas.text("Deck", LABEL, row, MUTED) + UNIT
    width += canvas.text(str(len(view.own.deck)), STRONG, row.column(width)[1], TEXT) + 3 * UNIT
    canvas.place(piece, width if is_wide else 0, row.top if is_wide else below.top)
    others = sum(isinstance(card, EffectCard) for card in view.own.deck)
    words = counted(others, "process", "processes")
    canvas.text(words, LABEL, row.column(width + (piece.width + 2 * UNIT if is_wide else 0))[1], MUTED)
    return canvas


def _name(view: AlchemyView, name: str, room: int) -> Canvas:
    """Draw the owner's name and resources, in one row or in two."""
    assert view.seat is not None
    side = view.sides[view.seat]
    is_wide = room >= _WIDE
    canvas = Canvas(room, _NAME * (1 if is_wide else 2), TRAY)
    row = canvas.box.row(0 if is_wide else _NAME)[1]
    right = row.right - VIALS
    vials(canvas, right, row.middle - 15, side.points)
    canvas.name("AP", Box(right - 86, row.top, VIALS + 86, row.height))
    stocks = (("AP", side.points), ("Score", f"{side.score} of {view.goal}"))
    end = counters(canvas, row, stocks, right - 2 * UNIT)
    heading(canvas, canvas.box.row(_NAME)[0], view.seat, f"{name}: hand", end if is_wide else row.right)
    return canvas
