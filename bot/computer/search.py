"""The expert's search. It tries several choices on the same sampled states, and repeatedly drops the worse half
(successive halving).

1. *Candidates*: the quick player's choice, its next best ones, and in games of plans some whole sequences, all of
   them sound (`Game.sound`).
2. *Sampled states*: states that fit the seat's view, made one by one. Candidate A and candidate B meet the same states
   with the same random numbers and the same opponents, so their difference has less noise than either result.
3. *Rounds*: each gives every candidate that is left the same number of further states, and keeps the better half. The
   quick player's choice is never dropped, because all are judged against it.
4. *The choice*: another candidate is preferred only if it did better by more than chance would explain. Without this
   the search would follow noise into moves that look foolish, since most positions have several good moves.

The search stops early once every other choice did worse by more than chance would explain. It never looks at the real
state: `Search` is given a view. Its result depends on view, seed and effort alone, unless it is stopped by the clock.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from typing import Final

from bot.computer.quick_player import ranked
from bot.computer.rollouts import Plan, follow, play_on, worth
from bot.computer.sequences import plans
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import State, View
from rules.core.rng import below, split
from rules.core.scripts import Decide

_FEWEST_STATES: Final = 2
"""The minimum number of states on which every choice is tried."""
_ENOUGH: Final = 8
"""The number of states to try before the search may stop because the quick player's choice is ahead."""
_STYLES: Final = 1 << 20
"""The random stream, split from a rollout's seed, that draws the style of the other seats."""
_QUICK: Final = 3
"""The other seats follow a style in one rollout out of this many. In the rest they are quick players."""
_SURE: Final = 1.0
"""The number of standard errors by which another choice must beat the quick player's choice, or by which all other
choices must be worse for the search to stop.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How much to search. It does not depend on the machine."""

    rollouts: int
    """The maximum number of rollouts, over all candidates."""
    candidates: int
    """The number of action sequences to try."""


@dataclass(slots=True)
class Trial:
    """A sequence of actions, and the results of its rollouts."""

    plan: Plan
    worths: list[float] = field(default_factory=list)
    """The result on each sampled state."""

    @property
    def mean(self) -> float:
        return sum(self.worths) / len(self.worths)

    def gain(self, other: "Trial") -> tuple[float, float]:
        """Return the mean advantage over the other trial on the states that both have tried, and its standard error."""
        gains = [mine - theirs for mine, theirs in zip(self.worths, other.worths, strict=False)]
        mean = sum(gains) / len(gains)
        spread = sum([(gain - mean) ** 2 for gain in gains]) / max(1, len(gains) - 1)
        return mean, sqrt(spread / len(gains))


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """The result of a search."""

    trials: tuple[Trial, ...]
    """The chosen trial, then the others, those that survived longest first. Trials without a rollout are left out."""
    rollouts: int
    """The number of rollouts."""
    plies: int
    """The number of decisions in these rollouts."""
    aborted: bool
    """Whether the search was stopped early, because time was up."""

    @property
    def action(self) -> Action:
        return self.trials[0].plan[0]


