"""Where there is room on a face for the number of its card."""

from functools import reduce
from math import ceil
from operator import or_
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.cache import kept
from rules.circuitry.cards import HEIGHT, PORTS, WIDTH, CircuitCard, Point

_GRAIN: Final = 4
"""Room is looked for in so many parts of a step of the lattice."""
_ACROSS: Final = WIDTH * _GRAIN
_DOWN: Final = HEIGHT * _GRAIN
_NODE: Final = 1.2
_PORTAL: Final = 1.4
_MASTER: Final = 2.0
_PAD: Final = 0.8
_CORNER: Final = 0.9
"""Half the size of what is on a face, in steps of the lattice."""


class Spot(NamedTuple):
    """What room is looked for on a face."""

    card: CircuitCard
    side: int
    turned: bool
    size: tuple[int, int]
    """In grains (`grains`)."""
    traces: bool = False
    """Whether it may lie on pathways."""
    far: bool = False
    """Whether it is looked for from the opposite corner."""


def grains(width: int, height: int, step: float) -> tuple[int, int]:
    """How many parts of a step of the lattice, which has so many pixels, such a place takes."""
    return ceil(width / step * _GRAIN), ceil(height / step * _GRAIN)


@kept
def spot_for(spot: Spot) -> tuple[float, float] | None:
    """The upper left corner of an empty place of this size, in steps of the lattice, as near as there is one to the
    corner of the card that is its upper left one when it is not turned; None if there is none.
    """
    taken = _taken(spot.card, spot.side, spot.turned, traces=not spot.traces)
    broad, tall = spot.size
    inside = (1 << max(_ACROSS - broad, 1)) - 2
    last = spot.turned != spot.far
    wide = [reduce(or_, (row >> across for across in range(broad))) for row in taken]
    found = []
    for top in range(1, _DOWN - tall):
        if free := inside & ~reduce(or_, wide[top : top + tall]):
            left = (free if last else free & -free).bit_length() - 1
            found.append((left, top))
    if not found:
        return None
    left, top = (max if last else min)(found, key=sum)
    return left / _GRAIN, top / _GRAIN


@kept
def _taken(card: CircuitCard, side: int, turned: bool, *, traces: bool) -> tuple[int, ...]:
    """By row of grains: the bits of those that are not empty, the leftmost the lowest."""
    face = card.faces[side]
    image = Image.new("L", (_ACROSS, _DOWN))
    draw = ImageDraw.Draw(image)

    def at(point: Point) -> tuple[float, float]:
        x, y = point.opposite if turned else point
        return x * _GRAIN, y * _GRAIN

    def blot(point: Point, size: float) -> None:
        (x, y), half = at(point), size * _GRAIN
        draw.ellipse((x - half, y - half, x + half - 1, y + half - 1), fill=255)

    for pathway in face.pathways if traces else ():
        draw.line([at(point) for point in pathway.points], fill=255, width=_GRAIN)
    for place, port in enumerate(PORTS):
        if face.ports[place] is not None and traces:
            blot(port, _PAD)
    for node in face.nodes:
        blot(node.at, _PORTAL if node.portal else _NODE)
    if face.charge is not None:
        blot(face.charge, _PORTAL)
    if face.master is not None:
        blot(face.master, _MASTER)
    blot(Point(0, 0), _CORNER)
    pixels = image.tobytes()
    rows = (pixels[top * _ACROSS : (top + 1) * _ACROSS] for top in range(_DOWN))
    return tuple(sum(1 << left for left, pixel in enumerate(row) if pixel) for row in rows)
