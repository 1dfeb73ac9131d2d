"""Draw one player's console: name, resources and the three systems."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.allocator import facts
from render.allocator.cards import FACTIONS, PORTRAIT, STRIP_HEIGHT, SYSTEMS, strip, tall_strip
from render.allocator.facts import Stack
from render.allocator.style import ALARM, CONSOLE, SCREEN, console, screen
from render.cache import cached
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import DISPLAY, FIGURE, LABEL, STRONG, TITLE
from render.heads import counters, rows
from render.landscape import PLATE, plate
from render.palette import EDGE, INK, MUTED, TEXT, VERMILION, Ink
from render.pieces import SEATS, card_back, draw_badge
from render.shapes import Shape
from rules.allocator.cards import System
from rules.allocator.view import AllocatorView, SideView, SystemView

_LINES: Final = 9
"""The number of lines for cards, in all three systems together."""
TALL_ROWS: Final = 2, 2, 2
"""The number of lines for the cards of each system on a phone. A line has room for two strips there."""
_ABREAST: Final = 420
"""The smallest width of the place for a system's cards in which two strips stand side by side, in pixels."""
_LEAST: Final = 2
"""The least number of lines in a system: the figure of its power needs them."""
_BOOSTS: Final = 3
"""The greatest number of lines for boosts in a system."""
_PITCH: Final = STRIP_HEIGHT + 2
_EDGE: Final = 5
"""Padding above and below the lines of a system, in pixels."""
_GAP: Final = 6
_PADDING: Final = 10
"""Padding above and below the parts of a console, in pixels."""
_STOCKS: Final = 38
"""Height of the row of numbers above the systems, in pixels."""
_TWO_FIGURES: Final = 10
_POWER: Final = 136
"""Width of a system's power, in pixels."""
_LIFE: Final = 96
"""Width of a player's Life, in pixels."""


def height(lines: Sequence[int]) -> int:
    """Return the height of a console whose systems have these numbers of lines, in pixels."""
    wells = sum(count * _PITCH - 2 + 2 * _EDGE + _GAP for count in lines) - _GAP
    return 2 * _PADDING + PLATE + UNIT + _STOCKS + UNIT + wells


class Shown(NamedTuple):
    """A player's name, and the layout of the systems."""

    name: str
    lines: tuple[int, ...]
    """The number of lines for cards in each system."""


