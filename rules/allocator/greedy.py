"""The quick player of Allocator: looks one step ahead, and knows no more than its view."""

from collections.abc import Callable
from typing import Final, NamedTuple

from rules.allocator.actions import DECLINE, END_MANAGING, Boost, Discard, Move, Play
from rules.allocator.cards import AllocatorCard, Faction, System
from rules.allocator.phases import POINTS_PER_CARD
from rules.allocator.view import AllocatorView, DuelView
from rules.core.notation import Action
from rules.core.rng import below

# What a position is worth: a card in hand without a boost is worth 4.
_HITTING: Final = 34
_HOLDING: Final = 34
_MARGIN: Final = 8
_USEFUL_MARGIN: Final = 3
_SHORT_ATTACK: Final = 4
_SHORT_DEFENSE: Final = 5
_DEVELOPMENT: Final = 4
_DEVELOPMENT_FOR_LIFE: Final = 2
_USEFUL_DEVELOPMENT: Final = 6
_CARD: Final = 4
_BOOST: Final = 2
_EXCESS: Final = 1000
"""What a point of power beyond the maximum costs."""


Powers = tuple[int, int, int]
"""The powers of the three systems, in the order of `System`."""


class Facing(NamedTuple):
    """What the worth of one's systems depends on."""

    attack: int
    """The other player's, as the power that follows."""
    defense: int
    maximum_power: int
    hand: int
    """Cards in the own hand. The more, the less Development and a wall are worth, and the more boosts may follow an
    attack that falls short: two full hands behind two walls would wait for the last turn."""
    life: int
    """Life cards of whoever has fewer."""


Worth = Callable[[int, int, int], int]
"""By the powers of the three systems, in the order of `System`: what they are worth together."""

Costs = Callable[[AllocatorCard, System], int]


