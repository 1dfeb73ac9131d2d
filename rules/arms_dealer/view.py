"""What one seat of Arms Dealer, or a spectator, may know."""

from dataclasses import dataclass

from rules.arms_dealer.cards import AsteroidCard, Fleet, ItemCard, ShipCard
from rules.arms_dealer.events import Forfeited, SkirmishDecided
from rules.core.events import Seat
from rules.core.play import View


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceView:
    """A space of a formation."""

    space: int
    """1 to 5."""
    laid: bool
    """Whether a ship lies there, face down."""
    ship: ShipCard | None
    """That ship, for its owner; None for everybody else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """What everybody knows of one player; of the formation, its owner knows more."""

    seat: Seat
    fleet: tuple[ShipCard, ...]
    """All ships that this player began with, weakest first."""
    coins: int
    stake: int
    """This player's part of the pot."""
    initial_bet: int
    """What this player bets when the bets are placed next, as it stands."""
    wins: int
    """Skirmishes won in this battle."""
    ready: bool
    """Whether the formation of this battle is locked in."""
    deck: int
    drawn: int
    """Ships drawn and not yet laid."""
    formation: tuple[SpaceView, ...]
    """Five spaces."""
    fighting: tuple[ShipCard, ...]
    """Face up in the skirmish being fought: the ship, then its reinforcements; () between skirmishes."""
    equipped: tuple[ItemCard, ...]
    """In the skirmish being fought, in the order of use."""
    power: int
    """Of both together."""
    bay: int
    returned: tuple[ShipCard, ...]
    """2.3 Those of the bay that everybody saw go there: they had won a skirmish. Oldest first."""
    scrapyard: tuple[ShipCard, ...]
    """Oldest first."""
    hand: int
    """Items in the hand."""

    @property
    def look(self) -> Fleet:
        """1.2 Whether its ships are Human or Alien."""
        return self.fleet[0].fleet

    @property
    def ships(self) -> int:
        """How many are not destroyed."""
        return len(self.fleet) - len(self.scrapyard)

    @property
    def face_down(self) -> int:
        """How many ships lie in the formation."""
        return sum(space.laid for space in self.formation)

    @property
    def unseen(self) -> tuple[ShipCard, ...]:
        """The ships that are neither destroyed nor fighting, weakest first: which is where, not everybody knows."""
        rest = list(self.fleet)
        for ship in (*self.scrapyard, *self.fighting):
            rest.remove(ship)
        return tuple(rest)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShopView:
    """A place of the shop row."""

    place: int
    """1 to 6."""
    there: bool
    """Whether an item lies there, face down."""
    looked: tuple[Seat, ...]
    """Who has looked at it."""
    item: ItemCard | None
    """That item, for those; None for everybody else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmsDealerView(View):
    """All that one seat (None: a spectator) may know; `turn` is the battle.

    `phase` is Formation, Shopping, Deciding (about an item that is being looked at), Opening (a raise before the first
    skirmish), Equipping, Strategy (the leader), Following (the other), Answering (a raise), Harvesting or Over.
    """

    sides: tuple[SideView, SideView]
    """By seat."""
    drawn: tuple[ShipCard, ...]
    """This seat's ships that are still to be laid, weakest first; () for a spectator."""
    bay: tuple[ShipCard, ...]
    """This seat's repair bay, weakest first; () for a spectator."""
    hand: tuple[ItemCard, ...]
    """This seat's items in the order of the card list; () for a spectator."""
    locked: tuple[Seat, ...]
    """Who has locked in a formation for this battle, in that order: the order of buying."""
    leader: Seat
    """Who goes first."""
    skirmish: int
    """Of this battle: the one being fought, or the latest one; 0 before the first."""
    fought: tuple[SkirmishDecided | Forfeited, ...]
    """How the skirmishes of this battle ended."""
    passed: Seat | None
    """Who passed, or had no item, just before: if the one who is asked passes too, the skirmish is decided."""
    shop: tuple[ShopView, ...]
    """Six places."""
    item: int | None
    """The place of the item that is being looked at."""
    raised: int
    """How much the raise is that is to be answered; 0 if there is none."""
    picks: int
    """How many asteroids the loser of the battle has still to pick."""
    item_deck: int
    item_discard: tuple[ItemCard, ...]
    """Oldest first, as the other discard pile."""
    asteroids: tuple[bool, ...]
    """Five places: whether an asteroid lies there, face down."""
    asteroid_deck: int
    asteroid_discard: tuple[AsteroidCard, ...]
    bank: int
    winner_bets: bool
    """Whether who wins the battle bets first in the next one."""
    idle_redraw: bool
    """Whether a Redraw that does nothing may be used."""

    @property
    def pot(self) -> int:
        return self.sides[0].stake + self.sides[1].stake
