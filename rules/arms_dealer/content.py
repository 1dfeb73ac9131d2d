"""The content of seeds/arms_dealer as cards."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.arms_dealer.cards import TOTAL_COINS, UNIT, AsteroidCard, Fleet, ItemCard, ItemKind, ShipCard, ShipClass
from rules.core.cards import Card, CardId

FLEETS: Final = ("25", "15")
"""1.8 The values of the option `fleet`: how many ships each player has."""
ITEMS: Final = 45
ASTEROIDS: Final = 20

_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_TABLES: Final = ("classes", "ships", "items", "asteroids")


@dataclass(frozen=True, slots=True)
class Content:
    """All cards of the game."""

    cards: Mapping[CardId, Card]
    """By id: ships, items, asteroids."""
    fleets: Mapping[str, tuple[tuple[ShipCard, ...], tuple[ShipCard, ...]]]
    """By the value of the option, then by seat: a fleet, strongest ships last."""
    items: tuple[ItemCard, ...]
    """Every copy."""
    asteroids: tuple[AsteroidCard, ...]
    """Every copy."""


def read(content: Mapping[str, Any]) -> Content:
    """The content, checked against chapter 1 of the rulebook.

    Raises:
        ValueError: a file is missing, or an entry is not a card; names it.
    """
    for name in _TABLES:
        if name not in content:
            raise ValueError(f"{name}.toml is missing")
    classes = _classes(content["classes"])
    ships = [_ship(id_, entry, classes, order) for order, (id_, entry) in enumerate(content["ships"].items())]
    items = [_item(id_, entry, order) for order, (id_, entry) in enumerate(content["items"].items())]
    asteroids = [_asteroid(id_, entry, order) for order, (id_, entry) in enumerate(content["asteroids"].items())]
    cards: list[Card] = [*ships, *items, *asteroids]
    _check_unlike("id", (card.id for card in cards))
    _check_unlike("name", (card.name for card in cards))
    human, alien = (_sorted_fleet(fleet, ships) for fleet in Fleet)
    found = Content(
        cards={card.id: card for card in cards},
        fleets={size: (_copies_in(human, size), _copies_in(alien, size)) for size in FLEETS},
        items=tuple(item for item in items for _ in range(item.copies)),
        asteroids=tuple(asteroid for asteroid in asteroids for _ in range(asteroid.copies)),
    )
    for size, (fleet, _) in found.fleets.items():
        if len(fleet) != int(size):
            raise ValueError(f"classes: fleet_{size} comes to {len(fleet)} ships")
    if len(found.items) != ITEMS:
        raise ValueError(f"items: there are {ITEMS}, not {len(found.items)}")
    if len(found.asteroids) != ASTEROIDS:
        raise ValueError(f"asteroids: there are {ASTEROIDS}, not {len(found.asteroids)}")
    return found


def _sorted_fleet(fleet: Fleet, ships: Iterable[ShipCard]) -> list[ShipCard]:
    found = {ship.ship_class: ship for ship in ships if ship.fleet is fleet}
    if len(found) != len(ShipClass):
        raise ValueError(f"ships: the {fleet} fleet has {', '.join(found)}; wants {', '.join(ShipClass)}")
    return [found[ship_class] for ship_class in ShipClass]


def _copies_in(fleet: Iterable[ShipCard], size: str) -> tuple[ShipCard, ...]:
    return tuple(ship for ship in fleet for _ in range(ship.copies[size]))


def _classes(table: Mapping[str, Any]) -> dict[ShipClass, Mapping[str, int]]:
    counts = tuple(f"fleet_{size}" for size in FLEETS)
    for id_, entry in table.items():
        _check_entry(f"class {id_}", entry, numbers=("power", *counts))
        if entry["power"] < 1:
            raise ValueError(f"class {id_}: has no power")
    if tuple(table) != tuple(ShipClass):
        raise ValueError(f"classes: has {', '.join(table)}; wants {', '.join(ShipClass)}")
    return {ship_class: table[ship_class] for ship_class in ShipClass}


def _ship(id_: str, entry: Mapping[str, Any], classes: Mapping[ShipClass, Mapping[str, int]], order: int) -> ShipCard:
    where = f"ship {id_}"
    _check_entry(where, entry, words=("fleet", "class", "name", "text"))
    if entry["fleet"] not in tuple(Fleet) or entry["class"] not in tuple(ShipClass):
        raise ValueError(f"{where}: there is no {entry['fleet']} {entry['class']}")
    ship_class = ShipClass(entry["class"])
    return ShipCard(
        id=CardId(_id(where, id_)),
        name=entry["name"],
        order=order,
        text=entry["text"],
        fleet=Fleet(entry["fleet"]),
        ship_class=ship_class,
        power=classes[ship_class]["power"],
        copies={size: classes[ship_class][f"fleet_{size}"] for size in FLEETS},
    )


def _item(id_: str, entry: Mapping[str, Any], order: int) -> ItemCard:
    where = f"item {id_}"
    kind = entry.get("kind")
    more = {"power": ("power",), "repair": ("repairs",)}.get(str(kind), ())
    numbers = ("copies", *(name for name in more if name == "power"))
    _check_entry(where, entry, numbers=numbers, words=("name", "kind", "text", *(n for n in more if n == "repairs")))
    if kind not in tuple(ItemKind):
        raise ValueError(f"{where}: there is no kind {kind}")
    if "repairs" in entry and entry["repairs"] not in tuple(ShipClass):
        raise ValueError(f"{where}: there is no class {entry['repairs']}")
    return ItemCard(
        id=CardId(_id(where, id_)),
        name=entry["name"],
        order=order,
        text=entry["text"],
        kind=ItemKind(str(kind)),
        copies=entry["copies"],
        power=entry.get("power", 0),
        repairs=ShipClass(entry["repairs"]) if "repairs" in entry else None,
    )


def _asteroid(id_: str, entry: Mapping[str, Any], order: int) -> AsteroidCard:
    where = f"asteroid {id_}"
    _check_entry(where, entry, numbers=("coins", "copies"), words=("name", "text"))
    if entry["coins"] % UNIT or not 0 < entry["coins"] <= TOTAL_COINS:
        raise ValueError(f"{where}: its coins are thousands, not {entry['coins']}")
    order_and_words = {"order": order, "name": entry["name"], "text": entry["text"]}
    return AsteroidCard(id=CardId(_id(where, id_)), coins=entry["coins"], copies=entry["copies"], **order_and_words)


def _id(where: str, id_: str) -> str:
    if not _ID.fullmatch(id_):
        raise ValueError(f"{where}: an id is made of lower-case words and hyphens")
    return id_


def _check_entry(
    where: str, entry: Mapping[str, Any], *, numbers: tuple[str, ...] = (), words: tuple[str, ...] = ()
) -> None:
    if set(entry) != {*numbers, *words}:
        raise ValueError(f"{where}: has {', '.join(entry)}; wants {', '.join((*words, *numbers))}")
    for name in numbers:
        if type(entry[name]) is not int or entry[name] < 0:
            raise ValueError(f"{where}: {name} is a whole number from 0, not {entry[name]!r}")
    for name in words:
        if not isinstance(entry[name], str) or not entry[name].strip():
            raise ValueError(f"{where}: {name} is text, not {entry[name]!r}")


def _check_unlike(what: str, values: Iterable[str]) -> None:
    seen: set[str] = set()
    for value in values:
        if value in seen:
            raise ValueError(f"two cards have the same {what}: {value}")
        seen.add(value)
