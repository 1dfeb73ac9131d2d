"""The artwork of T&B's cards: outlines, each with a material; later outlines lie over earlier ones."""

from enum import Enum, auto
from typing import Final

from render.tnb.outlines import Points, arrowhead, bar, bow, box, crescent, disc, mirrored


class Material(Enum):
    """Materials of the artwork."""

    METAL = auto()
    WOOD = auto()
    CLOTH = auto()
    """Has the ink of the card's kind."""
    DARK = auto()
    FIRE = auto()
    GLOW = auto()


Artwork = tuple[tuple[Material, Points], ...]
_METAL, _WOOD, _CLOTH, _DARK, _FIRE, _GLOW = Material


def _arrow(start: tuple[float, float], tip: tuple[float, float]) -> Artwork:
    (x, y), (to_x, to_y) = start, tip
    neck = to_x - 0.28 * (to_x - x), to_y - 0.28 * (to_y - y)
    tail = x + 0.2 * (to_x - x), y + 0.2 * (to_y - y)
    return (
        (_WOOD, bar(start, neck, 0.07)),
        (_METAL, arrowhead(tip, neck, 0.24)),
        (_CLOTH, bar(start, tail, 0.2, 0.07)),
    )


def _both(parts: Artwork) -> Artwork:
    """Return the parts together with their mirror images."""
    return (*parts, *((material, mirrored(points)) for material, points in parts))


_BOW: Final[Artwork] = (
    (_WOOD, bow(0.08, 0.5, 0.46, (-0.2, 0.2), 0.1)),
    (_METAL, bar((0.2, 0.08), (0.2, 0.92), 0.03)),
)
_RAPIER: Final[Artwork] = (
    (_METAL, bar((0.3, 0.7), (0.92, 0.08), 0.09, 0.02)),
    (_WOOD, bar((0.1, 0.9), (0.26, 0.74), 0.1)),
    (_CLOTH, bow(0.27, 0.73, 0.15, (0.24, 0.76), 0.06)),
    (_CLOTH, bar((0.18, 0.6), (0.4, 0.82), 0.08)),
)
_STAKE: Final[Artwork] = ((_WOOD, ((0.06, 0.95), (0.06, 0.26), (0.15, 0.08), (0.24, 0.26), (0.24, 0.95))),)


def _shifted(parts: Artwork, right: float, down: float = 0) -> Artwork:
    return tuple((material, tuple((x + right, y + down) for x, y in points)) for material, points in parts)


def _round_shield(x: float, y: float) -> Artwork:
    return (_METAL, disc(x, y, 0.23)), (_CLOTH, disc(x, y, 0.18)), (_METAL, disc(x, y, 0.07))


