"""A battle from the attack to its end (chapter 5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.alchemy import piles, refusals
from rules.alchemy.actions import (
    DRAW,
    HOLD,
    LET_HIT,
    OPEN_STORE,
    Attack,
    Defend,
    Draw,
    Hold,
    OpenStore,
    Play,
    UseOpus,
    attacks_with,
    defences_with,
)
from rules.alchemy.attacks import (
    NO_GUARD,
    NOTHING_PREPARED,
    Guard,
    Link,
    Preparation,
    attack_of,
    defence_of,
    verdict,
)
from rules.alchemy.cards import AlchemyCard, Essence, EssenceId
from rules.alchemy.ending import score
from rules.alchemy.events import Countered, Gained, HeldBack, Hit, LinkPlayed, Parried, element_played
from rules.alchemy.limits import PATIENT_TURNS
from rules.alchemy.moments import Answering
from rules.alchemy.processes import play_process, use_opus, uses_open_to
from rules.alchemy.scoring import points_of, weight_of
from rules.alchemy.state import AlchemyState
from rules.alchemy.storing import open_store
from rules.core.events import Seat
from rules.core.notation import Action
from rules.core.play import Phase

Chain = tuple[Link, ...]
"""The links of a battle, first to last."""


def declare(g: AlchemyState, seat: Seat, element: EssenceId, then: Phase, preparation: Preparation) -> Phase:
    """5.1 Begin a battle with an attack."""
    return _attack(g, attack_of(seat, lay(g, seat, element), preparation), (), preparation, then)


def _attack(g: AlchemyState, link: Link, before: Chain, preparation: Preparation, then: Phase) -> Phase:
    """5.2 Add an attack and ask its target for an answer. A target with neither cards nor AP is hit without being asked
    (5.13).
    """
    g.quiet = -1  # the end of the turn raises it to 0
    if g.turn <= PATIENT_TURNS:
        _restart_idle(g, link.seat)
    g.events.append(LinkPlayed(link=link, against=None, free=bool(before)))
    target = g.sides[1 - link.seat]
    phase = Defending((1 - link.seat,), (*before, link), preparation, then)
    return phase if target.hand or target.points else phase.answered(g, None)


def _restart_idle(g: AlchemyState, seat: Seat) -> None:
    """2.6 Count a player's idle turns from the next one on."""
    if g.brisk:
        g.sides[seat].idle = -1 if g.active == seat else 0


def lay(g: AlchemyState, seat: Seat, element: str) -> Essence:
    """Move the cards of an element from hand to the field."""
    side = g.sides[seat]
    essence = side.essence(element, literal=g.literal)
    assert essence is not None
    for card in essence.cards:
        side.give(card)
        side.field.append(card)
        g.events.append(element_played(seat, card.id))
    return essence


