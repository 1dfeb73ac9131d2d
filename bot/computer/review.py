"""Review past decisions by comparing them with the expert's choice on the same sampled states."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bot.computer.rollouts import Plan
from bot.computer.search import Effort, Search, Trial
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import View, advance, options
from rules.core.rng import split

_OTHERS: Final = 1 << 20
"""The random stream for the states on which two sequences are compared. They must not be the states of the search: the
better sequence was selected on those, and would look better than it is.
"""
_FORESEEN_STATES: Final = 4
"""The number of sampled states on which a step must be legal to count as foreseeable."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A trial of the actions that were played, and a trial of better ones on the same sampled states."""

    made: Trial
    better: Trial

    @property
    def cost(self) -> float:
        """By how much the played actions lowered the chance to win."""
        return self.better.gain(self.made)[0]

    @property
    def is_sure(self) -> bool:
        """Whether the cost is larger than chance would explain."""
        gain, error = self.better.gain(self.made)
        return gain > error

    @property
    def ahead(self) -> tuple[int, int]:
        """The number of states on which the better actions did better, and the number on which the played ones did."""
        pairs = list(zip(self.better.worths, self.made.worths, strict=False))
        return sum([better > made for better, made in pairs]), sum([better < made for better, made in pairs])


def better_than(game: Game, view: View, made: Plan, seed: int, effort: Effort) -> tuple[Plan, float] | None:
    """Return the actions that the expert would have played from this view on, and by how much they raise the chance to
    win compared with the played ones. Return None if the expert would have begun with the same action, or found nothing
    better. The seat of the view must have a decision. The same seed gives the same result.
    """
    result = Search(game, view, seed, lambda: False).best(effort, made)
    first = result.trials[0]
    trial_made = next(trial for trial in result.trials if tuple(trial.plan) == tuple(made))
    if first is trial_made or first.plan[0] == made[0] or not first.worths:
        return None
    gain, _ = first.gain(trial_made)
    return (first.plan, gain) if gain > 0 else None


def compared(game: Game, view: View, made: Plan, better: Plan, seed: int, tables: int) -> Comparison:  # noqa: PLR0913, PLR0917 # two plans, and where they are tried
    """Compare both sequences on this many sampled states, which are not those of the search. The same seed gives the
    same result.
    """
    comparison = Comparison(made=Trial(made), better=Trial(better))
    Search(game, view, split(seed, _OTHERS), lambda: False).try_out([comparison.better, comparison.made], tables)
    return comparison


def foreseen(game: Game, view: View, plan: Plan, seed: int) -> tuple[tuple[View, Action], ...]:
    """Return the steps of a sequence that the seat can foresee, each with the view before it. The first step is always
    included. The result ends before the first step that is illegal on any of a few sampled states, for example because
    it needs a card still to be drawn.
    """
    seat = view.seat
    assert seat is not None
    tables = [game.determinize(view, split(seed, number)) for number in range(_FORESEEN_STATES)]
    steps = [(view, plan[0])]
    for before, action in pairwise(plan):
        for g in tables:
            advance(g, seat, before)
        if any(seat not in g.phase.waiting or action not in options(g, seat) for g in tables):
            break
        steps.append((game.view(tables[0], seat), action))
    return tuple(steps)
