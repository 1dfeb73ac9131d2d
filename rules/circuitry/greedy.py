"""The quick player: like the first one, but it gathers cards until it can strike, takes charge only when it can bring
it home, and knows what Force and Portal are good for.
"""

from functools import cached_property
from itertools import groupby
from typing import ClassVar, Final

from rules.circuitry import actions as a
from rules.circuitry.actions import JOIN
from rules.circuitry.cards import BLACK
from rules.circuitry.first_greedy import Thinker, interrupt
from rules.circuitry.legal import GOLD, TWO_GOLD
from rules.circuitry.limits import HELD
from rules.circuitry.plan import CUT_OFF, goals, home, steps_to
from rules.circuitry.view import CircuitryView
from rules.core.cards import CardId
from rules.core.notation import Action

__all__ = ["choose", "hasten", "interrupt"]

_ENOUGH: Final = 9
"""Movement cards with which it stops gathering..."""
_FULL: Final = HELD
"""... and mini cards, where no more than one above them may be held (11.12)."""
_GATHERS: Final = 6
"""Rounds for which it gathers at most."""
_LATE: Final = 12
"""The round from which on it takes charge though it cannot bring it home yet."""
_JUMP: Final = 3
"""Steps that a jump has to save: it takes two cards."""
_CLOSE: Final = 4
"""Steps from which on it forces somebody away who stands where it wants to be."""


def choose(view: CircuitryView, random: int) -> Action:
    """A choice out of the view's options."""
    return Planner(view, _by_kind(view), random).choice()


def hasten(view: CircuitryView, random: int) -> Action:
    """A choice that takes less time: hardly any change of the board is looked at."""
    return HastyPlanner(view, _by_kind(view), random).choice()


def _by_kind(view: CircuitryView) -> dict[type[Action], list[Action]]:
    found: dict[type[Action], list[Action]] = {}
    for kind, actions in groupby(view.options, type):
        found.setdefault(kind, []).extend(actions)
    return found


class Planner(Thinker):
    """One decision."""

    def choice(self) -> Action:
        if a.LetBe in self.kinds:
            return interrupt(self.view, self.random) or self.kinds[a.LetBe][0]
        if a.Choose in self.kinds:
            chooses = self._of(a.Choose)
            return next((action for action in chooses if action.colour is self.own.colour), chooses[0])
        return (self._unblocking() if a.Force in self.kinds else None) or super().choice()

    @cached_property
    def gathers(self) -> bool:
        """Whether it only takes cards as yet."""
        view = self.view
        if view.variant.passed or self.own.carried or self.own.delivered or view.turn > _GATHERS:
            return False
        full = view.variant.restricted and len(view.minis) >= _FULL
        return not full and sum(self.movement.values()) < _ENOUGH

    def _take(self) -> Action:
        piles = {action.pile: action for action in self._of(a.Take)}
        if self.gathers and GOLD in piles:
            return piles.get(TWO_GOLD) or piles[GOLD]
        return super()._take()

    def _laying(self) -> Action | None:
        return None if self.gathers else super()._laying()

    def _charging(self) -> Action | None:
        found = super()._charging()
        return found if not isinstance(found, a.Charge) or self._brings_home(found) else None

    def _brings_home(self, charge: a.Charge) -> bool:
        """Whether the charge could be delivered soon: others would take it, or inhibit whoever waits with it."""
        black = self.movement.get(CardId(BLACK), 0) - (charge.card == BLACK)
        way = steps_to(self.view.board, (home(self.own.colour),), self.blocked).get(self.own.node, CUT_OFF)
        return (black > 0 and sum(self.movement.values()) >= way) or self.view.turn >= _LATE

    def _moving(self) -> Action | None:
        return None if self.gathers else super()._moving()

    def _jumping(self, here: float) -> Action | None:
        jumps = [jump for jump in self._of(a.Portal) if self._affordable(jump.card)]
        best = min(jumps, key=lambda jump: self.ahead.get(jump.node, CUT_OFF), default=None)
        return best if best is not None and self.ahead.get(best.node, CUT_OFF) + _JUMP <= here else None

    def _unblocking(self) -> Action | None:
        """A Force on an opponent who stands where this player wants to be, and is near."""
        if self.gathers or self.ahead.get(self.own.node, CUT_OFF) > _CLOSE:
            return None
        ends = goals(self.view, self.view.board, self.own)
        there = [self.view.sides[seat].colour for seat in self.opponents if self.view.sides[seat].node in ends]
        forces = [force for force in self._of(a.Force) if force.pawn in there and force.node not in ends]
        return min(forces, key=lambda force: (force.cards.count(JOIN), force.cards.count(BLACK)), default=None)


class HastyPlanner(Planner):
    """One decision, on a table that is only imagined."""

    tried: ClassVar[int] = 4

    def _working(self) -> Action | None:
        return None
