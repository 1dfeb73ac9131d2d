"""The charts of a report as SVG, drawn by matplotlib (the extra `lab`): narrow, so that a phone shows them readably."""

from collections.abc import Sequence
from io import StringIO
from typing import Any, Final

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from bot.lab.report import Bars, Chart, Dots

_WIDTH: Final = 5.0
"""The width of a chart, in inches."""
_LINE: Final = 0.29
_MARGIN: Final = 0.75
_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73")
_MARKS: Final = ("o", "s", "^")
_INK: Final = "#1c2430"
_FAINT: Final = "#c9d1da"
_SETTINGS: Final[dict[Any, Any]] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "lab",
    "font.family": "sans-serif",
    "font.size": 11.5,
    "text.color": _INK,
    "axes.labelcolor": _INK,
    "axes.edgecolor": _FAINT,
    "xtick.color": _INK,
    "ytick.color": _INK,
}


def svg(chart: Chart) -> str:
    """Return the chart as an SVG element of a page."""
    with rc_context(_SETTINGS):
        figure = _dots(chart) if isinstance(chart, Dots) else _bars(chart)
        file = StringIO()
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = file.getvalue()
    return text[text.index("<svg") :]


def _dots(chart: Dots) -> Figure:
    lines = [(name, scores) for name, scores in chart.lines if all(score.matches for score in scores)]
    apart = len(chart.series)
    named = 0.3 if apart > 1 else 0.0
    figure, axes = _begun(named + _LINE * (1 + 0.35 * (apart - 1)) * len(lines) + _MARGIN)
    axes.axvline(chart.fair, color=_FAINT, linewidth=1.5, zorder=0)
    for number, name in enumerate(chart.series):
        shares = [scores[number].share for _, scores in lines]
        ends = [scores[number].interval for _, scores in lines]
        errors = [
            [share - low for share, (low, _) in zip(shares, ends, strict=True)],
            [high - share for share, (_, high) in zip(shares, ends, strict=True)],
        ]
        heights = [place + 0.3 * (number - (apart - 1) / 2) for place in range(len(lines))]
        axes.errorbar(
            shares,
            heights,
            xerr=errors,
            fmt=_MARKS[number % len(_MARKS)],
            color=_COLOURS[number % len(_COLOURS)],
            markersize=5,
            linewidth=1.5,
            label=name,
        )
    axes.set_yticks(range(len(lines)), [name for name, _ in lines])
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    low = min((score.interval[0] for _, scores in lines for score in scores), default=0)
    high = max((score.interval[1] for _, scores in lines for score in scores), default=100)
    axes.set_xlim(max(-1, min(low, chart.fair - 5) - 2), min(101, max(high, chart.fair + 5) + 2))
    axes.xaxis.set_major_locator(MaxNLocator(nbins=8, steps=[1, 2, 5, 10], integer=True))
    axes.set_xlabel(f"per cent; the grey line marks a fair share: {chart.fair:.0f}")
    _named(figure, chart.series)
    return figure


def _bars(chart: Bars) -> Figure:
    figure, axes = _begun(3.0)
    width = 0.8 / len(chart.bars)
    for number, (name, counts) in enumerate(zip(chart.series, chart.bars, strict=True)):
        total = sum(counts) or 1
        places = [place + width * (number - (len(chart.bars) - 1) / 2) for place in range(len(counts))]
        heights = [100 * count / total for count in counts]
        axes.bar(places, heights, width=width * 0.92, color=_COLOURS[number % len(_COLOURS)], label=name)
    axes.set_xticks(range(len(chart.names)), chart.names)
    if sum(map(len, chart.names)) > 28:
        axes.tick_params(axis="x", rotation=45)
    axes.set_xlabel(chart.values)
    axes.set_ylabel("% of matches")
    _named(figure, chart.series)
    return figure


def _begun(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(_WIDTH, height), layout="constrained")
    axes = figure.add_subplot()
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    return figure, axes


def _named(figure: Figure, series: Sequence[str]) -> None:
    """Draw a legend if there are several series."""
    if len(series) > 1:
        figure.legend(loc="outside upper right", frameon=False, ncols=len(series))
