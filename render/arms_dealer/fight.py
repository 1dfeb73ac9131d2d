"""Draw one side of a skirmish: a large ship, its power, and what the power consists of; or ships that lie face down."""

from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.arms_dealer import sprites
from render.arms_dealer.art import ITEM_INKS
from render.arms_dealer.facts import stacks, times
from render.arms_dealer.skirmishes import Corner, Fate
from render.arms_dealer.style import BRIDGE, NIGHT, RIM, bridge
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import DISPLAY, FIGURE, LABEL, STRONG
from render.palette import INK, TEXT, VERMILION, YELLOW, Ink, blend
from render.pieces import SEATS
from render.shapes import Shape
from rules.arms_dealer.cards import Fleet, ItemKind, ShipCard
from rules.core.events import Seat

_PLATE: Final = 80
_CHIP: Final = 44
_BESIDE: Final = 12
"""The gap between the power and the ship's name."""
_MOST_ROWS: Final = 2
"""The maximum number of rows for the parts of a power."""
_ADDING: Final = frozenset({ItemKind.POWER, ItemKind.REINFORCEMENTS})
"""The kinds of items that are shown as added power."""


class Side(NamedTuple):
    """A player's side of the battle."""

    seat: Seat
    look: Fleet
    corner: Corner | None
    """This side of the present or latest skirmish; None before the first skirmish."""
    against: int
    """The opponent's power."""
    laid: tuple[bool, ...]
    """For each space, whether a ship lies on it face down."""
    drawn: int
    items: int
    """The number of items in the hand."""

    @property
    def leads(self) -> bool:
        """Whether the side would win or tie if the present skirmish ended now."""
        return self.corner is not None and self.corner.fate is Fate.FIGHTING and self.corner.power >= self.against

    @property
    def labels(self) -> tuple[str, str]:
        """The ship and its standing or result; before the first skirmish, the number of ships, and “face down”."""
        if self.corner is None:
            return (f"{self.drawn} drawn", "to be laid") if self.drawn else (f"{sum(self.laid)} laid", "face down")
        name = self.corner.ships[0].ship_class.label if self.corner.ships else "Face down"
        if self.corner.fate is Fate.FIGHTING:
            power = self.corner.power
            return name, "ahead" if power > self.against else "behind" if power < self.against else "even"
        return name, _ENDS[self.corner.fate]


_ENDS: Final = {
    Fate.WON: "wins",
    Fate.LOST: "destroyed",
    Fate.TIED: "tie",
    Fate.FORFEITED: "forfeits",
    Fate.SPARED: "wins unseen",
}


def draw(canvas: Canvas, box: Box, side: Side) -> None:
    """Draw the power at the top, the ship in the middle and its support at the bottom."""
    plate, below = box.row(_PLATE)
    _plate(canvas, plate, side)
    support = lines(side, box.width)
    support_height = len(support) * (_CHIP + 4)
    room, below = below.row(below.height - support_height)
    _ship(canvas, room.inset(0, 6), side)
    for line in support:
        row, below = below.row(_CHIP + 4)
        _line(canvas, row.row(4)[1], line, side.seat)


def _plate(canvas: Canvas, box: Box, side: Side) -> None:
    """Draw the power at the inner end of the row, and the ship's name and standing at the outer end."""
    seat, corner = side.seat, side.corner
    if side.leads:
        canvas.panel(box, SEATS[seat][0], radius=16)
    else:
        bridge(canvas, box)
    words = INK if side.leads else TEXT
    room = box.inset(16, 4)
    figure = "?" if corner is None else "" if corner.fate in {Fate.FORFEITED, Fate.SPARED} else str(corner.power)
    (name, stands), kind = side.labels, DISPLAY
    widest = max(figure, str(side.against), key=len)  # so that both sides write their powers alike
    if fonts.width(name, STRONG) + fonts.width(widest, kind) + _BESIDE > room.width:
        kind = FIGURE
    wide = canvas.text(figure, kind, room, words, align=Align.LEFT if seat else Align.RIGHT) + _BESIDE
    room = room._replace(width=room.width - wide, left=room.left + (wide if seat else 0))
    outer = Align.RIGHT if seat else Align.LEFT
    upper, lower = room.row(36)
    canvas.text(name, STRONG, upper, words, align=outer)
    if symbol := _SYMBOLS.get(corner.fate if corner else None):
        canvas.shape(symbol[0], lower.right - 30 if seat else lower.left, lower.middle - 15, 30, symbol[1])
        lower = lower._replace(width=lower.width - 38, left=lower.left + (0 if seat else 38))
    canvas.text(stands, LABEL, lower, words, align=outer)


_SYMBOLS: Final[dict[Fate | None, tuple[Shape, Ink]]] = {
    Fate.WON: (Shape.STAR, YELLOW),
    Fate.SPARED: (Shape.STAR, YELLOW),
    Fate.TIED: (Shape.CROSS, VERMILION),
    Fate.LOST: (Shape.CROSS, VERMILION),
    Fate.FORFEITED: (Shape.CROSS, VERMILION),
}