class Search:
    """A search for one decision of a seat."""

    def __init__(self, game: Game, view: View, seed: int, stop: Callable[[], bool]) -> None:
        """Prepare the search. stop: returns whether time is up; called between rollouts."""
        assert view.seat is not None
        self.game, self.view, self.seed, self.stop, self.seat = game, view, seed, stop, view.seat
        self.tables: list[State] = []
        self.rollouts = self.plies = 0
        self.aborted = False

    def best(self, effort: Effort, made: Plan | None = None) -> SearchResult:
        """Search, and return the result. made: an additional candidate, kept in every round like the quick player's
        choice.
        """
        trials = [Trial(plan) for plan in self.candidates(effort.candidates)]
        kept = trials[:1]
        if made is not None:
            trial_made = Trial(made)
            trials = [trial_made if self.alike(trial.plan, made) else trial for trial in trials]
            if trial_made not in trials:
                trials.append(trial_made)
            kept = [trials[0]] if trial_made is trials[0] else [trials[0], trial_made]
        quick, alive = trials[0], trials
        rounds = (len(trials) - 1).bit_length()
        for number in range(rounds):
            if not self.is_open(quick, alive, max(_FEWEST_STATES, effort.rollouts // rounds // len(alive))):
                break
            alive = sorted(alive, key=lambda trial: -trial.mean)
            if number and alive[0] is quick:
                break
            alive = alive[: (len(alive) + 1) // 2]
            alive += [trial for trial in kept if trial not in alive]
        first = self.winner(quick, alive)
        others = [trial for trial in trials if trial is not first and trial.worths]
        others.sort(key=lambda trial: (len(trial.worths), trial.mean), reverse=True)
        return SearchResult(trials=(first, *others), rollouts=self.rollouts, plies=self.plies, aborted=self.aborted)

    def candidates(self, count: int) -> Sequence[Plan]:
        """Return the candidates: the quick player's choice, its choice among the remaining options, and so on. In a
        game of plans (`Game.plan`), up to half of the candidates are the most promising sequences, each beginning with
        a different action.
        """
        sound = self.game.sound(self.view)
        actions = _first_of_each(ranked(self.game, self.view, sound, self.seed), self.equivalence)
        if not self.game.plan:
            return [(action,) for action in islice(actions, count)]
        sequences: dict[Action, Plan] = {}
        for node in plans(self.game, self.table(0), self.seat):
            if node.plan[0] in sound:
                sequences.setdefault(node.plan[0], node.plan)
            if len(sequences) > count // 2:
                break
        quick = [(action,) for action in islice(actions, count - count // 2)]
        return [*quick, *(plan for plan in sequences.values() if plan not in quick)][:count]

    def alike(self, one: Plan, other: Plan) -> bool:
        """Return whether two sequences count as the same candidate: they are equal, or single actions that are
        equivalent.
        """
        if len(one) == len(other) == 1:
            return self.equivalence(one[0]) == self.equivalence(other[0])
        return tuple(one) == tuple(other)

    def equivalence(self, action: Action) -> Hashable:
        """Return a key that is equal for equivalent options (`Game.equivalence`)."""
        return self.game.equivalence(self.view, action)

    def is_open(self, quick: Trial, trials: Sequence[Trial], tables: int) -> bool:
        """Try each trial on up to `tables` more states. Return whether the search should go on: time is left, and the
        quick player's choice is not clearly ahead of all others.
        """
        for _ in range(tables):
            self.try_out(trials, 1)
            if self.aborted or _has_won(quick, trials):
                return False
        return True

    def try_out(self, trials: Sequence[Trial], tables: int) -> None:
        """Try each trial on the same `tables` further states, unless time runs out."""
        start = len(trials[0].worths)
        for number in range(start, start + tables):
            for trial in trials:
                if self.stop():
                    self.aborted = True
                    return
                trial.worths.append(self.worth(trial.plan, number))

    def worth(self, plan: Plan, number: int) -> float:
        """Return the result of a sequence on one of the sampled states."""
        g = self.table(number).clone()
        follow(self.game, g, self.seat, plan)
        self.rollouts += 1
        self.plies += play_on(self.game, g, split(self.seed, number), self.seat, self.style(number))
        return worth(self.game, g, self.seat)

    def table(self, number: int) -> State:
        """Return the sampled state with this number. The seat's view is the same on all of them."""
        if number == len(self.tables):
            self.tables.append(self.game.likely_state(self.view, split(self.seed, number)))
        return self.tables[number]

    def style(self, number: int) -> Decide | None:
        """Return the style that the other seats follow on a sampled state; None if they are quick players."""
        styles = self.game.styles
        random, place = below(split(split(self.seed, number), _STYLES), _QUICK)
        if not styles or place:
            return None
        return self.game.scripts[styles[below(random, len(styles))[1]]].decide

    def winner(self, quick: Trial, alive: Sequence[Trial]) -> Trial:
        """Return the trial with the best mean if it is clearly better than the quick player's choice, else that
        choice.
        """
        tried = [trial for trial in alive if trial.worths]
        best = max(tried, key=lambda trial: trial.mean, default=quick)
        if best is quick or len(best.worths) < _FEWEST_STATES:
            return quick
        gain, error = best.gain(quick)
        return best if gain > _SURE * error else quick


def _first_of_each(actions: Iterable[Action], equivalence: Callable[[Action], Hashable]) -> Iterator[Action]:
    """Yield only the first of all equivalent actions."""
    keys = set()
    for action in actions:
        if equivalence(action) not in keys:
            keys.add(equivalence(action))
            yield action


def _has_won(quick: Trial, trials: Sequence[Trial]) -> bool:
    """Return whether the quick player's choice did clearly better than all others."""
    if len(quick.worths) < _ENOUGH:
        return False
    gains = (trial.gain(quick) for trial in trials if trial is not quick)
    return all(gain + _SURE * error <= 0 for gain, error in gains)