class Greedy:
    """Spends all that it needs to turn a duel, keeps cards that it could boost with and what they match, and develops
    while there is time for it to pay.
    """

    def choose(self, view: AllocatorView, random: int) -> Action:
        """Return a choice out of the view's options; equal ones are chosen among at random."""
        match view.phase:
            case "Develop":
                return self.develop(view)
            case "Duel" if view.duel is not None:
                return self.boost_or_decline(view, view.duel)
            case _:
                return self.manage(view, random)

    def develop(self, view: AllocatorView) -> Action:
        """Boost if one card buys two."""
        side = view.sides[view.active]
        points = side.development_points + side.system(System.DEVELOPMENT).boosted
        for card in boosts_of(view):
            if (points + card.boost) // POINTS_PER_CARD - points // POINTS_PER_CARD > 1:
                return Boost(card.id)
        return DECLINE

    def boost_or_decline(self, view: AllocatorView, duel: DuelView) -> Action:
        """Boost while that can still turn the duel: with the weakest card that is enough, or else the strongest."""
        short = _short_of(view, duel)
        boosts = boosts_of(view)
        if short <= 0 or sum(card.boost for card in boosts) < short:
            return DECLINE
        return Boost(next((card for card in boosts if card.boost >= short), boosts[-1]).id)

    def worth(self, facing: Facing) -> Worth:
        """Return what own systems are worth, within the maximum."""
        point = max(_DEVELOPMENT + _DEVELOPMENT_FOR_LIFE * facing.life - facing.hand // 2, 0)
        short, holding = _SHORT_ATTACK + facing.hand // 2, max(_HOLDING - facing.hand, 0)
        return lambda attack, defense, development: (
            _margin(attack - facing.defense, _HITTING, short)
            + _margin(defense - facing.attack - 1, holding, _SHORT_DEFENSE)
            + point * min(development, _USEFUL_DEVELOPMENT)
        )

    def facing(self, view: AllocatorView) -> Facing:
        """Return what it weighs its systems against, with what a siege adds to this attack and to the next one."""
        side, other = view.sides[view.active], view.sides[1 - view.active]
        return Facing(
            attack=other.system(System.ATTACK).power + view.siege(1),
            defense=other.system(System.DEFENSE).power - view.siege(),
            maximum_power=view.maximum_power,
            hand=side.hand,
            life=min(side.life, other.life),
        )

    def costs(self, view: AllocatorView) -> Costs:
        """What is lost with a card: the boost that it could be as things lie, but for others that it makes match."""
        systems = view.sides[view.active].systems
        matches: dict[System, dict[Faction, int]] = {system.system: dict(system.factions) for system in systems}
        attack, defense = matches[System.ATTACK], matches[System.DEFENSE]
        hand = view.hand or ()
        idle = [
            card
            for card in hand
            if card.function_match > max(attack.get(card.faction, 0), defense.get(card.faction, 0))
        ]

        def cost(card: AllocatorCard, system: System) -> int:
            lost = _CARD if card in idle else _CARD + _BOOST * card.boost
            if system is not System.DEVELOPMENT:
                there = matches[system].get(card.faction, 0) + 1
                matched = [other for other in idle if other.faction is card.faction and other.function_match == there]
                lost -= sum(_BOOST * other.boost for other in matched)
                if card in matched:
                    lost += _BOOST * card.boost
            return lost

        return cost

    def manage(self, view: AllocatorView, random: int) -> Action:
        """The change that leads to the best systems, counting a discard that it makes necessary; else end."""
        side = view.sides[view.active]
        cards = {card.id: card for card in view.hand or ()}
        lying = [(system.system, card) for system in side.systems for card in system.cards]
        cards.update((card.id, card) for _, card in lying)
        attack, defense, development = side.systems
        powers = (attack.power, defense.power, development.power)
        facing = self.facing(view)
        maximum, worth, cost = facing.maximum_power, self.worth(facing), self.costs(view)
        lifted = {_changed((0, 0, 0), system, -card.power_in(system)) for system, card in lying}
        settling: dict[Powers, int] = {}  # many changes lead to the same powers

        def within(attack: int, defense: int, development: int) -> int:
            """What these powers are worth, with the maximum."""
            excess = attack + defense + development - maximum
            value = worth(attack, defense, development)
            return value - _EXCESS * excess if excess > 0 else value

        def settled(after: Powers) -> int:
            """What these powers are worth after the one discard that a total beyond the maximum calls for."""
            value = settling.get(after)
            if value is None:
                attack, defense, development = after
                if attack + defense + development <= maximum:
                    value = worth(attack, defense, development)
                else:
                    rest = [within(attack + by, defense + up, development + on) for by, up, on in lifted]
                    value = max(rest, default=-_EXCESS)
                settling[after] = value
            return value

        ranked: list[tuple[int, Action]] = []
        for action in view.options:
            match action:
                case Play(card_id, system):
                    card = cards[card_id]
                    value = settled(_changed(powers, system, card.power_in(system))) - cost(card, system)
                case Discard(card_id, system):
                    value = within(*_changed(powers, system, -cards[card_id].power_in(system)))
                case Move(card_id, source, target):
                    card = cards[card_id]
                    after = _changed(_changed(powers, source, -card.power_in(source)), target, card.power_in(target))
                    value = within(*after) - 1
                case _:
                    value = within(*powers)
            ranked.append((value, action))
        best = max(value for value, _ in ranked)
        if ranked[-1] == (best, END_MANAGING):
            return END_MANAGING
        choices = [action for value, action in ranked if value == best]
        return choices[below(random, len(choices))[1]]


def boosts_of(view: AllocatorView) -> list[AllocatorCard]:
    """The cards that may boost now, weakest first, each copy."""
    open_ = {action.card for action in view.options if isinstance(action, Boost)}
    return sorted((card for card in view.hand or () if card.id in open_), key=lambda card: card.boost)


def _short_of(view: AllocatorView, duel: DuelView) -> int:
    """By how much the side of this seat falls short in a duel: 0 or less if it is ahead."""
    return duel.defense - duel.attack if view.seat == duel.attacker else duel.attack - duel.defense + 1


def _changed(powers: Powers, system: System, by: int) -> Powers:
    """The powers when that of one system changes."""
    attack, defense, development = powers
    if system is System.ATTACK:
        return (attack + by, defense, development)
    if system is System.DEFENSE:
        return (attack, defense + by, development)
    return (attack, defense, development + by)


def _margin(lead: int, worth: int, short: int) -> int:
    """What it is worth to lead by so much; by less than nothing, what each missing point costs."""
    return worth + _MARGIN * min(lead, _USEFUL_MARGIN) if lead >= 0 else short * lead
