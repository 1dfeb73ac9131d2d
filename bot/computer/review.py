"""What a decision cost that was made: beside what the expert would have done, on the same imagined tables."""

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
"""The stream of a seed for the tables on which two plans are compared: not those on which the better one was found, or
it would seem better than it is."""
_FEW: Final = 4
"""Imagined tables on which a step must be possible to be foreseen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What was done, and something better, on the same imagined tables."""

    made: Trial
    better: Trial

    @property
    def cost(self) -> float:
        """The share of the win that was lost by it."""
        return self.better.gain(self.made)[0]

    @property
    def is_sure(self) -> bool:
        """Whether it cost more than chance would explain."""
        gain, error = self.better.gain(self.made)
        return gain > error

    @property
    def ahead(self) -> tuple[int, int]:
        """On how many tables the better one comes out better, and on how many the other one does."""
        pairs = list(zip(self.better.worths, self.made.worths, strict=True))
        return sum([better > made for better, made in pairs]), sum([better < made for better, made in pairs])


def better_than(game: Game, view: View, made: Plan, seed: int, effort: Effort) -> tuple[Plan, float] | None:
    """What the expert would have done in the seat of this view, which is asked, instead of what was done from there on,
    and by which share of the win it seems better; None: it would have begun alike, or nothing seems better.

    The same for the same seed.
    """
    found = Search(game, view, seed, lambda: False).best(effort, made)
    first = found.trials[0]
    own = next(trial for trial in found.trials if tuple(trial.plan) == tuple(made))
    if first is own or first.plan[0] == made[0] or not first.worths:
        return None
    gain, _ = first.gain(own)
    return (first.plan, gain) if gain > 0 else None


def compared(game: Game, view: View, made: Plan, better: Plan, seed: int, tables: int) -> Comparison:  # noqa: PLR0913, PLR0917 # two plans, and where they are tried
    """Both on so many other imagined tables. The same for the same seed."""
    found = Comparison(made=Trial(made), better=Trial(better))
    Search(game, view, split(seed, _OTHERS), lambda: False).try_out([found.better, found.made], tables)
    return found


def foreseen(game: Game, view: View, plan: Plan, seed: int) -> tuple[tuple[View, Action], ...]:
    """The steps of a plan that this seat could know to be possible, each with what it would see before it: those that
    are legal on every one of a few imagined tables, as none is with a card that is still to be drawn.
    """
    seat = view.seat
    assert seat is not None
    tables = [game.imagine(view, split(seed, number)) for number in range(_FEW)]
    found = [(view, plan[0])]
    for before, action in pairwise(plan):
        for g in tables:
            advance(g, seat, before)
        if any(seat not in g.phase.waiting or action not in options(g, seat) for g in tables):
            break
        found.append((game.view(tables[0], seat), action))
    return tuple(found)
