"""What one seat of Allocator, or a spectator, may know."""

from dataclasses import dataclass

from rules.allocator.cards import AllocatorCard, Faction, System
from rules.allocator.limits import siege_of
from rules.core.events import Seat
from rules.core.play import View


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemView:
    """A system, all of it public."""

    system: System
    cards: tuple[AllocatorCard, ...]
    """In the order in which they came."""
    power: int
    """Without boosts: what counts towards the Maximum Power."""
    factions: tuple[tuple[Faction, int], ...]
    """How many cards of each faction are in it, for Function Match: only those that are there."""
    boosts: tuple[AllocatorCard, ...]
    """The cards that boosted it so far in the step being played."""

    @property
    def boost(self) -> int:
        """What boosts have added in the step being played."""
        return sum(card.boost for card in self.boosts)

    @property
    def boosted(self) -> int:
        """Its power with boosts: what is compared and gained."""
        return self.power + self.boost

    def of(self, faction: Faction) -> int:
        """How many cards of a faction are in it."""
        return dict(self.factions).get(faction, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """What everybody knows of one player."""

    seat: Seat
    systems: tuple[SystemView, SystemView, SystemView]
    """Attack, Defense, Development."""
    development_points: int
    life: int
    """Cards in the Life pile: nobody has seen them."""
    deck: int
    hand: int
    """Cards in the hand."""
    discard_pile: tuple[AllocatorCard, ...]
    """Oldest first."""
    deck_list: tuple[AllocatorCard, ...]
    """The 40 cards that this player brought, in the order of the card list: deck lists are public."""

    @property
    def power(self) -> int:
        """The three powers together, without boosts: at most the Maximum Power at the end of Manage."""
        return sum(system.power for system in self.systems)

    def system(self, system: System) -> SystemView:
        return self.systems[tuple(System).index(system)]

    def powers_with(self, card: AllocatorCard, source: System | None, target: System | None) -> tuple[int, ...]:
        """Attack, Defense and Development once a card has left one of the systems, come into another, or both."""
        return tuple(
            there.power + card.power_in(there.system) * ((there.system is target) - (there.system is source))
            for there in self.systems
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelView:
    """An attack that is being boosted. Its powers are the attacker's Attack, with what a siege adds, and the defender's
    Defense, both boosted.
    """

    attacker: Seat
    defender: Seat
    attack: int
    defense: int
    declined: Seat | None
    """Who declined, or had no card left, just before: if the seat that is asked declines as well, the duel is over."""

    @property
    def hits(self) -> bool:
        """Whether the attack hits as it stands."""
        return self.attack >= self.defense


@dataclass(frozen=True, slots=True, kw_only=True)
class AllocatorView(View):
    """All that one seat (None: a spectator) may know.

    `phase` is Develop (the chance to boost Development), Manage, Duel (the chance to boost an attack or its
    defense) or Over.
    """

    active: Seat
    """Whose turn it is. In a duel the other player may be asked."""
    maximum_power: int
    sides: tuple[SideView, SideView]
    """By seat."""
    hand: tuple[AllocatorCard, ...] | None
    """This seat's hand in the order of the card list; None for a spectator."""
    duel: DuelView | None
    moved: bool
    """Whether the active player has used the one move of this turn."""
    first_attack: bool
    """The option: False if the very first turn has no attack."""
    sieges: bool
    """The option: False if no siege ever adds to an attack."""

    @property
    def attacks(self) -> bool:
        """Whether the active player attacks in this turn (1.9)."""
        return self.turn > 1 or self.first_attack

    def siege(self, turns: int = 0) -> int:
        """What the siege adds to the attack of this turn, or of one so many turns later."""
        return siege_of(self.turn + turns) if self.sieges else 0
