"""The backdrops of Alchemy's cards: the hearth behind processes, the sea behind reactions, the night behind the Magnum
Opus.
"""

from math import cos, pi, sin
from typing import Final

from render.palette import AMBER, ORCHID, SKY
from render.scenery import Backdrop, Layer, Outline, hills, rays, specks


def _arch(x: float, radius: float, low: float) -> Outline:
    """Return an arch of this radius that stands on the height `low`."""
    turns = [pi + step / 16 * pi for step in range(17)]
    arc = ((x + radius * cos(turn), low - 0.5 + 2 * radius * sin(turn)) for turn in turns)
    return (*arc, (x + radius, low), (x - radius, low))


BACKDROPS: Final = {
    AMBER: Backdrop(
        0.26, (Layer(0.16, (_arch(0.5, 0.24, 1.0),)), Layer(0.36, rays(0.5, -0.4, ((0.3, 0.42), (0.58, 0.7)))))
    ),
    SKY: Backdrop(0.28, (Layer(0.2, (hills(0.6, 0.7, 0.6, 0.7, 0.6),)), Layer(0.14, (hills(0.86, 0.78, 0.86, 0.78),)))),
    ORCHID: Backdrop(
        0.24,
        (
            Layer(0.5, specks((0.1, 0.2), (0.3, 0.5), (0.16, 0.76), (0.84, 0.16), (0.7, 0.6), (0.92, 0.7), size=0.014)),
            Layer(0.14, (hills(0.86, 0.94, 0.84, 0.92),)),
        ),
    ),
}
"""The backdrop of each kind of card, by its ink (`render.alchemy.art.kind_of`)."""
