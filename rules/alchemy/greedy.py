"""The quick player of Alchemy.

It values each choice by itself, in points of the score, and saves AP while no choice is good.
"""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Final

from rules.alchemy import weights
from rules.alchemy.actions import (
    LET_HIT,
    Attack,
    Choose,
    Defend,
    Draw,
    OpenStore,
    Play,
    Put,
    Refresh,
    Take,
    UseOpus,
)
from rules.alchemy.attacks import NO_GUARD, NOTHING_PREPARED, Guard, Link, Preparation, attack_of, defence_of, verdict
from rules.alchemy.cards import AlchemyCard, EffectCard, ElementCard, Essence, Step, essence_of
from rules.alchemy.effects_on_battles import Counter, GainPoints, GuardAgainst, Parry, Prepare, ScorePoints
from rules.alchemy.effects_on_cards import (
    DrawCards,
    EmptyStore,
    Fetch,
    Keep,
    OpenTheStore,
    Raid,
    Recover,
    Refill,
    Restore,
    Reveal,
    Strip,
)
from rules.alchemy.limits import DAMAGE_A_POINT, HAND, IDLE_TURNS, MOST_POINTS, REST, STORE
from rules.alchemy.odds import chance_to_draw_a_stop, essences_in, odds_of
from rules.alchemy.scoring import Scoring, points_of
from rules.alchemy.sound_options import sound
from rules.alchemy.storing import Storing
from rules.alchemy.view import AlchemyView, BattleView, OwnView, SideView
from rules.core.cards import CardId
from rules.core.notation import Action
from rules.core.rng import below

Cards = Mapping[CardId, AlchemyCard]

_WORKS: Final[Mapping[type[Step], tuple[float, float]]] = {
    GainPoints: (0.03, 0.3),
    Prepare: (0.01, 0.08),
    GuardAgainst: (0.01, 0.08),
}
"""The value that one stored card adds to a process with this step: to a process in the deck, and to one in the hand."""
_ALWAYS: Final[Mapping[type[Step], float]] = {Recover: 0.2, Keep: 0.15}
"""The value, in any state, of the steps that let a player choose a card."""

_LOST: Final = 0.01
"""The cost of an AP that will be lost at the end of the turn (2.5): enough not to use it on nothing."""


def choose(cards: Cards, view: AlchemyView, random: int) -> Action:
    """Return the best of the view's sound options; break ties at random."""
    assert view.own is not None
    return _Player(cards, view, view.own).choice(sound(view), random)


