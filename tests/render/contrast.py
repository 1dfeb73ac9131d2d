"""The contrast of two inks."""

from render.palette import COLOURS, Ink, Theme


def contrast(first: Ink, second: Ink, theme: Theme = Theme.DARK) -> float:
    """Return the contrast of two inks, from 1 to 21, as WCAG 2.2 defines it; words need 4.5."""
    lights = sorted((_luminance(COLOURS[theme][first]), _luminance(COLOURS[theme][second])))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _luminance(colour: tuple[int, int, int]) -> float:
    red, green, blue = map(linear_light, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear_light(part: int) -> float:
    """Return the linear light, from 0 to 1, of one channel of an sRGB colour."""
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
