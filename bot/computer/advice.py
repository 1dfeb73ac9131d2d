"""Advise a player: the expert's choice, the rest of the turn, and a comparison with the second-best choice."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.computer.levels import Choice
from bot.computer.review import Comparison, foreseen
from bot.computer.rollouts import Plan
from bot.computer.search import Trial
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import State, View, advance
from rules.core.rng import split

_AGREEING_STATES: Final = 4
"""The number of sampled states on all of which the quick player must choose the same next action."""
_LONGEST: Final = 5
"""The maximum number of actions to which a plan is extended by the quick player's choices."""
_ERRORS: Final = 2.0
"""The number of standard errors by which one choice must beat another to be called better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The advised choice, and a comparison with the second-best choice."""

    plan: tuple[tuple[View, Action], ...]
    """The advised actions of this turn, as far as the seat can foresee them, each with the view before it."""
    chance: float
    """The estimated chance to win with the advised choice."""
    tables: int
    """The number of sampled states on which the advised choice was tried."""
    second: "Second | None"
    """The second-best choice; None if each of the others that were tried did better than the advised choice, though by
    no more than chance would explain.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Second:
    """The best of the choices that did no better than the advised one, among those that were tried most often."""

    action: Action
    chance: float
    """The estimated chance to win with this choice, from 0 to `Advice.chance`: the latter minus the gain of the advised
    choice on the states on which both were tried.
    """
    comparison: Comparison
    """The results of both choices on the same sampled states: `better` is the advised choice, `made` this one."""

    @property
    def is_close(self) -> bool:
        """Whether chance alone could explain the difference between the two choices."""
        gain, error = self.comparison.better.gain(self.comparison.made)
        return gain <= _ERRORS * max(error, 1 / len(self.comparison.made.worths))


def advise(game: Game, view: View, choice: Choice, seed: int) -> Advice | None:
    """Return advice for the seat of this view, based on the expert's choice, or None if the expert compared no choices.
    The same seed gives the same advice.
    """
    if choice.action is None:
        return None
    tried = [trial for trial in choice.trials if trial.worths]
    same = game.equivalence(view, choice.action)
    others = [trial for trial in tried if game.equivalence(view, trial.plan[0]) != same]
    if not others:
        return None
    best = tried[0]
    return Advice(
        plan=foreseen(game, view, _continued(game, view, best.plan, seed), seed),
        chance=best.mean,
        tables=len(best.worths),
        second=_second(best, others),
    )


def _second(best: Trial, others: Sequence[Trial]) -> Second | None:
    """Return the choice to name beside the best one. It never has the better figure, since those that do are left out:
    the expert prefers another choice to the quick player's only if chance does not explain the difference.
    """
    behind = [trial for trial in others if best.gain(trial)[0] >= 0]
    if not behind:
        return None
    made = min(behind, key=lambda trial: (-len(trial.worths), best.gain(trial)[0]))
    comparison = Comparison(made=made, better=best)
    return Second(action=made.plan[0], chance=max(0.0, best.mean - comparison.cost), comparison=comparison)


def _continued(game: Game, view: View, plan: Plan, seed: int) -> Plan:
    """Return the plan extended by the quick player's choices in the rest of the turn, for as long as these are the same
    on all sampled states and so do not depend on hidden facts.
    """
    seat = view.seat
    assert seat is not None
    tables = [game.determinize(view, split(seed, number)) for number in range(_AGREEING_STATES)]
    longer = list(plan)
    for g in tables:
        for action in plan:
            if not _goes_on(g, view) or action not in g.phase.options(g, seat):
                return plan
            advance(g, seat, action)
    while len(longer) < _LONGEST and all(_goes_on(g, view) for g in tables):
        actions = {game.greedy(game.view(g, seat), seed) for g in tables}
        if len(actions) > 1:
            break
        longer += actions
        for g in tables:
            advance(g, seat, longer[-1])
    return longer


def _goes_on(g: State, view: View) -> bool:
    """Return whether the seat has to decide again in the same turn."""
    return g.phase.waiting == (view.seat,) and g.turn == view.turn
