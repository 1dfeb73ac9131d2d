"""Frame things on a finished picture. They have the names that their renderer has given them (`Canvas.name`)."""

import re
from collections.abc import Sequence
from typing import Final

from render.canvas import UNIT, Box, Canvas
from render.palette import INK, YELLOW, Ink
from render.renderer import Names
from rules.core.words import together

_LINES: Final[Sequence[tuple[int, int, Ink]]] = ((7, 11, INK), (5, 7, YELLOW))
"""The lines of a frame: for each its distance from the thing, its thickness in pixels, and its ink.

The dark line makes the bright one visible on any background, in every theme.
"""


class UnknownPlaceError(LookupError):
    """Raised if nothing on the picture has this name. The message lists the names."""


def frame(canvas: Canvas, highlights: Sequence[str], names: Names) -> str:
    """Frame the things that `highlights` names; return a sentence that lists them.

    highlights: names as given by `Canvas.name`, with seats. names: the players' names, for the sentence.

    Raises:
        UnknownPlaceError: Nothing on the picture has such a name.
    """
    for naming in canvas.deferred_names:
        naming()
    boxes = []
    for name in highlights:
        if name not in canvas.places:
            names_here = ", ".join(sorted(canvas.places))
            raise UnknownPlaceError(f"nothing here is named “{name}”; the names are: {names_here}")
        boxes.append(canvas.places[name])
    for out, thick, ink in _LINES:
        for box in boxes:
            _ring(canvas, _within(canvas.box, box.inset(-out)), thick, ink)
    described = [re.sub(r" of (\d+)$", lambda match: f" of {names[int(match[1])]}", name) for name in highlights]
    return f"Framed: {together(described)}."


def _within(whole: Box, box: Box) -> Box:
    """Return the part of a box that lies on the picture."""
    left, top = max(box.left, 1), max(box.top, 1)
    return Box(left, top, min(box.right, whole.right - 1) - left, min(box.bottom, whole.bottom - 1) - top)


def _ring(canvas: Canvas, box: Box, thick: int, ink: Ink) -> None:
    """Draw the four sides of a frame without its corners."""
    cut = UNIT // 2
    canvas.fill(Box(box.left + cut, box.top, box.width - 2 * cut, thick), ink)
    canvas.fill(Box(box.left + cut, box.bottom - thick, box.width - 2 * cut, thick), ink)
    canvas.fill(Box(box.left, box.top + cut, thick, box.height - 2 * cut), ink)
    canvas.fill(Box(box.right - thick, box.top + cut, thick, box.height - 2 * cut), ink)
