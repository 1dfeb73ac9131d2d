"""What happens between the formations: the fight with its powers summed up, asteroids that break open, the pot."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from PIL.Image import Image

from render import fonts
from render.arms_dealer import sprites
from render.arms_dealer.cards import ITEM_INK, Chip, asteroid_card, chips_height, draw_chips, flowed, money
from render.arms_dealer.facts import Haul, stacks, times
from render.arms_dealer.skirmishes import Corner, Fate, Fight
from render.arms_dealer.sprites import FLEETS
from render.cache import kept
from render.canvas import UNIT, Align, Box, Canvas
from render.fonts import DISPLAY, FIGURE, LABEL, STRONG, TITLE
from render.palette import GROUND, INK, MUTED, PANEL, TEXT, VERMILION, WELL, YELLOW, Ink, blend
from render.pieces import SEATS, seat_sign
from render.shapes import Shape
from rules.arms_dealer.cards import Fleet, ItemCard
from rules.core.events import Seat

_POT: Final = 60
_RING: Final = 164
_RESULT: Final = 44
_BAR: Final = 72
_GAP: Final = 12
_HAUL: Final = 168
_FLEETS: Final = tuple(Fleet)
_WORDS: Final = {
    Fate.WON: "wins",
    Fate.LOST: "destroyed",
    Fate.TIED: "a tie: both win, both are destroyed",
    Fate.FORFEITED: "forfeits its ship",
    Fate.SPARED: "wins unseen",
}


class Pot(NamedTuple):
    """What is to be won, and what has just been done for it."""

    coins: int
    stakes: tuple[int, int]
    placed: bool
    """Whether the stakes are in the pot; otherwise they are the bets to come."""
    raised: tuple[Seat, int, int] | None
    """Who raised, by how much, and for which skirmish, if that is still to be answered."""
    won: tuple[Seat, int] | None
    """Who has just won the battle, and how much."""


class Stage(NamedTuple):
    """All that is shown between the formations."""

    pot: Pot
    fight: Fight | None
    haul: Haul | None


def height(stage: Stage, width: int) -> int:
    """How high it comes out, in pixels."""
    above = _POT + UNIT + (_BAR + UNIT if stage.pot.raised or stage.pot.won else 0)
    if stage.haul is not None:
        return above + _HAUL + chips_height(_unsold(stage.haul, width))
    if stage.fight is not None:
        half = (width - _GAP) // 2
        chips = max(chips_height(_chips(corner, half)) for corner in stage.fight.corners)
        return above + _RING + _RESULT * stage.fight.over + chips + UNIT
    return above - UNIT


@kept
def draw(stage: Stage, width: int) -> Image:
    """The pot, and below it what there is to see."""
    canvas = Canvas(width, height(stage, width), GROUND)
    pot, rest = canvas.box.row(_POT)
    _pot(canvas, pot, stage)
    rest = rest.row(UNIT)[1]
    if stage.pot.raised or stage.pot.won:
        bar, rest = rest.row(_BAR)
        _bar(canvas, bar, stage.pot)
        rest = rest.row(UNIT)[1]
    if stage.haul is not None:
        _draw_haul(canvas, rest, stage.haul)
    elif stage.fight is not None:
        _draw_fight(canvas, rest, stage.fight)
    return canvas.pixels


def _pot(canvas: Canvas, box: Box, stage: Stage) -> None:
    """What is in the pot, by whom, and what is asked for it."""
    pot = stage.pot
    canvas.panel(box, WELL)
    row = box.inset(2 * UNIT, 0)
    right = row.right
    right -= money(canvas, pot.coins, right, row.middle, TITLE) + UNIT
    right -= fonts.width("Pot", LABEL)
    canvas.text("Pot", LABEL, row._replace(left=right), MUTED)
    right -= 3 * UNIT
    if any(pot.stakes):
        for seat in (1, 0):
            right -= money(canvas, pot.stakes[seat], right, row.middle) + UNIT
            right -= 34
            seat_sign(canvas, seat, right, row.middle - 17, 34)
            right -= 2 * UNIT
    canvas.text(_title(stage), TITLE, row, TEXT)


def _bar(canvas: Canvas, box: Box, pot: Pot) -> None:
    """A raise that is to be answered, or the pot that was won."""
    canvas.panel(box, YELLOW)
    if pot.raised is not None:
        seat, coins, skirmish = pot.raised
        words = f"raises: match it, or forfeit skirmish {skirmish}"
    else:
        assert pot.won is not None
        seat, coins = pot.won
        words = "wins the battle and the pot"
    row = box.inset(2 * UNIT, 0)
    canvas.panel(Box(row.left - UNIT, row.top + 6, 60, 60), INK, radius=UNIT)
    seat_sign(canvas, seat, row.left, row.top + 14, 44)
    figure = f"+{coins:,}"
    wide = fonts.width(figure, FIGURE)
    canvas.text(words, TITLE, row.column(72)[1]._replace(width=row.width - 88 - wide), INK)
    canvas.text(figure, FIGURE, row, INK, align=Align.RIGHT)


def _title(stage: Stage) -> str:
    if stage.haul is not None:
        return "Harvest"
    if stage.fight is not None:
        return f"Skirmish {stage.fight.skirmish}"
    return "Pot" if stage.pot.placed else "Bets to come"


def _draw_fight(canvas: Canvas, box: Box, fight: Fight) -> None:
    """Both ships nose to nose, their powers, and what these are made of."""
    halves = box.columns(2, _GAP)
    for seat, (half, corner) in enumerate(zip(halves, fight.corners, strict=True)):
        _corner(canvas, half, seat, corner)
    size = 88
    left, top = box.left + (box.width - size) // 2, box.top + (_RING - size) // 2
    powers = [corner.power for corner in fight.corners]
    canvas.shape(Shape.DIAMOND, left - 6, top - 6, size + 12, GROUND)
    canvas.shape(Shape.DIAMOND, left, top, size, TEXT)
    seen = all(corner.ships for corner in fight.corners)
    mark = "VS" if not seen else "=" if powers[0] == powers[1] else ">" if powers[0] > powers[1] else "<"
    canvas.text(mark, FIGURE, Box(left, top, size, size), INK, align=Align.MIDDLE)


def _corner(canvas: Canvas, box: Box, seat: Seat, corner: Corner) -> None:
    ink, fate = SEATS[seat][0], corner.fate
    bright = fate in {Fate.FIGHTING, Fate.WON, Fate.SPARED}
    fill = blend(ink, GROUND, 0.32 if bright else 0.1)
    canvas.panel(box, fill, edge=YELLOW if fate in {Fate.WON, Fate.SPARED} else blend(ink, GROUND, 0.6), line=4)
    ring, below = box.inset(2 * UNIT, 0).row(_RING)
    outer, inner = (ring.column(228)[0], ring.column(228)[1]) if seat == 0 else _mirrored(ring, 228)
    picture = Box(outer.left, outer.top + 16, 228, 140)
    if fate.destroyed:
        sprites.burst(canvas, picture._replace(left=picture.left + 30, width=168).inset(0, -12))
    if corner.ships:
        sprites.ship(canvas, corner.ships[0], picture, whole=not fate.destroyed)
    else:
        sprites.insignia(canvas, _FLEETS[seat], picture.inset(0, 12), FLEETS[_FLEETS[seat]], fill)
    align = Align.RIGHT if seat else Align.LEFT
    figure = Box(inner.left + (40 if seat else 0), ring.top, inner.width - 40, ring.height)
    if fate in {Fate.FORFEITED, Fate.SPARED}:
        canvas.text("flees" if fate is Fate.FORFEITED else "unseen", TITLE, figure, MUTED, align=Align.MIDDLE)
    else:
        canvas.text(str(corner.power), DISPLAY, figure, TEXT if bright else MUTED, align=Align.MIDDLE)
    if fate is Fate.FIGHTING:
        _shots(canvas, figure, seat, blend(ink, TEXT, 0.6))
    if word := _WORDS.get(fate):
        below = below.row(_RESULT)[1]
        mark = YELLOW if fate.wins else VERMILION
        short = "tie" if fate is Fate.TIED else word
        room = Box(ring.left, ring.bottom, ring.width, 40)
        wide = fonts.width(short, STRONG) + 34
        left = room.left + round((room.width - wide) * align.value)
        canvas.shape(Shape.STAR if fate.wins else Shape.CROSS, left, room.middle - 13, 26, mark)
        canvas.text(short, STRONG, Box(left + 34, room.top, wide, room.height), TEXT)
    draw_chips(canvas, below, _chips(corner, box.width), align)


def _shots(canvas: Canvas, box: Box, seat: Seat, ink: Ink) -> None:
    """What flies above and below a power: bolts from Humans, drops from Aliens."""
    long, high = (40, 8) if seat == 0 else (18, 18)
    for place in range(3):
        for top in (box.top + 22, box.bottom - 22 - high):
            shift = 64 * place + (24 if top > box.middle else 0)
            left = box.left + shift if seat == 0 else box.right - shift - long
            canvas.panel(Box(left, top, long, high), ink, radius=high // 2)


def _mirrored(box: Box, width: int) -> tuple[Box, Box]:
    """The rightmost part of this width, and the rest."""
    return Box(box.right - width, box.top, width, box.height), box._replace(width=box.width - width)


def _chips(corner: Corner, width: int) -> list[list[Chip]]:
    """What a power is made of, in a corner of this width: the ship, the reinforcements, the items."""
    chips = []
    for place, ship in enumerate(corner.ships):
        chips.append(Chip(f"{'+' if place else ''}{ship.power} {ship.name}", TEXT, ship=ship if place else None))
    chips += _item_chips(corner.items)
    return flowed(chips, width - 4 * UNIT)


def _draw_haul(canvas: Canvas, box: Box, haul: Haul) -> None:
    """The asteroid broken open, and what was left in the rows if these have been renewed."""
    canvas.panel(box, PANEL, edge=SEATS[haul.seat][0], line=4)
    inner = box.inset(2 * UNIT, 12)
    canvas.place(asteroid_card(haul.card, (176, _HAUL - 24), PANEL), inner.left, inner.top)
    words = Box(inner.left + 200, inner.top, inner.width - 200, 60)
    seat_sign(canvas, haul.seat, words.left, words.top + 8, 44)
    text = f"asteroid {haul.place}: {haul.card.name}"
    canvas.text(text, STRONG, words.column(56)[1], TEXT)
    left = words.left
    figure = f"+{haul.coins:,}"
    sprites.coin(canvas, Box(left, words.bottom + 12, 52, 52))
    left += 64 + canvas.text(figure, DISPLAY, Box(left + 64, words.bottom, 300, 76), TEXT) + 2 * UNIT
    if haul.left:
        rest = ", ".join(f"{card.coins:,}" for card in haul.left)
        canvas.text("Not picked", LABEL, Box(left + 24, words.bottom, 300, 38), MUTED)
        canvas.text(rest, STRONG, Box(left + 24, words.bottom + 36, inner.right - left - 24, 38), TEXT)
    draw_chips(canvas, Box(inner.left, box.top + _HAUL, inner.width, 0), _unsold(haul, canvas.box.width), Align.LEFT)


def _unsold(haul: Haul, width: int) -> list[list[Chip]]:
    """The items that nobody bought."""
    if not haul.unsold:
        return []
    return flowed([Chip("Nobody bought", MUTED), *_item_chips(haul.unsold)], width - 4 * UNIT)


def _item_chips(items: Iterable[ItemCard]) -> list[Chip]:
    return [Chip(item.name + times(count), ITEM_INK, item=item) for item, count in stacks(items)]
