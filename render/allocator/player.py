"""One player's console: who they are, what they have, and their three systems."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.allocator import facts
from render.allocator.cards import FACTIONS, STRIP_HEIGHT, SYSTEMS, TALL, strip, tall_strip
from render.allocator.face import ALARM, CONSOLE, SCREEN, console, screen
from render.allocator.facts import Stack
from render.cache import kept
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import DISPLAY, FIGURE, LABEL, STRONG, TITLE
from render.heads import counters
from render.landscape import PLATE, plate
from render.palette import EDGE, INK, MUTED, TEXT, VERMILION, Ink
from render.pieces import SEATS, card_back, sign
from render.shapes import Shape
from rules.allocator.cards import System
from rules.allocator.view import AllocatorView, SideView, SystemView

_LINES: Final = 9
"""Lines of cards that the three systems have room for together."""
_LEAST: Final = 2
"""Lines of cards that each has: its power is as high."""
_BOOSTS: Final = 3
"""Lines that boosts take at most."""
_PITCH: Final = STRIP_HEIGHT + 2
_EDGE: Final = 5
"""Above and below the lines of a system."""
_GAP: Final = 6
_TWO_FIGURES: Final = 10
_POWER: Final = 136
"""How wide a system's power is."""
_LIFE: Final = 96
"""How wide the Life of a player is."""


class Shown(NamedTuple):
    """How a player is shown."""

    name: str
    rows: tuple[int, ...]
    """Lines of cards of each system."""


def lines(view: AllocatorView) -> tuple[int, ...]:
    """Lines of cards of each system, alike for both players: as the fuller one needs, the fullest has to save."""
    wanted = [max(_wanted(side.systems[place]) for side in view.sides) for place in range(len(System))]
    given = [_LEAST] * len(wanted)
    for _ in range(_LINES - sum(given)):
        short = [want - have for want, have in zip(wanted, given, strict=True)]
        place = short.index(max(short))
        given[place] += 1
    return tuple(given)


def _wanted(system: SystemView) -> int:
    return len(facts.stacks(system.cards)) + min(len(system.boosts), _BOOSTS)


