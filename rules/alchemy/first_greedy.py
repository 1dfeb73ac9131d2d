"""The first simple player of Alchemy, by which later ones are measured: it plays as it always did.

It weighs each choice by itself, in points of the score, and saves AP while none is good.
"""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

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
from rules.alchemy.limits import HAND, MOST_POINTS
from rules.alchemy.odds import Odds, chance_to_draw_a_stop, essences_in, odds_of
from rules.alchemy.view import AlchemyView, BattleView, OwnView, SideView
from rules.core.cards import CardId
from rules.core.notation import Action
from rules.core.rng import below

Cards = Mapping[CardId, AlchemyCard]


class Weights(NamedTuple):
    """What things are worth to a simple player, in points of the score."""

    point: tuple[float, ...] = (0.0, 0.34, 0.32, 0.26, 0.2, 0.08, 0.0)
    """An AP, by how many one has: the first ones are for answers, and beyond six they are lost."""
    card: float = 0.16
    played: float = 0.0
    """What it costs to play an element, for each of its cards..."""
    magnitude: float = 0.035
    """... and for their magnitude..."""
    joined: float = 0.14
    """... and for a complex one on top: what is exhausted does not come back."""
    process: float = 0.0
    """What it costs to play a process, beside its AP; below 0, because one that waits may be thrown away."""
    opus: float = 0.15
    """What it costs that a Magnum Opus is used up."""
    parried: float = 0.25
    """What an attack back costs."""
    worn: float = 0.25
    """What it is worth that the other player has used up cards for a defence: the next attack meets fewer."""
    bold: float = 0.05
    """What attacking is worth on top for each turn without one: two full hands would wait for the last resort."""
    saved: float = 0.9
    """A point that the other player does not score."""
    kept: float = 0.7
    """What a card of the deck is worth, of what one of the hand is."""


def choose(cards: Cards, view: AlchemyView, random: int) -> Action:
    """A choice out of the view's options; equal ones are chosen among at random."""
    assert view.own is not None
    return FirstPlayer(cards, view, view.own).choice(random)


def worth_in_hand(card: AlchemyCard) -> float:
    """What a card is worth to have."""
    if isinstance(card, ElementCard):
        return 0.3 + 0.2 * card.magnitude
    return 0.6


