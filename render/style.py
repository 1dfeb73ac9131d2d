"""What a game looks like among the others."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PIL.Image import Image

from render.cache import kept
from render.canvas import HEIGHT, WIDTH, Canvas
from render.palette import EDGE, GROUND, STRIP, Ink
from render.pieces import SEATS, Badge
from rules.core.events import Event


@dataclass(frozen=True, slots=True)
class Face:
    """A material, an accent, and what is drawn where."""

    accent: Ink
    """The ink that stands for the game."""
    ground: Callable[[Canvas], None]
    """Draws what the table lies on, on a canvas as large as a table. It is drawn once."""
    foot: tuple[Ink, Ink] = (STRIP, STRIP)
    """What the words at its foot lie on, and the line around that."""
    drawn: tuple[type[Event], ...] = ()
    """Events that the game's tables show: their foot does not tell them."""
    seats: tuple[Badge, ...] = SEATS
    """What seats look like at the foot of a table: others than these where a game itself gives them colours."""


@kept
def laid_ground(ground: Callable[[Canvas], None]) -> Image:
    """The ground of a face alone, as large as a table."""
    canvas = Canvas(WIDTH, HEIGHT, GROUND)
    ground(canvas)
    return canvas.pixels


def _nothing(_: Canvas) -> None: ...


PLAIN: Final = Face(accent=EDGE, ground=_nothing)
"""Of a game that nobody has given a face."""
