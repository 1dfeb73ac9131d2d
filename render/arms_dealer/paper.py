"""Arms Dealer's cards on paper: ships of both fleets, items and asteroids."""

from typing import Final

from render.arms_dealer import sprites
from render.arms_dealer.art import MOST_DOTS, ink_of
from render.arms_dealer.sprites import FLEETS
from render.arms_dealer.style import BRIDGE
from render.canvas import Box, Canvas
from render.palette import GREEN, TEXT, YELLOW
from render.paper import Back, Face, Figure, Paper
from render.shapes import Shape
from rules.arms_dealer.cards import AsteroidCard, ItemCard, ShipCard, TableCard
from rules.core.cards import Card

_PER_DOT: Final = 100
_DOT: Final = 44


def _face(card: Card) -> Face:
    assert isinstance(card, TableCard)
    ink = ink_of(card)

    def picture(canvas: Canvas, box: Box) -> None:
        canvas.fill(box, BRIDGE)
        room = box.inset(40, 40)
        match card:
            case ShipCard():
                sprites.ship(canvas, card, room._replace(height=room.height - 70), ink)
                _dots(canvas, box, min(card.power // _PER_DOT, MOST_DOTS))
                sprites.insignia(canvas, card.fleet, Box(box.left + 20, box.top + 20, 90, 90), ink, BRIDGE)
            case ItemCard():
                sprites.item_symbol(canvas, card.kind, room, ink)
            case AsteroidCard():
                sprites.rock(canvas, room, card)

    match card:
        case ShipCard():
            figures = [Figure(None, f"{card.fleet.label} {card.ship_class.label}", str(card.power))]
            text = ""
        case AsteroidCard():
            figures, text = [Figure(None, "coins", f"{card.coins:,}")], ""
        case _:
            figures, text = [], card.printed
    return Face(name=card.name, ink=ink, picture=picture, figures=figures, text=text, flavour=card.text)


def _dots(canvas: Canvas, box: Box, count: int) -> None:
    """Draw a dot for each 100 power, as on the table."""
    wide = count * _DOT + (count - 1) * _DOT // 3
    for place in range(count):
        left = box.left + (box.width - wide) // 2 + place * (_DOT + _DOT // 3)
        canvas.shape(Shape.DISC, left, box.bottom - 20 - _DOT, _DOT, TEXT)


def _back(card: Card) -> Back:
    match card:
        case ShipCard():
            return Back(f"{card.fleet.label} fleet", FLEETS[card.fleet])
        case ItemCard():
            return Back("Items", GREEN)
        case _:
            return Back("Asteroids", YELLOW)


def _copies(card: Card) -> int:
    return card.copies if isinstance(card, ItemCard | AsteroidCard) else 1


PAPER: Final = Paper(face=_face, back=_back, pile=lambda card: _back(card).word, copies=_copies)
