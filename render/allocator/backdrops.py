"""The backdrops of Allocator's cards: the world of each faction."""

from math import cos, pi, sin
from typing import Final

from render.scenery import Backdrop, Layer, Outline, hills, rays, specks, towers
from rules.allocator.cards import Faction


def _disc(x: float, y: float, radius: float) -> Outline:
    """Return a disc; scenes are about one and a half times as wide as high."""
    turns = [step / 32 * 2 * pi for step in range(32)]
    return tuple((x + radius * cos(turn) / 1.5, y + radius * sin(turn)) for turn in turns)


_STARS: Final = specks((0.08, 0.12), (0.24, 0.3), (0.42, 0.08), (0.62, 0.2), (0.9, 0.1), (0.78, 0.38), (0.14, 0.5))
BACKDROPS: Final = {
    Faction.TITAN_AI: Backdrop(
        0.3,
        (
            Layer(0.46, (_disc(0.74, 0.36, 0.26),)),
            Layer(0.2, towers(0.7, 0.52, 0.78, 0.6, 0.84, 0.46, 0.72, 0.58, 0.8, 0.66)),
            Layer(0.1, towers(0.86, 0.8, 0.72, 0.9, 0.84, 0.9, 0.76, 0.88, 0.82, 0.9)),
        ),
    ),
    Faction.BASTION: Backdrop(
        0.34,
        (
            Layer(0.5, (_disc(0.2, 0.3, 0.2),)),
            Layer(0.24, (hills(0.72, 0.5, 0.66, 0.44, 0.7, 0.58),)),
            Layer(0.12, (*towers(0.72, 0.82, 0.72, 0.82, 0.72, 0.82, 0.72, 0.82, 0.72), hills(0.82, 0.82))),
        ),
    ),
    Faction.VERDANT: Backdrop(
        0.3,
        (
            Layer(0.42, (_disc(0.72, 0.3, 0.24), _disc(0.1, 0.8, 0.34), _disc(0.9, 0.86, 0.3))),
            Layer(0.2, (hills(0.62, 0.74, 0.6, 0.76, 0.64, 0.7),)),
            Layer(0.1, (hills(0.84, 0.78, 0.9, 0.8, 0.88, 0.8),)),
        ),
    ),
    Faction.CORSAIR: Backdrop(
        0.26,
        (
            Layer(0.5, (_disc(0.26, 0.44, 0.28),)),
            Layer(0.36, _STARS),
            Layer(0.16, (hills(0.8, 0.7, 0.8, 0.7, 0.8, 0.7, 0.8, 0.7, 0.8),)),
            Layer(0.08, (hills(0.84, 0.92, 0.84, 0.92, 0.84, 0.92, 0.84, 0.92, 0.84),)),
        ),
    ),
    Faction.PRISM: Backdrop(
        0.22,
        (
            Layer(0.36, rays(0.7, 0.0, ((-0.1, 0.12), (0.24, 0.42), (0.56, 0.72)))),
            Layer(0.5, rays(0.7, 0.0, ((0.12, 0.24), (0.42, 0.56), (0.84, 1.1)))),
            Layer(0.12, (hills(0.9, 0.8, 0.92, 0.78, 0.9),)),
        ),
    ),
}
"""The backdrop of each faction's cards."""
