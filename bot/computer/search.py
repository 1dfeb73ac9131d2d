"""The expert: it tries some of its choices on tables that it imagines, all on the same ones, and keeps to the better
half again and again (successive halving).

It leaves the quick player's choice only for one that did better on those tables by more than chance would explain, and
stops as soon as all others did worse by as much.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from typing import Final

from bot.computer.plans import plans
from bot.computer.quick import ranked
from bot.computer.rollouts import Plan, follow, play_on, worth
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import State, View
from rules.core.rng import split

_FEW: Final = 2
"""Tables on which everything is tried at least."""
_ENOUGH: Final = 8
"""Tables on which all are tried before the quick player's choice can have won."""
_SURE: Final = 1.0
"""Standard errors by which another choice must be better than the quick player's, or all others worse."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How much is looked at: the same for the same view on every machine."""

    playouts: int
    """Imagined tables that are played on, at most, all candidates together."""
    candidates: int
    """Plans that are tried."""


@dataclass(slots=True)
class Trial:
    """A plan, and what came of it."""

    plan: Plan
    worths: list[float] = field(default_factory=list)
    """By imagined table."""

    @property
    def mean(self) -> float:
        return sum(self.worths) / len(self.worths)

    def gain(self, other: "Trial") -> tuple[float, float]:
        """By how much it is better than the other one on the tables that both were tried on, and how sure that is, as a
        standard error.
        """
        gains = [own - their for own, their in zip(self.worths, other.worths, strict=False)]
        mean = sum(gains) / len(gains)
        spread = sum([(gain - mean) ** 2 for gain in gains]) / max(1, len(gains) - 1)
        return mean, sqrt(spread / len(gains))


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a search came to."""

    trials: tuple[Trial, ...]
    """The best first, then by how long they were kept; not those that there was no time for."""
    playouts: int
    """Imagined tables that were played on."""
    plies: int
    """Decisions that were played on them."""
    aborted: bool
    """Whether it was stopped before its end."""

    @property
    def action(self) -> Action:
        return self.trials[0].plan[0]


class Search:
    """One decision of a seat that is asked."""

    def __init__(self, game: Game, view: View, seed: int, stop: Callable[[], bool]) -> None:
        """stop: whether no more time is left; asked between any two playouts."""
        assert view.seat is not None
        self.game, self.view, self.seed, self.stop, self.seat = game, view, seed, stop, view.seat
        self.tables: list[State] = []
        self.playouts = self.plies = 0
        self.aborted = False

    def best(self, effort: Effort, made: Plan | None = None) -> Found:
        """The candidates that there are, the best first. made: one more, tried for as long as the quick player's."""
        trials = [Trial(plan) for plan in self.candidates(effort.candidates)]
        kept = trials[:1]
        if made is not None:
            own = Trial(made)
            trials = [own if self.alike(trial.plan, made) else trial for trial in trials]
            if own not in trials:
                trials.append(own)
            kept = [trials[0]] if own is trials[0] else [trials[0], own]
        quick, alive = trials[0], trials
        rounds = (len(trials) - 1).bit_length()
        for number in range(rounds):
            if not self.is_open(quick, alive, max(_FEW, effort.playouts // rounds // len(alive))):
                break
            alive = sorted(alive, key=lambda trial: -trial.mean)
            if number and alive[0] is quick:
                break
            alive = alive[: (len(alive) + 1) // 2]
            alive += [trial for trial in kept if trial not in alive]
        first = self.winner(quick, alive)
        others = [trial for trial in trials if trial is not first and trial.worths]
        others.sort(key=lambda trial: (len(trial.worths), trial.mean), reverse=True)
        return Found(trials=(first, *others), playouts=self.playouts, plies=self.plies, aborted=self.aborted)

    def candidates(self, count: int) -> Sequence[Plan]:
        """What the quick player would do, what it would do if that were not possible, and so on; among them, where the
        game wants it, the most promising plans that begin with different actions.
        """
        actions = _first_of_each(ranked(self.game, self.view, self.seed), self.likeness)
        if not self.game.plan:
            return [(action,) for action in islice(actions, count)]
        found: dict[Action, Plan] = {}
        for node in plans(self.game, self.table(0), self.seat):
            found.setdefault(node.plan[0], node.plan)
            if len(found) > count // 2:
                break
        quick = [(action,) for action in islice(actions, count - count // 2)]
        return [*quick, *(plan for plan in found.values() if plan not in quick)][:count]

    def alike(self, one: Plan, other: Plan) -> bool:
        """Whether the seat cannot know which of them is better: they are the same, or single actions that are alike."""
        if len(one) == len(other) == 1:
            return self.likeness(one[0]) == self.likeness(other[0])
        return tuple(one) == tuple(other)

    def likeness(self, action: Action) -> Hashable:
        """The same for options that the seat cannot tell apart."""
        return self.game.likeness(self.view, action)

    def is_open(self, quick: Trial, trials: Sequence[Trial], tables: int) -> bool:
        """Try each of these on so many tables more. Whether another one can still be found to be better than the quick
        player's: there is time left, and not all of them fall behind.
        """
        for _ in range(tables):
            self.try_out(trials, 1)
            if self.aborted or _has_won(quick, trials):
                return False
        return True

    def try_out(self, trials: Sequence[Trial], tables: int) -> None:
        """Try each of these on so many tables more, unless time runs out: all on the same ones."""
        start = len(trials[0].worths)
        for number in range(start, start + tables):
            for trial in trials:
                if self.stop():
                    self.aborted = True
                    return
                trial.worths.append(self.worth(trial.plan, number))

    def worth(self, plan: Plan, number: int) -> float:
        """What comes of a plan on one of the imagined tables."""
        g = self.table(number).clone()
        follow(g, self.seat, plan)
        self.playouts += 1
        self.plies += play_on(self.game, g, split(self.seed, number))
        return worth(self.game, g, self.seat)

    def table(self, number: int) -> State:
        """One of the imagined tables, all of which this seat would see alike."""
        if number == len(self.tables):
            self.tables.append(self.game.imagine(self.view, split(self.seed, number)))
        return self.tables[number]

    def winner(self, quick: Trial, alive: Sequence[Trial]) -> Trial:
        """The best one, if it is better than the quick player's choice for sure."""
        tried = [trial for trial in alive if trial.worths]
        best = max(tried, key=lambda trial: trial.mean, default=quick)
        if best is quick or len(best.worths) < _FEW:
            return quick
        gain, error = best.gain(quick)
        return best if gain > _SURE * error else quick


def _first_of_each(actions: Iterable[Action], likeness: Callable[[Action], Hashable]) -> Iterator[Action]:
    """Of those that are alike only the first one."""
    known = set()
    for action in actions:
        if likeness(action) not in known:
            known.add(likeness(action))
            yield action


def _has_won(quick: Trial, trials: Sequence[Trial]) -> bool:
    """Whether the quick player's choice did better than all others for sure."""
    if len(quick.worths) < _ENOUGH:
        return False
    gains = (trial.gain(quick) for trial in trials if trial is not quick)
    return all(gain + _SURE * error <= 0 for gain, error in gains)
