"""Draw the emblems of Allocator's cards. An emblem shows a card's abilities, so that players know the card before they
read its name.

The body shows the faction. Each blade above the body is a point of Attack, each plate around it a point of Defense,
each tooth below it a point of Development, and each beam of the core a point of boost.
"""

from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw

from render.cache import cached
from rules.allocator.cards import AllocatorCard, Faction, System

_SCALE: Final = 4
_Point = tuple[float, float]
_BODIES: Final[dict[Faction, tuple[_Point, ...]]] = {
    Faction.TITAN_AI: ((-0.7, -0.6), (0.7, -0.6), (1.0, 0.1), (0.5, 1.0), (-0.5, 1.0), (-1.0, 0.1)),
    Faction.BASTION: (
        *((-0.9, -0.9), (-0.5, -0.9), (-0.5, -0.6), (-0.2, -0.6), (-0.2, -0.9), (0.2, -0.9), (0.2, -0.6)),
        *((0.5, -0.6), (0.5, -0.9), (0.9, -0.9), (0.75, 1.0), (-0.75, 1.0)),
    ),
    Faction.VERDANT: (
        (0.0, -1.1),
        (0.7, -0.5),
        (0.85, 0.15),
        (0.5, 0.8),
        (0.0, 1.0),
        (-0.5, 0.8),
        (-0.85, 0.15),
        (-0.7, -0.5),
    ),
    Faction.CORSAIR: (
        (-1.1, -0.35),
        (-0.2, -0.35),
        (-0.2, -1.1),
        (0.8, -0.35),
        (1.1, -0.35),
        (0.65, 0.9),
        (-0.65, 0.9),
    ),
    Faction.PRISM: ((0.0, -1.05), (0.9, -0.5), (0.9, 0.5), (0.0, 1.05), (-0.9, 0.5), (-0.9, -0.5)),
}
"""The corners of each faction's body, from the emblem's middle, in units of the body's radius."""
_BODY, _PLATES, _BLADES = 0.24, 0.40, 0.47
"""Radii of the body, the plates and the blades, as shares of the emblem's size."""
_FORMS: Final = ((1.0, 1.0), (0.78, 1.12), (1.15, 0.82), (0.9, 0.9))
"""Factors for a body's width and height. The cards of a faction use them in turn."""


@cached
def emblem_mask(card: AllocatorCard, size: int) -> Image.Image:
    """Return the coverage of a card's emblem, from 0 to 255, in a square of `size` pixels."""
    side = size * _SCALE
    mask = Image.new("L", (side, side))
    draw = ImageDraw.Draw(mask)
    attack, defense, development = (card.power_in(system) for system in System)
    _teeth(draw, side, development)
    _blades(draw, side, attack)
    _plates(draw, side, defense)
    wide, high = _FORMS[card.order % len(_FORMS)]
    radius = side * _BODY
    body = [(side / 2 + x * wide * radius, side / 2 + y * high * radius) for x, y in _BODIES[card.faction]]
    draw.polygon(body, fill=255)
    _core(draw, side, card.boost)
    return mask.reduce(_SCALE)


def _around(side: int, turn: float, radius: float) -> _Point:
    """Return the point at this distance from the middle and in this direction: in turns, clockwise from the top."""
    angle = (turn - 0.25) * 2 * pi
    return side / 2 + radius * side * cos(angle), side / 2 + radius * side * sin(angle)


def _spread(count: int, step: float, middle: float = 0.0) -> list[float]:
    return [middle + (place - (count - 1) / 2) * step for place in range(count)]


def _blades(draw: ImageDraw.ImageDraw, side: int, count: int) -> None:
    for turn in _spread(count, 0.075):
        foot = [_around(side, turn + lean, 0.2) for lean in (-0.035, 0.035)]
        draw.polygon([*foot, _around(side, turn, _BLADES + 0.03)], fill=255)


def _plates(draw: ImageDraw.ImageDraw, side: int, count: int) -> None:
    box = (side * (0.5 - _PLATES), side * (0.5 - _PLATES), side * (0.5 + _PLATES), side * (0.5 + _PLATES))
    left = (count + 1) // 2
    turns = _spread(left, 0.105, -0.25) + _spread(count - left, 0.105, 0.25)
    for turn in turns:
        start = (turn - 0.25 - 0.042) * 360
        draw.arc(box, start, start + 0.084 * 360, fill=255, width=round(side * 0.085))


def _teeth(draw: ImageDraw.ImageDraw, side: int, count: int) -> None:
    for turn in _spread(count, 0.085, 0.5):
        x, y = _around(side, turn, 0.41)
        half = side * 0.05
        draw.rectangle((x - half, y - half, x + half, y + half), fill=255)


def _core(draw: ImageDraw.ImageDraw, side: int, beams: int) -> None:
    """Cut the core out of the body, with this number of beams."""
    points: list[_Point] = []
    for beam in range(beams):
        points += [_around(side, beam / beams, 0.125), _around(side, (beam + 0.5) / beams, 0.055)]
    if beams > 2:
        draw.polygon(points, fill=0)
    else:
        half = side * 0.05
        for turn in _spread(beams, 0.5, 0.25 if beams == 2 else 0.0):
            x, y = _around(side, turn, 0.06 if beams == 2 else 0.0)
            draw.ellipse((x - half, y - half, x + half, y + half), fill=0)
