"""Drawings of items, coins and asteroids, and of events that befall ships."""

from typing import Final

from render.arms_dealer.outlines import GLOW, HULL, LIGHT, SHADE, Drawing, Layer, blob, block, disc, jagged, ring_part
from rules.arms_dealer.cards import ItemKind

ITEMS: Final[dict[ItemKind, Drawing]] = {
    ItemKind.POWER: (Layer(HULL, (((0.62, 0.0), (0.16, 0.56), (0.46, 0.56), (0.36, 1.0), (0.86, 0.4), (0.54, 0.4)),)),),
    ItemKind.REPAIR: (
        Layer(
            HULL,
            (((0.3, 0.54), (0.46, 0.7), (0.18, 0.98), (0.02, 0.82)), ring_part(0.66, 0.34, (0.34, 0.15), 0.0, 0.75)),
        ),
        Layer(HULL, (((0.3, 0.54), (0.5, 0.36), (0.64, 0.5), (0.46, 0.7)),)),
    ),
    ItemKind.REINFORCEMENTS: (
        Layer(HULL, (((0.5, 0.0), (0.76, 0.46), (0.5, 0.36), (0.24, 0.46)),)),
        Layer(
            HULL,
            (
                ((0.24, 0.5), (0.5, 0.96), (0.24, 0.86), (0.0, 0.96)),
                ((0.76, 0.5), (1.0, 0.96), (0.76, 0.86), (0.5, 0.96)),
            ),
        ),
    ),
    ItemKind.REDRAW: (
        Layer(
            HULL,
            (
                *(ring_part(0.5, 0.5, (0.46, 0.3), 0.55, 0.9), ring_part(0.5, 0.5, (0.46, 0.3), 0.05, 0.4)),
                *(((1.0, 0.48), (0.62, 0.42), (0.96, 0.1)), ((0.0, 0.52), (0.38, 0.58), (0.04, 0.9))),
            ),
        ),
    ),
    ItemKind.RAPID_REPAIR: (
        Layer(
            HULL,
            (((0.3, 0.54), (0.46, 0.7), (0.18, 0.98), (0.02, 0.82)), ring_part(0.66, 0.34, (0.34, 0.15), 0.0, 0.75)),
        ),
        Layer(HULL, (((0.3, 0.54), (0.5, 0.36), (0.64, 0.5), (0.46, 0.7)),)),
        Layer(HULL, (((0.56, 0.66), (0.76, 0.82), (0.56, 0.98)), ((0.78, 0.66), (0.98, 0.82), (0.78, 0.98)))),
    ),
}
"""Square symbols of the items' effects."""

COIN: Final[Drawing] = (
    Layer(HULL, (disc(0.5, 0.5, 0.5, 0.5),)),
    Layer(SHADE, (ring_part(0.5, 0.5, (0.4, 0.33), 0, 1),)),
    Layer(SHADE, (block(0.44, 0.3, 0.56, 0.7),)),
)
EYE: Final[Drawing] = (
    Layer(
        HULL,
        (
            blob(
                (0.0, 0.5), (0.25, 0.24), (0.5, 0.15), (0.75, 0.24), (1.0, 0.5), (0.75, 0.76), (0.5, 0.85), (0.25, 0.76)
            ),
        ),
    ),
    Layer(SHADE, (disc(0.5, 0.5, 0.22, 0.24),)),
)
CRATE: Final[Drawing] = (
    Layer(SHADE, (block(0.0, 0.06, 1.0, 0.96),)),
    Layer(HULL, (block(0.04, 0.1, 0.96, 0.3), block(0.04, 0.36, 0.96, 0.64), block(0.04, 0.7, 0.96, 0.92))),
    Layer(SHADE, (block(0.1, 0.1, 0.22, 0.92), block(0.78, 0.1, 0.9, 0.92))),
    Layer(LIGHT, tuple(block(x, y, x + 0.04, y + 0.05) for x in (0.14, 0.82) for y in (0.17, 0.475, 0.79))),
    Layer(SHADE, (disc(0.5, 0.5, 0.17, 0.22),)),
    Layer(GLOW, (((0.5, 0.34), (0.62, 0.5), (0.5, 0.66), (0.38, 0.5)),)),
)
"""The crate that hides an item."""
ROCK: Final[Drawing] = (
    Layer(
        HULL,
        (
            (
                *((0.22, 0.08), (0.52, 0.02), (0.84, 0.14), (0.98, 0.44), (0.9, 0.76)),
                *((0.62, 0.98), (0.3, 0.94), (0.06, 0.7), (0.02, 0.36)),
            ),
        ),
    ),
    Layer(
        SHADE,
        (
            disc(0.36, 0.32, 0.12, 0.11),
            disc(0.68, 0.62, 0.15, 0.14),
            disc(0.3, 0.7, 0.08, 0.07),
            disc(0.7, 0.26, 0.06, 0.06),
        ),
    ),
)
BURST: Final[Drawing] = (
    Layer(GLOW, (jagged(14, 0.3, (0.5, 0.4, 0.47)),)),
    Layer(HULL, (jagged(11, 0.2, (0.36, 0.28, 0.33)),)),
)
"""The explosion of a destroyed ship."""
SWAP: Final[Drawing] = (
    Layer(
        HULL,
        (
            ((0.0, 0.3), (0.32, 0.02), (0.32, 0.2), (0.86, 0.2), (0.86, 0.4), (0.32, 0.4), (0.32, 0.58)),
            ((1.0, 0.7), (0.68, 0.42), (0.68, 0.6), (0.14, 0.6), (0.14, 0.8), (0.68, 0.8), (0.68, 0.98)),
        ),
    ),
)
