"""`hidden-hand lab tune`: plays a game with several values of one number, and finds the one nearest to a target."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar, Final

from bot.lab.contest import Match
from bot.lab.experiment import Experiment, Lab
from bot.lab.report import Cell, Column, Report, Table
from bot.lab.score import Estimate, Mean, Score
from bot.lab.variant import Variant

_PRECISE: Final = 0.05
"""The maximum error of a length that is known well enough, as a fraction of the length."""


class Target(ABC):
    """A measurement, and the value that it should have."""

    name: ClassVar[str]
    summary: ClassVar[str]
    """The words for the best result: “the first seat is nearest to a fair share”."""
    column: ClassVar[Column]

    @abstractmethod
    def measured(self, matches: Sequence[Match]) -> Score | Mean:
        """Return the measurement of some matches."""

    @abstractmethod
    def wanted(self, seats: int) -> float:
        """Return the value that the measurement should have."""

    def estimate(self, matches: Sequence[Match]) -> Estimate | None:
        """Return the measurement with its interval; None if no match has it."""
        return Estimate.of(self.measured(matches))

    def is_known(self, matches: Sequence[Match], points: float) -> bool:
        """Return whether the measurement is known to within this many points."""
        measured = self.measured(matches)
        if isinstance(measured, Score):
            return measured.within(points)
        return measured.error <= _PRECISE * measured.value


class Seats(Target):
    """The target: every seat wins a fair share. Measures the seat that is furthest from it."""

    name = "seats"
    summary = "the seats are nearest to even"
    column = Column("seats", "furthest seat %", "share of the seat that is furthest from a fair one")

    def measured(self, matches: Sequence[Match]) -> Score:
        seats = len(matches[0].shares) if matches else 0
        shares = [Score(len(matches), sum(match.shares[seat] for match in matches)) for seat in range(seats)]
        return _furthest(shares, 100 / max(1, seats))

    def wanted(self, seats: int) -> float:
        return 100 / seats


class Length(Target):
    """The target: a mean number of turns."""

    name = "length"
    summary = "matches are nearest to the length that is wanted"
    column = Column("length", "turns", "the mean of all matches")

    def __init__(self, turns: int = 0) -> None:
        """Aim at this number of turns; 0 for as few as possible."""
        self.turns = turns

    def measured(self, matches: Sequence[Match]) -> Mean:
        return Mean.of([match.turns for match in matches])

    def wanted(self, seats: int) -> float:
        return self.turns


class Decided(Target):
    """The target: a fraction of matches that are decided for good in their first third."""

    name = "decided"
    summary = "the fewest matches are decided early"
    column = Column("decided", "decided early %", "matches that are decided for good in their first third")

    def measured(self, matches: Sequence[Match]) -> Score:
        leads = [lead.early for match in matches if (lead := match.metrics.expected) and lead.early is not None]
        return Score(len(leads), sum(leads))

    def wanted(self, seats: int) -> float:
        return 0


class Decks(Target):
    """The target: every ready-made deck wins a fair share. Measures the deck that is furthest from it."""

    name = "decks"
    summary = "the ready-made decks are nearest to even"
    column = Column("decks", "furthest deck %", "share of the ready-made deck that is furthest from a fair one")

    def measured(self, matches: Sequence[Match]) -> Score:
        won: dict[str, list[float]] = {}
        for match in matches:
            for deck, share in zip(match.decks, match.shares, strict=False):
                won.setdefault(deck, []).append(share)
        seats = len(matches[0].shares) if matches else 1
        return _furthest([Score(len(shares), sum(shares)) for shares in won.values()], 100 / seats)

    def wanted(self, seats: int) -> float:
        return 100 / seats


def _furthest(scores: Sequence[Score], fair: float) -> Score:
    return max(scores, key=lambda score: abs(score.share - fair), default=Score())


TARGETS: Final[dict[str, type[Target]]] = {target.name: target for target in (Seats, Length, Decided, Decks)}


@dataclass(slots=True)
class Value:
    """A value of the number, and the matches with it."""

    text: str
    """The value as it was written: 3, +1."""
    variant: Variant
    matches: list[Match] = field(default_factory=list)


class Tuning(Experiment):
    """Plays the same deals with each value."""

    def __init__(self, lab: Lab, number: str, values: Sequence[tuple[str, Variant]], target: Target) -> None:
        """Prepare to tune a number. number: as the user wrote it. values: each value as text, with its variant."""
        super().__init__(lab)
        self.number, self.target = number, target
        self.values = [Value(text, variant) for text, variant in values]
        self.seats = self.values[0].variant.field.seats
        self.game = self.values[0].variant.field.game

    def run(self) -> None:
        self.announce(len(self.values))
        for value in self.values:
            variant = value.variant
            contest = variant.field.contest([variant.player] * self.seats)
            for (match,) in self.until([contest], partial(self.target.is_known, value.matches, self.lab.within)):
                value.matches.append(match)
            estimate = self.target.estimate(value.matches)
            self.lab.progress.tell(
                f"{self.number}={value.text}: {self.target.column.title} {estimate}, {len(value.matches)} matches"
            )

    def _off(self, estimate: Estimate) -> float:
        return abs(estimate.value - self.target.wanted(self.seats))

    def _at_best(self, estimate: Estimate) -> float:
        """Return the distance from the target to the nearest value in the interval of the measurement."""
        wanted = self.target.wanted(self.seats)
        return max(0.0, estimate.low - wanted, wanted - estimate.high)

    def report(self) -> Report:
        targets = [self.target, *(kind() for kind in TARGETS.values() if not isinstance(self.target, kind))]
        if not self.game.decks:
            targets = [target for target in targets if not isinstance(target, Decks)]
        rows: list[Sequence[Cell]] = [
            (value.text, *(target.estimate(value.matches) for target in targets), len(value.matches))
            for value in self.values
            if value.matches
        ]
        return Report(
            title=f"{self.game.title} with {self.seats} players: {self.number} tuned for {self.target.name}",
            sentences=[*self._sentences()],
            tables=[
                Table(
                    key="values",
                    title=f"values of {self.number}",
                    columns=[
                        Column("value", self.number.rpartition(".")[2]),
                        *(target.column for target in targets),
                        Column("matches", "matches"),
                    ],
                    rows=rows,
                    note="In [ ] the 95 % interval. All values are played on the same deals.",
                )
            ],
            settings=self.values[0].variant.field.settings(self.lab.seed),
        )

    def _sentences(self) -> Iterator[str]:
        measured = {
            value.text: estimate
            for value in self.values
            if (estimate := self.target.estimate(value.matches)) is not None
        }
        if not measured:
            yield "No match has ended yet."
            return
        best = min(measured, key=lambda text: self._off(measured[text]))
        yield (
            f"With {self.number}={best}, {self.target.summary}: {self.target.column.title} {measured[best]} of"
            f" {measured[best].matches:,} matches."
        )
        near = [
            text for text in measured if text != best and self._at_best(measured[text]) <= self._off(measured[best])
        ]
        if near:
            yield f"By their intervals, these may be as good: {', '.join(near)}. More matches (--most) would tell."
