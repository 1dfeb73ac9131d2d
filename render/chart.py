"""A chart of points over time, below a row of figures. Each game's line ends in a shape and the game's name."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.canvas import UNIT, WIDTH, Align, Box, Canvas, inked
from render.fonts import FIGURE, LABEL, STRONG, TITLE, legible
from render.palette import EDGE, GROUND, MUTED, TEXT, WELL
from render.picture import Picture, told
from render.pieces import SEATS, draw_badge

MOST_LINES: Final = len(SEATS)
"""The maximum number of lines in a chart."""
HEIGHT: Final = 700

_MARGIN: Final = 3 * UNIT
_HEAD, _FIGURES, _AXIS = 64, 112, 44
_SCALE_WIDTH, _LEGEND = 92, 300
_EMPTY: Final = _HEAD + _FIGURES + _AXIS + 2 * _MARGIN
"""Height of a chart without lines, in pixels."""
_BADGE: Final = 32
_SCALE: Final = 4
"""The factor by which lines are drawn larger and then scaled down, to smooth their edges."""
_THICK: Final = 5
_STEPS: Final = (10, 20, 50, 100, 200, 500, 1000)
_MOST_LINES: Final = 5


class Curve(NamedTuple):
    """One line of a chart: its name, and its points over time."""

    name: str
    moments: Sequence[tuple[int, int]]
    """Pairs of a time (seconds since 1970-01-01 UTC) and points, in order of time; at least one pair."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """The content of a chart."""

    title: str
    figures: Sequence[tuple[str, str]]
    """Pairs of a label and a figure."""
    curves: Sequence[Curve]
    """At most `MOST_LINES` lines."""


def chart_picture(chart: Chart) -> Picture:
    """Draw a chart; its alternative text says the same in words."""
    canvas = Canvas(WIDTH, HEIGHT if chart.curves else _EMPTY, GROUND)
    box = canvas.box.inset(_MARGIN)
    head, box = box.row(_HEAD)
    canvas.text(legible(chart.title) or "Profile", TITLE, head, TEXT)
    figures, box = box.row(_FIGURES)
    for cell, (label, figure) in zip(figures.columns(len(chart.figures), UNIT), chart.figures, strict=True):
        canvas.panel(cell._replace(height=_FIGURES - 2 * UNIT), WELL)
        above, below = cell._replace(height=_FIGURES - 3 * UNIT).row(56)
        canvas.text(figure, FIGURE, above, TEXT, align=Align.MIDDLE)
        canvas.text(label, LABEL, below, MUTED, align=Align.MIDDLE)
    if chart.curves:
        _draw(canvas, box, chart.curves)
    else:
        canvas.text("No rated match yet", LABEL, box, MUTED, align=Align.MIDDLE)
    return told(canvas, partial(_lines, chart))


def _lines(chart: Chart) -> list[str]:
    lines = [f"{chart.title}: {', '.join(f'{label} {figure}' for label, figure in chart.figures)}."]
    for curve in chart.curves:
        points = [points for _, points in curve.moments]
        lines.append(
            f"{curve.name}: {points[0]} points on {_day(curve.moments[0][0])}, {points[-1]} on "
            f"{_day(curve.moments[-1][0])}; between {min(points)} and {max(points)}."
        )
    return lines


def _day(at: int) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d}"


def _draw(canvas: Canvas, box: Box, curves: Sequence[Curve]) -> None:
    plot = Box(box.left + _SCALE_WIDTH, box.top + UNIT, box.width - _SCALE_WIDTH - _LEGEND, box.height - _AXIS - UNIT)
    every = [moment for curve in curves for moment in curve.moments]
    first, last = min(at for at, _ in every), max(at for at, _ in every)
    grid = _grid([points for _, points in every])
    low, high = grid[0], grid[-1]

    def across(at: int) -> float:
        return (at - first) / (last - first or 1) * (plot.width - 2 * UNIT) + UNIT

    def down(points: int) -> float:
        return plot.height - (points - low) / (high - low) * plot.height

    for points in grid:
        line = round(plot.top + down(points))
        canvas.fill(Box(plot.left, line - 1, plot.width, 2), EDGE)
        label = Box(box.left, line - LABEL.pitch // 2, _SCALE_WIDTH - 2 * UNIT, LABEL.pitch)
        canvas.text(str(points), LABEL, label, MUTED, align=Align.RIGHT)
    foot = Box(plot.left, plot.bottom + UNIT, plot.width, _AXIS - UNIT)
    canvas.text(_day(first), LABEL, foot, MUTED)
    if _day(first) != _day(last):
        canvas.text(_day(last), LABEL, foot, MUTED, align=Align.RIGHT)
    for (ink, _), curve in reversed(list(zip(SEATS, curves, strict=False))):
        mask = _line([(across(at), down(points)) for at, points in curve.moments], plot)
        canvas.stamp(*inked(mask, ink, GROUND), plot.left, plot.top)
    for (ink, shape), curve in reversed(list(zip(SEATS, curves, strict=False))):
        at, points = curve.moments[-1]
        left, top = round(plot.left + across(at)) - _BADGE // 2, round(plot.top + down(points)) - _BADGE // 2
        canvas.shape(shape, left, top, _BADGE, ink)
    _legend(canvas, Box(plot.right + 3 * UNIT, box.top, _LEGEND - 3 * UNIT, plot.height), curves)


def _legend(canvas: Canvas, box: Box, curves: Sequence[Curve]) -> None:
    for badge, curve in zip(SEATS, curves, strict=False):
        cell, box = box.row(76)
        draw_badge(canvas, badge, "", Box(cell.left, cell.top, _BADGE, _BADGE))
        words = Box(cell.left + _BADGE + UNIT, cell.top - 2, cell.width - _BADGE - UNIT, LABEL.pitch)
        canvas.text(legible(curve.name), LABEL, words, TEXT)
        canvas.text(str(curve.moments[-1][1]), STRONG, words._replace(top=words.top + LABEL.pitch), MUTED)


def _line(corners: Sequence[tuple[float, float]], plot: Box) -> Image.Image:
    """Return a line through these points as coverage, from 0 to 255. The points are in pixels."""
    size = plot.width, plot.height
    large = Image.new("L", (size[0] * _SCALE, size[1] * _SCALE))
    scaled = [(x * _SCALE, y * _SCALE) for x, y in corners]
    ImageDraw.Draw(large).line(scaled, fill=255, width=_THICK * _SCALE, joint="curve")
    return large.resize(size, Image.Resampling.BOX)


def _grid(points: Sequence[int]) -> list[int]:
    """Return evenly spaced round numbers, the first and last of which enclose these points."""
    low, high = min(points), max(points)
    step = next((step for step in _STEPS if (high - low) / step <= _MOST_LINES - 2), _STEPS[-1])
    start = low // step * step
    count = -(-(high - start) // step) or 1
    return [start + step * place for place in range(count + 1)]
