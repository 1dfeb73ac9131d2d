"""The quick player of Allocator: it looks one step ahead and knows only its view."""

from collections.abc import Callable
from typing import Final, NamedTuple

from rules.allocator.actions import DECLINE, END_MANAGING, Boost, Discard, Move, Play
from rules.allocator.cards import AllocatorCard, Faction, System
from rules.allocator.phases import POINTS_PER_CARD
from rules.allocator.view import AllocatorView, DuelView
from rules.core.notation import Action
from rules.core.rng import below

# The weights of a position's value, on a scale on which a card in hand that has no boost is worth 4.
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
"""The cost of each point of power above the Maximum Power."""


Powers = tuple[int, int, int]
"""The powers of the three systems, in the order of `System`."""


class Facing(NamedTuple):
    """The facts on which the value of a player's powers depends."""

    attack: int
    """The other player's Attack; `defense` is the other player's Defense."""
    defense: int
    maximum_power: int
    hand: int
    """Number of cards in the player's hand. With more cards, Development and Defense are worth less: otherwise two
    players with full hands and strong defenses would both wait for the last turn. Each point of Attack that is missing
    for a hit counts more, since boosts may make up for the others.
    """
    life: int
    """Number of Life cards of the player who has fewer of them."""


Worth = Callable[[int, int, int], int]
"""A function that returns the value of Attack, Defense and Development powers together."""

Costs = Callable[[AllocatorCard, System], int]