def lines(view: AllocatorView) -> tuple[int, ...]:
    """Return the number of lines for the cards of each system, the same for both players.

    A system gets the lines that the player with more cards in it needs; if there is not enough room, the fullest
    systems get fewer.
    """
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
    """Draw a player's part, framed in the seat's colour if the seat is asked."""
    ink = SEATS[side.seat][0]
    console(canvas, box, ink if side.seat in view.waiting else None)
    room = box.inset(12, _PADDING)
    top, room = room.row(PLATE)
    who, life = top.column(top.width - _LIFE)
    plate(canvas, who._replace(width=who.width - UNIT), view, side.seat, shown.name)
    canvas.panel(life, SCREEN, radius=PLATE // 2)
    canvas.shape(Shape.HEART, life.left + 14, life.middle - 17, 36, VERMILION if side.life else EDGE)
    canvas.text(str(side.life), TITLE, life.column(58)[1], TEXT)
    canvas.name("Life", life, side.seat)
    stocks, room = room.row(UNIT)[1].row(_STOCKS)
    canvas.name("Stocks", stocks.inset(-UNIT // 2, 0), side.seat)
    canvas.place(_stocks(_held(view, side), stocks.width), stocks.left, stocks.top)
    room = room.row(UNIT)[1]
    checked = facts.checked(view, side)
    for system, count in zip(side.systems, shown.lines, strict=True):
        well, room = room.row(count * _PITCH - 2 + 2 * _EDGE)
        room = room.row(_GAP)[1]
        piece = _system(system, (well.width, well.height), ink, checked=checked is system.system)
        canvas.place(piece, well.left, well.top)
        canvas.name(system.system.label, well, side.seat)


class _Held(NamedTuple):
    """The numbers that are shown above a player's systems."""

    power: int
    maximum_power: int
    points: int
    hand: int
    deck: int


def _held(view: AllocatorView, side: SideView) -> _Held:
    return _Held(side.power, view.maximum_power, side.development_points, side.hand, side.deck)


@cached
def _stocks(held: _Held, width: int) -> Image:
    """Draw the power in use out of the Maximum Power, the Development Points, and the sizes of hand and deck."""
    canvas = Canvas(width, _STOCKS, CONSOLE)
    row = canvas.box
    power_ink = ALARM if held.power > held.maximum_power else TEXT
    label_width = canvas.text("Power ", LABEL, row, TEXT)
    canvas.text(f"{held.power}/{held.maximum_power}", STRONG, row.column(label_width)[1], power_ink)
    right = row.right - canvas.text(str(held.deck), STRONG, row, TEXT, align=Align.RIGHT) - 6
    for place in range(3):
        canvas.place(card_back(24, 34, CONSOLE), right - 24 - 5 * (2 - place), row.middle - 17)
    counters(canvas, row, (("Hand", held.hand), ("DP", held.points)), right - 24 - 10 - 2 * UNIT)
    return canvas.pixels


@cached
def _system(system: SystemView, size: tuple[int, int], ink: Ink, *, checked: bool) -> Image:
    """Draw a system on its screen, boosts in the seat's ink; its edge is bright while the system's power is checked."""
    canvas = Canvas(*size, CONSOLE)
    screen(canvas, canvas.box, TEXT if checked else None)
    power, cards = canvas.box.inset(_EDGE).column(_POWER)
    _system_power(canvas, power.column(9)[1], system, ink)
    _cards(canvas, cards.column(4)[1], system, ink)
    return canvas.pixels


def _system_power(canvas: Canvas, box: Box, system: SystemView, ink: Ink) -> None:
    shade = ink if system.boosts else TEXT
    label = facts.SHORT[system.system]
    symbol, figure = box._replace(top=box.middle - 34, height=68).column(fonts.width(label, LABEL))
    canvas.shape(SYSTEMS[system.system], symbol.left + (symbol.width - 34) // 2, symbol.top, 34, shade)
    canvas.text(label, LABEL, symbol.row(38)[1], MUTED)
    kind = DISPLAY if system.boosted < _TWO_FIGURES else FIGURE
    canvas.text(str(system.boosted), kind, figure, shade if system.boosted else MUTED, align=Align.MIDDLE)


def _cards(canvas: Canvas, box: Box, system: SystemView, ink: Ink) -> None:
    """Draw the boosts of this step, latest first, then the cards, those with the most power first. Count the ones that
    do not fit.
    """
    lines = (box.height + 2) // _PITCH
    columns = box.columns(2, UNIT) if box.width >= _ABREAST else (box,)
    places = [place for column in columns for place in rows(column, [STRIP_HEIGHT] * lines, _PITCH - STRIP_HEIGHT)]
    boosts = [(card.name, card.boost) for card in reversed(system.boosts)]
    boost_lines = min(_BOOSTS, len(places) - bool(system.cards))
    if len(boosts) > boost_lines:
        unshown = boosts[boost_lines - 1 :]
        boosts = [
            *boosts[: boost_lines - 1],
            (f"{len(unshown)} {'more ' if boost_lines > 1 else ''}boosts", sum(boost for _, boost in unshown)),
        ]
    for (name, boost), place in zip(boosts, places, strict=False):
        _boost(canvas, place, name, f"+{boost}", ink)
    by_power = sorted(facts.stacks(system.cards), key=lambda stack: -stack.copies * stack.card.power_in(system.system))
    free = places[len(boosts) :]
    tall = [place for place, below in zip(free[::2], free[1::2], strict=False) if place.left == below.left]
    alone = by_power[0] if len(by_power) == 1 and len(free) == lines > _LEAST else None
    if alone is not None and fonts.width(alone.card.name, LABEL) <= box.width - PORTRAIT - UNIT:
        canvas.place(tall_strip(alone, system.system, box.width, box.height), box.left, box.top)
    elif len(by_power) <= len(tall):
        for stack, place in zip(by_power, tall, strict=False):
            canvas.place(tall_strip(stack, system.system, place.width), place.left, place.top)
    else:
        shown = by_power if len(by_power) <= len(free) else by_power[: max(len(free) - 1, 0)]
        for stack, place in zip(shown, free, strict=False):
            canvas.place(strip(stack, system.system, place.width), place.left, place.top)
        if len(shown) < len(by_power):
            _more(canvas, free[len(shown)], by_power[len(shown) :], system)
    if not by_power and not boosts:
        canvas.text("no cards", LABEL, box.inset(UNIT, 0), MUTED)


def _boost(canvas: Canvas, box: Box, name: str, boost: str, ink: Ink) -> None:
    canvas.panel(box.inset(0, 1), ink, radius=8)
    row = box.inset(UNIT, 0)
    width = canvas.text(boost, STRONG, row, INK, align=Align.RIGHT) + UNIT
    canvas.text(name, LABEL, row._replace(width=row.width - width), INK)


def _more(canvas: Canvas, box: Box, unshown: Sequence[Stack], system: SystemView) -> None:
    """Write the factions, the number and the power of the cards that do not fit."""
    power = sum(stack.copies * stack.card.power_in(system.system) for stack in unshown)
    row = box.inset(UNIT, 0)
    right = row.right - canvas.text(str(power), STRONG, row, TEXT, align=Align.RIGHT) - UNIT
    left = row.left + canvas.text("and ", LABEL, row, MUTED)
    for faction in dict.fromkeys(stack.card.faction for stack in unshown):
        count = str(sum(stack.copies for stack in unshown if stack.card.faction is faction))
        if left + 28 + fonts.width(count, STRONG) > right:
            canvas.text("+", STRONG, row._replace(left=left), MUTED)
            break
        draw_badge(canvas, FACTIONS[faction], faction.sign, Box(left, row.middle - 13, 26, 26))
        left += 28 + canvas.text(count, STRONG, row._replace(left=left + 28), TEXT) + 6
