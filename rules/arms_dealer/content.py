"""The content of seeds/arms_dealer as cards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from rules.arms_dealer.cards import AsteroidCard, Fleet, ItemCard, ShipCard, ShipClass
from rules.core.cards import C, Card, CardId
from rules.core.content import card_list, naming, one_of, read_entry, read_table, table, whole

ITEMS: Final = 45
ASTEROIDS: Final = 20
"""1.4, 1.5 The number of asteroids, counting every copy; `ITEMS` is that of items."""


@dataclass(frozen=True, slots=True)
class Content:
    """All cards of the game."""

    cards: Mapping[CardId, Card]
    """Every card by id: ships, then items, then asteroids."""
    items: tuple[ItemCard, ...]
    """Every copy of every item."""
    asteroids: tuple[AsteroidCard, ...]
    """Every copy of every asteroid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Class:
    """1.3 An entry in the table of ship classes."""

    power: Annotated[int, whole(1)]


def read(content: Mapping[str, Any]) -> Content:
    """Return the content, checked against chapter 1 of the rulebook.

    Raises:
        ValueError: a file is missing, or an entry is not a card; the message names it.
    """
    classes = {}
    for id_, entry in table(content, "classes").items():
        with naming(f"classes.toml, {id_}"):
            classes[id_] = read_entry(entry, _Class, {})
    if tuple(classes) != tuple(ShipClass):
        raise ValueError(f"classes.toml has {', '.join(classes)}; expected {', '.join(ShipClass)}")
    powers = one_of({ship_class: numbers.power for ship_class, numbers in classes.items()})
    ships = read_table(content, "ships", ShipCard, power=powers)
    items = read_table(content, "items", ItemCard)
    asteroids = read_table(content, "asteroids", AsteroidCard)
    for fleet in Fleet:
        _check_fleet(fleet, ships.values())
    complete = Content(
        cards=card_list(ships, items, asteroids),
        items=_copies(items.values(), (item.copies for item in items.values())),
        asteroids=_copies(asteroids.values(), (asteroid.copies for asteroid in asteroids.values())),
    )
    if len(complete.items) != ITEMS:
        raise ValueError(f"items.toml: must have {ITEMS} items, but has {len(complete.items)}")
    if len(complete.asteroids) != ASTEROIDS:
        raise ValueError(f"asteroids.toml: must have {ASTEROIDS} asteroids, but has {len(complete.asteroids)}")
    return complete


def _check_fleet(fleet: Fleet, ships: Iterable[ShipCard]) -> None:
    classes = {ship.ship_class for ship in ships if ship.fleet is fleet}
    if len(classes) != len(ShipClass):
        has = ", ".join(ship_class for ship_class in ShipClass if ship_class in classes)
        raise ValueError(f"ships.toml: the {fleet} fleet has {has}; expected {', '.join(ShipClass)}")


def _copies(cards: Iterable[C], counts: Iterable[int]) -> tuple[C, ...]:
    return tuple(card for card, count in zip(cards, counts, strict=True) for _ in range(count))
