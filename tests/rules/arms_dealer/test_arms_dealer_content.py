"""The content of Arms Dealer."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from rules.arms_dealer.cards import Fleet, ItemCard, ItemKind, ShipCard, ShipClass, TableCard
from rules.arms_dealer.game import ArmsDealer
from tests.rules.arms_dealer.tables import GAME, content

CARDS = list(GAME.cards.values())


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_card_is_described_fully(card: TableCard) -> None:
    assert card.name.strip() == card.name != ""
    assert len(card.name) <= 24
    assert 0 < len(card.text) <= 60


def test_both_fleets_have_every_class() -> None:
    ships = [card for card in CARDS if isinstance(card, ShipCard)]
    assert {(ship.fleet, ship.ship_class) for ship in ships} == {(f, c) for f in Fleet for c in ShipClass}
    for ship in ships:
        assert ship.ship_class.label in ship.name
    human = [ship for ship in ships if ship.fleet is Fleet.HUMAN]
    assert [ship.power for ship in human] == [100, 200, 300, 400, 500]


def test_there_is_every_kind_of_item_and_a_repair_for_every_class() -> None:
    items = [card for card in CARDS if isinstance(card, ItemCard)]
    assert {item.kind for item in items} == set(ItemKind)
    assert {item.repairs for item in items if item.repairs} == set(ShipClass)
    assert all(bool(item.power) == (item.kind is ItemKind.POWER) for item in items)


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda c: c.pop("items"), "items.toml is missing"),
        (lambda c: c.pop("decks"), "decks.toml is missing"),
        (
            lambda c: c["classes"]["drone"].update(power=0),
            "classes.toml, drone: power: expected a whole number from 1 to 100000, not 0",
        ),
        (
            lambda c: c["classes"]["drone"].update(power="1"),
            "classes.toml, drone: power: expected a whole number from 1 to 100000, not '1'",
        ),
        (lambda c: c["classes"].pop("scout"), "classes.toml has drone, fighter"),
        (lambda c: c["ships"].pop("alien-scout"), "ships.toml: the alien fleet has drone, fighter"),
        (lambda c: c["ships"]["alien-scout"].pop("text"), "ships.toml, alien-scout: text is missing"),
        (lambda c: c["ships"]["alien-scout"].update(text=" "), "ships.toml, alien-scout: text: expected text"),
        (
            lambda c: c["ships"]["alien-scout"].update(fleet="orc"),
            "ships.toml, alien-scout: fleet: expected one of human, alien, not 'orc'",
        ),
        (lambda c: c["ships"]["alien-scout"].update(name="Mite Drone"), "two cards have the same name: Mite Drone"),
        (lambda c: c["ships"].update({"Scout!": c["ships"].pop("alien-scout")}), "ships.toml, Scout!: an id"),
        (lambda c: c["items"]["redraw"].update(copies=6), "items.toml: must have 45 items, but has 46"),
        (lambda c: c["items"]["redraw"].update(kind="magic"), "items.toml, redraw: kind: expected one of power"),
        (
            lambda c: c["items"]["redraw"].update(power=100),
            "items.toml, redraw: an item has power if its kind is power",
        ),
        (
            lambda c: c["items"]["power-100"].pop("power"),
            "items.toml, power-100: an item has power if its kind is power",
        ),
        (
            lambda c: c["items"]["repair-drone"].update(repairs="moon"),
            "items.toml, repair-drone: repairs: expected one of drone",
        ),
        (lambda c: c["items"].update({"human-drone": c["items"].pop("redraw")}), "two cards have the same id"),
        (
            lambda c: c["decks"]["pack"]["cards"].update({"alien-mothership": 2}),
            "decks.toml, pack: A deck has exactly 15 ships, not 14",
        ),
        (
            lambda c: c["decks"]["pack"]["cards"].update({"alien-drone": 1, "alien-scout": 4}),
            "decks.toml, pack: The ships of a fleet have at most 4,500 power together, not 4,800",
        ),
        (
            lambda c: c["asteroids"]["asteroid-1000"].update(copies=1),
            "asteroids.toml: must have 20 asteroids, but has 13",
        ),
        (lambda c: c["asteroids"]["asteroid-1000"].update(coins=1500), "asteroids.toml, asteroid-1000: its coins"),
    ],
)
def test_unusable_content_is_refused_with_the_name_of_its_entry(
    spoil: Callable[[dict[str, Any]], object], fault: str
) -> None:
    spoiled = copy.deepcopy(content())
    ArmsDealer(spoiled)
    spoil(spoiled)
    with pytest.raises(ValueError, match=fault.split(":", maxsplit=1)[0]) as caught:
        ArmsDealer(spoiled)
    assert str(caught.value).startswith(fault)
