"""Draw the spaces of a formation as the viewer knows them, and both formations face to face."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.arms_dealer import facts, sprites
from render.arms_dealer.skirmishes import Corner, Fate, Fight
from render.arms_dealer.style import BRIDGE, FAINT, NIGHT, RIM
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import FIGURE, STRONG, Type
from render.palette import INK, MUTED, TEXT, VERMILION, YELLOW, Ink, blend
from render.pieces import SEATS
from render.shapes import Shape
from rules.arms_dealer.cards import Fleet, ShipCard
from rules.arms_dealer.limits import SPACES
from rules.arms_dealer.view import ArmsDealerView, SideView
from rules.core.events import Seat

SPACE_HEIGHT, LOW_SPACE = 216, 116
"""Heights of a space in pixels: as a whole card, and where there are many rows."""
_FIGURE_ROW, _CLASS = 64, 36
"""Heights of a whole card's number and name, in pixels."""


class Spot(NamedTuple):
    """A space of a formation."""

    label: str
    """The number of the space; "" for a ship that is not laid yet."""
    seat: Seat
    fleet: Fleet
    laid: bool
    """Whether a ship lies in this space, face down."""
    ship: ShipCard | None = None
    """The ship; None if the viewer does not know it."""
    fate: Fate | None = None
    """The ship's fate; None before its skirmish."""
    figure: str = ""
    """The text below the ship."""
    highlighted: bool = False
    """Whether to mark the space: it was just swapped, or can be chosen."""


@cached
def space(spot: Spot, size: tuple[int, int], on: Ink) -> Image:
    """Draw a space as the viewer knows it."""
    canvas = Canvas(*size, on)
    box, ink = canvas.box, SEATS[spot.seat][0]
    fighting = spot.fate is Fate.FIGHTING
    if spot.laid and spot.ship is None:
        _back(canvas, box, spot.fleet, ink)
    else:
        bold = fighting or spot.laid
        fill = blend(ink, BRIDGE, 0.3) if fighting else BRIDGE if spot.ship or spot.fate else NIGHT
        canvas.panel(box, fill, edge=ink if bold else RIM, line=4 if bold else 2)
    canvas.text(spot.label, STRONG, Box(box.left + 12, box.top + 8, 40, 32), TEXT if spot.laid or fighting else MUTED)
    if spot.ship is not None:
        _ship_on_space(canvas, box, spot)
    elif spot.fate is Fate.SPARED:
        sprites.insignia(canvas, spot.fleet, Box(box.left, box.top + 10, box.width, 62), FAINT, BRIDGE)
    if spot.figure or spot.fate:
        whole = box.height >= SPACE_HEIGHT
        row = Box(box.left, box.bottom - _FIGURE_ROW, box.width, _FIGURE_ROW - UNIT)
        _figure(
            canvas, row if whole else Box(box.left, box.bottom - 44, box.width, 36), spot, FIGURE if whole else STRONG
        )
    if spot.highlighted:
        canvas.panel(Box(box.right - 52, box.top + 8, 44, 40), INK, radius=UNIT)
        sprites.swap(canvas, Box(box.right - 47, box.top + 11, 34, 34))
    return canvas.pixels


