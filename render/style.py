"""The style of a game, by which its table differs from those of other games."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from PIL.Image import Image

from render.cache import cached
from render.canvas import HEIGHT, WIDTH, Canvas
from render.palette import EDGE, GROUND, SKY, STRIP, Ink
from render.pieces import SEATS, Badge
from render.scenery import Outline
from rules.core.events import Event


class Attire(NamedTuple):
    """The clothes on the portraits of computers (`render.portraits`)."""

    ink: Ink
    """The ink of the coat and, darker, of the background."""
    hat: tuple[tuple[Ink, Outline], ...] = ()
    """Outlines in the unit square of the portrait, later ones over earlier ones."""


PLAIN_ATTIRE: Final = Attire(SKY)
"""The clothes in a game that declares none."""


@dataclass(frozen=True, slots=True)
class Style:
    """The ground, the accent, and details of the foot of a game's table."""

    accent: Ink
    """The game's accent colour."""
    ground: Callable[[Canvas], None]
    """Draws the background of a table on a canvas of that size. It is called only once."""
    base: Ink = GROUND
    """The ink of the ground where nothing is drawn on it, and of tables for a phone."""
    foot: tuple[Ink, Ink] = (STRIP, STRIP)
    """The ink of the foot's panel, and that of the line around it."""
    drawn: tuple[type[Event], ...] = ()
    """The kinds of events that tables of the game draw, and which the foot therefore leaves out."""
    attire: Attire = PLAIN_ATTIRE
    """The clothes of the game's computers."""
    seats: tuple[Badge, ...] = SEATS
    """The badges of seats at the foot of a table. A game that gives seats colours of its own replaces them."""


@cached
def ground_picture(ground: Callable[[Canvas], None]) -> Image:
    """Draw the ground of a style, as large as a table."""
    canvas = Canvas(WIDTH, HEIGHT, GROUND)
    ground(canvas)
    return canvas.pixels


def _nothing(_: Canvas) -> None: ...


PLAIN: Final = Style(accent=EDGE, ground=_nothing)
"""Style of a game that declares none."""
