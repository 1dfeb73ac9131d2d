"""The state of Arms Dealer, public and hidden."""

from dataclasses import dataclass, field
from typing import Any, Self

from rules.arms_dealer.cards import AsteroidCard, ItemCard, ShipCard
from rules.arms_dealer.events import BayReshuffled, Forfeited, SkirmishDecided
from rules.arms_dealer.limits import FIRST_BET, SECOND_BET, SPACES
from rules.core.cards import BY_ORDER, CardId
from rules.core.events import Seat
from rules.core.play import State
from rules.core.tags import REMEMBERED, Tagged


@dataclass(slots=True)
class Side(Tagged, tag="Side"):
    """1.1 One player's ships, items and coins. The next card of the fleet deck is the last of its list."""

    fleet: tuple[ShipCard, ...]
    """All ships that this player began with, weakest first."""
    deck: list[ShipCard]
    drawn: list[ShipCard]
    """Ships drawn for this battle and not yet laid, weakest first."""
    formation: list[ShipCard | None]
    """The face-down ships by space; None for an empty space."""
    fighting: list[ShipCard]
    """The face-up ships of the present skirmish: first the one that was turned up, then its reinforcements."""
    bay: list[ShipCard]
    scrapyard: list[ShipCard]
    """The destroyed ships, oldest first."""
    hand: list[ItemCard]
    """The hand, always in the order of the card list."""
    equipped: list[ItemCard]
    """The items used in the present skirmish, in order."""
    looked: set[int]
    """The places of the shop row whose present items this player has looked at."""
    coins: int
    stake: int
    """This player's part of the pot."""
    wins: int
    """The number of skirmishes won in this battle."""
    returned: tuple[CardId, ...] = field(default=(), metadata=REMEMBERED)
    """2.3 The ships that everyone saw go into the bay after they won a skirmish, oldest first."""

    @classmethod
    def new(cls, fleet: tuple[ShipCard, ...], coins: int) -> Self:
        """Return a player with the whole fleet in the deck, in order."""
        return cls(fleet, list(fleet), [], [None] * SPACES, [], [], [], [], [], set(), coins, 0, 0)

    @property
    def power(self) -> int:
        """6.3 Return the power of the ships and items in the present skirmish."""
        power = 0
        for ship in self.fighting:
            power += ship.power
        for item in self.equipped:
            power += item.power
        return power

    @property
    def face_down(self) -> tuple[int, ...]:
        """Return the spaces of the formation on which a ship lies."""
        return tuple([space for space, ship in enumerate(self.formation, start=1) if ship])

    @property
    def known_in_bay(self) -> tuple[ShipCard, ...]:
        """2.3 Return the ships that everyone saw go into the bay, oldest first."""
        by_id = {ship.id: ship for ship in self.bay} if self.returned else {}
        return tuple([by_id[ship] for ship in self.returned])

    @property
    def ships(self) -> int:
        """The number of ships that are not destroyed."""
        return len(self.fleet) - len(self.scrapyard)

    def receive(self, item: ItemCard) -> None:
        """Put an item into the hand."""
        self.hand.append(item)
        self.hand.sort(key=BY_ORDER)

    def give(self, item: CardId) -> ItemCard:
        """Remove an item from the hand and return it."""
        for place, held in enumerate(self.hand):
            if held.id == item:
                return self.hand.pop(place)
        raise AssertionError(f"{item} is not there")


@dataclass(slots=True)
class ArmsDealerState(State, tag="ArmsDealerState"):
    """A match in progress; `turn` is the battle."""

    sides: tuple[Side, Side]
    locked: tuple[Seat, ...]
    """The seats that have locked in a formation for this battle, in the order in which they buy (4.1)."""
    leader: Seat
    """The seat that goes first: after a skirmish its winner (8.1), before that the seat that bets first (5.2)."""
    skirmish: int
    """The number of this battle's present or latest skirmish; 0 before the first."""
    fought: tuple[SkirmishDecided | Forfeited, ...]
    """The results of this battle's skirmishes."""
    shop: list[ItemCard | None]
    """The items by place; None where the item was bought or the deck had none left."""
    item_deck: list[ItemCard]
    item_discard: list[ItemCard]
    """The discarded items, oldest first. The discarded asteroids are in the same order."""
    asteroids: list[AsteroidCard | None]
    asteroid_deck: list[AsteroidCard]
    asteroid_discard: list[AsteroidCard]
    bank: int
    winner_bets: bool
    """5.2 Whether the winner of a battle bets first in the next one; if not, the winner of its latest skirmish."""
    idle_redraw: bool
    """7.8 Whether a Redraw may be used that brings the same ship back."""
    forfeits_cost: bool
    """9.3 Whether the loser of a battle picks an asteroid fewer for each skirmish of it that they forfeited."""

    @property
    def pot(self) -> int:
        """5.3 Both stakes together, which stay in the pot until the battle is won."""
        one, two = self.sides
        return one.stake + two.stake

    def initial_bet(self, seat: Seat) -> int:
        """5.1 Return a seat's initial bet in this battle, or in the next one if the bets of this one are placed."""
        return FIRST_BET if seat == self.leader else SECOND_BET

    def pay(self, seat: Seat, coins: int) -> None:
        """Move coins from a player to the bank."""
        self.sides[seat].coins -= coins
        self.bank += coins

    def bet(self, seat: Seat, coins: int) -> None:
        """Move coins from a player into the pot, where they stay (5.8)."""
        side = self.sides[seat]
        side.coins -= coins
        side.stake += coins

    def next_ship(self, seat: Seat) -> ShipCard:
        """Take the top ship off the fleet deck; fill an empty deck from the repair bay first (2.4, 2.5)."""
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
        """1.4, 9.5 Deal both rows anew; shuffle a discard pile into a new deck when its deck is empty (9.6)."""
        self._deal(self.shop, self.item_deck, self.item_discard)
        self._deal(self.asteroids, self.asteroid_deck, self.asteroid_discard)

    def _deal(self, row: list[Any], deck: list[Any], discard: list[Any]) -> None:
        for place in range(len(row)):
            if not deck:
                deck += discard
                discard.clear()
                self.shuffle(deck)
            row[place] = deck.pop() if deck else None