ARTWORK: Final[dict[str, Artwork]] = {
    "marksman": (*_shifted(_BOW, 0.08), *_arrow((0.1, 0.5), (0.97, 0.5))),
    "piercer": (
        (_WOOD, bar((0.5, 0.98), (0.5, 0.4), 0.1)),
        (_METAL, ((0.5, 0.02), (0.66, 0.3), (0.5, 0.46), (0.34, 0.3))),
        *_both(((_CLOTH, ((0.08, 0.66), (0.26, 0.48), (0.36, 0.58), (0.26, 0.6), (0.08, 0.78))),)),
        (_DARK, bar((0.5, 0.12), (0.5, 0.36), 0.03)),
    ),
    "duelist": (*_RAPIER, *((of, mirrored(points)) for of, points in _RAPIER)),
    "lancer": (
        (_WOOD, bar((0.06, 0.94), (0.26, 0.74), 0.12)),
        (_METAL, bar((0.24, 0.76), (0.97, 0.03), 0.2, 0.02)),
        (_CLOTH, ((0.6, 0.28), (0.86, 0.3), (0.78, 0.4), (0.9, 0.52), (0.48, 0.44))),
        (_WOOD, bar((0.14, 0.68), (0.34, 0.88), 0.09)),
    ),
    "swordhand": (
        (_METAL, ((0.5, 0.02), (0.62, 0.16), (0.6, 0.62), (0.4, 0.62), (0.38, 0.16))),
        (_DARK, bar((0.5, 0.16), (0.5, 0.6), 0.04)),
        (_WOOD, bar((0.5, 0.66), (0.5, 0.88), 0.1)),
        (_CLOTH, bar((0.2, 0.66), (0.8, 0.66), 0.11)),
        (_CLOTH, disc(0.5, 0.91, 0.08)),
    ),
    "axehand": (
        (_WOOD, bar((0.28, 0.97), (0.56, 0.03), 0.1)),
        (_METAL, crescent(0.4, 0.3, 0.54, (-0.13, 0.2), 0.3)),
        (_METAL, ((0.44, 0.2), (0.76, 0.14), (0.76, 0.54), (0.4, 0.4))),
        (_CLOTH, bar((0.34, 0.25), (0.58, 0.33), 0.2)),
    ),
    "twinbow": (
        *_both(((_WOOD, bow(0.0, 0.5, 0.4, (-0.19, 0.19), 0.09)), (_METAL, bar((0.13, 0.14), (0.13, 0.86), 0.03)))),
        *_both(_arrow((0.36, 0.96), (0.36, 0.06))),
    ),
    "skirmisher": (
        *_arrow((0.62, 0.98), (0.14, 0.02)),
        *_arrow((0.72, 0.98), (0.5, 0.02)),
        *_arrow((0.8, 0.98), (0.88, 0.02)),
        *_round_shield(0.3, 0.72),
    ),
    "crossfire": (
        *_both(_arrow((0.06, 0.94), (0.94, 0.06))),
        (_FIRE, disc(0.5, 0.5, 0.17)),
        (_GLOW, disc(0.5, 0.5, 0.09)),
    ),
    "flanker": (
        *_both(
            (
                (_METAL, bow(0.5, 0.6, 0.44, (0.28, 0.68), 0.12)),
                (_METAL, arrowhead((0.5, 0.16), (0.24, 0.24), 0.34)),
            )
        ),
        (_CLOTH, box(0.36, 0.46, 0.64, 0.74)),
    ),
    "hooked-spear": (
        (_WOOD, bar((0.36, 0.98), (0.36, 0.36), 0.1)),
        (_METAL, ((0.36, 0.02), (0.5, 0.24), (0.43, 0.42), (0.29, 0.42), (0.22, 0.24))),
        (_METAL, crescent(0.56, 0.46, 0.3, (-0.3, 0.28), 0.16)),
        (_METAL, bar((0.3, 0.36), (0.56, 0.22), 0.1)),
        (_CLOTH, bar((0.26, 0.48), (0.46, 0.48), 0.1)),
    ),
    "knight": (
        (
            _METAL,
            (
                *((0.3, 0.94), (0.36, 0.66), (0.46, 0.52), (0.3, 0.56), (0.18, 0.64), (0.1, 0.52), (0.3, 0.26)),
                *((0.34, 0.08), (0.46, 0.18), (0.66, 0.24), (0.8, 0.44), (0.84, 0.7), (0.84, 0.94)),
            ),
        ),
        (_CLOTH, ((0.5, 0.2), (0.7, 0.24), (0.86, 0.46), (0.9, 0.82), (0.76, 0.62), (0.7, 0.42))),
        (_DARK, disc(0.36, 0.32, 0.05)),
        (_WOOD, box(0.2, 0.86, 0.9, 0.97)),
    ),
    "outrider": (
        (_METAL, bow(0.5, 0.44, 0.42, (-0.66, 0.16), 0.17)),
        *_both(((_METAL, ((0.28, 0.66), (0.16, 0.74), (0.22, 0.96), (0.4, 0.96))),)),
        *_both(((_DARK, disc(0.2, 0.24, 0.045)), (_DARK, disc(0.17, 0.5, 0.045)), (_DARK, disc(0.26, 0.72, 0.045)))),
        (_CLOTH, disc(0.5, 0.46, 0.14)),
    ),
    "scythe": (
        (_WOOD, bar((0.2, 0.98), (0.72, 0.1), 0.09)),
        (_METAL, crescent(0.46, 0.62, 0.56, (-0.52, -0.16), 0.2)),
        (_CLOTH, bar((0.32, 0.56), (0.5, 0.66), 0.1)),
    ),
    "rake": (
        (_WOOD, bar((0.5, 0.98), (0.5, 0.34), 0.1)),
        (_METAL, box(0.1, 0.28, 0.9, 0.4)),
        *((_METAL, ((x, 0.32), (x + 0.12, 0.32), (x + 0.06, 0.02))) for x in (0.1, 0.327, 0.553, 0.78)),
        (_CLOTH, box(0.42, 0.44, 0.58, 0.54)),
    ),
    "firepot": (
        (_FIRE, ((0.5, 0.0), (0.72, 0.28), (0.68, 0.5), (0.32, 0.5), (0.28, 0.3), (0.4, 0.24))),
        (_GLOW, ((0.52, 0.18), (0.6, 0.36), (0.56, 0.5), (0.42, 0.5), (0.42, 0.36))),
        (_WOOD, disc(0.5, 0.7, 0.27)),
        (_METAL, box(0.26, 0.46, 0.74, 0.56)),
        (_CLOTH, box(0.24, 0.66, 0.76, 0.75)),
    ),
    "shieldbearer": (
        (_METAL, ((0.12, 0.08), (0.88, 0.08), (0.88, 0.5), (0.74, 0.78), (0.5, 0.98), (0.26, 0.78), (0.12, 0.5))),
        (_CLOTH, ((0.2, 0.16), (0.5, 0.16), (0.5, 0.88), (0.32, 0.73), (0.2, 0.48))),
        (_DARK, ((0.5, 0.16), (0.8, 0.16), (0.8, 0.48), (0.68, 0.73), (0.5, 0.88))),
        (_METAL, disc(0.5, 0.44, 0.12)),
    ),
    "gatehouse": (
        *_both(
            (
                (_METAL, box(0.06, 0.22, 0.34, 0.96)),
                (_METAL, box(0.02, 0.08, 0.12, 0.28)),
                (_METAL, box(0.16, 0.08, 0.25, 0.28)),
                (_METAL, box(0.29, 0.08, 0.38, 0.28)),
                (_DARK, box(0.17, 0.36, 0.23, 0.52)),
            )
        ),
        (_METAL, box(0.3, 0.34, 0.7, 0.96)),
        (_DARK, bow(0.5, 0.66, 0.15, (0.5, 1.0), 0.15)),
        (_DARK, box(0.35, 0.64, 0.65, 0.96)),
        *((_WOOD, box(x, 0.56, x + 0.05, 0.96)) for x in (0.4, 0.475, 0.55)),
    ),
    "bulwark": (
        *((_METAL, box(x, 0.3, x + 0.25, 0.5)) for x in (0.04, 0.375, 0.71)),
        *((_METAL, box(x, 0.1, x + 0.25, 0.26)) for x in (0.04, 0.71)),
        *((_METAL, box(x, 0.54, x + w, 0.72)) for x, w in ((0.04, 0.12), (0.2, 0.28), (0.52, 0.28), (0.84, 0.12))),
        *((_METAL, box(x, 0.76, x + 0.25, 0.94)) for x in (0.04, 0.375, 0.71)),
        (_CLOTH, box(0.375, 0.3, 0.625, 0.5)),
    ),
    "warden": (
        (_METAL, bow(0.5, 0.26, 0.24, (0, 1), 0.1)),
        (_METAL, bar((0.5, 0.46), (0.5, 0.98), 0.1)),
        (_METAL, box(0.5, 0.66, 0.74, 0.75)),
        (_METAL, box(0.5, 0.84, 0.8, 0.95)),
        (_CLOTH, box(0.38, 0.48, 0.62, 0.57)),
    ),
    "sentry": (
        (
            _METAL,
            ((0.02, 0.5), (0.22, 0.3), (0.5, 0.2), (0.78, 0.3), (0.98, 0.5), (0.78, 0.7), (0.5, 0.8), (0.22, 0.7)),
        ),
        (_CLOTH, disc(0.5, 0.5, 0.23)),
        (_DARK, disc(0.5, 0.5, 0.12)),
        (_METAL, disc(0.57, 0.43, 0.05)),
    ),
    "phalanx": (
        *((_WOOD, bar((x, 0.98), (x, 0.24), 0.06)) for x in (0.24, 0.5, 0.76)),
        *((_METAL, ((x, 0.02), (x + 0.08, 0.2), (x, 0.32), (x - 0.08, 0.2))) for x in (0.24, 0.5, 0.76)),
        *_round_shield(0.24, 0.66),
        *_round_shield(0.76, 0.66),
        *_round_shield(0.5, 0.7),
    ),
    "stretcher": (
        *((_WOOD, bar((0.0, y), (1.0, y), 0.09)) for y in (0.24, 0.76)),
        (_METAL, box(0.14, 0.22, 0.86, 0.78)),
        (_FIRE, box(0.43, 0.3, 0.57, 0.7)),
        (_FIRE, box(0.3, 0.43, 0.7, 0.57)),
    ),
    "banner": (
        (_WOOD, bar((0.2, 1.0), (0.2, 0.06), 0.08)),
        (_METAL, disc(0.2, 0.06, 0.07)),
        (_CLOTH, ((0.24, 0.12), (0.96, 0.12), (0.78, 0.36), (0.96, 0.6), (0.24, 0.6))),
        (_METAL, ((0.24, 0.3), (0.82, 0.3), (0.78, 0.36), (0.82, 0.42), (0.24, 0.42))),
    ),
    "decoy": (
        (_WOOD, bar((0.5, 1.0), (0.5, 0.3), 0.08)),
        (_WOOD, bar((0.04, 0.5), (0.96, 0.5), 0.08)),
        (
            _CLOTH,
            (
                (0.18, 0.42),
                (0.82, 0.42),
                (0.82, 0.6),
                (0.68, 0.58),
                (0.72, 0.86),
                (0.28, 0.86),
                (0.32, 0.58),
                (0.18, 0.6),
            ),
        ),
        (_METAL, disc(0.5, 0.28, 0.15)),
        (
            _WOOD,
            (
                (0.24, 0.2),
                (0.36, 0.18),
                (0.42, 0.02),
                (0.6, 0.04),
                (0.64, 0.18),
                (0.76, 0.2),
                (0.76, 0.25),
                (0.24, 0.25),
            ),
        ),
        (_DARK, disc(0.44, 0.31, 0.03)),
        (_DARK, disc(0.56, 0.31, 0.03)),
    ),
    "palisade": (
        *_STAKE,
        *_shifted(_STAKE, 0.235, -0.05),
        *_shifted(_STAKE, 0.465, -0.05),
        *_shifted(_STAKE, 0.7),
        (_CLOTH, box(0.02, 0.42, 0.98, 0.52)),
        (_CLOTH, box(0.02, 0.72, 0.98, 0.82)),
    ),
}
"""The artwork of cards, by id."""
