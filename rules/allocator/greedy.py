"""The quick player of Allocator: it looks one step ahead and knows only its view."""

from collections.abc import Callable, Sequence
from functools import cache
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
_LAST_HIT: Final = 100
"""The cost of each point of Attack that is missing for a hit that would win the match for certain."""
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
    is_last: bool
    """Whether a hit wins for certain: the other player has no Life to take, and no card to boost with."""


Worth = Callable[[int, int, int], int]
"""A function that returns the value of Attack, Defense and Development powers together."""

Costs = Callable[[AllocatorCard, System], int]

Freed = Callable[[Faction, System | None, System | None], int]
"""A function of a card's faction, the system that it leaves and the system that it enters; None for no system."""


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
        if sound(view) == (DECLINE,):
            return DECLINE
        return Boost(next((card for card in boosts if card.boost >= short), boosts[-1]).id)

    def worth(self, facing: Facing) -> Worth:
        """Return a function that values the player's powers. It does not check the Maximum Power."""
        if facing.is_last:
            return lambda attack, *_: _LAST_HIT * min(attack - facing.defense, 0)
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
            is_last=not other.life and not other.hand,
        )

    def freed(self, view: AllocatorView) -> Freed:
        """Return a function that gives the value of the boosts of the hand that a card makes possible by leaving a
        system or entering another, less that of the boosts that it rules out.
        """
        systems = view.sides[view.active].systems
        attack, defense = (dict(system.factions) for system in systems[:2])
        boosts: dict[Faction, list[tuple[int, int]]] = {}
        for card in view.hand or ():
            boosts.setdefault(card.faction, []).append((card.function_match, _BOOST * card.boost))

        @cache
        def gain(faction: Faction, source: System | None, target: System | None) -> int:
            attacking, defending = attack.get(faction, 0), defense.get(faction, 0)
            most = max(attacking, defending)
            left = max(
                attacking + (target is System.ATTACK) - (source is System.ATTACK),
                defending + (target is System.DEFENSE) - (source is System.DEFENSE),
            )
            if left == most:
                return 0
            return sum([boost * ((match <= left) - (match <= most)) for match, boost in boosts.get(faction, ())])

        return gain

    def costs(self, view: AllocatorView) -> Costs:
        """Return a function that gives the loss from playing a card into a system. The loss is higher for a card that
        could boost, or that could once it has entered: `freed` counts that boost, but the card has left the hand.
        """
        attack, defense = (dict(system.factions) for system in view.sides[view.active].systems[:2])

        def cost(card: AllocatorCard, system: System) -> int:
            attacking = attack.get(card.faction, 0) + (system is System.ATTACK)
            defending = defense.get(card.faction, 0) + (system is System.DEFENSE)
            return _CARD + (_BOOST * card.boost if card.function_match <= max(attacking, defending) else 0)

        return cost

    def manage(self, view: AllocatorView, random: int) -> Action:
        """Return the action that leads to the best powers and boosts, counting one further discard if it is needed. End
        the step if no action leads to better ones.
        """
        side = view.sides[view.active]
        cards = {card.id: card for card in view.hand or ()}
        lying = [(system.system, card) for system in side.systems for card in system.cards]
        cards.update((card.id, card) for _, card in lying)
        attack, defense, development = side.systems
        powers = (attack.power, defense.power, development.power)
        facing = self.facing(view)
        maximum, worth, cost, freed = facing.maximum_power, self.worth(facing), self.costs(view), self.freed(view)
        lifted = {(_changed((0, 0, 0), system, -card.power_in(system)), system, card.faction) for system, card in lying}
        lifts = [(by, system, faction, freed(faction, system, None)) for by, system, faction in lifted]
        settling: dict[tuple[Powers, Faction, System], int] = {}  # many plays lead to the same powers and matches

        def within(attack: int, defense: int, development: int) -> int:
            """Return the value of these powers, minus a cost for power over the maximum."""
            excess = attack + defense + development - maximum
            value = worth(attack, defense, development)
            return value - _EXCESS * excess if excess > 0 else value

        def settled(after: Powers, entered: Faction, target: System) -> int:
            """Return the value of these powers and of the boosts that are possible after a card of this faction has
            entered; if the powers exceed the maximum, the value after the best single discard of another card.
            """
            value = settling.get((after, entered, target))
            if value is None:
                attack, defense, development = after
                gained = freed(entered, None, target)
                if attack + defense + development <= maximum:
                    value = worth(attack, defense, development) + gained
                else:
                    values = [
                        within(attack + by, defense + up, development + on)
                        + (freed(entered, source, target) if faction is entered else gained + lost)
                        for (by, up, on), source, faction, lost in lifts
                    ]
                    value = max(values, default=-_EXCESS)
                settling[after, entered, target] = value
            return value

        ranked: list[tuple[int, Action]] = []
        for action in view.options:
            match action:
                case Play(card_id, system):
                    card = cards[card_id]
                    after = _changed(powers, system, card.power_in(system))
                    value = settled(after, card.faction, system) - cost(card, system)
                case Discard(card_id, system):
                    card = cards[card_id]
                    after = _changed(powers, system, -card.power_in(system))
                    value = within(*after) + freed(card.faction, system, None)
                case Move(card_id, source, target):
                    card = cards[card_id]
                    after = _changed(_changed(powers, source, -card.power_in(source)), target, card.power_in(target))
                    value = within(*after) - 1 + freed(card.faction, source, target)
                case _:
                    value = within(*powers)
            ranked.append((value, action))
        best = max(value for value, _ in ranked)
        if ranked[-1] == (best, END_MANAGING):
            return END_MANAGING
        choices = [action for value, action in ranked if value == best]
        return choices[below(random, len(choices))[1]]


def sound(view: AllocatorView) -> Sequence[Action]:
    """Return the options that a good player would consider (`Game.sound`).

    In a duel a player who is ahead keeps the cards, because the chance to boost comes again if the other player boosts.
    A player whose boosts together do not suffice keeps them as well. So does an attacker who needs more than one, if
    the defender holds several cards: in 200 matches 6 % of these boosts were part of a hit.
    """
    duel = view.duel
    if duel is None:
        return view.options
    boosts = [card.boost for card in boosts_of(view)]
    is_answered = view.seat == duel.attacker and view.sides[duel.defender].hand > 1
    enough = max(boosts, default=0) if is_answered else sum(boosts)
    return view.options if 0 < _short_of(view, duel) <= enough else (DECLINE,)


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
