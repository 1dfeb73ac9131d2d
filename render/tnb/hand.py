"""Draw a hand of T&B, and the cards in its owner's deck."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas, Layout
from render.fonts import LABEL, STRONG, TITLE
from render.heads import counters, heading, rows
from render.landscape import MARGIN
from render.lines import lines_height, sentence, write
from render.palette import INK, MUTED, PANEL, TEXT, VERMILION, blend
from render.pieces import SEATS
from render.renderer import Names
from render.tnb import facts
from render.tnb.art import art, kind
from render.tnb.cards import CARD_HEIGHT, DAMAGE, DEFENCE, HEALTH, SPEED, abbreviated, amount, whole_card
from render.tnb.style import GRASS
from render.wording import aim
from rules.core.game import Game
from rules.tnb.cards import TnbCard
from rules.tnb.limits import HAND_LIMIT
from rules.tnb.view import SideView, TnbView

_NAME: Final = 48
_TILE: Final = 190
"""Height of a card of the deck below the hand, in pixels."""
_LOW: Final = 124
"""The same on a phone."""
_NARROW: Final = 170
"""The smallest width of a card of the deck, in pixels."""
_WIDEST: Final = 260
"""The largest width of a card of the deck below the hand, in pixels."""
_FULL: Final = 160
"""The smallest height of a card of the deck that shows its attributes, in pixels."""
_CAPTION: Final = 36
_VALUE: Final = 44
"""Width of the Health and of the Damage beside the picture of a card of the deck, in pixels."""
_WORDS: Final = 36
"""Height of a line of a card of the deck, in pixels."""


class _Tiles(NamedTuple):
    """The layout of the cards in the deck."""

    abreast: int
    width: int
    height: int


def draw(game: Game, view: TnbView, names: Names, layout: Layout = Layout.DESKTOP) -> Canvas:
    """Draw the hand of the view's seat, and its deck in the room beside or below the hand.

    If there is too little room, a sentence lists the deck.
    """
    assert view.seat is not None
    side = view.sides[view.seat]
    room = layout.width - 2 * MARGIN
    abreast = HAND_LIMIT if layout is Layout.DESKTOP else min(HAND_LIMIT // 2, max(len(view.hand), 1))
    width = (room - (abreast - 1) * UNIT) // abreast
    framed = "Framed: playable." if facts.playable(view) else ""
    remark = [*sentence(aim(game, view), LABEL, TEXT, 1, room), *sentence(framed, LABEL, MUTED, 1, room)]
    high = -(-len(view.hand) // abreast) * (CARD_HEIGHT + UNIT)
    beside = Box(len(view.hand) * (width + UNIT), 0, room - len(view.hand) * (width + UNIT), high)
    deck = facts.in_deck(view)
    tiles = _tiles_beside(len(deck), beside) if 0 < len(view.hand) < abreast else None
    is_beside = tiles is not None
    tiles = tiles or _tiles_below(len(deck), room, layout)
    above = 2 * MARGIN + _NAME + lines_height(remark) + high + 3 * UNIT
    below_height = _CAPTION + -(-len(deck) // tiles.abreast) * (tiles.height + UNIT)
    is_drawn = is_beside or above + below_height <= layout.height
    words = [] if is_drawn else sentence(facts.deck_left(view), LABEL, MUTED, 3, room)
    deck_height = 0 if is_beside else below_height if is_drawn else lines_height(words)
    parts = (_NAME, lines_height(remark), high, deck_height)
    canvas = Canvas(layout.width, above + deck_height, GRASS)
    top, remarks, cards, below = rows(canvas.box.inset(MARGIN), parts, UNIT)
    _name(canvas, top, view.seat, side, names[view.seat])
    write(canvas, remarks, remark)
    _cards(canvas, cards, view, width, abreast)
    write(canvas, below, words)
    if is_drawn:
        at = beside._replace(left=cards.left + beside.left, top=cards.top) if is_beside else below
        _deck(canvas, at, view, tiles)
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


def _tiles_beside(count: int, box: Box) -> _Tiles | None:
    """Return the layout of the deck beside the hand, as high as the hand; None if there is too little room."""
    lines = 2 if count * (_NARROW + UNIT) > box.width else 1
    abreast = max(-(-count // lines), 1)
    width = (box.width - (abreast - 1) * UNIT) // abreast
    height = min((CARD_HEIGHT - _CAPTION + UNIT) // lines - UNIT, _TILE)
    return _Tiles(abreast, width, height) if width >= _NARROW else None


def _tiles_below(count: int, room: int, layout: Layout) -> _Tiles:
    """Return the layout of the deck below the hand."""
    most = (room + UNIT) // (_NARROW + UNIT)
    lines = max(-(-count // most), 1)
    abreast = max(-(-count // lines), 1)
    height = _TILE if layout is Layout.DESKTOP else _LOW
    return _Tiles(abreast, min((room - (abreast - 1) * UNIT) // abreast, _WIDEST), height)


def _deck(canvas: Canvas, box: Box, view: TnbView, tiles: _Tiles) -> None:
    """Draw the cards in the deck from the top of a box, in the order of the deck list."""
    cards: Sequence[TnbCard] = facts.in_deck(view)
    held = "" if view.hand else "No cards in hand. "
    caption, below = box.row(_CAPTION)
    canvas.text(f"{held}{'Still in your deck:' if cards else 'Your deck is empty.'}", LABEL, caption, MUTED)
    for place, card in enumerate(cards):
        row, column = divmod(place, tiles.abreast)
        left, top = below.left + column * (tiles.width + UNIT), below.top + row * (tiles.height + UNIT)
        canvas.place(_in_deck(card, tiles.width, tiles.height), left, top)


@cached
def _in_deck(card: TnbCard, width: int, height: int) -> Image:
    """Draw a card of the deck: its picture between its Health and its Damage, its name, and if there is room its Speed
    and Defence.
    """
    canvas = Canvas(width, height, GRASS)
    canvas.panel(canvas.box, PANEL)
    is_full = height >= _FULL
    picture, words = canvas.box.inset(4).row(height - 8 - _WORDS * (2 if is_full else 1))
    canvas.panel(picture, blend(kind(card), INK, 0.35))
    size = min(picture.height - 4, picture.width - 2 * _VALUE)
    canvas.stamp(*art(card, size), picture.left + (picture.width - size) // 2, picture.middle - size // 2)
    for left, shape, figure in ((picture.left, HEALTH, card.health), (picture.right - _VALUE, DAMAGE, card.damage)):
        cell = Box(left, picture.middle - 34, _VALUE, 68)
        canvas.shape(shape, left + (_VALUE - 26) // 2, cell.top, 26, VERMILION if shape is HEALTH else TEXT)
        canvas.text(str(figure), TITLE, cell._replace(top=cell.top + 28, height=40), TEXT, align=Align.MIDDLE)
    name, words = words.row(_WORDS)
    type_of_name = STRONG if fonts.width(card.name, STRONG) <= name.width else LABEL
    canvas.text(abbreviated(card.name, type_of_name, name.width), type_of_name, name, TEXT, align=Align.MIDDLE)
    for cell, (shape, figure) in zip(words.columns(2, 0), ((SPEED, card.speed), (DEFENCE, card.defence)), strict=True):
        if is_full:
            amount(canvas, shape, str(figure), cell.inset(UNIT, 0), (MUTED, TEXT if figure else MUTED))
    return canvas.pixels


def _name(canvas: Canvas, row: Box, seat: int, side: SideView, name: str) -> None:
    """Draw the owner's name and resources."""
    stocks = (("Deck", side.deck), ("LP", side.life_points), ("TP", side.tactical_points))
    heading(canvas, row, seat, f"{name}: hand", counters(canvas, row, stocks))