class FirstPlayer:
    """One decision."""

    weights: ClassVar[Weights] = Weights()

    def __init__(self, cards: Cards, view: AlchemyView, own: OwnView) -> None:
        assert view.seat is not None
        self.cards, self.view, self.own, self.seat = cards, view, own, view.seat
        self.side: SideView = view.sides[view.seat]
        self.other: SideView = view.sides[1 - view.seat]
        self.point = self.weights.point[self.side.points]

    def choice(self, random: int) -> Action:
        """The best of the view's options; equal ones are chosen among at random."""
        ranked = [(round(self.worth(action), 6), action) for action in self.view.options]
        best = max(value for value, _ in ranked)
        choices = [action for value, action in ranked if value == best]
        return choices[below(random, len(choices))[1]]

    def worth(self, action: Action) -> float:
        """What a legal action is worth; doing no more is worth 0."""
        match action:
            case Attack(element):
                paid = self.view.phase == "Turn"
                prepared = self.view.preparation if paid else NOTHING_PREPARED
                worth = self._attack(self._essence(element), prepared) + self.weights.bold * self.view.quiet
                return worth - (self.point if paid else 0.0)
            case Defend(element):
                return self._defence(self._essence(element), self._battle.guard)
            case Play(card):
                return self._use(self.cards[card]) - self.weights.process
            case UseOpus():
                return self._use(self.own.opus) - self.weights.opus
            case Choose(what):
                return self._choice(what)
            case Draw():
                return self._draw(1) - self.point
            case Refresh():
                return self._refresh() - self.point
            case OpenStore():
                return self._store() - self.point
            case Put(card) | Take(card):
                return self._move(action, self.cards[card])
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
        found = [self.cards[CardId(name)] for name in element.split("+")]
        return essence_of(tuple(card for card in found if isinstance(card, ElementCard)))

    def _spent(self, essence: Essence) -> float:
        """What it costs to play this element: its cards, and what is exhausted does not come back."""
        weights = self.weights
        cost = sum([weights.played + weights.magnitude * card.magnitude for card in essence.cards])
        return cost + (weights.joined if essence.is_complex else 0.0)

    # An attack, and what is prepared for it.

    def _gain(self, link: Link, preparation: Preparation) -> float:
        """What an attack is worth that wins."""
        return 1.0 + preparation.prize

    def _odds(self, link: Link, preparation: Preparation) -> Odds:
        """What may become of an attack."""
        return odds_of(link, preparation, self.other)

    def _attack(self, essence: Essence, preparation: Preparation) -> float:
        """What an attack is worth, its AP aside."""
        link = attack_of(self.seat, essence, preparation)
        odds = self._odds(link, preparation)
        worth = odds.wins * self._gain(link, preparation) + (1 - odds.wins) * self.weights.worn
        worth -= odds.parried * self.weights.parried
        if preparation.spoils and link.counted >= 2 * preparation.spoils_from:
            worth += odds.wins * preparation.spoils * 0.2
        saved = self.weights.joined if essence.is_complex and preparation.spared else 0.0
        return worth - self._spent(essence) + saved

    def _best_attack(self, preparation: Preparation) -> float:
        return max((self._attack(made, preparation) for made in essences_in(self.own.hand)), default=0.0)

    # Being attacked.

    def _loss(self, damage: int, guard: Guard) -> float:
        """What it costs to take so much damage, in halves."""
        return 0.0 if damage <= 2 * guard.ward else self.weights.saved * (1 + self._battle.preparation.prize)

    @property
    def _stake(self) -> float:
        """What it costs to let the attack hit without doing anything about it."""
        return self._loss(self._attacked_by.counted, NO_GUARD)

    def _defence(self, essence: Essence, guard: Guard) -> float:
        """What answering like this is worth, over letting the attack hit."""
        battle, attack = self._battle, self._attacked_by
        defence = defence_of(self.seat, essence, attack.essence.element, battle.preparation, guard)
        worth = self._stake - self._spent(essence)
        match verdict(attack, defence):
            case "countered":
                return worth
            case "parried":
                return worth + 0.04 * len(self.own.hand)
            case _:
                return worth - self._loss(attack.counted - defence.counted, guard)

    def _let_hit(self, guard: Guard) -> float:
        return self._stake - self._loss(self._attacked_by.counted, guard)

    def _best_answer(self, guard: Guard, more: tuple[AlchemyCard, ...] = ()) -> float:
        attack, preparation = self._attacked_by, self._battle.preparation
        answers = [
            self._defence(made, guard)
            for made in essences_in(tuple(sorted((*self.own.hand, *more), key=lambda card: card.order)))
            if made.element is not attack.essence.element and (made.is_complex or not preparation.complex_only)
        ]
        return max((self._let_hit(guard), *answers))

    def _answered(self, steps: tuple[Step, ...]) -> float:
        """What is won by steps of a reaction over the best answer that there is without them."""
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

    # Cards.

    def _draw(self, count: int) -> float:
        """What it is worth to draw cards: more with few in hand, and when one is needed now."""
        count = min(count, self.side.deck)
        worth = self.weights.card * count * max(HAND + 2 - self.side.hand, 1) / HAND
        if self.view.battle is not None and self._best_answer(self._battle.guard) < self.weights.saved / 2:
            worth += self.weights.saved * chance_to_draw_a_stop(self._attacked_by, self._battle.preparation, count)
        return worth

    def _refresh(self) -> float:
        lost = sum(worth_in_hand(card) for card in self.own.hand)
        return self.weights.card * (min(HAND, self.side.deck) * self.weights.kept - lost)

    def _use(self, card: AlchemyCard) -> float:
        """What a process or the Magnum Opus is worth now, its cost included."""
        assert isinstance(card, EffectCard)
        if self.view.battle is not None:
            return self._answered(card.steps) - card.cost * self.point
        left = self.side.points - card.cost
        return sum(self._step(step, left) for step in card.steps) - card.cost * self.point

    def _step(self, step: Step, left: int) -> float:
        """What a step is worth in one's own turn, with so many AP left after the card is paid for."""
        match step:
            case Prepare():
                return self._preparation(step, left)
            case DrawCards(cards=count):
                return self._draw(count)
            case GainPoints(points=points):
                gained = min(points, MOST_POINTS - left)
                return 0.25 * gained if gained == points else -1.0
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
                there = sum(isinstance(card, ElementCard) for card in self.side.exhausted)
                return 0.08 * min(count, there)
            case OpenTheStore():
                return self._store()
            case Recover() | Keep():
                return 0.15
            case _:
                return 0.0

    def _preparation(self, step: Prepare, left: int) -> float:
        """What it adds to the best attack that can still be paid for."""
        if not left:
            return -1.0
        before = self.view.preparation
        now, after = self._best_attack(before), self._best_attack(before.plus(step.preparation(len(self.own.store))))
        return after - max(now, 0.0) if after > self.weights.point[left] else -1.0

    def _store(self) -> float:
        """What an open store is worth: cards when few are in hand, and room when there are many."""
        if self.side.hand <= 4:
            return self.weights.card * 0.8 * len(self.side.store)
        return 0.12 if self.side.hand > HAND and len(self.side.store) < 2 else -0.1

    def _move(self, action: Put | Take, card: AlchemyCard) -> float:
        if isinstance(action, Take):
            return worth_in_hand(card) if self.side.hand <= 5 or len(self.side.store) > 3 else -1.0
        return worth_in_hand(card) if self.side.hand > HAND and len(self.side.store) < 3 else -1.0

    def _choice(self, what: str) -> float:
        if not what.isdigit():
            return worth_in_hand(self.cards[CardId(what)])
        place = int(what) - 1
        if self.view.battle is not None:
            return self._best_answer(self._battle.guard, (self.own.store[place],))
        there = self.other.store[place]
        return worth_in_hand(there) if there else 0.6
