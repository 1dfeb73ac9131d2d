"""The actions of Arms Dealer. Places and spaces are counted from 1."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from typing import Annotated, ClassVar, Final

from rules.arms_dealer.cards import TOTAL_COINS, UNIT, ShipClass
from rules.core.cards import CardId
from rules.core.notation import Action


@dataclass(frozen=True, slots=True)
class Lay(Action):
    """Lay the ships that you drew face down on the spaces, in this order."""

    ships: Annotated[tuple[ShipClass, ...], "the classes of your ships, from space 1 on"]


@dataclass(frozen=True, slots=True)
class Look(Action):
    """Pay 1,000 to look at an item of the shop."""

    clause: ClassVar[str] = "4.2"
    open: ClassVar[bool] = True
    place: Annotated[int, "its place in the shop row, 1 to 6"]


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Pay 2,000 more and keep the item that you are looking at."""


@dataclass(frozen=True, slots=True)
class PutBack(Action):
    """Put the item that you are looking at back face down."""

    harmless: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Leave(Action):
    """Leave the Arms Dealer."""

    open: ClassVar[bool] = True
    harmless: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Equip(Action):
    """Use an item from your hand in this skirmish."""

    item: Annotated[CardId, "an item in your hand"]


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Equip nothing now."""

    open: ClassVar[bool] = True
    harmless: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Ready(Action):
    """Change nothing before the next skirmish."""

    clause: ClassVar[str] = "8.2"
    open: ClassVar[bool] = True
    harmless: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Reorder(Action):
    """Swap two of your face-down ships; others see the spaces, but not the ships."""

    clause: ClassVar[str] = "8.3"
    first: Annotated[int, "a space of your formation, 1 to 5"]
    second: Annotated[int, "a later space of your formation"]


@dataclass(frozen=True, slots=True)
class Raise(Action):
    """Raise the bet: your opponent matches it or forfeits the next skirmish."""

    clause: ClassVar[str] = "8.4"
    open: ClassVar[bool] = True
    coins: Annotated[int, "how much, in steps of 1,000"]


@dataclass(frozen=True, slots=True)
class Match(Action):
    """Match your opponent's raise."""

    open: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Forfeit(Action):
    """Give up the next skirmish, and the ship that would fight it, instead of matching the raise."""

    clause: ClassVar[str] = "8.7"
    open: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Harvest(Action):
    """Pick one of the face-down asteroids."""

    open: ClassVar[bool] = True
    place: Annotated[int, "its place in the asteroid row, 1 to 5"]


ACTIONS: tuple[type[Action], ...] = (
    *(Lay, Look, Keep, PutBack, Leave),
    *(Equip, Pass, Match, Forfeit, Ready, Raise, Reorder, Harvest),
)
"""Every kind of action, in the order in which players are offered them."""

# Each action is made once: lists of options share these objects.

KEEP: Final = Keep()
PUT_BACK: Final = PutBack()
LEAVE: Final = Leave()
PASS: Final = Pass()
READY: Final = Ready()
MATCH: Final = Match()
FORFEIT: Final = Forfeit()
LOOKS: Final = tuple(Look(place) for place in range(1, 7))
HARVESTS: Final = tuple(Harvest(place) for place in range(1, 6))
RAISES: Final = tuple(Raise(coins) for coins in range(UNIT, TOTAL_COINS // 2 + 1, UNIT))
"""Every possible raise, in coins: 1,000 and its multiples, up to half of all coins, as both players have to pay a
raise.
"""


@cache
def lays_of(ships: tuple[ShipClass, ...]) -> tuple[Lay, ...]:
    """3.1 Return every order in which ships of these classes can be laid, each once."""
    return tuple(Lay(order) for order in dict.fromkeys(permutations(ships)))


equips: Final = cache(Equip)
"""Return the action that uses an item; equal actions are one object."""


@cache
def reorders_of(spaces: tuple[int, ...]) -> Sequence[Reorder]:
    """8.3 Return every swap of two of these spaces."""
    return tuple(Reorder(first, second) for first, second in combinations(spaces, 2))
