"""The cards of Arms Dealer: ships, items and asteroids, and the coins that there are."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.core.cards import Card

UNIT: Final = 1_000
"""1.7 Every amount of coins is a multiple of this."""
TOTAL_COINS: Final = 200_000
"""1.6"""


class Fleet(StrEnum):
    """Whose ships they are. A look, and nothing else: the numbers are the same (1.2)."""

    HUMAN = "human"
    ALIEN = "alien"

    @property
    def label(self) -> str:
        """Its name as players read it."""
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
        """Its name as players read it."""
        return self.capitalize()


class ItemKind(StrEnum):
    """What an item does: one for each of the clauses 7.1 to 7.5."""

    POWER = "power"
    REPAIR = "repair"
    REINFORCEMENTS = "reinforcements"
    REDRAW = "redraw"
    RAPID_REPAIR = "rapid-repair"


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class TableCard(Card):
    """A card of Arms Dealer."""

    order: int
    """Its place in the card list, by which hands are sorted."""
    text: str
    """A line of character; no rule is in it."""


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ShipCard(TableCard):
    """A ship of one of the fleets. All ships of a class in a fleet are this one object (3.2)."""

    fleet: Fleet
    ship_class: ShipClass
    power: int
    copies: Mapping[str, int]
    """How many of them a fleet has, by the value of the option `fleet` (1.3, 1.8)."""


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ItemCard(TableCard):
    """An item of the Arms Dealer."""

    kind: ItemKind
    copies: int
    power: int
    """7.1 What it adds; 0 for other items."""
    repairs: ShipClass | None
    """7.2 The class that it repairs; None for other items."""


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class AsteroidCard(TableCard):
    """An asteroid."""

    coins: int
    copies: int
