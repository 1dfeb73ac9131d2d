"""The view of Arms Dealer: everything that one seat or a spectator may know."""

from dataclasses import dataclass

from rules.arms_dealer.cards import AsteroidCard, Fleet, ItemCard, ShipCard
from rules.arms_dealer.events import Forfeited, SkirmishDecided, forfeits
from rules.arms_dealer.limits import PICKS
from rules.core.events import Seat
from rules.core.play import View


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceView:
    """A space of a formation."""

    space: int
    """The number of the space, 1 to 5."""
    laid: bool
    """Whether a ship lies in this space, face down."""
    ship: ShipCard | None
    """The ship, in its owner's view; None in all other views."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """The public part of one player's table; its owner also sees the ships in formation."""

    seat: Seat
    fleet: tuple[ShipCard, ...]
    """All ships that this player began with, weakest first."""
    coins: int
    stake: int
    """This player's part of the pot."""
    initial_bet: int
    """The bet that this player would place if bets were placed now."""
    wins: int
    """The number of skirmishes won in this battle."""
    ready: bool
    """Whether the player has locked in the formation of this battle."""
    deck: int
    drawn: int
    """The number of ships that are drawn and not yet laid."""
    formation: tuple[SpaceView, ...]
    """The five spaces of the formation."""
    fighting: tuple[ShipCard, ...]
    """The face-up ships of the present skirmish: first the one that was turned up, then its reinforcements; () between
    skirmishes.
    """
    equipped: tuple[ItemCard, ...]
    """The items used in the present skirmish, in order."""
    power: int
    """The power of the fighting ships and the items in the present skirmish."""
    bay: int
    returned: tuple[ShipCard, ...]
    """2.3 The ships that everyone saw go into the bay after they won a skirmish, oldest first."""
    scrapyard: tuple[ShipCard, ...]
    """The destroyed ships, oldest first."""
    hand: int
    """Number of items in the hand."""

    @property
    def look(self) -> Fleet:
        """1.2 The look of the ships: Human or Alien."""
        return self.fleet[0].fleet

    @property
    def ships(self) -> int:
        """The number of ships that are not destroyed."""
        return len(self.fleet) - len(self.scrapyard)

    @property
    def face_down(self) -> int:
        """The number of ships that lie in the formation."""
        return sum(space.laid for space in self.formation)

    @property
    def unseen(self) -> tuple[ShipCard, ...]:
        """The ships that are neither destroyed nor fighting, weakest first. Others than their owner may not know where
        each is.
        """
        unseen = list(self.fleet)
        for ship in (*self.scrapyard, *self.fighting):
            unseen.remove(ship)
        return tuple(unseen)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShopView:
    """A place of the shop row."""

    place: int
    """The number of the place, 1 to 6."""
    there: bool
    """Whether an item lies in this place, face down."""
    looked: tuple[Seat, ...]
    """The seats that have looked at the item."""
    item: ItemCard | None
    """The item, in the views of those seats; None in all other views."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmsDealerView(View):
    """All that one seat (None: a spectator) may know; `turn` is the battle.

    `phase` is Formation, Shopping, Deciding (whether to keep an item), Opening (a raise before the first skirmish),
    Equipping, Strategy (the leader prepares), Following (the other player prepares), Answering (a raise), Harvesting or
    Over.
    """

    sides: tuple[SideView, SideView]
    """Indexed by seat."""
    drawn: tuple[ShipCard, ...]
    """This seat's ships that are still to be laid, weakest first; () for a spectator."""
    bay: tuple[ShipCard, ...]
    """This seat's repair bay, weakest first; () for a spectator."""
    hand: tuple[ItemCard, ...]
    """This seat's items in the order of the card list; () for a spectator."""
    locked: tuple[Seat, ...]
    """The seats that have locked in a formation for this battle, in the order in which they buy."""
    leader: Seat
    """The seat that goes first: after a skirmish its winner, before that the seat that bets first."""
    skirmish: int
    """The number of this battle's present or latest skirmish; 0 before the first."""
    fought: tuple[SkirmishDecided | Forfeited, ...]
    """The results of this battle's skirmishes."""
    passed: Seat | None
    """The seat that has just passed or had no item; None if neither has. If the other seat passes too, the skirmish is
    decided.
    """
    shop: tuple[ShopView, ...]
    """The six places of the shop row."""
    item: int | None
    """The place of the item that a player is looking at; None if there is none."""
    raised: int
    """The raise that has to be answered; 0 if there is none."""
    picks: int
    """The number of asteroids that the loser of the battle still has to pick."""
    item_deck: int
    item_discard: tuple[ItemCard, ...]
    """The discarded items, oldest first. The discarded asteroids are in the same order."""
    asteroids: tuple[bool, ...]
    """For each of the five places: whether an asteroid lies in it, face down."""
    asteroid_deck: int
    asteroid_discard: tuple[AsteroidCard, ...]
    bank: int
    winner_bets: bool
    """Whether the winner of a battle bets first in the next one; if not, the winner of its latest skirmish."""
    idle_redraw: bool
    """Whether a Redraw without effect may be used."""
    forfeits_cost: bool
    """Whether the loser of a battle picks an asteroid fewer for each skirmish of it that they forfeited."""

    def risks_asteroid(self, seat: Seat) -> bool:
        """9.3 Return whether a forfeit would cost this seat an asteroid, if it loses the battle."""
        return self.forfeits_cost and forfeits(self.fought, seat) < PICKS

    @property
    def pot(self) -> int:
        return self.sides[0].stake + self.sides[1].stake
