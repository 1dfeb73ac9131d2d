"""The parts of a battle, carried by its phases. All of them are public."""

from dataclasses import dataclass
from typing import Final

from rules.alchemy.cards import Essence
from rules.alchemy.elements import STRENGTH, Element
from rules.core.constructors import fast_constructor
from rules.core.events import Seat
from rules.core.tags import Tagged


@dataclass(frozen=True, slots=True)
class Preparation(Tagged, tag="Preparation"):
    """4.5 The bonuses prepared for the next attack of the turn."""

    magnitude: int = 0
    """Points added to the magnitude of the attack."""
    undoubled: bool = False
    """Whether no defence against the attack is doubled."""
    complex_only: bool = False
    """Whether only complex elements can defend against the attack."""
    spared: bool = False
    """Whether the cards of a complex attack go to the recharge pile instead of the exhausted pile."""
    prize: int = 0
    """Extra points for the score if the attack wins the battle."""
    spoils: int = 0
    """AP for the attacker if the attack deals at least `spoils_from` damage."""
    spoils_from: int = 0

    def plus(self, other: "Preparation") -> "Preparation":
        """Return the combination of both: the sums of their numbers, and every flag that either of them has."""
        return Preparation(
            self.magnitude + other.magnitude,
            self.undoubled or other.undoubled,
            self.complex_only or other.complex_only,
            self.spared or other.spared,
            self.prize + other.prize,
            self.spoils + other.spoils,
            max(self.spoils_from, other.spoils_from),
        )


@dataclass(frozen=True, slots=True)
class Guard(Tagged, tag="Guard"):
    """4.6 The combined effect of the reactions that an attack's target has used so far."""

    magnitude: int = 0
    """Points added to the defence before it is doubled or halved."""
    unhalved: bool = False
    """Whether the defence is never halved."""
    ward: int = 0
    """The highest damage, in whole points, with which the battle scores nothing."""
    drawn: bool = False
    """5.11 Whether the target has already drawn a card for 1 AP."""
    opened: bool = False
    """5.11 Whether the target has already opened the store for 1 AP."""

    def plus(self, other: "Guard") -> "Guard":
        """Return the combination of both: the sums of their numbers, and every flag that either of them has."""
        return Guard(
            self.magnitude + other.magnitude,
            self.unhalved or other.unhalved,
            self.ward + other.ward,
            self.drawn or other.drawn,
            self.opened or other.opened,
        )


NOTHING_PREPARED = Preparation()
NO_GUARD = Guard()


@dataclass(frozen=True, slots=True)
class Link(Tagged, tag="Link"):
    """An element in the chain of a battle."""

    seat: Seat
    """The player who played the element."""
    essence: Essence
    defends: bool
    """Whether the element defends against the attack before it; if not, it attacks."""
    magnitude: int
    """The element's magnitude with everything that cards have added, in halves of a point."""
    counted: int
    """The magnitude that is compared, in halves of a point: a defence may be doubled or halved, an attack is unchanged.
    """
    spared: bool = False
    """6.6 Whether the parts of a complex element go to the recharge pile instead of the exhausted pile."""

    @property
    def change(self) -> int:
        """5.5 Return 1 if the element is doubled, -1 if it is halved, else 0."""
        return (self.counted > self.magnitude) - (self.counted < self.magnitude)


_link: Final = fast_constructor(Link)


def attack_of(seat: Seat, essence: Essence, preparation: Preparation) -> Link:
    """Return an attack with its final magnitude."""
    magnitude = essence.magnitude + 2 * preparation.magnitude
    return _link(
        seat=seat,
        essence=essence,
        defends=False,
        magnitude=magnitude,
        counted=magnitude,
        spared=preparation.spared,
    )


def defence_of(seat: Seat, essence: Essence, attack: Element, preparation: Preparation, guard: Guard) -> Link:
    """5.5 Return a defence with its final magnitude: doubled if the attack is weak to it, halved if the attack is
    strong.
    """
    magnitude = counted = essence.magnitude + 2 * guard.magnitude
    strength = STRENGTH[essence.element][attack]
    if strength > 0 and not preparation.undoubled:
        counted *= 2
    elif strength < 0 and not guard.unhalved:
        counted //= 2
    return _link(seat=seat, essence=essence, defends=True, magnitude=magnitude, counted=counted)


def verdict(attack: Link, defence: Link | None) -> str:
    """5.6 to 5.9 Return the result of the attack: “countered”, “parried” or “blocked”; “unblocked” without a
    defence.
    """
    if defence is None:
        return "unblocked"  # 5.9
    if attack.counted == defence.counted:
        return "countered"  # 5.6
    return "parried" if defence.counted > attack.counted else "blocked"  # 5.7, 5.8
