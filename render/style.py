"""The style of a game: how its table differs from those of other games."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PIL.Image import Image

from render.cache import cached
from render.canvas import HEIGHT, WIDTH, Canvas
from render.palette import EDGE, GROUND, STRIP, Ink
from render.pieces import SEATS, Badge
from rules.core.events import Event


@dataclass(frozen=True, slots=True)
class Style:
    """A material, an accent, and details of the table's foot."""

    accent: Ink
    """The accent colour of the game."""
    ground: Callable[[Canvas], None]
    """Draw the background of a table on a canvas that is as large as a table. It is called only once."""
    foot: tuple[Ink, Ink] = (STRIP, STRIP)
    """Inks of the panel at the foot and of the line around it."""
    drawn: tuple[type[Event], ...] = ()
    """Kinds of events that the game's tables draw. The foot does not mention these."""
    seats: tuple[Badge, ...] = SEATS
    """Badges of seats at the foot of a table. A game with its own colours for seats replaces them."""


@cached
def ground_picture(ground: Callable[[Canvas], None]) -> Image:
    """Draw the ground of a style alone, as large as a table."""
    canvas = Canvas(WIDTH, HEIGHT, GROUND)
    ground(canvas)
    return canvas.pixels


def _nothing(_: Canvas) -> None: ...


PLAIN: Final = Style(accent=EDGE, ground=_nothing)
"""Style of a game that declares none."""
