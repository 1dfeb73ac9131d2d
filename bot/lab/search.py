"""A search for the subject (a deck or a plan) that wins most.

Many subjects race. The search makes new ones from the best, which race in turn. Finally the best ones race again on
fresh deals, and the winner is measured on yet other deals: on deals that chose it, a subject looks better than it is.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, Final, Generic, TypeVar

from bot.lab.contest import Contest
from bot.lab.experiment import Field, Lab
from bot.lab.report import Cell
from bot.lab.score import Score
from bot.lab.trials import Effort, Trials
from rules.core.rng import next_bits, split

S = TypeVar("S")
"""A subject: a deck or a plan."""

_IMPROVING: Final = 0.8
"""The fraction of the effort after which the search makes no more subjects."""
LEADERS: Final = 4
"""The number of winners of the first race; each step improves one of these leaders."""
_FINALISTS: Final = 8
_KNOWN: Final = 0.02
"""A subject's share is known well enough to choose it after this fraction of all matches, or after `_WELL` matches if
those are fewer.
"""
_WELL: Final = 480
"""The number of matches after which a subject's share is known well enough to choose it."""
_STREAM: Final = 1 << 34
"""The stream of seeds for the search's own random choices."""


@dataclass(frozen=True, slots=True)
class Found(Generic[S]):
    """A subject that led the search, and its score."""

    step: str
    """The step of the search: start, final, anew, or the number of matches played before it."""
    subject: S
    score: Score


class Search(ABC, Generic[S]):
    """Searches for the subject that wins most."""

    starting: ClassVar[float] = 0.25
    """The fraction of the effort after which the race of the first subjects ends."""

    def __init__(self, lab: Lab, field: Field, effort: Effort) -> None:
        self.lab, self.field = lab, field
        self.trials: Trials[S] = Trials(lab, self.contests, field.seats, effort)
        self.tally = self.trials.tally()
        """The results of all matches that served to choose between subjects."""
        self.found: list[Found[S]] = []
        self.anew: Found[S] | None = None
        """The best subject, measured by matches after the search."""
        self.random = split(lab.seed, _STREAM)

    @abstractmethod
    def contests(self, subject: S) -> Sequence[Contest]:
        """List the contests to try a subject in."""

    @abstractmethod
    def starts(self) -> Iterator[S]:
        """Yield subjects for the search to begin with."""

    @abstractmethod
    def made(self, leader: S) -> Sequence[S]:
        """Make subjects that may be better than this leader."""

    @abstractmethod
    def promising(self, made: Sequence[S], leader: S) -> Sequence[S]:
        """Choose which subjects to try further after their first round."""

    def best(self, count: int) -> list[S]:
        """Return this many of the tried subjects, best first."""
        return self.tally.best(self.tally.scores, count)

    def refined(self, best: S) -> S:
        """Return the winner without its superfluous parts."""
        return best

    @property
    def tried(self) -> int:
        """The number of subjects that were tried."""
        return len(self.tally.scores)

    @property
    def searched(self) -> int:
        """The number of matches of the search, without those after it."""
        return self.trials.played - (self.anew.score.matches if self.anew else 0)

    def announce(self) -> None:
        """Add the matches of the search to the progress."""
        self.lab.progress.expect(self.trials.effort.matches + self.lab.most)

    def run(self) -> None:
        """Search, and measure the best subject on other deals."""
        self._start()
        while self.trials.spent < _IMPROVING:
            self._improve()
        best, score = self.trials.final(self.best(_FINALISTS))
        if score:
            self.found.append(Found("final", best, score))
        best = self.refined(best)
        measured = self.trials.tally()
        self.trials.play([best], max(1, self.lab.most // self.trials.round(best)), measured)
        self.anew = Found("anew", best, measured.scores[best])

    def _start(self) -> None:
        starts = self.starts()
        subjects = [next(starts)]
        self.trials.play(subjects, 1, self.tally)
        subjects += islice(starts, self.trials.field_of(self.starting, LEADERS, subjects[0]) - 1)
        leaders = self.trials.race(subjects, 1, self.tally, LEADERS)
        self._keep("start", leaders[0])

    def _improve(self) -> None:
        """Make subjects that may be better than a leader, and let the most promising one challenge it."""
        leader = self._leader()
        made = self.made(leader)
        if not made:
            self.trials.play([leader], 1, self.tally)
            return
        self.trials.play(made, 1, self.tally)
        [challenger] = self.trials.race(self.promising(made, leader), 2, self.tally)
        enough = min(_WELL, _KNOWN * self.trials.matches)
        self.trials.duel(challenger, leader, self.tally, enough=enough, until=_IMPROVING)
        [best] = self.best(1)
        if best != self.found[-1].subject:
            self._keep(f"{self.trials.played:,}", best)

    def _leader(self) -> S:
        """Draw a number from the interval of each leader's score; return the leader with the highest number."""
        drawn: dict[S, float] = {}
        for subject in self.best(LEADERS):
            self.random, bits = next_bits(self.random)
            low, high = self.tally.estimate(subject).interval
            drawn[subject] = low + (high - low) * bits / 2**64
        return max(drawn, key=drawn.__getitem__)

    def _keep(self, step: str, subject: S) -> None:
        self.found.append(Found(step, subject, self.tally.scores[subject]))

    def rows(self) -> Iterator[tuple[Found[S], Sequence[Cell]]]:
        """Yield the leaders in order, with the cells that all searches share."""
        for leader in (*self.found, *([self.anew] if self.anew else ())):
            yield leader, (leader.step, leader.score, leader.score.matches)
