"""Preview the options that begin with some words, each with the table after it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render.arms_dealer import facts
from rules.arms_dealer.cards import ItemCard, ShipCard, ShipClass
from rules.arms_dealer.labels import spending
from rules.arms_dealer.limits import KEEPING, LOOKING, SPACES
from rules.arms_dealer.view import ArmsDealerView, ShopView
from rules.core.game import Game
from rules.core.notation import beginning_with, words

Row = tuple[ShipCard | None, ...]
"""The ships of the spaces, in order; None for an empty space."""


@dataclass(frozen=True, slots=True)
class Laying:
    """A formation that is being laid."""

    laid: Row
    left: tuple[ShipCard, ...]
    """The ships that are not laid yet, weakest first."""


@dataclass(frozen=True, slots=True)
class Looking:
    """The shop row, as far as this seat knows it."""

    places: tuple[ShopView, ...]


@dataclass(frozen=True, slots=True)
class Using:
    """The fight after each item that can be used."""

    uses: tuple[tuple[ItemCard, int, int], ...]
    """Each item, with the least and the most power after its use."""
    against: int


@dataclass(frozen=True, slots=True)
class Swapping:
    """The formations after each swap with the chosen space; only the present one if no space is chosen yet."""

    rows: tuple[tuple[tuple[int, ...], Row], ...]
    """Each formation: the spaces to highlight, and the ships."""


@dataclass(frozen=True, slots=True)
class Picking:
    """The row of asteroids, with the places that still have one."""

    there: tuple[bool, ...]


Previews = Laying | Looking | Using | Swapping | Picking
TITLES: Final = {
    Laying: "Lay your formation",
    Looking: "Look at an item",
    Using: "Equip an item",
    Swapping: "Swap two ships",
    Picking: "Harvest an asteroid",
}


def previews_of(view: ArmsDealerView, chosen: Sequence[str]) -> Previews | None:
    """Return previews of the options that begin with these words; None if there are none, or if a picture would add
    nothing.
    """
    start = tuple(chosen)
    following = [words(option) for option in beginning_with(view.options, start)]
    if view.seat is None or not start or not following:
        return None
    match start:
        case ("lay", *ships):
            return _laying(view, ships)
        case ("look",):
            return Looking(view.shop)
        case ("equip",):
            usable = facts.usable(view)
            items = [item for item, _ in facts.stacks(view.hand) if item in usable]
            return Using(
                tuple((item, *facts.power_after(view, item)) for item in items), view.sides[1 - view.seat].power
            )
        case ("reorder",):
            spaces = {int(space) for option in following for space in option[1:]}
            return Swapping(((tuple(sorted(spaces)), _formation(view)),))
        case ("reorder", first):
            return Swapping(tuple(_swapped(view, int(first), int(option[2])) for option in following))
        case ("harvest",):
            return Picking(view.asteroids)
        case _:
            return None


def _laying(view: ArmsDealerView, ships: Sequence[str]) -> Laying:
    left, laid = list(view.drawn), []
    for word in ships:
        ship = next(ship for ship in left if ship.ship_class is ShipClass(word))
        left.remove(ship)
        laid.append(ship)
    return Laying((*laid, *[None] * (SPACES - len(laid))), tuple(left))


def _formation(view: ArmsDealerView) -> Row:
    assert view.seat is not None
    return tuple(space.ship for space in view.sides[view.seat].formation)


def _swapped(view: ArmsDealerView, first: int, second: int) -> tuple[tuple[int, ...], Row]:
    ships = list(_formation(view))
    ships[first - 1], ships[second - 1] = ships[second - 1], ships[first - 1]
    return (first, second), tuple(ships)


def explanation(game: Game, view: ArmsDealerView, preview: Previews) -> str:
    """Return the legend of the choice, in one sentence."""
    match preview:
        case Laying(left=left):
            return f"Still to be laid: {facts.by_class(left)}. Space 1 fights first."
        case Looking():
            return f"A look costs {LOOKING:,}, keeping it {KEEPING:,} more. {spending(view, LOOKING)}"
        case Using():
            return f"Your power after each item, against {preview.against}."
        case Swapping():
            return "Everybody sees which spaces are swapped, and nobody else which ships."
        case Picking():
            return facts.odds(game, view)


def verdict(least: int, most: int, against: int) -> str:
    """Return how a fight would stand with a power in this range: “ahead”, “behind”, “a tie” or “open”."""
    if least > against:
        return "ahead"
    if most < against:
        return "behind"
    return "a tie" if least == most else "open"


def span(least: int, most: int) -> str:
    """Return a power, or a range of powers, as text."""
    return str(least) if least == most else f"{least} to {most}"
