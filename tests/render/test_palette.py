from itertools import combinations, pairwise

import pytest

from render.palette import (
    AMBER,
    BLUE,
    COLOURS,
    EDGE,
    GREEN,
    GROUND,
    INK,
    LAMINATE,
    MUTED,
    OAK,
    ORCHID,
    PANEL,
    SKY,
    SPACE,
    STEEL,
    STRIP,
    TEXT,
    TURF,
    VERMILION,
    VIOLET,
    WELL,
    YELLOW,
    Ink,
    Theme,
    blend,
    smoothed,
)
from render.pieces import SEATS
from tests.render.contrast import contrast, linear_light

ACCENTS = (SKY, AMBER, VERMILION, BLUE, GREEN, YELLOW, ORCHID, VIOLET)
# Vision without the red or the green receptors, in linear light (Viénot, Brettel and Mollon 1999).
BLINDNESS = {
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def seen(ink: Ink, blindness: str, theme: Theme) -> tuple[float, ...]:
    """Return the colour as a person with this colour blindness sees it, in sRGB from 0 to 255."""
    linear = [linear_light(part) for part in COLOURS[theme][ink]]
    mixed = (sum(a * b for a, b in zip(row, linear, strict=True)) for row in BLINDNESS[blindness])
    return tuple(255 * max(part, 0.0) ** (1 / 2.2) for part in mixed)


def test_every_number_fits_into_a_byte_and_has_a_colour_in_each_theme() -> None:
    assert {len(colours) for colours in COLOURS.values()} == {len(COLOURS[Theme.DARK])}
    assert len(COLOURS[Theme.DARK]) <= 256
    assert set(COLOURS) == set(Theme)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("surface", [GROUND, WELL, PANEL, STRIP, STEEL, SPACE, OAK, TURF, LAMINATE])
@pytest.mark.parametrize("words", [TEXT, MUTED])
def test_words_are_readable_on_every_surface(words: Ink, surface: Ink, theme: Theme) -> None:
    assert contrast(words, surface, theme) >= (7 if theme is Theme.CONTRAST else 4.5)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("accent", ACCENTS)
def test_words_are_readable_on_every_accent(accent: Ink, theme: Theme) -> None:
    assert contrast(INK, accent, theme) >= (7 if theme is Theme.CONTRAST else 4.5)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("accent", ACCENTS)
def test_every_accent_stands_out_from_every_surface(accent: Ink, theme: Theme) -> None:
    assert all(contrast(accent, surface, theme) >= 3 for surface in (GROUND, WELL, PANEL, STRIP))


def test_neutrals_are_ordered_from_dark_to_light() -> None:
    neutrals = (INK, GROUND, WELL, PANEL, STRIP, EDGE, MUTED, TEXT)
    assert all(contrast(INK, dark) < contrast(INK, light) for dark, light in pairwise(neutrals))


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("blindness", [*BLINDNESS])
def test_the_first_two_seats_differ_without_red_or_green(blindness: str, theme: Theme) -> None:
    first, second = (seen(ink, blindness, theme) for ink, _ in SEATS[:2])
    assert sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5 > 100


def test_seats_differ_without_any_colour() -> None:
    assert all(one[1] is not other[1] for one, other in combinations(SEATS, 2))


def test_an_ink_over_itself_is_unchanged() -> None:
    assert all(blend(ink, ink, 0.5) == ink for ink in ACCENTS)


def test_edge_shades_range_from_the_ground_to_the_ink() -> None:
    shades = smoothed(TEXT, GROUND)
    assert (len(shades), shades[0], shades[255]) == (256, GROUND, TEXT)
    lights = [contrast(INK, shade) for shade in shades]
    assert lights == sorted(lights)
