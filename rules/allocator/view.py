"""The view of Allocator: everything that one seat or a spectator may know."""

from dataclasses import dataclass

from rules.allocator.cards import AllocatorCard, Faction, System
from rules.allocator.limits import siege_of
from rules.core.events import Seat
from rules.core.play import View


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemView:
    """A system. Everything about it is public."""

    system: System
    cards: tuple[AllocatorCard, ...]
    """The cards in the order in which they were laid."""
    power: int
    """The power without boosts, as it counts towards the Maximum Power."""
    factions: tuple[tuple[Faction, int], ...]
    """The number of cards of each faction in the system, for Function Match. Factions without a card are left out."""
    boosts: tuple[AllocatorCard, ...]
    """The cards that have boosted the system in this step."""

    @property
    def boost(self) -> int:
        """Return the power that boosts have added in this step."""
        return sum(card.boost for card in self.boosts)

    @property
    def boosted(self) -> int:
        """Return the system's power with boosts."""
        return self.power + self.boost

    def of(self, faction: Faction) -> int:
        """Return the number of cards of a faction in the system."""
        return dict(self.factions).get(faction, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """The public part of one player's table."""

    seat: Seat
    systems: tuple[SystemView, SystemView, SystemView]
    """The systems in the order Attack, Defense, Development."""
    development_points: int
    life: int
    """Number of cards in the Life pile, which no player has seen."""
    deck: int
    hand: int
    """Number of cards in the hand."""
    discard_pile: tuple[AllocatorCard, ...]
    """The discard pile, oldest card first."""
    deck_list: tuple[AllocatorCard, ...]
    """The 40 cards of this player's deck, in the order of the card list: deck lists are public."""

    @property
    def power(self) -> int:
        """Return the sum of the three powers, without boosts. It is at most the Maximum Power when the Manage step
        ends.
        """
        return sum(system.power for system in self.systems)

    def system(self, system: System) -> SystemView:
        return self.systems[tuple(System).index(system)]

    def powers_with(self, card: AllocatorCard, source: System | None, target: System | None) -> tuple[int, ...]:
        """Return Attack, Defense and Development as they would be after a card has left `source` or entered `target`,
        or both.
        """
        return tuple(
            system.power + card.power_in(system.system) * ((system.system is target) - (system.system is source))
            for system in self.systems
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelView:
    """An attack during its boosts. Both powers include boosts, and Attack includes the siege."""

    attacker: Seat
    defender: Seat
    attack: int
    defense: int
    declined: Seat | None
    """The seat that has just declined or had no card left; None if neither has. If the other seat declines too, the
    duel ends.
    """

    @property
    def hits(self) -> bool:
        """Return whether the attack hits with the present powers."""
        return self.attack >= self.defense


@dataclass(frozen=True, slots=True, kw_only=True)
class AllocatorView(View):
    """All that one seat (None: a spectator) may know.

    `phase` is Develop (the chance to boost Development), Manage, Duel (the chance to boost an attack or its defense) or
    Over.
    """

    active: Seat
    """The seat whose turn it is. In a duel the other player may be asked."""
    maximum_power: int
    sides: tuple[SideView, SideView]
    """Indexed by seat."""
    hand: tuple[AllocatorCard, ...] | None
    """This seat's hand in the order of the card list; None for a spectator."""
    duel: DuelView | None
    moved: bool
    """Whether the active player has already made the one move that a turn allows."""
    first_attack: bool
    """Whether the first turn has an attack (the option `first_attack`)."""
    sieges: bool
    """The option `siege`: whether a siege adds to attacks."""

    @property
    def attacks(self) -> bool:
        """Return whether the active player attacks in this turn (1.9)."""
        return self.turn > 1 or self.first_attack

    def siege(self, turns: int = 0) -> int:
        """Return the Attack that the siege adds in this turn, or in the turn that is this many turns later."""
        return siege_of(self.turn + turns) if self.sieges else 0
