"""A simple player of Allocator: looks one step ahead, and knows no more than its view."""

from typing import Final

from rules.allocator.cards import AllocatorCard, Faction, System
from rules.allocator.first_greedy import Costs, Facing, FirstGreedy, Worth, margin
from rules.allocator.view import AllocatorView, DuelView

# What a position is worth, in the unit of the first one.
_HITTING: Final = 34
_HOLDING: Final = 34
_SHORT_ATTACK: Final = 4
_SHORT_DEFENSE: Final = 5
_DEVELOPMENT: Final = 4
_DEVELOPMENT_FOR_LIFE: Final = 2
_USEFUL_DEVELOPMENT: Final = 6
_CARD: Final = 4
_BOOST: Final = 2


class Greedy(FirstGreedy):
    """Spends all that it needs to turn a duel, keeps cards that it could boost with and what they match, and develops
    while there is time for it to pay.
    """

    def spendable(self, view: AllocatorView, duel: DuelView, boosts: int) -> int:
        """How many boosts it would spend on a duel: all that it has."""
        return boosts

    def worth(self, facing: Facing) -> Worth:
        point = max(_DEVELOPMENT + _DEVELOPMENT_FOR_LIFE * facing.life - facing.hand // 2, 0)
        short, holding = _SHORT_ATTACK + facing.hand // 2, max(_HOLDING - facing.hand, 0)
        return lambda attack, defense, development: (
            margin(attack - facing.defense, _HITTING, short)
            + margin(defense - facing.attack - 1, holding, _SHORT_DEFENSE)
            + point * min(development, _USEFUL_DEVELOPMENT)
        )

    def facing(self, view: AllocatorView) -> Facing:
        """With what a siege adds to this attack, and to the next one."""
        facing = FirstGreedy.facing(self, view)
        return facing._replace(attack=facing.attack + view.siege(1), defense=facing.defense - view.siege())

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
