"""The simple player of Alchemy: the first one, who has learned what damage, the store and the pace are worth.

It weighs each choice by itself, in points of the score, and saves AP while none is good.
"""

from collections.abc import Mapping
from functools import cache, cached_property
from typing import ClassVar, Final

from rules.alchemy.actions import Attack, Close, OpenStore, Put, Refresh, Take
from rules.alchemy.attacks import Guard, Link, Preparation, defence_of, verdict
from rules.alchemy.cards import AlchemyCard, EffectCard, Essence, Step
from rules.alchemy.effects_on_battles import GainPoints, GuardAgainst, Prepare
from rules.alchemy.effects_on_cards import Recover
from rules.alchemy.first_greedy import Cards, FirstPlayer, Weights, worth_in_hand
from rules.alchemy.limits import DAMAGE_A_POINT, IDLE_TURNS, MOST_POINTS, REST, STORE
from rules.alchemy.scoring import Scoring
from rules.alchemy.view import AlchemyView
from rules.core.notation import Action

_LANDS: Final = 0.75
"""How much of an attack that wins is damage in the end: the rest is blocked."""
_DUE: Final = (0.0, 0.1, 0.8)
"""What an attack is worth on top after so many turns without one: the next idle turn may cost a point."""
_FRESH: Final = (0.7, 0.9, 1.2)
"""What a card costs of what it is worth: while the hand can be refreshed next, in the turn after that, and later."""
_TALLY: Final = 0.8
"""What the points are worth that damage comes to in the end, of those that are scored at once."""
_CHOSEN: Final = 0.2
"""What an element of one's choice is worth."""
_WORKS: Final[Mapping[type[Step], tuple[float, float]]] = {
    GainPoints: (0.03, 0.3),
    Prepare: (0.01, 0.08),
    GuardAgainst: (0.01, 0.08),
}
"""What a stored card adds to a process that works with the store: one of the deck, one of the hand."""


def choose(cards: Cards, view: AlchemyView, random: int) -> Action:
    """A choice out of the view's options; equal ones are chosen among at random."""
    assert view.own is not None
    return _Player(cards, view, view.own).choice(random)


class _Player(FirstPlayer):
    """One decision."""

    weights: ClassVar[Weights] = Weights(process=-0.05, opus=0.0, played=0.08)

    def worth(self, action: Action) -> float:
        match action:
            case Attack() if self.view.phase == "Turn" and self.view.brisk:
                return super().worth(action) + _DUE[max(0, min(self.side.idle, IDLE_TURNS - 1))]
            case Refresh():
                return self._refresh() - self.point - self._before_refreshing()
            case OpenStore():
                return self._opened() - self.point
            case Put(card):
                return self._stored(self.cards[card])
            case Take(card):
                return self._taken(self.cards[card])
            case Close():
                return 0.0
            case _:
                return super().worth(action)

    # The hand, as long as it has to last.

    def _spent(self, essence: Essence) -> float:
        return super()._spent(essence) * _FRESH[self._rests]

    @cached_property
    def _rests(self) -> int:
        """In how many turns of one's own the hand can be refreshed, the present or next one counted as 0."""
        view, refreshed = self.view, self.side.refreshed
        if not (view.brisk and refreshed):
            return 0
        own = view.turn if view.active == self.seat else view.turn + 1
        return max(0, (refreshed + 2 * REST - own) // 2)

    def _before_refreshing(self) -> float:
        """What would be missed by refreshing at once: an attack with what goes away anyhow."""
        if self.side.points < 2:
            return 0.0
        return max(0.0, self._best_attack(self.view.preparation) - self.weights.point[2])

    # What damage is worth.

    def _worth_of(self, damage: float, prize: int) -> float:
        """What a battle scores that is won with so much damage, in halves; a point is a tenth of what wins."""
        match self.view.scoring:
            case Scoring.ON:
                return (max(damage / 2, 1.0) + prize) * 10 / self.view.goal
            case Scoring.TALLY:
                return 1.0 + prize + _TALLY * damage / (2 * DAMAGE_A_POINT)
            case _:
                return 1.0 + prize

    def _gain(self, link: Link, preparation: Preparation) -> float:
        return self._worth_of(link.counted * _LANDS, preparation.prize)

    def _loss(self, damage: int, guard: Guard) -> float:
        if damage > 2 * guard.ward:
            return self.weights.saved * self._worth_of(damage, self._battle.preparation.prize)

        tally = _TALLY * damage / (2 * DAMAGE_A_POINT) if self.view.scoring is Scoring.TALLY else 0.0
        return self.weights.saved * tally

    def _defence(self, essence: Essence, guard: Guard) -> float:
        worth = super()._defence(essence, guard)
        attack = self._attacked_by
        link = defence_of(self.seat, essence, attack.essence.element, self._battle.preparation, guard)
        draws = self.view.brisk and self.side.deck and verdict(attack, link) == "blocked"
        return worth + self.weights.card * self.weights.kept if draws else worth

    # The store.

    def _step(self, step: Step, left: int) -> float:
        if isinstance(step, GainPoints) and step.stored:
            gained = min(step.points * len(self.own.store), MOST_POINTS - left)
            return 0.25 * gained if gained > len(self.own.store) - 2 else -1.0
        if isinstance(step, Recover):
            return _CHOSEN
        return super()._step(step, left)

    def _store(self) -> float:
        return self._opened()

    def _opened(self) -> float:
        """What an open store is worth."""
        if self.view.battle is not None:
            guard = self._battle.guard
            return self._best_answer(guard, self.own.store) - self._best_answer(guard)
        worth = sorted((self._stored(card) for card in self.own.hand), reverse=True)
        return sum(value for value in worth[: STORE - len(self.own.store)] if value > 0)

    def _stored(self, card: AlchemyCard) -> float:
        """What it is worth to have a card in the store instead of the hand."""
        if self.view.battle is not None or len(self.own.store) >= STORE:
            return -1.0
        in_hand = self.weights.card * worth_in_hand(card) * 0.5
        return self._working - (in_hand if self.side.hand > 2 else in_hand + 0.1)

    @cached_property
    def _working(self) -> float:
        """What each stored card adds to processes that are still to come."""
        return sum(_works(card)[0] for card in self.own.deck) + sum(_works(card)[1] for card in self.own.hand)

    def _taken(self, card: AlchemyCard) -> float:
        if self.view.battle is not None:
            guard = self._battle.guard
            return self._best_answer(guard, (card,)) - self._best_answer(guard)
        return (
            self.weights.card * worth_in_hand(card) - self._working
            if len(self.own.store) > STORE or self.side.hand < 2
            else -1.0
        )


@cache
def _works(card: AlchemyCard) -> tuple[float, float]:
    """What a stored card adds to this one, in the deck and in the hand."""
    steps = card.steps if isinstance(card, EffectCard) else ()
    found = [_WORKS[type(step)] for step in steps if getattr(step, "stored", 0)]
    return found[0] if found else (0.0, 0.0)
