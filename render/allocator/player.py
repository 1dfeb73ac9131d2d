"""One player's part of Allocator's table: who they are, what they have, and their systems."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL.Image import Image

from render import telling
from render.allocator import facts
from render.allocator.cards import FACTIONS, STRIP_HEIGHT, SYSTEMS, strip
from render.allocator.facts import Stack
from render.cache import kept
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import FIGURE, LABEL, STRONG
from render.heads import counters, frame
from render.palette import EDGE, INK, MUTED, PANEL, TEXT, VERMILION, WELL, Ink, blend
from render.pieces import SEATS, Nameplate, gauge, nameplate, sign
from rules.allocator.view import AllocatorView, SideView, SystemView

LIFE: Final = 5
"""How many Life cards a player begins with."""
GAP: Final = 12
"""Between the parts of a table, and between systems, in pixels."""
_ROW, _HEADS, _SYSTEM_HEAD, _CHIPS = 48, 108, 52, 48
_PITCH: Final = STRIP_HEIGHT + 2
_FEWEST, _MOST, _BOOSTS = 3, 6, 3
"""Strips that every system has room for, that it is given at most, and that boosts take of them at most."""
_POWER_INKS: Final = (TEXT, blend(TEXT, MUTED, 0.4), blend(MUTED, EDGE, 0.7))
"""Attack, Defense and Development in the gauge."""


class _Summary(NamedTuple):
    """What stands above a player's systems."""

    plate: Nameplate
    powers: tuple[int, ...]
    maximum_power: int
    stocks: tuple[tuple[str, int], ...]
    """From right to left."""


def height(side: SideView) -> int:
    """How high a player's part is, in pixels: as their fullest system needs, within limits."""
    most = max(len(facts.stacks(system.cards)) + min(len(system.boosts), _BOOSTS) for system in side.systems)
    strips = min(max(most, _FEWEST), _MOST)
    return 2 * GAP + _HEADS + 2 * UNIT + _SYSTEM_HEAD + _CHIPS + strips * _PITCH


def draw(canvas: Canvas, box: Box, view: AllocatorView, side: SideView, name: str) -> None:
    """A player's part, framed in the colour of their seat if they are asked."""
    ink = SEATS[side.seat][0]
    frame(canvas, box, side.seat, asked=side.seat in view.waiting)
    heads, wells = box.inset(16, GAP).row(_HEADS)
    canvas.place(_summary(_summed(view, side, name), heads.width), heads.left, heads.top)
    checked = facts.checked(view, side)
    for well, system in zip(wells.columns(len(side.systems), GAP), side.systems, strict=True):
        piece = _system(system, (well.width, well.height), ink, checked=checked is system.system)
        canvas.place(piece, well.left, well.top)


def _summed(view: AllocatorView, side: SideView, name: str) -> _Summary:
    return _Summary(
        plate=Nameplate(side.seat, name, telling.standing(view, side.seat), ("Life", side.life, LIFE)),
        powers=tuple(system.power for system in side.systems),
        maximum_power=view.maximum_power,
        stocks=(
            ("Discards", len(side.discard_pile)),
            ("Deck", side.deck),
            ("Hand", side.hand),
            ("DP", side.development_points),
        ),
    )


