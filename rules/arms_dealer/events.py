"""What happens in Arms Dealer. Seats without a word beside them are whoever it happened to or whoever did it."""

from dataclasses import dataclass
from functools import cache

from rules.arms_dealer.cards import ShipCard
from rules.core.cards import CardId
from rules.core.events import Drew, Event, Played, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleBegan(Event, fact="BattleBegan"):
    battle: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShipsDrawn(Drew, fact="ShipsDrawn"):
    """The ships that a seat may lay in this battle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BayReshuffled(Event, fact="BayReshuffled"):
    """The repair bay became the fleet deck, or part of it."""

    seat: Seat
    ships: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FormationLaid(Event, fact="FormationLaid"):
    """A seat has locked in its formation."""

    seat: Seat
    first: bool
    """Whether it was the first to do so, and buys first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemLookedAt(Event, fact="ItemLookedAt"):
    """What everybody saw of a look."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemSeen(Event, fact="ItemSeen"):
    """What the payer saw of it."""

    seat: Seat
    place: int
    card: CardId


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemPutBack(Event, fact="ItemPutBack"):
    seat: Seat
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemKept(Event, fact="ItemKept"):
    """What everybody saw of a purchase."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemDrawn(Drew, fact="ItemDrawn"):
    """What the buyer took into the hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShopLeft(Event, fact="ShopLeft"):
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsPlaced(Event, fact="BetsPlaced"):
    """The initial bets of a battle."""

    seat: Seat
    """Who bets first."""
    bets: tuple[int, int]
    """By seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShipTurnedUp(Played, fact="ShipTurnedUp"):
    """A ship goes into a skirmish."""

    skirmish: int
    power: int
    space: int | None
    """None: the top of the fleet deck (6.7)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Equipped(Played, fact="Equipped"):
    """An item was used; powers are those of both sides after it."""

    power: int
    against: int
    ship: CardId | None = None
    """The ship that came, or was repaired; None if the item brings none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed(Event, fact="Passed"):
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishDecided(Event, fact="SkirmishDecided"):
    skirmish: int
    winner: Seat | None
    """None: a tie, which both win."""
    powers: tuple[int, int]
    destroyed: tuple[CardId, ...]
    wins: tuple[int, int]
    """In this battle, after it. All three by seat, `destroyed` by seat and then in the order of arrival."""
    ships: tuple[tuple[CardId, ...], tuple[CardId, ...]]
    items: tuple[tuple[CardId, ...], tuple[CardId, ...]]
    """What fought and what was used, by seat and then in the order of arrival and of use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Readied(Event, fact="Readied"):
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Reordered(Event, fact="Reordered"):
    seat: Seat
    first: int
    second: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised(Event, fact="Raised"):
    seat: Seat
    coins: int
    pot: int
    """After it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched(Event, fact="Matched"):
    seat: Seat
    coins: int
    pot: int
    """After it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forfeited(Event, fact="Forfeited"):
    seat: Seat
    skirmish: int
    card: CardId
    """The ship that it cost."""
    wins: tuple[int, int]
    """By seat, after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleWon(Event, fact="BattleWon"):
    seat: Seat
    coins: int
    """The pot."""
    wins: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Harvested(Event, fact="Harvested"):
    seat: Seat
    place: int
    card: CardId
    coins: int
    """What the bank paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsRenewed(Event, fact="RowsRenewed"):
    """What was left in the rows went to the discard piles, and new cards lie there."""

    items: tuple[CardId, ...]
    """What nobody bought, by place."""
    asteroids: tuple[CardId, ...]
    """What was not harvested, by place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetsDestroyed(Event, fact="FleetsDestroyed"):
    """The end: by seat, whether a ship is left, and coins."""

    left: tuple[bool, bool]
    coins: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsUnpaid(Event, fact="BetsUnpaid"):
    """The end: who cannot pay the initial bet; ships and coins by seat."""

    unable: tuple[Seat, ...]
    ships: tuple[int, int]
    coins: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitReached(Event, fact="LimitReached"):
    """The last resort: the end. By seat."""

    ships: tuple[int, int]
    coins: tuple[int, int]


# What happens at nearly every ply is made once and shared: finding a frozen object is much cheaper than making it.


@cache
def item_looked_at(seat: Seat, place: int) -> ItemLookedAt:
    return ItemLookedAt(seat=seat, place=place)


@cache
def item_seen(seat: Seat, place: int, card: CardId) -> ItemSeen:
    return ItemSeen(seats=frozenset({seat}), seat=seat, place=place, card=card)


@cache
def item_put_back(seat: Seat, place: int) -> ItemPutBack:
    return ItemPutBack(seat=seat, place=place)


@cache
def item_kept(seat: Seat, place: int) -> ItemKept:
    return ItemKept(seat=seat, place=place)


@cache
def item_drawn(seat: Seat, card: CardId) -> ItemDrawn:
    return ItemDrawn(seats=frozenset({seat}), seat=seat, cards=(card,))


@cache
def shop_left(seat: Seat) -> ShopLeft:
    return ShopLeft(seat=seat)


@cache
def ship_turned_up(seat: Seat, ship: ShipCard, skirmish: int, space: int | None) -> ShipTurnedUp:
    return ShipTurnedUp(seat=seat, card=ship.id, skirmish=skirmish, power=ship.power, space=space)


@cache
def passed(seat: Seat) -> Passed:
    return Passed(seat=seat)


@cache
def readied(seat: Seat) -> Readied:
    return Readied(seat=seat)


@cache
def reordered(seat: Seat, first: int, second: int) -> Reordered:
    return Reordered(seat=seat, first=first, second=second)
