"""Draw the private picture of an Alchemy player: hand, store, Magnum Opus, and all defences while attacked."""

from collections.abc import Iterator
from typing import Final

from render import wording
from render.alchemy import choice, facts, piles
from render.alchemy.cards import Held, circle
from render.alchemy.sections import cards, decision, fitting, sentences, tokens
from render.alchemy.style import TRAY, VIALS, vials
from render.alchemy.tokens import token
from render.canvas import UNIT, Box, Canvas
from render.fonts import LABEL, STRONG
from render.heads import counters, heading
from render.lines import ROOM
from render.palette import MUTED, TEXT
from render.pieces import SEATS
from render.renderer import Names
from rules.alchemy.cards import EffectCard
from rules.alchemy.view import AlchemyView
from rules.core.game import Game

_NAME: Final = 48
_LEVELS: Final = 5
"""Number of levels of brevity. Each leaves out the texts of one more kind of card: the store, then the Magnum Opus,
then the processes; the last one also leaves out the deck and the cards seen by the opponent.
"""


def draw(game: Game, view: AlchemyView, names: Names) -> Canvas:
    """Draw the hand of the view's seat, with as much of the cards' text as fits."""
    return fitting(lambda level: _sections(game, view, names, level), _LEVELS)


def _sections(game: Game, view: AlchemyView, names: Names, level: int) -> Iterator[Canvas | None]:
    assert view.seat is not None
    assert view.own is not None
    own, question, attacked = view.own, wording.question(game, view, names), facts.is_attacked(view)
    yield _name(view, names[view.seat])
    yield decision(question, facts.own_conditions(view, question, names), facts.hand_remark(game, view, names))
    if attacked:
        yield from choice.answer_sections(view)
    if own.looking:
        yield tokens("You look at", map(token, own.looking))
    if not attacked:
        yield circle(facts.stacks(own.hand), ROOM)
    if level < _LEVELS - 1:
        yield sentences((facts.seen(view), LABEL, TEXT))
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
    opus = Held(own.opus, 1, "Opus, used" if used else "your Opus", frame if own.opus in usable else None, used)
    for text in (True, False):
        in_form = [
            *(hand if text == (level < 3) else []),
            *([opus] if text == (level < 2 and not used) else []),
            *(held for held in store if text == (level < 1 and isinstance(held.card, EffectCard))),
        ]
        yield from cards(in_form, text=text)
    if level < _LEVELS - 1:
        yield _deck(view)


def _deck(view: AlchemyView) -> Canvas:
    """Draw the contents of the deck, in one row."""
    assert view.own is not None
    canvas = Canvas(ROOM, piles.ROW, TRAY)
    row = canvas.box
    width = canvas.text("Deck", LABEL, row, MUTED) + UNIT
    width += canvas.text(str(len(view.own.deck)), STRONG, row.column(width)[1], TEXT) + 3 * UNIT
    piece = piles.in_a_row(piles.counts(view.own.deck))
    canvas.place(piece, width, 0)
    others = sum(isinstance(card, EffectCard) for card in view.own.deck)
    words = facts.counted(others, "process", "processes")
    canvas.text(words, LABEL, row.column(width + piece.width + 2 * UNIT)[1], MUTED)
    return canvas


def _name(view: AlchemyView, name: str) -> Canvas:
    """Draw the owner's name and resources."""
    assert view.seat is not None
    side = view.sides[view.seat]
    canvas = Canvas(ROOM, _NAME, TRAY)
    row = canvas.box
    right = row.right - VIALS
    vials(canvas, right, row.middle - 15, side.points)
    canvas.name("AP", Box(right - 86, row.top, VIALS + 86, row.height))
    stocks = (("AP", side.points), ("Score", f"{side.score} of {view.goal}"))
    heading(canvas, row, view.seat, f"{name}: hand", counters(canvas, row, stocks, right - 2 * UNIT))
    return canvas
