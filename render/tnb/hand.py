"""Draw a hand of T&B, and the cards in its owner's deck."""

from collections.abc import Sequence
from typing import Final

from PIL.Image import Image

from render.cache import cached
from render.canvas import UNIT, Box, Canvas, Layout
from render.fonts import LABEL, STRONG
from render.heads import counters, heading, rows
from render.landscape import MARGIN
from render.lines import Line, lines_height, sentence, write
from render.palette import MUTED, PANEL, TEXT
from render.pieces import SEATS
from render.renderer import Names
from render.tnb import facts
from render.tnb.art import art
from render.tnb.cards import ATTRIBUTES_WIDTH, CARD_HEIGHT, abbreviated, attributes, whole_card
from render.tnb.style import GRASS
from render.wording import aim
from rules.core.game import Game
from rules.tnb.cards import TnbCard
from rules.tnb.limits import HAND_LIMIT
from rules.tnb.view import SideView, TnbView

_NAME: Final = 48
_CELL: Final = 76
"""Height of a card in the list of the deck, in pixels."""
_NARROW: Final = 240
"""The smallest width of a card in the list of the deck, in pixels."""
_CAPTION: Final = 36
_SMALL: Final = 44
"""Size in pixels of a card's picture that has no attributes beside it."""


def draw(game: Game, view: TnbView, names: Names, layout: Layout = Layout.DESKTOP) -> Canvas:
    """Draw the hand of the view's seat, and its deck in the room beside or below the hand.

    If there is too little room, a sentence lists the deck.
    """
    assert view.seat is not None
    side = view.sides[view.seat]
    room = layout.width - 2 * MARGIN
    abreast = HAND_LIMIT if layout is Layout.DESKTOP else HAND_LIMIT // 2
    width = (room - (abreast - 1) * UNIT) // abreast
    framed = "Framed: playable." if facts.playable(view) else ""
    remark = [*sentence(aim(game, view), LABEL, TEXT, 1, room), *sentence(framed, LABEL, MUTED, 1, room)]
    high = -(-len(view.hand) // abreast) * (CARD_HEIGHT + UNIT)
    beside = Box(len(view.hand) * (width + UNIT), 0, room - len(view.hand) * (width + UNIT), high)
    deck = facts.in_deck(view)
    is_beside = 0 < len(view.hand) < abreast and len(deck) <= _fitting(beside)
    above = 2 * MARGIN + _NAME + lines_height(remark) + high + 3 * UNIT
    is_drawn = is_beside or above + _deck_height(view, room) <= layout.height
    words = [] if is_drawn else sentence(facts.deck_left(view), LABEL, MUTED, 3, room)
    deck_height = 0 if is_beside else _deck_height(view, room) if is_drawn else lines_height(words)
    parts = (_NAME, lines_height(remark), high, deck_height)
    canvas = Canvas(layout.width, above + deck_height, GRASS)
    top, remarks, cards, below = rows(canvas.box.inset(MARGIN), parts, UNIT)
    _name(canvas, top, view.seat, side, names[view.seat])
    write(canvas, remarks, remark)
    _cards(canvas, cards, view, width, abreast)
    write(canvas, below, words)
    if is_drawn:
        _deck(canvas, beside._replace(left=cards.left + beside.left, top=cards.top) if is_beside else below, view)
    return canvas


def _cards(canvas: Canvas, box: Box, view: TnbView, width: int, abreast: int) -> None:
    assert view.seat is not None
    playable = facts.playable(view)
    for place, card in enumerate(view.hand):
        row, column = divmod(place, abreast)
        piece = whole_card(card, SEATS[view.seat][0], width, framed=card in playable)
        left, top = box.left + column * (width + UNIT), box.top + row * (CARD_HEIGHT + UNIT)
        canvas.place(piece, left, top)
        canvas.name(card.name, Box(left, top, *piece.size))


def _fitting(box: Box) -> int:
    """Return how many cards of the deck fit into a box, below a caption."""
    return _columns(box.width) * ((box.height - _CAPTION) // (_CELL + UNIT))


def _columns(width: int) -> int:
    """Return how many cards of the deck go side by side: with their attributes if at least two such cards fit."""
    full = (width + UNIT) // (ATTRIBUTES_WIDTH + _CELL + 3 * UNIT)
    return full if full > 1 else (width + UNIT) // (_NARROW + UNIT)


def _deck_height(view: TnbView, width: int) -> int:
    return lines_height(_caption(view, width)) + -(-len(facts.in_deck(view)) // _columns(width)) * (_CELL + UNIT)


def _caption(view: TnbView, width: int) -> list[Line]:
    held = "" if view.hand else "No cards in hand. "
    deck = "Still in your deck:" if facts.in_deck(view) else "Your deck is empty."
    return sentence(f"{held}{deck}", LABEL, MUTED, 2, width)


def _deck(canvas: Canvas, box: Box, view: TnbView) -> None:
    """Draw the cards in the deck from the top of a box, in the order of the deck list."""
    cards: Sequence[TnbCard] = facts.in_deck(view)
    below = write(canvas, box, _caption(view, box.width))
    columns = below.columns(_columns(box.width), UNIT)
    for place, card in enumerate(cards):
        row, column = divmod(place, len(columns))
        cell = columns[column]
        canvas.place(_in_deck(card, cell.width), cell.left, below.top + row * (_CELL + UNIT))


@cached
def _in_deck(card: TnbCard, width: int) -> Image:
    """Draw a card of the deck: its picture and name, and its attributes if there is room."""
    canvas = Canvas(width, _CELL, GRASS)
    canvas.panel(canvas.box, PANEL)
    room = canvas.box.inset(UNIT)
    is_full = room.width >= ATTRIBUTES_WIDTH + room.height + UNIT
    size = room.height if is_full else _SMALL
    piece, seen = art(card, size)
    canvas.stamp(piece, seen, room.left, room.middle - size // 2)
    words = room.column(size + UNIT)[1]
    if not is_full:
        canvas.text(abbreviated(card.name, STRONG, words.width), STRONG, words, TEXT)
        return canvas.pixels
    upper, lower = words.row(words.height // 2)
    canvas.text(card.name, STRONG, upper, TEXT)
    attributes(canvas, card, card.health, lower)
    return canvas.pixels


def _name(canvas: Canvas, row: Box, seat: int, side: SideView, name: str) -> None:
    """Draw the owner's name and resources."""
    stocks = (("Deck", side.deck), ("LP", side.life_points), ("TP", side.tactical_points))
    heading(canvas, row, seat, f"{name}: hand", counters(canvas, row, stocks))
