"""Find places beside nodes for flags and figures, so that they hide as little of a board as possible."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any, Final, NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from render.cache import cached
from render.canvas import Box
from render.circuitry.face import MIDDLE, Lying, imprinted, radius
from render.circuitry.plan import Plan
from render.circuitry.symbols import RIM, around
from rules.circuitry.board import HUB, Board

_AWAY: Final = (0, 8, 18, 32, 50, 74, 104, 140, 170)
"""The distances between a ring and its mark that are tried, in pixels beyond the smallest possible one."""
_TURNS: Final = 16
"""The number of directions that are tried."""
_NEAR: Final = 0.1
"""Cost of each pixel of distance between a ring and its mark. A mark over nothing but nodes costs `_FULL`."""
_FULL: Final = 240
_COARSE: Final = 4
"""Size of the cells, in pixels, of the coarse grid that holds the costs of hiding things."""
_STRIDE: Final = 6
"""Distance in pixels between the points of a mast (the line to a mark) whose costs are added up."""
_FAINT: Final = 3
"""The factor by which hiding something with a mast costs less than with a mark, since both its sides stay visible."""
_FAR: Final = 300
"""The marks of two rings farther apart than this, in pixels, cannot collide."""


class Crowd(NamedTuple):
    """The costs of hiding parts of a board with marks of one size."""

    picture: Box
    size: int
    """Size of a mark, in pixels."""
    mast: int
    """Width in pixels of the line between a ring and its mark."""
    hidden: Image.Image
    """The cost of a mark, by the position of its centre on the coarse grid."""
    points: Image.Image
    """The cost of hiding a point of the coarse grid."""


def crowd_of(board: Board, plan: Plan, kept: Sequence[Box], sizes: tuple[int, int], part: float = 1) -> Crowd:
    """Return the costs of hiding the parts of a board: nodes, card numbers, and the boxes in `kept`.

    sizes: the size of a mark and the width of its mast, in pixels. part: the share of the full cost that nodes and
    numbers have; `kept` has the full cost.
    """
    size, mast = sizes
    image = Image.new("L", (plan.width // _COARSE + 1, plan.height // _COARSE + 1))
    for placed in board.placed:
        cell = plan.cell(placed.cell)
        piece = _card_costs(Lying(placed.card, placed.way.side, plan.turn(placed), plan.card), round(_FULL * part))
        image.paste(piece, (cell.left // _COARSE, cell.top // _COARSE))
    for box in kept:
        left, top = box.left // _COARSE, box.top // _COARSE
        image.paste(_FULL, (left, top, box.right // _COARSE, box.bottom // _COARSE))
    hidden = image.filter(ImageFilter.BoxBlur((size / 2 + RIM) / _COARSE))
    return Crowd(Box(0, 0, plan.width, plan.height), size, mast, hidden, image)


@cached
def _card_costs(lying: Lying, cost: int) -> Image.Image:
    """Return a mask of the parts of a card that should stay visible, on the coarse grid."""
    image = Image.new("L", (lying.width // _COARSE, lying.height // _COARSE))
    draw, face = ImageDraw.Draw(image), lying.face
    boxes = [around(*lying.at(node.at), 2 * radius(node) * lying.step) for node in face.nodes]
    points = filter(None, (face.charge, MIDDLE if lying.card.number == HUB else None))
    boxes += [around(*lying.at(point), max(2.6 * lying.step, 30)) for point in points]
    boxes += [number.box] if (number := imprinted(lying)) else []
    for box in boxes:
        draw.rectangle([part // _COARSE for part in (box.left, box.top, box.right - 1, box.bottom - 1)], fill=cost)
    return image


def places(crowd: Crowd, rings: Sequence[Box]) -> list[Box]:
    """Return a box for a mark beside each ring: marks hide no ring and no other mark."""
    occupied, found = [*rings], list[Box]()
    for ring in rings:
        mark = _place(crowd, ring, occupied)
        occupied.append(mark)
        left, top = mark.left // _COARSE, mark.top // _COARSE
        crowd.points.paste(255, (left, top, mark.right // _COARSE, mark.bottom // _COARSE))
        found.append(mark)
    return found


def _place(crowd: Crowd, ring: Box, occupied: Sequence[Box]) -> Box:
    """Return the box of the mark that costs least, with its mast, and hides no ring and no other mark; `ring` if there
    is none.
    """
    picture, size = crowd.picture, crowd.size
    hidden: Any = crowd.hidden.load()  # the pixels of an image with one band are numbers
    points: Any = crowd.points.load()
    x, y, reach = ring.left + ring.width / 2, ring.top + ring.height / 2, (ring.width + size) / 2 + RIM
    half = size / 2 + RIM
    right, low = picture.right - half, picture.bottom - half
    near = [
        (box.left + box.width / 2, box.top + box.height / 2, half + box.width / 2)
        for box in occupied
        if box is not ring and abs(box.left - ring.left) < _FAR and abs(box.top - ring.top) < _FAR
    ]
    best, least = ring, float("inf")
    for away in _AWAY:
        if away * _NEAR >= least:
            break
        for across, down in _WAYS:
            left, top = x + (reach + away) * across, y + (reach + away) * down
            if half <= left <= right and half <= top <= low:
                cost = hidden[int(left) // _COARSE, int(top) // _COARSE] + away * _NEAR
                for part in range(_STRIDE // 2, away, _STRIDE) if cost < least else ():
                    far = ring.width / 2 + part
                    point = points[int(x + far * across) // _COARSE, int(y + far * down) // _COARSE]
                    cost += point * _STRIDE * crowd.mast / (_FAINT * size**2)
                if cost < least and not any(abs(left - a) < off and abs(top - b) < off for a, b, off in near):
                    best, least = around(left, top, size), cost
    return best


_WAYS: Final = tuple(
    (cos(2 * pi * (turn / _TURNS - 0.125)), sin(2 * pi * (turn / _TURNS - 0.125))) for turn in range(_TURNS)
)
"""Directions as (right, down), clockwise, beginning with the upper right."""