@dataclass(frozen=True, slots=True)
class Defending(Answering, tag="Defending"):
    """5.2 The target lets the attack hit or defends.

    Before that it may use reactions and, for 1 AP each, draw a card and open the store (5.11).
    """

    clause: ClassVar[str] = "5.2"
    chain: Chain
    """The links of the battle so far; the last one is the attack."""
    preparation: Preparation
    then: Phase
    """The phase that follows the battle."""
    guard: Guard = NO_GUARD

    def options(self, g: AlchemyState, seat: Seat) -> Sequence[Action]:
        side = g.sides[seat]
        element = self.chain[-1].essence.element
        choices: list[Action] = [
            *defences_with(
                side.elements(literal=g.literal),
                element,
                complex_only=self.preparation.complex_only,
                literal=g.literal,
            ),
        ]
        choices += uses_open_to(g, seat, reaction=True)
        if side.points:
            if side.deck and not self.guard.drawn:
                choices.append(DRAW)
            if side.store and not self.guard.opened:
                choices.append(OPEN_STORE)
        choices.append(LET_HIT)
        return choices

    def play(self, g: AlchemyState, seat: Seat, action: Action) -> Phase:
        match action:
            case Defend(element):  # 5.2
                attack = self.chain[-1]
                essence = lay(g, seat, element)
                defence = defence_of(seat, essence, attack.essence.element, self.preparation, self.guard)
                g.events.append(LinkPlayed(link=defence, against=attack, free=True))
                return self.answered(g, defence)
            case Play(card):  # 4.6
                return play_process(g, seat, card, self)
            case UseOpus():  # 7.2
                return use_opus(g, seat, self)
            case Draw():  # 5.11
                g.pay(seat, 1)
                piles.draw(g, seat, 1)
                return self.guarded(Guard(drawn=True))
            case OpenStore():  # 5.11
                g.pay(seat, 1)
                return open_store(g, seat, self.guarded(Guard(opened=True)))
            case _:
                return self.answered(g, None)

    def refusal(self, g: AlchemyState, seat: Seat, action: Action) -> str:
        return refusals.of_defending(g.sides[seat], self.chain[-1], self.guard, action, literal=g.literal)

    def guarded(self, guard: Guard) -> Phase:
        return Defending(self.waiting, self.chain, self.preparation, self.then, self.guard.plus(guard))

    def answered(self, g: AlchemyState, defence: Link | None) -> Phase:
        """5.6 to 5.9 Resolve the attack."""
        attack = self.chain[-1]
        answered = self
        if defence is not None:
            answered = Defending(self.waiting, (*self.chain, defence), self.preparation, self.then, self.guard)
        match verdict(attack, defence):
            case "countered":
                return answered.countered(g)
            case "parried":
                return answered.parried(g)
            case _:
                return answered.hit(g, attack, defence)

    def countered(self, g: AlchemyState) -> Phase:
        g.events.append(Countered(seat=self.waiting[0]))
        clear(g, self.chain)
        return self.then

    def parried(self, g: AlchemyState) -> Phase:
        """5.7 Let the target attack back for free. A target with an empty hand is not asked (5.15)."""
        (seat,) = self.waiting
        g.events.append(Parried(seat=seat))
        if g.sides[seat].hand:
            return AttackingBack((seat,), self.chain, self.then)
        clear(g, self.chain)
        return self.then

    def hit(self, g: AlchemyState, attack: Link, defence: Link | None) -> Phase:
        """5.8, 5.9 Deal the damage, score for the battle, and end it.

        The battle scores nothing if the damage is warded off (4.6, 5.10). A target who blocked draws a card (5.16).
        """
        damage = attack.counted - (defence.counted if defence else 0)
        side = g.sides[attack.seat]
        points = points_of(g.scoring, damage, g.turn, side.damage, self.preparation, self.guard)
        side.damage += damage * weight_of(g.scoring, g.turn)
        _restart_idle(g, attack.seat)
        after = score(g, attack.seat, sum(points), self.then)
        g.events.append(
            Hit(
                seat=attack.seat,
                damage=damage,
                blocked=defence is not None,
                points=sum(points),
                score=side.score,
                tally=points.tally,
            )
        )
        if defence is not None and g.brisk and after is self.then and g.sides[defence.seat].deck:
            piles.draw(g, defence.seat, 1)
        if self.preparation.spoils and damage >= 2 * self.preparation.spoils_from:
            side.gain(self.preparation.spoils)
            g.events.append(Gained(seat=attack.seat, points=side.points))
        clear(g, self.chain)
        return after


@dataclass(frozen=True, slots=True)
class AttackingBack(Phase, tag="AttackingBack"):
    """5.7 A player who has parried may attack at once for free, or hold back (5.15)."""

    clause: ClassVar[str] = "5.7"
    chain: Chain
    then: Phase

    def options(self, g: AlchemyState, seat: Seat) -> Sequence[Attack | Hold]:
        return (*attacks_with(g.sides[seat].elements(literal=g.literal), literal=g.literal), HOLD)

    def play(self, g: AlchemyState, seat: Seat, action: Attack | Hold) -> Phase:
        match action:
            case Attack(element):
                link = attack_of(seat, lay(g, seat, element), NOTHING_PREPARED)
                return _attack(g, link, self.chain, NOTHING_PREPARED, self.then)
            case Hold():  # 5.15
                g.events.append(HeldBack(seat=seat))
                clear(g, self.chain)
                return self.then

    def refusal(self, g: AlchemyState, seat: Seat, action: Action) -> str:
        return refusals.of_attacking_back(g.sides[seat], action, literal=g.literal)


def clear(g: AlchemyState, chain: Chain) -> None:
    """5.12 Move the elements from the field to the recharge piles, but complex ones to the exhausted piles (6.6)."""
    for link in chain:
        side = g.sides[link.seat]
        pile: list[AlchemyCard] = side.exhausted if link.essence.is_complex and not link.spared else side.recharge
        for card in link.essence.cards:
            side.field.remove(card)
            pile.append(card)
