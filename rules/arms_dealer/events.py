"""The events of Arms Dealer. Unless documented otherwise, `seat` is the player who acts."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.arms_dealer.cards import ItemCard, ItemKind
from rules.core.cards import CardId
from rules.core.events import Drew, Event, Played, Seat, shared
from rules.core.narration import Cards, Names, listed
from rules.core.words import counted, each


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleBegan(Event, tag="BattleBegan"):
    template = "Battle {battle} begins: both draw their ships."
    heads = "Battle {battle}"
    battle: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShipsDrawn(Drew, tag="ShipsDrawn"):
    """Tells a player which ships they may lay in this battle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BayReshuffled(Event, tag="BayReshuffled"):
    """The repair bay was shuffled into the fleet deck."""

    template = "{seat:player}'s repair bay of {ships:# ship} is shuffled into the fleet deck."
    brief = ""
    seat: Seat
    ships: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FormationLaid(Event, tag="FormationLaid"):
    """A player locked in their formation."""

    brief = "{seat:player}|is|ready"

    seat: Seat
    first: bool
    """Whether the player locked in before the other one, and so buys first."""

    def narrate(self, names: Names, cards: Cards) -> str:
        return f"{names[self.seat]} is ready{' first, and buys first' if self.first else ''}."


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemLookedAt(Event, tag="ItemLookedAt"):
    """The public part of a look."""

    template = "{seat:player} pays 1,000 and looks at item {place}."
    brief = ""
    seat: Seat
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemSeen(Event, tag="ItemSeen"):
    """Tells a player which item they are looking at."""

    template = "Item {place} is {card:card}."
    seat: Seat
    place: int
    card: CardId


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemPutBack(Event, tag="ItemPutBack"):
    template = "{seat:player} puts item {place} back."
    brief = ""
    seat: Seat
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemKept(Event, tag="ItemKept"):
    """The public part of a purchase."""

    template = "{seat:player} pays 2,000 more and keeps item {place}."
    brief = "{seat:player}|keeps|item {place}"
    seat: Seat
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemDrawn(Drew, tag="ItemDrawn"):
    """Tells a player which item they bought."""

    template = "{cards:cards} is in your hand now."


@dataclass(frozen=True, slots=True, kw_only=True)
class ShopLeft(Event, tag="ShopLeft"):
    template = "{seat:player} leaves the Arms Dealer."
    brief = ""
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsPlaced(Event, tag="BetsPlaced"):
    """The initial bets of a battle were placed."""

    seat: Seat
    """The player who bets first."""
    bets: tuple[int, int]
    """The initial bets, indexed by seat."""

    def narrate(self, names: Names, cards: Cards) -> str:
        other = 1 - self.seat
        return f"{names[self.seat]} bets {self.bets[self.seat]:,}, {names[other]} {self.bets[other]:,}."