def _back(canvas: Canvas, box: Box, fleet: Fleet, ink: Ink) -> None:
    dark = blend(ink, BRIDGE, 0.2)
    canvas.panel(box, dark, edge=blend(ink, BRIDGE, 0.6), line=4)
    size = box.height * 3 // 5 if box.height >= SPACE_HEIGHT else min(box.height - 44, 76)
    square = Box(box.left, box.top + (box.height - size) // 2, box.width, size)
    sprites.insignia(canvas, fleet, square, blend(ink, BRIDGE, 0.75), dark)


def _ship_on_space(canvas: Canvas, box: Box, spot: Spot) -> None:
    assert spot.ship is not None
    destroyed = spot.fate is not None and spot.fate.destroyed
    if box.height >= SPACE_HEIGHT:
        picture = box.inset(4)._replace(height=box.height - _FIGURE_ROW - _CLASS - 4)
        sprites.ship(canvas, spot.ship, picture.inset(10, 18), SEATS[spot.seat][0], whole=not destroyed)
        name = Box(picture.left, picture.bottom, picture.width, _CLASS)
        canvas.fill(name, INK)
        words = spot.ship.ship_class.label
        if fonts.width(words, STRONG) <= name.width:
            canvas.text(words, STRONG, name, MUTED if destroyed else TEXT, align=Align.MIDDLE)
        return
    room = Box(box.left + 34, box.top + 10, box.width - 68, box.height - 58)
    sprites.ship(canvas, spot.ship, room, SEATS[spot.seat][0], whole=not destroyed)


def _figure(canvas: Canvas, row: Box, spot: Spot, kind: Type) -> None:
    """Draw the text below a ship, after a star for a won skirmish and a cross for a destroyed ship."""
    symbols = []
    if spot.fate is not None and spot.fate.wins:
        symbols.append((Shape.STAR, YELLOW))
    if spot.fate is not None and spot.fate.destroyed:
        symbols.append((Shape.CROSS, VERMILION))
    if fonts.width(spot.figure, kind) > row.width - 32 * len(symbols) - UNIT:
        kind = STRONG
    width = fonts.width(spot.figure, kind) + 32 * len(symbols)
    left = row.left + (row.width - width) // 2
    for shape, ink in symbols:
        canvas.shape(shape, left, row.middle - 12, 24, ink)
        left += 32
    canvas.text(spot.figure, kind, Box(left, row.top, row.right - left - 4, row.height), TEXT)


def draw_spots(
    canvas: Canvas, box: Box, shown: Sequence[Spot], abreast: int = SPACES, height: int = SPACE_HEIGHT
) -> None:
    """Draw spaces side by side, in a row that has room for `abreast` of them."""
    for spot, room in zip(shown, box.columns(abreast, UNIT), strict=False):
        canvas.place(space(spot, (room.width, height), NIGHT), room.left, room.top)
        canvas.name(f"Space {spot.label}" if spot.label else "Ships", room._replace(height=height))


def spots(view: ArmsDealerView, fought: Sequence[Fight], seat: Seat) -> list[Spot]:
    """Return a seat's formation as the viewer knows it, with the results of the skirmishes fought so far."""
    swapped = facts.swapped(view, seat)
    last = max(SPACES, view.skirmish)
    by_skirmish = {fight.skirmish: fight.corners[seat] for fight in fought}
    return [
        _spot(view.sides[seat], number, by_skirmish.get(number), highlighted=number in swapped)
        for number in range(last - SPACES + 1, last + 1)
    ]


def _spot(side: SideView, number: int, corner: Corner | None, *, highlighted: bool) -> Spot:
    spot = Spot(str(number), side.seat, side.look, laid=False)
    if corner is None:
        space = side.formation[number - 1] if number <= SPACES else None
        ship_seen = space.ship if space else None
        figure = str(ship_seen.power) if ship_seen else ""
        laid = space is not None and space.laid
        return spot._replace(laid=laid, ship=ship_seen, figure=figure, highlighted=highlighted and laid)
    ship = corner.ships[0] if corner.ships else None
    figure = {Fate.FORFEITED: "forfeit", Fate.SPARED: "unseen"}.get(corner.fate, str(corner.power))
    return spot._replace(ship=ship, fate=corner.fate, figure=figure)


def current_skirmish(view: ArmsDealerView) -> int | None:
    """Return the number of the skirmish that is being fought, or about which a player has to decide; None if there is
    none.
    """
    if view.phase == "Equipping":
        return view.skirmish
    return view.skirmish + 1 if view.phase in {"Opening", "Strategy", "Following", "Answering"} else None


def lanes(canvas: Canvas, box: Box, view: ArmsDealerView, fought: Sequence[Fight]) -> None:
    """Draw both formations face to face, the first space at the top; in sudden death, the latest spaces."""
    now = current_skirmish(view)
    shown = [spots(view, fought, seat) for seat in (0, 1)]
    high = (box.height - (SPACES - 1) * _GAP) // SPACES
    for left, right in zip(*shown, strict=True):
        row, box = box.row(high)
        box = box.row(_GAP)[1]
        aimed = str(now) == left.label
        canvas.panel(row, BRIDGE, edge=TEXT if aimed else None, line=4, radius=14)
        for spot, seat in ((left, 0), (right, 1)):
            size = ((row.width - _NUMBER) // 2 - UNIT, high - UNIT)
            at = row.left + UNIT if seat == 0 else row.right - UNIT - size[0]
            canvas.place(_half(spot, size), at, row.top + UNIT // 2)
        number = Box(row.left + (row.width - _NUMBER) // 2, row.middle - 20, _NUMBER, 40)
        if aimed:
            canvas.panel(number, TEXT, radius=20)
        canvas.text(left.label, STRONG, number, INK if aimed else TEXT, align=Align.MIDDLE)


_GAP: Final = 6
_NUMBER: Final = 48
_MARK: Final = 28


@cached
def _half(spot: Spot, size: tuple[int, int]) -> Image:
    """Draw the ship on a space, or the ship that fought there, with its fate towards the middle."""
    canvas = Canvas(*size, BRIDGE)
    seat, box = spot.seat, canvas.box
    picture = Box(0 if seat == 0 else _MARK + 4, 0, box.width - _MARK - 4, box.height)
    mark = Box(box.width - _MARK if seat == 0 else 0, box.middle - _MARK // 2, _MARK, _MARK)
    ink = SEATS[seat][0]
    if spot.ship is not None:
        sprites.ship(canvas, spot.ship, picture, ink, whole=spot.fate is None or not spot.fate.destroyed)
    elif spot.laid:
        back = picture.inset(4, 2)
        dark = blend(ink, BRIDGE, 0.3)
        canvas.panel(back, dark, edge=blend(ink, BRIDGE, 0.7), radius=8)
        sprites.insignia(canvas, spot.fleet, back.inset(0, 5), ink, dark)
    elif spot.fate is Fate.SPARED:
        sprites.insignia(canvas, spot.fleet, picture.inset(0, 6), FAINT, BRIDGE)
    if spot.fate is Fate.TIED:  # a star above a cross, however low the space is
        wide = min(_MARK, box.height // 2)
        left = mark.left + (_MARK - wide) // 2
        canvas.shape(Shape.STAR, left, box.middle - wide, wide, YELLOW)
        canvas.shape(Shape.CROSS, left + 2, box.middle + 2, wide - 4, VERMILION)
    elif spot.fate is not None and spot.fate.wins:
        canvas.shape(Shape.STAR, mark.left, mark.top, _MARK, YELLOW)
    elif spot.fate is not None and spot.fate.destroyed:
        canvas.shape(Shape.CROSS, mark.left + 2, mark.top + 2, _MARK - 4, VERMILION)
    if spot.highlighted:
        sprites.swap(canvas, mark)
    return canvas.pixels
