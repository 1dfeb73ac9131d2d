"""The backdrops of T&B's cards: a castle behind guards, and the field at different hours behind attackers."""

from typing import Final

from render.palette import BLUE, GREEN, ORCHID, VIOLET
from render.scenery import Backdrop, Layer, hills, towers

BACKDROPS: Final = {
    BLUE: Backdrop(
        0.36,
        (
            Layer(0.22, towers(0.3, 1.0, 1.0, 0.44, 0.44, 1.0, 1.0, 0.3)),
            Layer(0.16, (*towers(0.52, 0.62, 0.52, 0.62, 0.52, 0.62, 0.52, 0.62, 0.52), hills(0.62, 0.62))),
        ),
    ),
    ORCHID: Backdrop(0.34, (Layer(0.24, (hills(0.5, 0.3, 0.56, 0.4),)), Layer(0.14, (hills(0.7, 0.62, 0.76),)))),
    GREEN: Backdrop(0.36, (Layer(0.26, (hills(0.42, 0.56, 0.36, 0.5),)), Layer(0.16, (hills(0.74, 0.64, 0.72),)))),
    VIOLET: Backdrop(0.34, (Layer(0.24, (hills(0.56, 0.34, 0.5, 0.3),)), Layer(0.14, (hills(0.66, 0.76, 0.66),)))),
}
"""The backdrop of each kind of card, by its ink (`render.tnb.art.kind`)."""