class Greedy:
    """A player that uses as many boosts as it needs to win a duel. It prefers to keep cards that could boost, and to
    play cards that let others boost. It values Development more while more Life cards are left.
    """

    def choose(self, view: AllocatorView, random: int) -> Action:
        """Return the best of the view's options; break ties at random."""
        match view.phase:
            case "Develop":
                return self.develop(view)
            case "Duel" if view.duel is not None:
                return self.boost_or_decline(view, view.duel)
            case _:
                return self.manage(view, random)

    def develop(self, view: AllocatorView) -> Action:
        """Boost if one card pays for drawing two more."""
        side = view.sides[view.active]
        points = side.development_points + side.system(System.DEVELOPMENT).boosted
        for card in boosts_of(view):
            if (points + card.boost) // POINTS_PER_CARD - points // POINTS_PER_CARD > 1:
                return Boost(card.id)
        return DECLINE

    def boost_or_decline(self, view: AllocatorView, duel: DuelView) -> Action:
        """Boost if the hand can still win the duel: with the weakest card that suffices alone, or else with the
        strongest card. Otherwise decline.
        """
        short = _short_of(view, duel)
        boosts = boosts_of(view)
        if short <= 0 or sum(card.boost for card in boosts) < short:
            return DECLINE
        return Boost(next((card for card in boosts if card.boost >= short), boosts[-1]).id)

    def worth(self, facing: Facing) -> Worth:
        """Return a function that values the player's powers. It does not check the Maximum Power."""
        point = max(_DEVELOPMENT + _DEVELOPMENT_FOR_LIFE * facing.life - facing.hand // 2, 0)
        short, holding = _SHORT_ATTACK + facing.hand // 2, max(_HOLDING - facing.hand, 0)
        return lambda attack, defense, development: (
            _margin(attack - facing.defense, _HITTING, short)
            + _margin(defense - facing.attack - 1, holding, _SHORT_DEFENSE)
            + point * min(development, _USEFUL_DEVELOPMENT)
        )

    def facing(self, view: AllocatorView) -> Facing:
        """Return the facts of this view. Both sieges are counted: this turn's lowers the other player's Defense, the
        next turn's raises the other player's Attack.
        """
        side, other = view.sides[view.active], view.sides[1 - view.active]
        return Facing(
            attack=other.system(System.ATTACK).power + view.siege(1),
            defense=other.system(System.DEFENSE).power - view.siege(),
            maximum_power=view.maximum_power,
            hand=side.hand,
            life=min(side.life, other.life),
        )

    def costs(self, view: AllocatorView) -> Costs:
        """Return a function that gives the loss from playing a card into a system. The loss is higher for a card that
        could boost, and lower for a card that lets other cards of the hand boost.
        """
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
                matching = matches[system].get(card.faction, 0) + 1
                matched = [
                    other for other in idle if other.faction is card.faction and other.function_match == matching
                ]
                lost -= sum(_BOOST * other.boost for other in matched)
                if card in matched:
                    lost += _BOOST * card.boost
            return lost

        return cost

    def freed(self, view: AllocatorView) -> Callable[[AllocatorCard, System, System], int]:
        """Return a function that gives the value of the boosts of the hand that a move of a card makes possible, less
        that of the boosts that it rules out.
        """
        systems = view.sides[view.active].systems
        matches = {system.system: dict(system.factions) for system in systems}
        hand = view.hand or ()

        def gain(card: AllocatorCard, source: System, target: System) -> int:
            now = {system: matches[system].get(card.faction, 0) for system in (System.ATTACK, System.DEFENSE)}
            after = {system: count + (system is target) - (system is source) for system, count in now.items()}
            most, left = max(now.values()), max(after.values())
            boosts = [(other.function_match, other.boost) for other in hand if other.faction is card.faction]
            return _BOOST * sum(boost * ((match <= left) - (match <= most)) for match, boost in boosts)

        return gain

    def manage(self, view: AllocatorView, random: int) -> Action:
        """Return the action that leads to the best powers, counting one further discard if it is needed. End the step
        if no action leads to better powers.
        """
        side = view.sides[view.active]
        cards = {card.id: card for card in view.hand or ()}
        lying = [(system.system, card) for system in side.systems for card in system.cards]
        cards.update((card.id, card) for _, card in lying)
        attack, defense, development = side.systems
        powers = (attack.power, defense.power, development.power)
        facing = self.facing(view)
        maximum, worth, cost, freed = facing.maximum_power, self.worth(facing), self.costs(view), self.freed(view)
        lifted = {_changed((0, 0, 0), system, -card.power_in(system)) for system, card in lying}
        settling: dict[Powers, int] = {}  # value by powers, because many changes lead to the same powers

        def within(attack: int, defense: int, development: int) -> int:
            """Return the value of these powers, minus a cost for power over the maximum."""
            excess = attack + defense + development - maximum
            value = worth(attack, defense, development)
            return value - _EXCESS * excess if excess > 0 else value

        def settled(after: Powers) -> int:
            """Return the value of these powers; if they exceed the maximum, the value after the best single discard."""
            value = settling.get(after)
            if value is None:
                attack, defense, development = after
                if attack + defense + development <= maximum:
                    value = worth(attack, defense, development)
                else:
                    values = [within(attack + by, defense + up, development + on) for by, up, on in lifted]
                    value = max(values, default=-_EXCESS)
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
                    value = within(*after) - 1 + freed(card, source, target)
                case _:
                    value = within(*powers)
            ranked.append((value, action))
        best = max(value for value, _ in ranked)
        if ranked[-1] == (best, END_MANAGING):
            return END_MANAGING
        choices = [action for value, action in ranked if value == best]
        return choices[below(random, len(choices))[1]]


def boosts_of(view: AllocatorView) -> list[AllocatorCard]:
    """Return every card that may boost now, weakest first, one entry for each copy."""
    allowed = {action.card for action in view.options if isinstance(action, Boost)}
    return sorted((card for card in view.hand or () if card.id in allowed), key=lambda card: card.boost)


def _short_of(view: AllocatorView, duel: DuelView) -> int:
    """Return how much power this seat's side lacks to win the duel; 0 or less if it is ahead."""
    return duel.defense - duel.attack if view.seat == duel.attacker else duel.attack - duel.defense + 1


def _changed(powers: Powers, system: System, by: int) -> Powers:
    """Return the powers after one system's power has changed by `by`."""
    attack, defense, development = powers
    if system is System.ATTACK:
        return (attack + by, defense, development)
    if system is System.DEFENSE:
        return (attack, defense + by, development)
    return (attack, defense, development + by)


def _margin(lead: int, worth: int, short: int) -> int:
    """Return the value of this lead. Each point of a negative lead costs `short`."""
    return worth + _MARGIN * min(lead, _USEFUL_MARGIN) if lead >= 0 else short * lead
