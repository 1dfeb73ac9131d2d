"""What only a player of Alchemy sees: the hand, the store face up, the Magnum Opus; when attacked, every defence."""

from collections.abc import Iterator
from typing import Final

from render import telling
from render.alchemy import choice, facts
from render.alchemy.cards import Held, circle
from render.alchemy.sections import asked, effect_cards, fight, sentences, stacked, tokens
from render.alchemy.tokens import Token, pile_tokens, token
from render.artist import Names
from render.canvas import UNIT, Box, Canvas
from render.fonts import LABEL
from render.heads import counters, heading
from render.lines import ROOM
from render.palette import GROUND, MUTED, TEXT, YELLOW
from render.pieces import SEATS, pips
from render.shapes import Shape
from rules.alchemy.cards import EffectCard
from rules.alchemy.limits import MOST_POINTS
from rules.alchemy.view import AlchemyView
from rules.core.game import Game

_NAME: Final = 48


def draw(game: Game, view: AlchemyView, names: Names) -> Canvas:
    """The hand of the view's seat."""
    return stacked(_sections(game, view, names))


def _sections(game: Game, view: AlchemyView, names: Names) -> Iterator[Canvas | None]:
    assert view.seat is not None
    assert view.own is not None
    own, question = view.own, telling.question(game, view, names)
    yield _name(view, names[view.seat])
    yield asked(question, facts.own_conditions(view, question, names), facts.aside(game, view, names))
    if not telling.at_rest(view):
        yield fight(view)
    if facts.is_attacked(view):
        yield from choice.answer_sections(view)
    if own.looking:
        yield tokens("You look at", map(token, own.looking))
    yield circle(facts.stacks(own.hand), ROOM)
    yield sentences((facts.CIRCLE, LABEL, MUTED), (facts.seen(view), LABEL, TEXT))
    frame, usable = SEATS[view.seat][0], facts.usable(view)
    yield effect_cards(
        [
            Held(card, count, facts.note(card), frame if card in usable else None)
            for card, count in facts.effects(own.hand).items()
        ]
    )
    yield from _store(view)
    if not view.sides[view.seat].opus:
        note = facts.note(own.opus, "your Magnum Opus, unused: only you know it")
        yield effect_cards([Held(own.opus, 1, note, frame if own.opus in usable else None)], columns=1)
    yield sentences(
        (facts.opus_used(view), LABEL, TEXT),
        (facts.not_picked(view), LABEL, MUTED),
    )
    yield tokens(f"Deck {len(own.deck)}", pile_tokens(own.deck))


def _store(view: AlchemyView) -> Iterator[Canvas | None]:
    """The store in few words, then the text of its processes."""
    found: list[Token] = []
    whole: list[Held] = []
    for card, seen in facts.stored(view):
        found.append(token(card)._replace(note=facts.visibility(seen=seen)))
        if isinstance(card, EffectCard):
            whole.append(Held(card, 1, facts.note(card, "in your store")))
    yield tokens(facts.store_count(view), found)
    yield effect_cards(whole)


def _name(view: AlchemyView, name: str) -> Canvas:
    """Whose hand it is, and what they have to spend."""
    assert view.seat is not None
    side = view.sides[view.seat]
    canvas = Canvas(ROOM, _NAME, GROUND)
    row = canvas.box
    right = row.right - MOST_POINTS * (30 + UNIT) + UNIT
    pips(canvas, Shape.DISC, (side.points, MOST_POINTS), Box(right, row.middle - 15, 30, 30), YELLOW)
    stocks = (("AP", side.points), ("Score", f"{side.score} of {view.goal}"))
    heading(canvas, row, view.seat, f"{name}: hand", counters(canvas, row, stocks, right - 2 * UNIT))
    return canvas