class _Player:
    """One decision of the quick player."""

    def __init__(self, cards: Cards, view: AlchemyView, own: OwnView) -> None:
        assert view.seat is not None
        self.cards, self.view, self.own, self.seat = cards, view, own, view.seat
        self.side: SideView = view.sides[view.seat]
        self.other: SideView = view.sides[1 - view.seat]
        is_lost = view.active == view.seat and view.kept < self.side.points
        self.point = _LOST if is_lost else weights.POINT[self.side.points]

    def choice(self, options: Sequence[Action], random: int) -> Action:
        """Return the best of these options of the view; break ties at random."""
        ranked = [(round(self.worth(action), 6), action) for action in options]
        best = max(value for value, _ in ranked)
        choices = [action for value, action in ranked if value == best]
        return choices[below(random, len(choices))[1]]

    def worth(self, action: Action) -> float:
        """Return the value of a legal action. Ending the turn, closing the store and holding back are worth 0."""
        match action:
            case Attack(element):
                return self._attack_now(self._essence(element))
            case Defend(element):
                return self._defence(self._essence(element), self._battle.guard)
            case Play(card):
                return self._played(self.cards[card])
            case UseOpus():
                return self._use(self.own.opus)
            case Choose(what):
                return self._choice(what)
            case Draw():
                return self._draw(1) - self.point
            case Refresh():
                return self._refresh() - self.point - self._before_refreshing()
            case OpenStore():
                return self._opened() - self.point
            case Put(card):
                return self._stored(self.cards[card], self.side.hand)
            case Take(card):
                return self._taken(self.cards[card])
            case _:
                return 0.0 if action != LET_HIT else self._let_hit(self._battle.guard)

    @property
    def _battle(self) -> BattleView:
        assert self.view.battle is not None
        return self.view.battle

    @property
    def _attacked_by(self) -> Link:
        return self._battle.chain[-1]

    def _essence(self, element: str) -> Essence:
        cards = [self.cards[CardId(name)] for name in element.split("+")]
        return essence_of(tuple(card for card in cards if isinstance(card, ElementCard)))

    def _spent(self, essence: Essence) -> float:
        """Return the cost of playing this element: its cards, and more for a complex one, which is exhausted."""
        cost = sum([weights.PLAYED + weights.MAGNITUDE * card.magnitude for card in essence.cards])
        return (cost + (weights.JOINED if essence.is_complex else 0.0)) * weights.FRESH[self._rests]

    @cached_property
    def _rests(self) -> int:
        """The number of this seat's turns that pass before the first one in which the hand can be refreshed.

        The count begins with the present turn, or with the next one if the other player is active.
        """
        view, refreshed = self.view, self.side.refreshed
        if not (view.brisk and refreshed):
            return 0
        next_turn = view.turn if view.active == self.seat else view.turn + 1
        return max(0, (refreshed + 2 * REST - next_turn) // 2)

    # Attacks, and their preparation.

    def _attack_now(self, essence: Essence) -> float:
        """Return the value of an attack that is declared now."""
        if self.view.phase != "Turn":
            return self._attack(essence, NOTHING_PREPARED) + weights.BOLD * self.view.quiet
        worth = self._attack(essence, self.view.preparation) + weights.BOLD * self.view.quiet - self.point
        if not self.view.brisk:
            return worth
        return worth + weights.DUE[max(0, min(self.side.idle, IDLE_TURNS - 1))]

    def _attack(self, essence: Essence, preparation: Preparation) -> float:
        """Return the value of an attack without the cost of its AP."""
        link = attack_of(self.seat, essence, preparation)
        odds = odds_of(link, preparation, self.other)
        gain = self._worth_of(link.counted * weights.LANDS, preparation.prize)
        points = points_of(self.view.scoring, link.counted, self.view.turn, self.side.damage, preparation, NO_GUARD)
        if self.side.score + sum(points) >= self.view.goal:
            gain += weights.WON
        worth = odds.wins * gain + (1 - odds.wins) * weights.WORN
        worth -= odds.parried * weights.PARRIED
        if preparation.spoils and link.counted >= 2 * preparation.spoils_from:
            worth += odds.wins * preparation.spoils * 0.2
        saved = weights.JOINED if essence.is_complex and preparation.spared else 0.0
        return worth - self._spent(essence) + saved

    def _best_attack(self, preparation: Preparation) -> float:
        made = essences_in(self.own.hand, literal=self.view.literal)
        return max((self._attack(essence, preparation) for essence in made), default=0.0)

    def _worth_of(self, damage: float, prize: int) -> float:
        """Return the value of winning a battle with this damage (in halves of a point), scaled to a match of 10
        points. Damage is worth the same in every turn: by the exact points for it (8.2), a player wins only 1,431 of
        3,000 matches.
        """
        match self.view.scoring:
            case Scoring.ON:
                return (max(damage / 2, 1.0) + prize) * 10 / self.view.goal
            case Scoring.TALLY:
                return 1.0 + prize + weights.TALLY * damage / (2 * DAMAGE_A_POINT)
            case _:
                return 1.0 + prize

    # Answers to an attack.

    def _loss(self, damage: int, guard: Guard) -> float:
        """Return the cost of taking this damage (in halves of a point)."""
        if damage > 2 * guard.ward:
            return weights.SAVED * self._worth_of(damage, self._battle.preparation.prize)
        tally = weights.TALLY * damage / (2 * DAMAGE_A_POINT) if self.view.scoring is Scoring.TALLY else 0.0
        return weights.SAVED * tally

    @property
    def _stake(self) -> float:
        """Return the cost of letting the attack hit without a reaction."""
        return self._loss(self._attacked_by.counted, NO_GUARD)

    def _defence(self, essence: Essence, guard: Guard) -> float:
        """Return how much better this defence is than letting the attack hit."""
        battle, attack = self._battle, self._attacked_by
        defence = defence_of(self.seat, essence, attack.essence.element, battle.preparation, guard)
        worth = self._stake - self._spent(essence)
        match verdict(attack, defence):
            case "countered":
                return worth
            case "parried":
                return worth + 0.04 * len(self.own.hand)
            case _:
                worth -= self._loss(attack.counted - defence.counted, guard)
                draws = self.view.brisk and self.side.deck
                return worth + weights.CARD * weights.DRAWN_CARD if draws else worth

    def _let_hit(self, guard: Guard) -> float:
        return self._stake - self._loss(self._attacked_by.counted, guard)

    def _best_answer(self, guard: Guard, more: tuple[AlchemyCard, ...] = ()) -> float:
        attack, preparation = self._attacked_by, self._battle.preparation
        held = tuple(sorted((*self.own.hand, *more), key=lambda card: card.order))
        answers = [
            self._defence(made, guard)
            for made in essences_in(held, literal=self.view.literal)
            if made.element is not attack.essence.element and (made.is_complex or not preparation.complex_only)
        ]
        return max((self._let_hit(guard), *answers))

    def _answered(self, steps: tuple[Step, ...]) -> float:
        """Return how much the steps of a reaction improve the best answer to the attack, or -1 if they hardly do."""
        guard, now = self._battle.guard, self._best_answer(self._battle.guard)
        after = now
        for step in steps:
            match step:
                case GuardAgainst():
                    guard = guard.plus(step.guard(len(self.own.store)))
                    after = max(after, self._best_answer(guard))
                case Counter():
                    after = max(after, self._stake)
                case Parry():
                    after = max(after, self._stake + 0.04 * len(self.own.hand))
                case DrawCards(cards=count):
                    after = max(after, after + self._draw(count))
                case Fetch():
                    after = max((after, *(self._best_answer(guard, (card,)) for card in self.own.store)))
                case _:
                    pass
        return after - 0.02 if after > now + 0.05 else -1.0

    # The use of cards.

    def _draw(self, count: int) -> float:
        """Return the value of drawing cards: more with a small hand, or when a card could stop the present attack."""
        count = min(count, self.side.deck)
        worth = weights.CARD * count * max(HAND + 2 - self.side.hand, 1) / HAND
        if self.view.battle is not None and self._best_answer(self._battle.guard) < weights.SAVED / 2:
            worth += weights.SAVED * chance_to_draw_a_stop(self._attacked_by, self._battle.preparation, count)
        return worth

    def _refresh(self) -> float:
        lost = sum(_worth_in_hand(card) for card in self.own.hand)
        return weights.CARD * (min(HAND, self.side.deck) * weights.DRAWN_CARD - lost)

    def _before_refreshing(self) -> float:
        """Return the value of attacking before a refresh discards the hand; 0 if the AP do not suffice for both."""
        if self.side.points < 2:
            return 0.0
        return max(0.0, self._best_attack(self.view.preparation) - weights.POINT[2])

    def _use(self, card: AlchemyCard) -> float:
        """Return the value of a process or the Magnum Opus now, less its cost."""
        assert isinstance(card, EffectCard)
        if self.view.battle is not None:
            return self._answered(card.steps) - card.cost * self.point
        left = self.side.points - card.cost
        return sum(self._step(card, step, left) for step in card.steps) - card.cost * self.point

    def _played(self, card: AlchemyCard) -> float:
        """Return the value of playing a process. One that is free and helps an attack adds to the attack, and is worth
        both: it would come too late after it.
        """
        assert isinstance(card, EffectCard)
        worth = self._use(card)
        helps = worth > 0 and not card.cost and any(isinstance(step, Prepare | Strip) for step in card.steps)
        return worth + weights.PROCESS + (self._next_attack if helps else 0.0)

    @cached_property
    def _next_attack(self) -> float:
        """The value of the best attack that can be declared now; 0 if none is worth its AP."""
        attacks = [self.worth(action) for action in self.view.options if isinstance(action, Attack)]
        return max((0.0, *attacks))

    def _step(self, card: EffectCard, step: Step, left: int) -> float:
        """Return the value of a step of a card in the player's own turn, with this many AP left after paying for the
        card.
        """
        match step:
            case Prepare():
                return self._preparation(step, left)
            case DrawCards(cards=count):
                return self._draw(count)
            case GainPoints():
                return self._gained(step, left)
            case ScorePoints(points=points):
                return float(points)
            case Strip(cards=count):
                return 0.17 * min(count, self.other.hand)
            case Raid() | EmptyStore():
                return 0.15 * min(len(self.other.store), 2)
            case Reveal():
                return 0.03 * (self.other.hand - len(self.other.shown)) if left else -0.1
            case Refill():
                return 0.12 if self.side.deck < HAND else -0.05
            case Restore(elements=count):
                elements = sum(isinstance(card, ElementCard) for card in self.side.exhausted)
                return 0.08 * min(count, elements)
            case OpenTheStore():
                return self._opened(card) or -1.0
            case _:
                return _ALWAYS.get(type(step), 0.0)

    def _gained(self, step: GainPoints, left: int) -> float:
        """Return the value of the AP from this step, or -1 if too many of them would exceed the maximum and be lost.

        No AP may be lost; but one may, if the step gives AP for each card in the store.
        """
        stored = len(self.own.store)
        full = step.points * stored if step.stored else step.points
        gained = min(full, MOST_POINTS - left)
        is_enough = gained > stored - 2 if step.stored else gained == full
        return 0.25 * gained if is_enough else -1.0

    def _preparation(self, step: Prepare, left: int) -> float:
        """Return how much a preparation adds to the best attack that this many AP can still pay for, or -1 if the
        attack is not worth its AP.
        """
        if not left:
            return -1.0
        before = self.view.preparation
        now, after = self._best_attack(before), self._best_attack(before.plus(step.preparation(len(self.own.store))))
        return after - max(now, 0.0) if after > weights.POINT[left] else -1.0

    def _choice(self, what: str) -> float:
        if not what.isdigit():
            return _worth_in_hand(self.cards[CardId(what)])
        place = int(what) - 1
        if self.view.battle is not None:
            return self._best_answer(self._battle.guard, (self.own.store[place],))
        card = self.other.store[place]
        return _worth_in_hand(card) if card else 0.6

    # The store.

    def _opened(self, by: EffectCard | None = None) -> float:
        """Return the value of opening the store, by AP or by a card, which leaves the hand."""
        if self.view.battle is not None:
            guard = self._battle.guard
            return self._best_answer(guard, self.own.store) - self._best_answer(guard)
        held = self.side.hand - (by in self.own.hand)
        worth = sorted((self._stored(card, held) for card in self.own.hand if card is not by), reverse=True)
        return sum(value for value in worth[: STORE - len(self.own.store)] if value > 0)

    def _stored(self, card: AlchemyCard, held: int) -> float:
        """Return the value of moving a card into the store from a hand with this many cards."""
        if self.view.battle is not None or len(self.own.store) >= STORE:
            return -1.0
        in_hand = weights.CARD * _worth_in_hand(card) * 0.5
        idle = _works(card)[1] * (len(self.own.store) + 1)  # a process that counts the store works from hand only
        return self._working - idle - (in_hand if held > 2 else in_hand + 0.1)

    @cached_property
    def _working(self) -> float:
        """The value that each stored card adds to this seat's processes that are still to be played."""
        return sum(_works(card)[0] for card in self.own.deck) + sum(_works(card)[1] for card in self.own.hand)

    def _taken(self, card: AlchemyCard) -> float:
        if self.view.battle is not None:
            guard = self._battle.guard
            return self._best_answer(guard, (card,)) - self._best_answer(guard)
        phase = self.view.open_phase
        if isinstance(phase, Storing) and card not in self.own.store[: phase.old]:
            return -1.0  # what was just put in
        return (
            weights.CARD * _worth_in_hand(card) - self._working
            if len(self.own.store) > STORE or self.side.hand < 2
            else -1.0
        )


@cache
def _works(card: AlchemyCard) -> tuple[float, float]:
    """Return the value that a stored card adds to this card: while it is in the deck, and while it is in the hand."""
    steps = card.steps if isinstance(card, EffectCard) else ()
    values = [_WORKS[type(step)] for step in steps if getattr(step, "stored", 0)]
    return values[0] if values else (0.0, 0.0)


def _worth_in_hand(card: AlchemyCard) -> float:
    """Return the value of a card in hand."""
    if isinstance(card, ElementCard):
        return 0.3 + 0.2 * card.magnitude
    return 0.6
