"""Trials of many decks or plans: rounds of matches, races and estimates, within a limit of effort."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import log2
from time import process_time
from typing import Final, Generic, TypeVar

from bot.lab.contest import Contest
from bot.lab.experiment import Lab
from bot.lab.score import Score
from rules.core.rng import split

S = TypeVar("S")
"""A subject: a deck or a plan."""

_ROUND: Final = 12
"""The minimum number of matches in a round."""
_GUESS: Final = 12
"""The weight, in matches, of the guess about a subject before its first match."""
_STREAM: Final = 1 << 33
"""The first stream of seeds for the rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """The limit of a search, in matches or in seconds of processor time."""

    matches: int = 0
    seconds: float = 0.0
    """The seconds of processor time; 0: no limit of time."""

    def __bool__(self) -> bool:
        return bool(self.matches or self.seconds)


@dataclass(slots=True)
class Tally(Generic[S]):
    """The scores of subjects in matches that were played for one purpose."""

    guess: Score
    """The guess about every subject before its first match."""
    scores: dict[S, Score] = field(default_factory=dict)

    def add(self, subject: S, score: Score) -> None:
        """Add to the score of a subject."""
        self.scores[subject] = self.scores.get(subject, Score()) + score

    def estimate(self, subject: S) -> Score:
        """Return the score of a subject, together with the guess."""
        return self.scores.get(subject, Score()) + self.guess

    def best(self, subjects: Iterable[S], count: int) -> list[S]:
        """Return this many of the subjects, those with the highest likely share first."""
        return sorted(subjects, key=lambda subject: self.estimate(subject).likely, reverse=True)[:count]


class Trials(Generic[S]):
    """Plays matches of subjects. In a round, all subjects play the same deals, each from every seat."""

    def __init__(self, lab: Lab, contests: Callable[[S], Sequence[Contest]], seats: int, effort: Effort) -> None:
        """contests: a function that returns the contests in which to try a subject, as many for each subject."""
        self.lab, self.effort = lab, effort
        self.played = 0
        """The number of matches played so far."""
        self._contests, self._seats = contests, seats
        self._rounds = 0
        self._begun: float | None = None
        """The processor time before the first match; None before `play`."""
        self._elsewhere = 0.0
        """The seconds of work in other processes."""

    def tally(self) -> Tally[S]:
        """Return an empty tally. Until a subject has played, its estimate is a fair share of the wins."""
        return Tally(Score(_GUESS, _GUESS / self._seats))

    def round(self, subject: S) -> int:
        """Return the number of matches of a subject in a round."""
        once = self._seats * len(self._contests(subject))
        return once * -(-_ROUND // once)

    @property
    def seconds(self) -> float:
        """The processor time so far, in seconds."""
        return 0.0 if self._begun is None else process_time() - self._begun + self._elsewhere

    @property
    def spent(self) -> float:
        """The fraction of the effort that is used up: 0 to 1, or a little more at the end."""
        if self.effort.seconds:
            return self.seconds / self.effort.seconds
        return self.played / self.effort.matches

    @property
    def matches(self) -> float:
        """The number of matches in the whole effort. If the effort is limited by time, this is estimated from the time
        so far.
        """
        return self.played / self.spent if self.effort.seconds else self.effort.matches

    def play(self, subjects: Sequence[S], rounds: int, tally: Tally[S]) -> None:
        """Play this many rounds of each subject on fresh deals."""
        if self._begun is None:
            self._begun = process_time()
        jobs: list[tuple[Contest, int]] = []
        counts = []
        for subject in subjects:
            contests = self._contests(subject)
            each = rounds * self.round(subject) // len(contests)
            rows = [contest for contest in contests for _ in range(each)]
            jobs += [(contest, number) for number, contest in enumerate(rows)]  # each on other deals: `Lab.seed_of`
            counts.append(len(rows))
        if self.effort.seconds:
            self.lab.progress.expect(len(jobs))
        self._rounds += 1
        results = self.lab.arena.results(jobs, split(self.lab.seed, _STREAM + self._rounds))
        self.played += len(jobs)
        self._elsewhere += results.elsewhere
        place = 0
        for subject, count in zip(subjects, counts, strict=True):
            tally.add(subject, Score.by_deals(results.won[place : place + count], self._seats))
            place += count

    def race(self, subjects: Sequence[S], rounds: int, tally: Tally[S], left: int = 1) -> list[S]:
        """Play rounds of all subjects, then twice as many of the better half, and so on until `left` remain."""
        subjects = list(subjects)
        while len(subjects) > left:
            self.play(subjects, rounds, tally)
            subjects = tally.best(subjects, max(left, len(subjects) // 2))
            rounds *= 2
        return subjects

    def duel(self, challenger: S, leader: S, tally: Tally[S], *, enough: float, until: float) -> None:
        """Play the leader and the challenger on fresh deals as long as the challenger may be better.

        enough: the number of matches after which a subject plays no more. until: the fraction of the effort at which
        the duel ends.
        """
        rounds = 2
        while self.spent < until:
            unknown = [one for one in (challenger, leader) if tally.estimate(one).matches < enough]
            if challenger not in unknown or tally.estimate(challenger).interval[1] < tally.estimate(leader).share:
                return
            self.play(unknown, rounds, tally)
            rounds *= 2

    def final(self, subjects: Sequence[S]) -> tuple[S, Score | None]:
        """Let subjects race on fresh deals for the rest of the effort; return the winner and its score (None if no
        effort was left).
        """
        afresh = self.tally()
        stages = len(subjects).bit_length()
        matches = (1 - self.spent) * self.matches
        rounds = int(matches / self.round(subjects[0]) / len(subjects) / stages)
        if rounds < 1 or len(subjects) == 1:
            return subjects[0], None
        [winner] = self.race(subjects, rounds, afresh)
        return winner, afresh.scores[winner]

    def field_of(self, part: float, left: int, subject: S) -> int:
        """Return the number of subjects like this one that a race to the last `left` can have within this fraction of
        the effort.
        """
        count = left
        while (count + 1) * self.round(subject) * max(1.0, log2((count + 1) / left)) <= part * self.matches:
            count += 1
        return count
