"""Find a free place for a card's number on its face."""

from functools import reduce
from math import ceil
from operator import or_
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.cache import cached
from render.circuitry.turns import turned
from rules.circuitry.board import HUB
from rules.circuitry.cards import HEIGHT, PORTS, WIDTH, CircuitCard, Point

_GRAIN: Final = 4
"""The number of grains in a step of the lattice. The search moves by grains."""
_NODE: Final = 1.2
_PORTAL: Final = 1.4
_MASTER: Final = 2.0
_PAD: Final = 0.8
_CORNER: Final = 0.9
"""Radius of the free corner; `_NODE`, `_PORTAL`, `_MASTER` and `_PAD` are those of other things, all in steps of the
lattice.
"""
_PARTS: Final = 1, 0.9, 0.6, 0.2, 0
"""For each `Spot.over`, the share of a node's radius that must stay free."""


class Spot(NamedTuple):
    """A search for a free place on a card's face."""

    card: CircuitCard
    side: int
    turn: int
    """The card's rotation in the picture: clockwise, in quarter turns."""
    size: tuple[int, int]
    """Width and height of the place, in grains."""
    over: int = 0
    """The things that may be covered: 0 none, 1 pathways, 2 also the rims of nodes, 3 all but the middle of nodes, 4
    all.
    """
    far: bool = False
    """Whether to search from the opposite corner."""


def grains(width: int, height: int, step: float) -> tuple[int, int]:
    """Return a size in pixels as grains, rounded up.

    step: the size of a step of the lattice in pixels.
    """
    return ceil(width / step * _GRAIN), ceil(height / step * _GRAIN)


@cached
def spot_for(spot: Spot) -> tuple[float, float] | None:
    """Return the free place that is nearest to the corner that is the upper left one on an upright card.

    The place is given by its upper left corner in the picture, in steps of the lattice; None if no place is free.
    """
    taken = _taken(spot.card, spot.side, spot.turn, spot.over)
    across, down = _size(spot.turn)
    broad, lines_height = spot.size
    inside = (1 << max(across - broad, 1)) - 2
    right, low = ((spot.turn in turns) != spot.far for turns in _AWAY)
    wide = [reduce(or_, (row >> shift for shift in range(broad))) for row in taken]
    candidates = []
    for top in range(1, down - lines_height):
        if free := inside & ~reduce(or_, wide[top : top + lines_height]):
            left = (free if right else free & -free).bit_length() - 1
            candidates.append(((across - left if right else left) + (down - top if low else top), left, top))
    if not candidates:
        return None
    _, left, top = min(candidates)
    return left / _GRAIN, top / _GRAIN


_AWAY: Final = (1, 2), (2, 3)
"""The rotations (in quarter turns) that bring the upper left corner of a card to the right, and those that bring it to
the bottom.
"""


def _size(turn: int) -> tuple[int, int]:
    """Return the width and height of a card in grains."""
    return (HEIGHT * _GRAIN, WIDTH * _GRAIN) if turn % 2 else (WIDTH * _GRAIN, HEIGHT * _GRAIN)


@cached
def _taken(card: CircuitCard, side: int, turn: int, over: int) -> tuple[int, ...]:
    """Return a bit mask for each row of grains. The bit of a grain that must stay free is set; the lowest bit is on the
    left.
    """
    face = card.faces[side]
    across, down = _size(turn)
    image = Image.new("L", (across, down))
    draw = ImageDraw.Draw(image)

    def at(point: Point) -> tuple[float, float]:
        x, y = turned(point, turn)
        return x * _GRAIN, y * _GRAIN

    def blot(point: Point, size: float) -> None:
        (x, y), half = at(point), size * _GRAIN
        if size:
            draw.ellipse((x - half, y - half, x + half - 1, y + half - 1), fill=255)

    for pathway in () if over else face.pathways:
        draw.line([at(point) for point in pathway.points], fill=255, width=_GRAIN)
    for place, port in enumerate(PORTS):
        if face.ports[place] is not None and not over:
            blot(port, _PAD)
    share = _PARTS[over]
    for node in face.nodes:
        blot(node.at, (_PORTAL if node.portal else _NODE) * share)
    if face.charge is not None:
        blot(face.charge, _PORTAL * share)
    if face.master is not None or card.number == HUB:
        blot(Point(WIDTH // 2, HEIGHT // 2), _MASTER if over < len(_PARTS) - 1 else 0)
    if not over:
        blot(Point(0, 0), _CORNER)
    pixels = image.tobytes()
    rows = (pixels[top * across : (top + 1) * across] for top in range(down))
    return tuple(sum(1 << left for left, pixel in enumerate(row) if pixel) for row in rows)