def _ship(canvas: Canvas, box: Box, side: Side) -> None:
    corner = side.corner
    if corner is not None and corner.fate.destroyed:
        sprites.burst(canvas, box)
    if corner is not None and corner.ships:
        sprites.ship(canvas, corner.ships[0], box.inset(8, 4), SEATS[side.seat][0], whole=not corner.fate.destroyed)
        return
    if corner is None:
        _squadron(canvas, box, side)
        return
    sprites.hidden(canvas, side.look, box.inset(8, box.height // 6), blend(SEATS[side.seat][0], NIGHT, 0.4))


def _squadron(canvas: Canvas, box: Box, side: Side) -> None:
    """Draw the face-down ships of a formation, the first one in front. Before the formation is laid, draw the ships
    that the player has drawn, without numbers.
    """
    high = box.height * 3 // 10
    shown = side.laid if not side.drawn else (True,) * side.drawn
    for place, present in zip(range(len(shown)), shown, strict=True):
        back, rank = (place + 1) // 2, 0 if not place else 1 if place % 2 else -1
        across = box.width // 2 + (70 - back * 84) * (-1 if side.seat else 1)
        middle = box.middle - rank * back * (box.height - high) // 4
        room = Box(box.left + across - high * 3 // 4, middle - high // 2, high * 3 // 2, high)
        sprites.hidden(canvas, side.look, room, blend(SEATS[side.seat][0], NIGHT, 0.45 if present else 0.15))
        if present and not side.drawn:
            at = room._replace(left=room.left + (6 if side.seat else -6))
            canvas.text(str(place + 1), STRONG, at, TEXT, align=Align.MIDDLE)


class Chip(NamedTuple):
    """A symbol and a number on a small panel."""

    text: str
    item: ItemKind | None = None
    ship: ShipCard | None = None
    hand: bool = False
    """Whether the chip stands for the items in the hand."""

    @property
    def width(self) -> int:
        symbol_width = 60 if self.ship else 46 if self.hand else 38
        return symbol_width + fonts.width(self.text, STRONG) + 2 * UNIT


def lines(side: Side, width: int) -> list[list[Chip]]:
    """Lay out the chips in at most two rows, from the outer end inwards, the hand first.

    Each reinforcement has a chip of its own if there is room; otherwise one chip stands for all.
    """
    detailed = _flowed(_chips(side, summed=False), width)
    return detailed if len(detailed) <= _MOST_ROWS else _flowed(_chips(side, summed=True), width)


def _chips(side: Side, *, summed: bool) -> list[Chip]:
    """Return chips for the hand and for the ship's support: reinforcements, total added power, and the number of other
    items of each kind.
    """
    words = "" if summed else " item" if side.items == 1 else " items"
    chips = [Chip(f"{side.items}{words}", hand=True)] if side.items else []
    if side.corner is None:
        return chips
    reinforcements, kinds = side.corner.ships[1:], [item.kind for item in side.corner.items]
    if summed and reinforcements:
        chips.append(Chip(f"+{sum(ship.power for ship in reinforcements)}", item=ItemKind.REINFORCEMENTS))
    else:
        chips += [Chip(f"+{ship.power}{times(count)}", ship=ship) for ship, count in stacks(reinforcements)]
    if added := sum(item.power for item in side.corner.items):
        chips.append(Chip(f"+{added}", item=ItemKind.POWER))
    others = (kind for kind in ItemKind if kind in kinds and kind not in _ADDING)
    return [*chips, *(Chip(f"x{kinds.count(kind)}", item=kind) for kind in others)]


def _flowed(chips: list[Chip], width: int) -> list[list[Chip]]:
    lines: list[list[Chip]] = []
    left = 0
    for chip in chips:
        if not lines or left + chip.width > width:
            lines.append([])
            left = 0
        lines[-1].append(chip)
        left += chip.width + UNIT
    return lines


def _line(canvas: Canvas, row: Box, line: list[Chip], seat: Seat) -> None:
    left = row.left
    for chip in line:
        piece = _chip(chip, SEATS[seat][0])
        at = left if seat == 0 else row.right - (left - row.left) - chip.width
        canvas.panel(Box(at, row.top, chip.width, _CHIP), BRIDGE, edge=RIM, radius=UNIT)
        canvas.place(piece, at + UNIT, row.top + 4)
        left += chip.width + UNIT


@cached
def _chip(chip: Chip, ink: Ink) -> Image:
    canvas = Canvas(chip.width - 2 * UNIT, _CHIP - 8, BRIDGE)
    box = canvas.box
    if chip.ship is not None:
        sprites.ship(canvas, chip.ship, box.column(54)[0], ink)
        words = box.column(60)[1]
    elif chip.hand:
        sprites.crate(canvas, box.column(40)[0].inset(0, 3))
        words = box.column(46)[1]
    else:
        assert chip.item is not None
        sprites.item_symbol(canvas, chip.item, box.column(32)[0].inset(0, 2), ITEM_INKS[chip.item])
        words = box.column(38)[1]
    canvas.text(chip.text, STRONG, words, TEXT)
    return canvas.pixels
