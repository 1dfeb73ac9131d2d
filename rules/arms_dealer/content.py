"""The content of seeds/arms_dealer as cards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from rules.arms_dealer.cards import AsteroidCard, Fleet, ItemCard, ShipCard, ShipClass
from rules.core.cards import C, Card, CardId
from rules.core.content import card_list, naming, one_of, read_entry, read_table, table, whole

FLEETS: Final = ("15", "25")
"""1.3, 1.8 The values of the option `fleet`: how many ships each player has."""
ITEMS: Final = 45
ASTEROIDS: Final = 20
"""1.4, 1.5 All copies together."""


@dataclass(frozen=True, slots=True)
class Content:
    """All cards of the game."""

    cards: Mapping[CardId, Card]
    """By id: ships, items, asteroids."""
    fleets: Mapping[str, tuple[tuple[ShipCard, ...], tuple[ShipCard, ...]]]
    """By the value of the option, then by seat: what fleets were before players chose them, strongest ships last."""
    added: Mapping[str, Mapping[ShipClass, int]]
    """1.8 By the value of the option: how many ships of each class a fleet has beyond those of 1.3."""
    items: tuple[ItemCard, ...]
    """Every copy."""
    asteroids: tuple[AsteroidCard, ...]
    """Every copy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Class:
    """1.3 What stands in the table of a class of ships."""

    power: Annotated[int, whole(1)]
    fleet_25: int
    fleet_15: int


def read(content: Mapping[str, Any]) -> Content:
    """The content, checked against chapter 1 of the rulebook.

    Raises:
        ValueError: a file is missing, or an entry is not a card; names it.
    """
    classes = {}
    for id_, entry in table(content, "classes").items():
        with naming(f"classes.toml, {id_}"):
            classes[id_] = read_entry(entry, _Class, {})
    if tuple(classes) != tuple(ShipClass):
        raise ValueError(f"classes.toml has {', '.join(classes)}; wants {', '.join(ShipClass)}")
    powers = one_of({ship_class: numbers.power for ship_class, numbers in classes.items()})
    ships = read_table(content, "ships", ShipCard, power=powers)
    items = read_table(content, "items", ItemCard)
    asteroids = read_table(content, "asteroids", AsteroidCard)
    human, alien = (_sorted_fleet(fleet, ships.values()) for fleet in Fleet)
    counts = {size: [getattr(numbers, f"fleet_{size}") for numbers in classes.values()] for size in FLEETS}
    found = Content(
        cards=card_list(ships, items, asteroids),
        fleets={size: (_copies(human, counts[size]), _copies(alien, counts[size])) for size in FLEETS},
        added={
            size: {
                ShipClass(id_): more - less
                for id_, more, less in zip(classes, counts[size], counts[FLEETS[0]], strict=True)
            }
            for size in FLEETS
        },
        items=_copies(items.values(), (item.copies for item in items.values())),
        asteroids=_copies(asteroids.values(), (asteroid.copies for asteroid in asteroids.values())),
    )
    for size, (fleet, _) in found.fleets.items():
        if len(fleet) != int(size):
            raise ValueError(f"classes.toml: fleet_{size} comes to {len(fleet)} ships")
    if len(found.items) != ITEMS:
        raise ValueError(f"items.toml: there are {ITEMS}, not {len(found.items)}")
    if len(found.asteroids) != ASTEROIDS:
        raise ValueError(f"asteroids.toml: there are {ASTEROIDS}, not {len(found.asteroids)}")
    return found


def _sorted_fleet(fleet: Fleet, ships: Iterable[ShipCard]) -> list[ShipCard]:
    found = {ship.ship_class: ship for ship in ships if ship.fleet is fleet}
    if len(found) != len(ShipClass):
        raise ValueError(f"ships.toml: the {fleet} fleet has {', '.join(found)}; wants {', '.join(ShipClass)}")
    return [found[ship_class] for ship_class in ShipClass]


def _copies(cards: Iterable[C], counts: Iterable[int]) -> tuple[C, ...]:
    return tuple(card for card, count in zip(cards, counts, strict=True) for _ in range(count))
