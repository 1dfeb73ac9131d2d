"""The results of all rounds, as JSON and as a table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median, quantiles
from typing import Any, Final

from bench.entry import Reading

MISSING: Final = "not installed: see the extra `bench`"

Figures = Sequence[Mapping[str, Any]]
"""JSON: for each value `what`, `unit`, `ours` and `beside`; `beside` maps each peer to None or to its `figure` and the
`ratio` of ours to it. Each number is a lower quartile, a median and an upper quartile over the rounds; ratios are
between values of the same round."""


def figures(rounds: Sequence[Sequence[Reading]]) -> Figures:
    """Return the figures of an entry; an empty list if it had no round."""
    return [_figure(readings) for readings in zip(*rounds, strict=True)]


def _figure(readings: Sequence[Reading]) -> Mapping[str, Any]:
    first = readings[0]
    return {
        "what": first.what,
        "unit": first.unit,
        "ours": spread(each.ours for each in readings),
        "beside": {peer: _compared(readings, peer) for peer in first.beside},
    }


def _compared(readings: Sequence[Reading], peer: str) -> Mapping[str, Any] | None:
    pairs = [(each.ours, theirs) for each in readings if (theirs := each.beside[peer]) is not None]
    if not pairs:
        return None
    return {"figure": spread(theirs for _, theirs in pairs), "ratio": spread(ours / theirs for ours, theirs in pairs)}


def spread(values: Iterable[float]) -> list[float]:
    """Return the lower quartile, the median and the upper quartile."""
    every = list(values)
    low, _, high = quantiles(every, n=4, method="inclusive") if len(every) > 1 else every * 3
    return [low, median(every), high]


def lines(name: str, summary: str, entries: Figures, failed: str | None = None) -> Iterator[str]:
    """Yield the lines of an entry in the table. failed: the error that ended the entry, if any."""
    yield f"{name}: {summary}"
    if failed is not None:
        yield f"  FAILED: {failed}"
    for each in entries:
        ours = f"  {each['what']:<34}{number(each['ours'][1]):>9} {each['unit']:<12}"
        for peer, compared in each["beside"].items():
            if compared is None:
                yield f"{ours}{'-':>9} {peer:<26}{MISSING}"
                continue
            low, middle, high = (number(part) for part in compared["ratio"])
            yield f"{ours}{number(compared['figure'][1]):>9} {peer:<26}{middle:>9}  {low} to {high}"
    yield ""


HEADS: Final = f"  {'':<34}{'ours':>9} {'':<12}{'peer':>9} {'':<26}{'ratio':>9}  quartiles"


def number(value: float) -> str:
    """Return the number as text with about three digits."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}" if abs(value) >= 0.1 else f"{value:.4f}"
