"""Measures of a match, for comparisons."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.lab.contest import Match
from bot.lab.report import Cell, Spread
from bot.lab.score import Mean, Score
from rules.core.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A number that is measured in every match, or only in some."""

    key: str
    title: str
    of: Callable[[Match], float | None]
    template: str
    """A clause with {} in place of the number. It continues a sentence or, capitalized, begins one."""
    is_share: bool = False
    """Whether the number is a fraction of 1, which is shown in per cent."""
    is_percent: bool = False
    """Whether the number is already in per cent."""

    def values(self, matches: Sequence[Match]) -> list[float]:
        """Return the values of all matches that have the measure."""
        return [value for match in matches if (value := self.of(match)) is not None]

    def cell(self, matches: Sequence[Match]) -> Cell:
        """Return the cell of a table: a share of these matches, or a spread."""
        values = self.values(matches)
        return Score(len(values), sum(values)) if self.is_share else Spread.of(values)

    def mean(self, matches: Sequence[Match]) -> str:
        """Return the mean with its unit: “43 %”, “12.5”."""
        values = self.values(matches)
        mean = sum(values) / max(1, len(values))
        if self.is_share:
            return f"{100 * mean:.0f} %"
        return f"{mean:.1f}".removesuffix(".0") + (" %" if self.is_percent else "")

    def median(self, matches: Sequence[Match]) -> str:
        """Return the median, or the percentage, with its unit; "-" if there are no values."""
        spread = Spread.of(self.values(matches))
        if self.is_share or spread is None:
            return self.mean(matches) if spread else "-"
        return f"{spread.median:,g}" + (" %" if self.is_percent else "")

    def difference(self, before: Sequence[Match], after: Sequence[Match]) -> Mean:
        """Return the mean of the differences, match by match; in points for a percentage."""
        scale = 100 if self.is_share else 1
        pairs = [(self.of(one), self.of(other)) for one, other in zip(before, after, strict=True)]
        more = [scale * (other - one) for one, other in pairs if one is not None and other is not None]
        return Mean.of(more, unit=scale if self.is_share else 0)


def measures(game: Game, seats: int) -> Iterator[Measure]:
    """Yield all measures of a game with this many players."""
    for seat in range(seats):
        title, template = f"seat {seat} wins %", f"seat {seat} wins {{}} of its matches"
        yield Measure(key=f"seat_{seat}", title=title, template=template, of=_share_of(seat), is_share=True)
    yield Measure(key="draws", title="draws %", template="{} of all matches are draws", of=_is_draw, is_share=True)
    yield Measure(key="turns", title="turns", template="a match takes {} turns", of=lambda match: match.turns)
    yield Measure(
        key="decisions",
        title="decisions",
        template="a match takes {} decisions",
        of=lambda match: match.metrics.decisions,
    )
    yield Measure(
        key="forced",
        title="decisions with one choice %",
        template="{} of the decisions have only one choice",
        is_percent=True,
        of=_forced,
    )
    yield Measure(
        key="lead_changes",
        title="lead changes",
        template="the lead changes {} times in a match",
        of=lambda match: match.metrics.expected.changes if match.metrics.expected else None,
    )
    yield Measure(
        key="longest_lead",
        title="longest stretch, in turns",
        template="the longest stretch without a change of the lead has {} turns",
        of=lambda match: match.metrics.expected.longest if match.metrics.expected else None,
    )
    yield Measure(
        key="for_good",
        title="decided after % of turns",
        template="a match is decided when {} of its turns are over",
        is_percent=True,
        of=_for_good,
    )
    for ending, words in game.endings.items():
        title, template = f"ends: {ending.replace('_', ' ')} %", f"{{}} of all matches end {words}"
        yield Measure(key=f"ending_{ending}", title=title, template=template, of=_ended(ending), is_share=True)


EXPLAINED = (
    "Seats are counted from 0, in the order of play; all share a draw. [ ] after a share: its 95 % interval; after a"
    " number: the range of the middle 80 % of all matches. Reactions do not count as decisions. A player leads if they"
    " expect to win at least 10 per cent more often than any other player, measured after each turn. A stretch is the"
    " time between two changes of the lead. A match is decided when its winner leads for good."
)


def _share_of(seat: int) -> Callable[[Match], float]:
    return lambda match: match.shares[seat]


def _is_draw(match: Match) -> float:
    return float(len(set(match.shares)) == 1)


def _forced(match: Match) -> float | None:
    metrics = match.metrics
    return round(100 * metrics.forced / metrics.decisions, 1) if metrics.decisions else None


def _for_good(match: Match) -> float | None:
    expected = match.metrics.expected
    return None if expected is None or expected.for_good is None else round(100 * expected.for_good)


def _ended(ending: str) -> Callable[[Match], float]:
    return lambda match: float(match.ending == ending)
