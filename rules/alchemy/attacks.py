"""What a battle is made of: public all of it, and carried by its phases."""

from dataclasses import dataclass
from typing import Final

from rules.alchemy.cards import Essence
from rules.alchemy.elements import STRENGTH, Element
from rules.core.events import Seat
from rules.core.facts import Fact
from rules.core.making import maker


@dataclass(frozen=True, slots=True)
class Preparation(Fact, fact="Preparation"):
    """4.5 What has been prepared for the next attack of the turn."""

    magnitude: int = 0
    """Added to it: whole."""
    undoubled: bool = False
    """No defence against it is doubled."""
    complex_only: bool = False
    """Only a complex element defends against it."""
    spared: bool = False
    """The basics of a complex element go to the recharge pile."""
    prize: int = 0
    """Points that it scores on top, if it wins."""
    spoils: int = 0
    """AP for its player, if it deals at least `spoils_from` damage."""
    spoils_from: int = 0

    def plus(self, other: "Preparation") -> "Preparation":
        """Both together: numbers are added up, and what holds in one of them holds."""
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
class Guard(Fact, fact="Guard"):
    """4.6 What the target of an attack has done about it before answering."""

    magnitude: int = 0
    """Added to the defence, before it is doubled or halved: whole."""
    unhalved: bool = False
    """The defence is not halved."""
    ward: int = 0
    """If the attack deals at most so much damage, it scores nothing: whole."""
    drawn: bool = False
    """5.11 Whether the one card has been drawn for 1 AP."""
    opened: bool = False
    """5.11 Whether the store has been opened for 1 AP."""

    def plus(self, other: "Guard") -> "Guard":
        """Both together: numbers are added up, and what holds in one of them holds."""
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
class Link(Fact, fact="Link"):
    """An element in the chain of a battle."""

    seat: Seat
    """Who played it."""
    essence: Essence
    defends: bool
    """Whether it answers the attack before it; else it is an attack."""
    magnitude: int
    """In halves, with what processes have added."""
    counted: int
    """In halves: for a defence after doubling or halving, else the same."""
    spared: bool = False
    """6.6 Whether its basics go to the recharge pile though it is complex."""

    @property
    def change(self) -> int:
        """5.5 1 if it is doubled, -1 if it is halved, else 0."""
        return (self.counted > self.magnitude) - (self.counted < self.magnitude)


_link: Final = maker(Link)


def attack_of(seat: Seat, essence: Essence, preparation: Preparation) -> Link:
    """An attack as it counts."""
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
    """5.5 A defence as it counts: doubled if the attack is weak to it, halved if the attack is strong against it."""
    magnitude = counted = essence.magnitude + 2 * guard.magnitude
    strength = STRENGTH[essence.element][attack]
    if strength > 0 and not preparation.undoubled:
        counted *= 2
    elif strength < 0 and not guard.unhalved:
        counted //= 2
    return _link(seat=seat, essence=essence, defends=True, magnitude=magnitude, counted=counted)


def verdict(attack: Link, defence: Link | None) -> str:
    """5.6 to 5.9: countered, parried, blocked or, without a defence, unblocked."""
    if defence is None:
        return "unblocked"
    if attack.counted == defence.counted:
        return "countered"
    return "parried" if defence.counted > attack.counted else "blocked"
