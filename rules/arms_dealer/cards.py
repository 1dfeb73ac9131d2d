"""The cards of Arms Dealer (ships, items and asteroids) and its coins."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from rules.core.cards import Card
from rules.core.content import MOST_COPIES, one_of, whole

UNIT: Final = 1_000
"""1.7 Every amount of coins is a multiple of this."""
TOTAL_COINS: Final = 200_000
"""1.6 The number of coins in the game."""


class Fleet(StrEnum):
    """The look of a fleet: Human or Alien. Ships of one class have the same power in both (1.2)."""

    HUMAN = "human"
    ALIEN = "alien"

    @property
    def label(self) -> str:
        """The name of the look for players."""
        return self.capitalize()


class ShipClass(StrEnum):
    """A class of ships, from the weakest to the strongest."""

    DRONE = "drone"
    SCOUT = "scout"
    FIGHTER = "fighter"
    DESTROYER = "destroyer"
    MOTHERSHIP = "mothership"

    @property
    def label(self) -> str:
        """The name of the class for players."""
        return self.capitalize()


class ItemKind(StrEnum):
    """The effect of an item: one member for each of the clauses 7.1 to 7.5."""

    POWER = "power"
    REPAIR = "repair"
    REINFORCEMENTS = "reinforcements"
    REDRAW = "redraw"
    RAPID_REPAIR = "rapid-repair"


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class TableCard(Card):
    """A card of Arms Dealer."""

    text: str
    """A line of flavour without rules."""


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ShipCard(TableCard):
    """A ship of one of the fleets. All ships of one class in a fleet are the same object (3.2)."""

    fleet: Fleet
    ship_class: Annotated[ShipClass, "class"]
    power: Annotated[int, "class"]
    """1.3 The power of the ship's class, the only number of a ship that counts in a fight (2.1)."""

    @property
    def printed(self) -> str:
        return f"{self.fleet.label} {self.ship_class.label} of power {self.power}."


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ItemCard(TableCard):
    """An item of the Arms Dealer."""

    kind: ItemKind
    copies: Annotated[int, whole(0, MOST_COPIES)]
    """1.5 The number of copies in the deck."""
    power: int = 0
    """7.1 The power that the item adds; 0 for items that add none."""
    repairs: Annotated[ShipClass | None, one_of({word.value: word for word in ShipClass})] = None
    """7.2 The class that the item repairs; None for items that repair none."""

    @property
    def printed(self) -> str:
        match self.kind:
            case ItemKind.POWER:
                return f"Adds {self.power} to the power of your ship, for one skirmish."
            case ItemKind.REPAIR:
                assert self.repairs is not None
                return f"One {self.repairs.label} goes from your scrapyard back into your fleet deck."
            case ItemKind.REINFORCEMENTS:
                return "The next ship of your fleet deck adds its power to that of your ship, for one skirmish."
            case ItemKind.REDRAW:
                return "Your ship is shuffled into your fleet deck, and the new top ship fights in its place."
            case ItemKind.RAPID_REPAIR:
                return "Your repair bay is shuffled into your fleet deck."

    def __post_init__(self) -> None:
        if bool(self.power) != (self.kind is ItemKind.POWER):
            raise ValueError("an item has power if its kind is power, and no other has")
        if bool(self.repairs) != (self.kind is ItemKind.REPAIR):
            raise ValueError("an item says what it repairs if its kind is repair, and no other does")


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class AsteroidCard(TableCard):
    """An asteroid."""

    coins: int
    copies: Annotated[int, whole(0, MOST_COPIES)]
    """1.5 The number of copies in the deck."""

    @property
    def printed(self) -> str:
        return f"{self.coins:,} coins for the loser of a battle who picks it."

    def __post_init__(self) -> None:
        if self.coins % UNIT or not 0 < self.coins <= TOTAL_COINS:
            raise ValueError(f"its coins are thousands, not {self.coins}")