@kept
def _summary(player: _Summary, width: int) -> Image:
    """Who it is and their Life; below it, how much of the Maximum Power is used, and what they have."""
    canvas = Canvas(width, _HEADS, PANEL)
    upper, lower = canvas.box.row(_ROW)
    nameplate(canvas, upper, player.plate)
    _stocks(canvas, lower.row(GAP // 2)[1]._replace(height=_ROW), player)
    return canvas.pixels


def _stocks(canvas: Canvas, row: Box, player: _Summary) -> None:
    used = sum(player.powers)
    row = row.column(canvas.text("Power", LABEL, row, MUTED) + UNIT)[1]
    shade = VERMILION if used > player.maximum_power else TEXT
    row = row.column(canvas.text(f"{used} of {player.maximum_power}", STRONG, row, shade) + 2 * UNIT)[1]
    right = counters(canvas, row, player.stocks)
    cells = Box(row.left, row.middle - 11, right - row.left, 22)
    gauge(canvas, cells, list(zip(player.powers, _POWER_INKS, strict=True)), player.maximum_power)


@kept
def _system(system: SystemView, size: tuple[int, int], ink: Ink, *, checked: bool) -> Image:
    """A system in its well, boosts in the ink of its player's seat; with a bright edge while its power is checked."""
    canvas = Canvas(*size, PANEL)
    canvas.panel(canvas.box, WELL, edge=TEXT if checked else None)
    head, rest = canvas.box.inset(UNIT).row(_SYSTEM_HEAD)
    canvas.shape(SYSTEMS[system.system], head.left + 4, head.middle - 17, 34, MUTED)
    canvas.text(system.system.label, STRONG, head.column(48)[1], TEXT)
    shade = ink if system.boosts else TEXT
    canvas.text(str(system.boosted), FIGURE, head.inset(6, 0), shade, align=Align.RIGHT)
    chips, rest = rest.row(_CHIPS)
    _chips(canvas, chips, system)
    _strips(canvas, rest, system, ink)
    return canvas.pixels


def _chips(canvas: Canvas, row: Box, system: SystemView) -> None:
    """How many cards of each faction are in it."""
    row = row.column(4)[1]
    if not system.factions:
        canvas.text("no cards", LABEL, row, MUTED)
        return
    pitch = min(row.width // len(system.factions), 76)
    size = min(pitch - 34, 34)
    for place, (faction, count) in enumerate(system.factions):
        ink, kind = FACTIONS[faction]
        cell = Box(row.left + place * pitch, row.top, pitch, 42)
        sign(canvas, kind, faction.sign, Box(cell.left, cell.middle - size // 2, size, size), ink)
        canvas.text(str(count), STRONG, cell.column(size + min(pitch - size - 32, 6))[1], TEXT)


def _strips(canvas: Canvas, box: Box, system: SystemView, ink: Ink) -> None:
    """The boosts of this step, the latest first, then the stacks that add most; what has no room is counted."""
    room = box.height // _PITCH
    boosts = [(card.name, card.boost) for card in reversed(system.boosts)]
    if len(boosts) > _BOOSTS:
        rest = boosts[_BOOSTS - 1 :]
        boosts = [*boosts[: _BOOSTS - 1], (f"{len(rest)} more boosts", sum(adds for _, adds in rest))]
    for name, adds in boosts:
        _boost(canvas, box.row(STRIP_HEIGHT)[0], name, f"+{adds}", ink)
        box = box.row(_PITCH)[1]
    room -= len(boosts)
    found = sorted(facts.stacks(system.cards), key=lambda stack: -stack.copies * stack.card.power_in(system.system))
    shown = found if len(found) <= room else found[: room - 1]
    for stack in shown:
        canvas.place(strip(stack, system.system, box.width), box.left, box.top)
        box = box.row(_PITCH)[1]
    if len(shown) < len(found):
        _more(canvas, box.row(STRIP_HEIGHT)[0], found[len(shown) :], system)


def _boost(canvas: Canvas, box: Box, name: str, adds: str, ink: Ink) -> None:
    canvas.panel(box.inset(0, 1), ink, radius=8)
    row = box.inset(UNIT, 0)
    width = canvas.text(adds, STRONG, row, INK, align=Align.RIGHT) + UNIT
    canvas.text(name, LABEL, row._replace(width=row.width - width), INK)


def _more(canvas: Canvas, box: Box, rest: Sequence[Stack], system: SystemView) -> None:
    count = sum(stack.copies for stack in rest)
    power = sum(stack.copies * stack.card.power_in(system.system) for stack in rest)
    row = box.inset(UNIT, 0)
    canvas.text(f"{count} more cards", LABEL, row, MUTED)
    canvas.text(str(power), STRONG, row, MUTED, align=Align.RIGHT)