@dataclass(frozen=True, slots=True, kw_only=True)
class ShipTurnedUp(Played, tag="ShipTurnedUp"):
    """A ship was turned up for a skirmish."""

    heads = "Skirmish {skirmish}"
    brief = "{seat:player}|shows|{card:card}"

    skirmish: int
    power: int
    space: int | None
    """The ship's space; None if the ship came off the top of the fleet deck (6.7)."""

    def narrate(self, names: Names, cards: Cards) -> str:
        source = f"from space {self.space}" if self.space else "off the top of the fleet deck"
        return f"Skirmish {self.skirmish}: {names[self.seat]}'s {cards[self.card].name} ({self.power}) {source}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Equipped(Played, tag="Equipped"):
    """An item was used. `power` is then the power of the player's side, and `against` that of the other side."""

    brief = "{seat:player}|equips|{card:card}"

    power: int
    against: int
    ship: CardId | None = None
    """The ship that was repaired, joined in or now fights instead; None if the item does nothing of this."""

    def narrate(self, names: Names, cards: Cards) -> str:
        item = cards[self.card]
        assert isinstance(item, ItemCard)
        ship = "" if self.ship is None else cards[self.ship].name
        effect = {
            ItemKind.REPAIR: f": {ship} is repaired",
            ItemKind.REINFORCEMENTS: f": {ship} joins in",
            ItemKind.REDRAW: f": {ship} fights instead",
        }.get(item.kind, "")
        return f"{names[self.seat]} equips {item.name}{effect}. Power {self.power} against {self.against}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed(Event, tag="Passed"):
    template = "{seat:player} passes."
    brief = ""
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SkirmishDecided(Event, tag="SkirmishDecided"):
    skirmish: int
    winner: Seat | None
    """The winner; None for a tie, which counts as won by both players."""
    powers: tuple[int, int]
    destroyed: tuple[CardId, ...]
    wins: tuple[int, int]
    """The number of skirmishes that each player has won in this battle, including this one.

    `powers` and `wins` are indexed by seat. `destroyed` is in the order of seats, and of arrival for each seat.
    """
    ships: tuple[tuple[CardId, ...], tuple[CardId, ...]]
    items: tuple[tuple[CardId, ...], tuple[CardId, ...]]
    """The items that were used, as `ships` has the ships that fought: indexed by seat, in the order of use or
    arrival.
    """

    def narrate(self, names: Names, cards: Cards) -> str:
        lost = f"{listed(self.destroyed, cards)} {'is' if len(self.destroyed) == 1 else 'are'} destroyed"
        least, most = sorted(self.powers)
        if self.winner is None:
            result = f"Skirmish {self.skirmish} is a tie, {most} each: {lost}, and both win it."
        else:
            result = f"{names[self.winner]} wins skirmish {self.skirmish}, {most} against {least}: {lost}."
        return f"{result} Wins: {each(names, self.wins)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Readied(Event, tag="Readied"):
    template = "{seat:player} readies up."
    brief = ""
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Reordered(Event, tag="Reordered"):
    template = "{seat:player} swaps the ships on spaces {first} and {second}."
    seat: Seat
    first: int
    second: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised(Event, tag="Raised"):
    template = "{seat:player} raises by {coins:,}: the pot is {pot:,}."
    brief = "{seat:player}|raises|by {coins:,}"
    seat: Seat
    coins: int
    pot: int
    """The pot afterwards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched(Event, tag="Matched"):
    template = "{seat:player} matches {coins:,}: the pot is {pot:,}."
    brief = "{seat:player}|matches|{coins:,}"
    seat: Seat
    coins: int
    pot: int
    """The pot afterwards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forfeited(Event, tag="Forfeited"):
    template = "{seat:player} forfeits skirmish {skirmish} and loses {card:card}. Wins: {wins:each}."
    seat: Seat
    skirmish: int
    card: CardId
    """The ship that was destroyed."""
    wins: tuple[int, int]
    """The number of skirmishes that each player has won in this battle, including this one, indexed by seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleWon(Event, tag="BattleWon"):
    seat: Seat
    coins: int
    """The coins in the pot, which the winner gets."""
    wins: tuple[int, int]

    def narrate(self, names: Names, cards: Cards) -> str:
        least, most = sorted(self.wins)
        return f"{names[self.seat]} wins the battle {most} to {least}, and the pot of {self.coins:,}."


@dataclass(frozen=True, slots=True, kw_only=True)
class HarvestReduced(Event, tag="HarvestReduced"):
    """9.3 The loser of the battle picks fewer asteroids, because of forfeits."""

    brief = ""

    seat: Seat
    forfeits: int
    """The number of skirmishes of the battle that this player forfeited."""
    picks: int
    """The number of asteroids that are left to pick."""

    def narrate(self, names: Names, cards: Cards) -> str:
        forfeited = counted(self.forfeits, "skirmish", "skirmishes")
        harvest = counted(self.picks, "asteroid") if self.picks else "nothing"
        return f"{names[self.seat]} forfeited {forfeited}, so the harvest is {harvest}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Harvested(Event, tag="Harvested"):
    template = "{seat:player} harvests asteroid {place}: {card:card}, {coins:,} coins."
    brief = "{seat:player}|harvests|{coins:,} coins"
    seat: Seat
    place: int
    card: CardId
    coins: int
    """The coins that the bank paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsRenewed(Event, tag="RowsRenewed"):
    """The rest of both rows was discarded, and new cards were dealt."""

    brief = ""

    items: tuple[CardId, ...]
    """The items that were left, by place."""
    asteroids: tuple[CardId, ...]
    """The asteroids that were left, by place."""

    def narrate(self, names: Names, cards: Cards) -> str:
        left = f"Nobody bought {listed(self.items, cards)}. " if self.items else ""
        return f"{left}New items and asteroids are laid out."


def forfeits(fought: Iterable[SkirmishDecided | Forfeited], seat: Seat) -> int:
    """Return how many of these skirmishes a player has forfeited."""
    return sum(isinstance(ended, Forfeited) and ended.seat == seat for ended in fought)


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetsDestroyed(Event, tag="FleetsDestroyed"):
    """The match ended by destruction. `left` tells for each seat whether it has a ship left; `coins` is indexed by seat
    too.
    """

    left: tuple[bool, bool]
    coins: tuple[int, int]

    def narrate(self, names: Names, cards: Cards) -> str:
        if any(self.left):
            return f"{names[self.left.index(False)]} has no ship left. {names[self.left.index(True)]} wins."
        return f"No ship is left. Coins: {each(names, self.coins)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsUnpaid(Event, tag="BetsUnpaid"):
    """The match ended by bankruptcy: at least one player could not pay the initial bet. Ships and coins are indexed by
    seat.
    """

    unable: tuple[Seat, ...]
    ships: tuple[int, int]
    coins: tuple[int, int]

    def narrate(self, names: Names, cards: Cards) -> str:
        if len(self.unable) == 1:
            (seat,) = self.unable
            return f"{names[seat]} cannot pay the initial bet. {names[1 - seat]} wins."
        return f"Nobody can pay the initial bet. {_ships_and_coins(self.ships, self.coins, names)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitReached(Event, tag="LimitReached"):
    """The match ended at the last resort. Ships and coins are indexed by seat."""

    ships: tuple[int, int]
    coins: tuple[int, int]

    def narrate(self, names: Names, cards: Cards) -> str:
        return f"The last battle is over. {_ships_and_coins(self.ships, self.coins, names)}"


def _ships_and_coins(ships: tuple[int, int], coins: tuple[int, int], names: Names) -> str:
    parts = (f"{names[seat]} {counted(ships[seat], 'ship')} and {coins[seat]:,} coins" for seat in (0, 1))
    return f"{', '.join(parts)}."


item_looked_at = shared(ItemLookedAt)
item_seen = shared(ItemSeen, private=True)
item_put_back = shared(ItemPutBack)
item_kept = shared(ItemKept)
item_drawn = shared(ItemDrawn, private=True)
shop_left = shared(ShopLeft)
ship_turned_up = shared(ShipTurnedUp)
passed = shared(Passed)
readied = shared(Readied)
reordered = shared(Reordered)
