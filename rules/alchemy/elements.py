"""The basic and complex elements, and which is strong against which (chapters 5 and 6 of the rulebook)."""

from enum import StrEnum
from typing import Final, Self


class Element(StrEnum):
    """An element. A complex element names its parts in the order in which the basic ones are listed here (6.8). The
    last four have two parts of the same element (6.7).
    """

    FIRE = "fire", "Fire", "F", ()
    WATER = "water", "Water", "W", ()
    AIR = "air", "Air", "A", ()
    EARTH = "earth", "Earth", "E", ()
    STEAM = "steam", "Steam", "FW", ("fire", "water")
    LIGHTNING = "lightning", "Lightning", "FA", ("fire", "air")
    MAGMA = "magma", "Magma", "FE", ("fire", "earth")
    MIST = "mist", "Mist", "WA", ("water", "air")
    MUD = "mud", "Mud", "WE", ("water", "earth")
    DUST = "dust", "Dust", "AE", ("air", "earth")
    BLAZE = "blaze", "Blaze", "FF", ("fire", "fire")
    FLOOD = "flood", "Flood", "WW", ("water", "water")
    GALE = "gale", "Gale", "AA", ("air", "air")
    STONE = "stone", "Stone", "EE", ("earth", "earth")

    label: str
    """The element's name for players."""
    sign: str
    """The letters that stand for the element in pictures, beside its colour."""
    parts: tuple[str, ...]
    """The values of a complex element's parts; () for a basic one."""

    def __new__(cls, value: str, label: str, sign: str, parts: tuple[str, ...]) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.label, member.sign, member.parts = label, sign, parts
        return member

    @property
    def basics(self) -> tuple["Element", ...]:
        """The element's parts, the first-named one first. A basic element is its own only part."""
        return tuple(Element[part.upper()] for part in self.parts) or (self,)

    @property
    def is_double(self) -> bool:
        """6.7 Whether the element is made of two parts of the same element."""
        return len(self.parts) == 2 and len(set(self.parts)) == 1


def elements(*, literal: bool) -> tuple[Element, ...]:
    """Return the elements of a match. literal: whether two parts of the same element make a complex one (6.7)."""
    return tuple(element for element in Element if literal or not element.is_double)


BASICS: Final = (Element.FIRE, Element.WATER, Element.AIR, Element.EARTH)

BEATS: Final = {
    Element.WATER: Element.FIRE,
    Element.FIRE: Element.AIR,
    Element.AIR: Element.EARTH,
    Element.EARTH: Element.WATER,
}
"""5.4, 5.14 The circle: each basic element with the one that it is strong against."""


def _between_basics(one: Element, other: Element) -> int:
    return (BEATS[one] is other) - (BEATS[other] is one)


def _between(one: Element, other: Element) -> int:
    total = sum(_between_basics(mine, theirs) for mine in one.basics for theirs in other.basics)
    if total == 0:
        total = _between_basics(one.basics[0], other.basics[0])
    return (total > 0) - (total < 0)


STRENGTH: Final = {one: {other: _between(one, other) for other in Element} for one in Element}
"""For two elements: 1 if the first is strong against the second, -1 if it is weak against it, 0 if they are neutral.

6.9 One table holds 5.4 and, for complex elements, the sum over the parts (6.3); where that is 0, the first-named parts
decide (6.4).
"""

_COMPLEX: Final = {element.basics: element for element in Element if element.parts}


def joined(first: Element, second: Element) -> Element:
    """6.2, 6.8 Return the complex element of two basic ones, in either order."""
    return _COMPLEX.get((first, second)) or _COMPLEX[second, first]


def in_words(halves: int) -> str:
    """Return a number of halves (a magnitude or damage) as players read it: “½”, “1½”, “4”."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)
