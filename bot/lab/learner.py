"""A learner: it leans the quick player this way and that, and keeps what wins more against the quick player itself."""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Final

from bot.lab.contest import Contest
from bot.lab.leaning import EARLY, LATE, Lean, Leaning
from bot.lab.report import Cell, Column, Table
from bot.lab.score import Mean, Score
from bot.lab.study import Field, Study
from rules.core.rng import below, split

_TRIAL: Final = 64
"""Matches in which a new leaning is tried beside the best one so far."""
_LENGTHS: Final = 16
"""Matches that tell how long one is."""
_PERCENT: Final = (-100, -60, -30, 30, 60, 100)
_ANEW: Final = 1 << 33
"""The stream of seeds by which the best is measured again: a search flatters what it finds."""


class Learner:
    """Climbs from leaning to leaning, one changed lean at a time."""

    def __init__(self, study: Study, field: Field, opponent: str, steps: int) -> None:
        self.study, self.field, self.opponent, self.steps = study, field, opponent, steps
        self.fair = 100 / field.seats
        self.best = Leaning((), 0)
        self.tried = 0
        self.kept: list[tuple[int, Leaning, Mean]] = []
        """Steps at which a leaning was kept, and what it won more than the one before."""
        self.won: list[float] = []
        """Of the best one, measured anew."""

    def announce(self) -> None:
        """Tell the progress what is to come."""
        self.study.lab.progress.expect(_LENGTHS + self.steps * 2 * _TRIAL)
        self.study.announce(1)

    def run(self) -> None:
        """Learn, and measure what was learnt by other seeds."""
        quick = self.field.contest([self.opponent] * self.field.seats)
        turns = [match.turns for match in self.study.lab.arena.play(quick, _LENGTHS, self.study.lab.seed)]
        self.best = Leaning((), max(1, round(median(turns) / 2)))
        random = split(self.study.lab.seed, _ANEW + 1)
        for step in range(self.steps):
            random, other = self._changed(random)
            more = self._tried(other, split(self.study.lab.seed, _ANEW + 2 + step))
            self.tried += 1
            if more.value > more.error / 2:
                self.best = other
                self.kept.append((step + 1, other, more))
        if not self.best.leans:
            self.study.announce(-1)
            return
        contest = self._contest(self.best)
        for (match,) in self.study.until([contest], self._enough, split(self.study.lab.seed, _ANEW)):
            self.won.append(match.won)

    def _enough(self) -> bool:
        return self.score.within(self.study.lab.within)

    @property
    def score(self) -> Score:
        """Of the best one, measured anew."""
        return Score(len(self.won), sum(self.won))

    def _tried(self, other: Leaning, seed: int) -> Mean:
        """By how many points it wins more than the best one so far, in the same matches."""
        contests = [self._contest(self.best), self._contest(other)]
        pairs = self.study.lab.arena.together(contests, range(_TRIAL), seed)
        return Mean.of([100 * (new.won - old.won) for old, new in pairs], unit=100)

    def _contest(self, leaning: Leaning) -> Contest:
        name = leaning.name if leaning.leans else self.opponent
        return self.field.contest([name, *[self.opponent] * (self.field.seats - 1)])

    def _changed(self, random: int) -> tuple[int, Leaning]:
        """The best one so far with a lean more, another one or one less; and the generator's state."""
        leans = list(self.best.leans)
        random, draw = below(random, 4)
        if leans and draw == 0:
            random, place = below(random, len(leans))
            leans.pop(place)
            return random, Leaning(tuple(leans), self.best.turn)
        verbs = [kind.verb for kind in self.field.game.actions]
        random, verb = below(random, len(verbs))
        random, percent = below(random, len(_PERCENT))
        random, part = below(random, 4)
        lean = Lean(verbs[verb], _PERCENT[percent], {2: EARLY, 3: LATE}.get(part, ""))
        same = [other for other in leans if (other.to, other.part) != (lean.to, lean.part)]
        return random, Leaning((*same, lean), self.best.turn)

    def sentences(self) -> Iterator[str]:
        """What was learnt."""
        if not self.won:
            if self.tried:
                yield f"A learner tried {self.tried} ways to lean the quick player, and none won more than itself."
            return
        said = f"a quick player who {self.best.words}"
        if self.score.interval[0] > self.fair:
            yield f"A learner found one that beats the quick player: {said} wins {self.score.words} in new matches."
        else:
            yield (
                f"A learner tried {self.tried} ways to lean the quick player; the best of them, {said}, wins"
                f" {self.score.words} in new matches: not more for certain."
            )

    def table(self) -> Table:
        """What was kept on the way."""
        rows: list[Sequence[Cell]] = [(step, more, leaning.name) for step, leaning, more in self.kept]
        if self.won:
            rows.append(("anew", self.score, self.best.name))
        return Table(
            key="learnt",
            title="what a learner kept",
            columns=[
                Column("step", "step", "which try it was; anew: the last one, by matches that it did not learn from"),
                Column("won", "wins %", "points more than the one before; anew: the share that it wins"),
                Column("player", "player", "as --player and --plan take it: what it does less often, or more"),
            ],
            rows=rows,
        )
