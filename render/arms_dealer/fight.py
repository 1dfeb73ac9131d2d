"""A side of a skirmish: its ship, large, its power, and what it is made of; or what waits there face down."""

from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.arms_dealer import sprites
from render.arms_dealer.art import ITEM_INKS
from render.arms_dealer.face import BRIDGE, NIGHT, RIM, bridge
from render.arms_dealer.facts import stacks, times
from render.arms_dealer.skirmishes import Corner, Fate
from render.cache import kept
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import DISPLAY, LABEL, STRONG
from render.palette import INK, TEXT, VERMILION, YELLOW, Ink, blend
from render.pieces import SEATS
from render.shapes import Shape
from rules.arms_dealer.cards import Fleet, ItemKind, ShipCard
from rules.core.events import Seat

_PLATE: Final = 80
_CHIP: Final = 44
_FEW: Final = 2
"""Lines of what a power is made of."""
_ADDING: Final = frozenset({ItemKind.POWER, ItemKind.REINFORCEMENTS})
"""What is told by the power that it adds."""


class Side(NamedTuple):
    """What is shown of a player in the battle."""

    seat: Seat
    look: Fleet
    corner: Corner | None
    """In the skirmish that is fought, or in the latest one; None before the first."""
    against: int
    """The other one's power."""
    laid: tuple[bool, ...]
    """Whether a ship lies face down, by space."""
    drawn: int
    items: int
    """In the hand."""

    @property
    def leads(self) -> bool:
        """Whether it would win, or tie, as a fight stands that is not over."""
        return self.corner is not None and self.corner.fate is Fate.FIGHTING and self.corner.power >= self.against

    @property
    def said(self) -> tuple[str, str]:
        """The ship, and how it stands or ended for this player; before the first skirmish, what lies there."""
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
    """The power above, the ship in the middle, what helps it below."""
    plate, rest = box.row(_PLATE)
    _plate(canvas, plate, side)
    made = lines(side, box.width)
    below = len(made) * (_CHIP + 4)
    room, rest = rest.row(rest.height - below)
    _ship(canvas, room.inset(0, 6), side)
    for line in made:
        row, rest = rest.row(_CHIP + 4)
        _line(canvas, row.row(4)[1], line, side.seat)


def _plate(canvas: Canvas, box: Box, side: Side) -> None:
    """The power towards the middle, and what it is of and how it stands towards the rim."""
    seat, corner = side.seat, side.corner
    if side.leads:
        canvas.panel(box, SEATS[seat][0], radius=16)
    else:
        bridge(canvas, box)
    words = INK if side.leads else TEXT
    room = box.inset(16, 4)
    figure = "?" if corner is None else "" if corner.fate in {Fate.FORFEITED, Fate.SPARED} else str(corner.power)
    wide = canvas.text(figure, DISPLAY, room, words, align=Align.LEFT if seat else Align.RIGHT) + 12
    room = room._replace(width=room.width - wide, left=room.left + (wide if seat else 0))
    outer = Align.RIGHT if seat else Align.LEFT
    (name, stands), (upper, lower) = side.said, room.row(36)
    canvas.text(name, STRONG, upper, words, align=outer)
    if sign := _SIGNS.get(corner.fate if corner else None):
        canvas.shape(sign[0], lower.right - 30 if seat else lower.left, lower.middle - 15, 30, sign[1])
        lower = lower._replace(width=lower.width - 38, left=lower.left + (0 if seat else 38))
    canvas.text(stands, LABEL, lower, words, align=outer)


_SIGNS: Final[dict[Fate | None, tuple[Shape, Ink]]] = {
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
    """The ships that nobody sees, by their spaces, the first one in front; as many as were drawn, without numbers."""
    high = box.height * 3 // 10
    shown = side.laid if not side.drawn else (True,) * side.drawn
    for place, there in zip(range(len(shown)), shown, strict=True):
        back, rank = (place + 1) // 2, 0 if not place else 1 if place % 2 else -1
        across = box.width // 2 + (70 - back * 84) * (-1 if side.seat else 1)
        middle = box.middle - rank * back * (box.height - high) // 4
        room = Box(box.left + across - high * 3 // 4, middle - high // 2, high * 3 // 2, high)
        sprites.hidden(canvas, side.look, room, blend(SEATS[side.seat][0], NIGHT, 0.45 if there else 0.15))
        if there and not side.drawn:
            at = room._replace(left=room.left + (6 if side.seat else -6))
            canvas.text(str(place + 1), STRONG, at, TEXT, align=Align.MIDDLE)


class Chip(NamedTuple):
    """A sign and a number on a small panel."""

    text: str
    item: ItemKind | None = None
    ship: ShipCard | None = None
    hand: bool = False
    """Whether it tells how many items are in the hand."""

    @property
    def width(self) -> int:
        sign = 60 if self.ship else 46 if self.hand else 38
        return sign + fonts.width(self.text, STRONG) + 2 * UNIT


def lines(side: Side, width: int) -> list[list[Chip]]:
    """Chips in at most two lines, from the rim towards the middle, the hand first: ships that help are told one by one
    as long as there is room.
    """
    whole = _flowed(_chips(side, summed=False), width)
    return whole if len(whole) <= _FEW else _flowed(_chips(side, summed=True), width)


def _chips(side: Side, *, summed: bool) -> list[Chip]:
    """The hand, and what is added to a ship: other ships, power summed up, and how often each other item was used."""
    words = "" if summed else " item" if side.items == 1 else " items"
    chips = [Chip(f"{side.items}{words}", hand=True)] if side.items else []
    if side.corner is None:
        return chips
    helping, kinds = side.corner.ships[1:], [item.kind for item in side.corner.items]
    if summed and helping:
        chips.append(Chip(f"+{sum(ship.power for ship in helping)}", item=ItemKind.REINFORCEMENTS))
    else:
        chips += [Chip(f"+{ship.power}{times(count)}", ship=ship) for ship, count in stacks(helping)]
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


@kept
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
        sprites.item_sign(canvas, chip.item, box.column(32)[0].inset(0, 2), ITEM_INKS[chip.item])
        words = box.column(38)[1]
    canvas.text(chip.text, STRONG, words, TEXT)
    return canvas.pixels
