"""Frames around what matters on a finished picture: where things stand is said by whoever drew them (`Canvas.name`)."""

import re
from collections.abc import Sequence
from typing import Final

from render.artist import Names
from render.canvas import UNIT, Box, Canvas
from render.palette import INK, YELLOW, Ink
from rules.core.words import together

_LINES: Final[Sequence[tuple[int, int, Ink]]] = ((7, 11, INK), (5, 7, YELLOW))
"""Each line of a frame: how far it stands out of what it frames, how thick it is, and its ink. The dark one below sets
the bright one off from whatever lies there, in every theme."""


class UnknownPlaceError(LookupError):
    """Nothing on the picture is called so; says what is."""


def frame(canvas: Canvas, marks: Sequence[str], names: Names) -> str:
    """Frame what is called so, and say in words what is framed. names: of the players, who are named by seat in marks.

    Raises:
        UnknownPlaceError: nothing on the picture is called so.
    """
    for naming in canvas.further:
        naming()
    boxes = []
    for mark in marks:
        if mark not in canvas.places:
            raise UnknownPlaceError(f"nothing is called “{mark}” here; there are: {', '.join(sorted(canvas.places))}")
        boxes.append(canvas.places[mark])
    for out, thick, ink in _LINES:
        for box in boxes:
            _ring(canvas, _within(canvas.box, box.inset(-out)), thick, ink)
    said = [re.sub(r" of (\d+)$", lambda found: f" of {names[int(found[1])]}", mark) for mark in marks]
    return f"Framed: {together(said)}."


def _within(whole: Box, box: Box) -> Box:
    """As much of a box as is on the picture."""
    left, top = max(box.left, 1), max(box.top, 1)
    return Box(left, top, min(box.right, whole.right - 1) - left, min(box.bottom, whole.bottom - 1) - top)


def _ring(canvas: Canvas, box: Box, thick: int, ink: Ink) -> None:
    """Four sides with the corners cut off, so that what is inside stays as it is."""
    cut = UNIT // 2
    canvas.fill(Box(box.left + cut, box.top, box.width - 2 * cut, thick), ink)
    canvas.fill(Box(box.left + cut, box.bottom - thick, box.width - 2 * cut, thick), ink)
    canvas.fill(Box(box.left, box.top + cut, thick, box.height - 2 * cut), ink)
    canvas.fill(Box(box.right - thick, box.top + cut, thick, box.height - 2 * cut), ink)