def draw(canvas: Canvas, box: Box, view: AllocatorView, side: SideView, shown: Shown) -> None:
    """A player's part, framed in the colour of their seat if they are asked."""
    ink = SEATS[side.seat][0]
    console(canvas, box, ink if side.seat in view.waiting else None)
    room = box.inset(12, 10)
    top, room = room.row(PLATE)
    who, life = top.column(top.width - _LIFE)
    plate(canvas, who._replace(width=who.width - UNIT), view, side.seat, shown.name)
    canvas.panel(life, SCREEN, radius=PLATE // 2)
    canvas.shape(Shape.HEART, life.left + 14, life.middle - 17, 36, VERMILION if side.life else EDGE)
    canvas.text(str(side.life), TITLE, life.column(58)[1], TEXT)
    canvas.name("Life", life, side.seat)
    stocks, room = room.row(UNIT)[1].row(38)
    canvas.name("Stocks", stocks.inset(-UNIT // 2, 0), side.seat)
    canvas.place(_stocks(_held(view, side), stocks.width), stocks.left, stocks.top)
    room = room.row(UNIT)[1]
    checked = facts.checked(view, side)
    for system, rows in zip(side.systems, shown.rows, strict=True):
        well, room = room.row(rows * _PITCH - 2 + 2 * _EDGE)
        room = room.row(_GAP)[1]
        piece = _system(system, (well.width, well.height), ink, checked=checked is system.system)
        canvas.place(piece, well.left, well.top)
        canvas.name(system.system.label, well, side.seat)


class _Held(NamedTuple):
    """What stands above a player's systems."""

    power: int
    maximum_power: int
    points: int
    hand: int
    deck: int


def _held(view: AllocatorView, side: SideView) -> _Held:
    return _Held(side.power, view.maximum_power, side.development_points, side.hand, side.deck)


@kept
def _stocks(held: _Held, width: int) -> Image:
    """How much of the Maximum Power is used, Development points, cards in hand, cards in the deck."""
    canvas = Canvas(width, 38, CONSOLE)
    row = canvas.box
    shade = ALARM if held.power > held.maximum_power else TEXT
    said = canvas.text("Power ", LABEL, row, TEXT)
    canvas.text(f"{held.power}/{held.maximum_power}", STRONG, row.column(said)[1], shade)
    right = row.right - canvas.text(str(held.deck), STRONG, row, TEXT, align=Align.RIGHT) - 6
    for place in range(3):
        canvas.place(card_back(24, 34, CONSOLE), right - 24 - 5 * (2 - place), row.middle - 17)
    counters(canvas, row, (("Hand", held.hand), ("DP", held.points)), right - 24 - 10 - 2 * UNIT)
    return canvas.pixels


@kept
def _system(system: SystemView, size: tuple[int, int], ink: Ink, *, checked: bool) -> Image:
    """A system on its screen, boosts in the ink of its player's seat; with a bright edge while its power is checked."""
    canvas = Canvas(*size, CONSOLE)
    screen(canvas, canvas.box, TEXT if checked else None)
    power, cards = canvas.box.inset(_EDGE).column(_POWER)
    _system_power(canvas, power.column(9)[1], system, ink)
    _cards(canvas, cards.column(4)[1], system, ink)
    return canvas.pixels


def _system_power(canvas: Canvas, box: Box, system: SystemView, ink: Ink) -> None:
    shade = ink if system.boosts else TEXT
    label = facts.SHORT[system.system]
    signs, figure = box._replace(top=box.middle - 34, height=68).column(fonts.width(label, LABEL))
    canvas.shape(SYSTEMS[system.system], signs.left + (signs.width - 34) // 2, signs.top, 34, shade)
    canvas.text(label, LABEL, signs.row(38)[1], MUTED)
    kind = DISPLAY if system.boosted < _TWO_FIGURES else FIGURE
    canvas.text(str(system.boosted), kind, figure, shade if system.boosted else MUTED, align=Align.MIDDLE)


def _cards(canvas: Canvas, box: Box, system: SystemView, ink: Ink) -> None:
    """The boosts of this step, the latest first, then the stacks that add most; what has no room is counted."""
    room = (box.height + 2) // _PITCH
    boosts = [(card.name, card.boost) for card in reversed(system.boosts)]
    most = min(_BOOSTS, room - bool(system.cards))
    if len(boosts) > most:
        rest = boosts[most - 1 :]
        boosts = [
            *boosts[: most - 1],
            (f"{len(rest)} {'more ' if most > 1 else ''}boosts", sum(adds for _, adds in rest)),
        ]
    for name, adds in boosts:
        _boost(canvas, box.row(STRIP_HEIGHT)[0], name, f"+{adds}", ink)
        box = box.row(_PITCH)[1]
    room -= len(boosts)
    found = sorted(facts.stacks(system.cards), key=lambda stack: -stack.copies * stack.card.power_in(system.system))
    shown = found if len(found) <= room else found[: max(room - 1, 0)]
    drawn, pitch = (tall_strip, TALL + 2) if 2 * len(found) <= room else (strip, _PITCH)
    for stack in shown:
        canvas.place(drawn(stack, system.system, box.width), box.left, box.top)
        box = box.row(pitch)[1]
    if len(shown) < len(found):
        _more(canvas, box.row(STRIP_HEIGHT)[0], found[len(shown) :], system)
    elif not found and not boosts:
        canvas.text("no cards", LABEL, box.inset(UNIT, 0), MUTED)


def _boost(canvas: Canvas, box: Box, name: str, adds: str, ink: Ink) -> None:
    canvas.panel(box.inset(0, 1), ink, radius=8)
    row = box.inset(UNIT, 0)
    width = canvas.text(adds, STRONG, row, INK, align=Align.RIGHT) + UNIT
    canvas.text(name, LABEL, row._replace(width=row.width - width), INK)


def _more(canvas: Canvas, box: Box, rest: Sequence[Stack], system: SystemView) -> None:
    """How many cards of which factions have no room, and what they add."""
    power = sum(stack.copies * stack.card.power_in(system.system) for stack in rest)
    row = box.inset(UNIT, 0)
    right = row.right - canvas.text(str(power), STRONG, row, TEXT, align=Align.RIGHT) - UNIT
    left = row.left + canvas.text("and ", LABEL, row, MUTED)
    for faction in dict.fromkeys(stack.card.faction for stack in rest):
        count = str(sum(stack.copies for stack in rest if stack.card.faction is faction))
        if left + 28 + fonts.width(count, STRONG) > right:
            canvas.text("+", STRONG, row._replace(left=left), MUTED)
            break
        sign(canvas, FACTIONS[faction], faction.sign, Box(left, row.middle - 13, 26, 26))
        left += 28 + canvas.text(count, STRONG, row._replace(left=left + 28), TEXT) + 6
