"""The table of Arms Dealer: everything on it, public and hidden."""

from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Final, Self

from rules.arms_dealer.cards import AsteroidCard, ItemCard, ShipCard
from rules.arms_dealer.events import BayReshuffled, Forfeited, SkirmishDecided
from rules.arms_dealer.limits import FIRST_BET, SECOND_BET, SPACES
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.facts import REMEMBERED, Fact
from rules.core.play import State

BY_ORDER: Final = attrgetter("order")

PRIVATELY: Final = (frozenset({0}), frozenset({1}))
"""By seat: whom its own events are for."""


@dataclass(slots=True)
class Side(Fact, fact="Side"):
    """One player's ships, items and coins. The top of the fleet deck is the end of its list."""

    fleet: tuple[ShipCard, ...]
    """All ships that this player began with, weakest first."""
    deck: list[ShipCard]
    drawn: list[ShipCard]
    """Ships drawn for this battle and not yet laid, weakest first."""
    formation: list[ShipCard | None]
    """The face-down ships by space; None where there is none."""
    fighting: list[ShipCard]
    """Face up in the skirmish being fought: the ship, then its reinforcements."""
    bay: list[ShipCard]
    scrapyard: list[ShipCard]
    """Oldest first."""
    hand: list[ItemCard]
    """Always in the order of the card list."""
    equipped: list[ItemCard]
    """In the skirmish being fought, in the order of use."""
    looked: set[int]
    """The places of the shop row whose items this player has looked at, as long as they lie there."""
    coins: int
    stake: int
    """This player's part of the pot."""
    wins: int
    """Skirmishes won in this battle."""
    returned: tuple[CardId, ...] = field(default=(), metadata=REMEMBERED)
    """2.3 The ships of the bay that everybody saw go there, oldest first: they had won a skirmish."""

    @classmethod
    def new(cls, fleet: tuple[ShipCard, ...], coins: int) -> Self:
        """A player with a whole fleet in the deck, in order."""
        return cls(fleet, list(fleet), [], [None] * SPACES, [], [], [], [], [], set(), coins, 0, 0)

    @property
    def power(self) -> int:
        """6.3 Of the ships and items in the skirmish being fought."""
        power = 0
        for ship in self.fighting:
            power += ship.power
        for item in self.equipped:
            power += item.power
        return power

    @property
    def face_down(self) -> tuple[int, ...]:
        """The spaces of the formation on which a ship lies."""
        return tuple([space for space, ship in enumerate(self.formation, start=1) if ship])

    @property
    def known_in_bay(self) -> tuple[ShipCard, ...]:
        """2.3 The ships in the bay that everybody saw go there, oldest first."""
        by_id = {ship.id: ship for ship in self.bay} if self.returned else {}
        return tuple([by_id[ship] for ship in self.returned])

    @property
    def ships(self) -> int:
        """How many are not destroyed."""
        return len(self.fleet) - len(self.scrapyard)

    def receive(self, item: ItemCard) -> None:
        """Take an item into the hand."""
        self.hand.append(item)
        self.hand.sort(key=BY_ORDER)

    def give(self, item: CardId) -> ItemCard:
        """Take an item that is there out of the hand."""
        for place, found in enumerate(self.hand):
            if found.id == item:
                return self.hand.pop(place)
        raise AssertionError(f"{item} is not there")


@dataclass(slots=True)
class ArmsDealerState(State, fact="ArmsDealerState"):
    """A match in progress; `turn` is the battle."""

    sides: tuple[Side, Side]
    locked: tuple[Seat, ...]
    """Who has locked in a formation for this battle, in that order: the order of buying (4.1)."""
    leader: Seat
    """Who goes first: in a battle the winner of the latest skirmish (8.1), before it who bets first (5.2)."""
    skirmish: int
    """Of this battle: the one being fought, or the latest one; 0 before the first."""
    fought: tuple[SkirmishDecided | Forfeited, ...]
    """How the skirmishes of this battle ended."""
    shop: list[ItemCard | None]
    """By place; None where an item was bought or there was none to deal."""
    item_deck: list[ItemCard]
    item_discard: list[ItemCard]
    """Oldest first, as the other discard pile."""
    asteroids: list[AsteroidCard | None]
    asteroid_deck: list[AsteroidCard]
    asteroid_discard: list[AsteroidCard]
    bank: int
    winner_bets: bool
    """5.2 Whether who won the battle bets first in the next one; else the winner of its latest skirmish (5.6)."""
    idle_redraw: bool
    """7.8 Whether a Redraw that does nothing may be used."""

    @property
    def pot(self) -> int:
        """5.3 What both have bet, until the battle is won."""
        one, two = self.sides
        return one.stake + two.stake

    def initial_bet(self, seat: Seat) -> int:
        """5.1 What a seat has to bet when the next battle, or this one, gets that far."""
        return FIRST_BET if seat == self.leader else SECOND_BET

    def pay(self, seat: Seat, coins: int) -> None:
        """From a player to the bank."""
        self.sides[seat].coins -= coins
        self.bank += coins

    def bet(self, seat: Seat, coins: int) -> None:
        """From a player into the pot, 5.8 and never back."""
        side = self.sides[seat]
        side.coins -= coins
        side.stake += coins

    def next_ship(self, seat: Seat) -> ShipCard:
        """The top ship of the fleet deck, off it; 2.4, 2.5 the repair bay becomes the deck if it is empty."""
        side = self.sides[seat]
        if not side.deck:
            self.empty_bay(seat)
        return side.deck.pop()

    def empty_bay(self, seat: Seat) -> None:
        """Shuffle the repair bay into the fleet deck."""
        side = self.sides[seat]
        self.events.append(BayReshuffled(seat=seat, ships=len(side.bay)))
        side.deck += side.bay
        side.bay = []
        side.returned = ()
        self.shuffle(side.deck)

    def deal_rows(self) -> None:
        """1.4, 9.5 Lay both rows anew; 9.6 an empty deck is replaced by its shuffled discard pile."""
        self._deal(self.shop, self.item_deck, self.item_discard)
        self._deal(self.asteroids, self.asteroid_deck, self.asteroid_discard)

    def _deal(self, row: list[Any], deck: list[Any], discard: list[Any]) -> None:
        for place in range(len(row)):
            if not deck:
                deck += discard
                discard.clear()
                self.shuffle(deck)
            row[place] = deck.pop() if deck else None
