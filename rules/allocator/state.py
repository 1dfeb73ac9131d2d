"""The state of Allocator, public and hidden."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from rules.allocator.cards import AllocatorCard, System
from rules.allocator.limits import siege_of
from rules.core.cards import BY_ORDER, CardId
from rules.core.events import Seat
from rules.core.play import State
from rules.core.tags import Tagged


@dataclass(slots=True)
class Side(Tagged, tag="Side"):
    """1.1 The cards and points of one player. The last card in the list of the deck or of the Life pile is taken
    next.
    """

    deck: list[AllocatorCard]
    hand: list[AllocatorCard]
    """The hand, always in the order of the card list."""
    life: list[AllocatorCard]
    discard_pile: list[AllocatorCard]
    systems: dict[System, list[AllocatorCard]]
    powers: dict[System, int]
    """1.3 The power of each system, without boosts (6.3)."""
    development_points: int

    @classmethod
    def new(cls, deck: list[AllocatorCard]) -> Self:
        """Return the side of a player who has only this shuffled deck."""
        return cls(deck, [], [], [], {system: [] for system in System}, dict.fromkeys(System, 0), 0)

    @property
    def power(self) -> int:
        """Return the sum of the three powers."""
        return sum(self.powers.values())

    @property
    def cards(self) -> list[AllocatorCard]:
        """Return every card of this player, wherever it lies."""
        everywhere = self.deck + self.hand + self.life + self.discard_pile
        for cards in self.systems.values():
            everywhere += cards
        return everywhere

    def receive(self, cards: Sequence[AllocatorCard]) -> None:
        """Take cards into the hand, which has no limit (3.5)."""
        self.hand.extend(cards)
        self.hand.sort(key=BY_ORDER)

    def in_hand(self, card: CardId) -> AllocatorCard | None:
        return _named(card, self.hand)

    def in_system(self, card: CardId, system: System) -> AllocatorCard | None:
        return _named(card, self.systems[system])

    def give(self, card: CardId) -> AllocatorCard:
        """Remove a card from the hand."""
        return _take(card, self.hand)

    def put(self, card: AllocatorCard, system: System) -> None:
        """Lay a card into a system."""
        self.systems[system].append(card)
        self.powers[system] += card.power_in(system)

    def lift(self, card: CardId, system: System) -> AllocatorCard:
        """Remove a card from a system."""
        lifted = _take(card, self.systems[system])
        self.powers[system] -= lifted.power_in(system)
        return lifted


@dataclass(slots=True)
class AllocatorState(State, tag="AllocatorState"):
    """A match in progress."""

    sides: tuple[Side, Side]
    maximum_power: int
    """1.4 The Maximum Power, which is the same for both players."""
    first_attack: bool
    """1.9 Whether the first turn has an attack (the option `first_attack`)."""
    sieges: bool
    """5.7 The option `siege`: whether a siege adds to attacks."""

    @property
    def active(self) -> Seat:
        """Return the seat whose turn it is: the first seat begins, and turns alternate."""
        return 1 - self.turn % 2

    @property
    def siege(self) -> int:
        """5.7 Return the Attack that the siege adds in this turn."""
        return siege_of(self.turn) if self.sieges else 0


def _named(card: CardId, cards: Sequence[AllocatorCard]) -> AllocatorCard | None:
    for candidate in cards:
        if candidate.id == card:
            return candidate
    return None


def _take(card: CardId, cards: list[AllocatorCard]) -> AllocatorCard:
    for place, candidate in enumerate(cards):
        if candidate.id == card:
            del cards[place]
            return candidate
    raise AssertionError(f"{card} is not there")
