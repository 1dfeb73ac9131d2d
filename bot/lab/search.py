"""A search for what wins most: many subjects race, better ones are made of the best, and these race in turn.

The best of all race once more on deals by which none of them was chosen, and the winner is measured on others again:
a search flatters what it finds.
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
"""What is tried."""

_IMPROVING: Final = 0.8
"""The part of the effort after which no other subject is made."""
LEADERS: Final = 4
"""Subjects that the first race leaves, and of which each step improves one."""
_FINALISTS: Final = 8
_KNOWN: Final = 0.02
"""The part of the effort after which a subject is known well enough to choose by..."""
_WELL: Final = 480
"""... or so many matches."""
_STREAM: Final = 1 << 34
"""The stream of seeds for what a search draws itself."""


@dataclass(frozen=True, slots=True)
class Found(Generic[S]):
    """A subject that led, and what it won."""

    step: str
    """start, final, anew, or how many matches had been played."""
    subject: S
    score: Score


class Search(ABC, Generic[S]):
    """Looks for the subject that wins most."""

    starting: ClassVar[float] = 0.25
    """The part of the effort after which the race of the first subjects ends."""

    def __init__(self, lab: Lab, field: Field, effort: Effort) -> None:
        self.lab, self.field = lab, field
        self.trials: Trials[S] = Trials(lab, self.contests, field.seats, effort)
        self.tally = self.trials.tally()
        """All matches by which subjects were chosen."""
        self.found: list[Found[S]] = []
        self.anew: Found[S] | None = None
        """The best subject, by matches after the search."""
        self.random = split(lab.seed, _STREAM)

    @abstractmethod
    def contests(self, subject: S) -> Sequence[Contest]:
        """List the contests that a subject is tried in."""

    @abstractmethod
    def starts(self) -> Iterator[S]:
        """Yield the subjects that the search may begin with, as many as there are."""

    @abstractmethod
    def made(self, leader: S) -> Sequence[S]:
        """Make others that may be better than one of the best."""

    @abstractmethod
    def promising(self, made: Sequence[S], leader: S) -> Sequence[S]:
        """Choose, of those that have played a round, those to be tried further."""

    def best(self, count: int) -> list[S]:
        """Return so many of those that were tried, the best first."""
        return self.tally.best(self.tally.scores, count)

    def refined(self, best: S) -> S:
        """Return the winner without what it does not need."""
        return best

    @property
    def tried(self) -> int:
        """How many subjects were tried."""
        return len(self.tally.scores)

    @property
    def searched(self) -> int:
        """How many matches the search took, without those after it."""
        return self.trials.played - (self.anew.score.matches if self.anew else 0)

    def announce(self) -> None:
        """Tell the progress what is to come."""
        self.lab.progress.expect(self.trials.effort.matches + self.lab.most)

    def run(self) -> None:
        """Search, and measure the best subject in matches of other deals."""
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
        """Make others of one of the best, and let the best of them meet it."""
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
        """Draw one of the best: the less is known of one, the farther it may be from what it won."""
        drawn: dict[S, float] = {}
        for subject in self.best(LEADERS):
            self.random, bits = next_bits(self.random)
            low, high = self.tally.estimate(subject).interval
            drawn[subject] = low + (high - low) * bits / 2**64
        return max(drawn, key=drawn.__getitem__)

    def _keep(self, step: str, subject: S) -> None:
        self.found.append(Found(step, subject, self.tally.scores[subject]))

    def rows(self) -> Iterator[tuple[Found[S], Sequence[Cell]]]:
        """Yield what led on the way, with the cells that are alike for all searches."""
        for found in (*self.found, *([self.anew] if self.anew else ())):
            yield found, (found.step, found.score, found.score.matches)
