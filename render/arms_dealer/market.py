"""The shop row, the asteroid row, their piles, and the bank."""

from typing import Final, NamedTuple

from PIL.Image import Image

from render.arms_dealer import sprites
from render.arms_dealer.cards import PLACE_HEIGHT, ShopPlace, rock_place, shop_place
from render.cache import kept
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import LABEL, STRONG
from render.heads import counters
from render.palette import GROUND, MUTED, TEXT, WELL
from rules.arms_dealer.limits import SHOP
from rules.arms_dealer.view import ArmsDealerView
from rules.core.events import Seat

_HEAD: Final = 42
HEIGHT: Final = 2 * (_HEAD + PLACE_HEIGHT) + UNIT


class _Market(NamedTuple):
    """All that is shown of it."""

    shop: tuple[ShopPlace, ...]
    asteroids: tuple[bool, ...]
    picker: Seat | None
    piles: tuple[tuple[int, int], tuple[int, int]]
    """Of items, then of asteroids: the deck, and the discard pile."""
    bank: int


def draw(canvas: Canvas, box: Box, view: ArmsDealerView) -> None:
    """Both rows, one below the other, and the bank at the end of the second."""
    looking = view.waiting[0] if view.item is not None else None
    shown = _Market(
        shop=tuple(
            ShopPlace(place.place, place.there, place.looked, looking if place.place == view.item else None)
            for place in view.shop
        ),
        asteroids=view.asteroids,
        picker=view.waiting[0] if view.picks else None,
        piles=(
            (view.item_deck, len(view.item_discard)),
            (view.asteroid_deck, len(view.asteroid_discard)),
        ),
        bank=view.bank,
    )
    canvas.place(_market(shown, box.width), box.left, box.top)


@kept
def _market(shown: _Market, width: int) -> Image:
    canvas = Canvas(width, HEIGHT, GROUND)
    shop, rest = canvas.box.row(_HEAD + PLACE_HEIGHT)
    asteroids = rest.row(UNIT)[1]
    head, row = shop.row(_HEAD)
    _head(canvas, head, "Arms Dealer", shown.piles[0])
    rooms = row.columns(SHOP, UNIT)
    for room, place in zip(rooms, shown.shop, strict=True):
        canvas.place(shop_place(place, (room.width, PLACE_HEIGHT), GROUND), room.left, room.top)
    head, row = asteroids.row(_HEAD)
    _head(canvas, head, "Asteroids", shown.piles[1])
    *cells, last = (room._replace(top=row.top) for room in rooms)
    for number, (room, there) in enumerate(zip(cells, shown.asteroids, strict=True), start=1):
        piece = rock_place(number, (room.width, PLACE_HEIGHT), GROUND, there=there, picker=shown.picker)
        canvas.place(piece, room.left, room.top)
    _bank(canvas, last._replace(height=PLACE_HEIGHT), shown.bank)
    return canvas.pixels


def _head(canvas: Canvas, row: Box, title: str, piles: tuple[int, int]) -> None:
    canvas.text(title, STRONG, row, TEXT)
    counters(canvas, row, zip(("Discard", "Deck"), reversed(piles), strict=True))


def _bank(canvas: Canvas, box: Box, coins: int) -> None:
    canvas.panel(box, WELL)
    for place in range(3):
        sprites.coin(canvas, Box(box.left + 36 + 26 * place, box.top + 10, 34, 34))
    canvas.text(f"{coins:,}", STRONG, Box(box.left, box.top + 44, box.width, 36), TEXT, align=Align.MIDDLE)
    canvas.text("bank", LABEL, Box(box.left, box.top + 78, box.width, 32), MUTED, align=Align.MIDDLE)
