"""The cards of Allocator, their factions, and the systems that they are played into."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, ClassVar, Self

from rules.core.cards import Card
from rules.core.content import line, whole


class System(StrEnum):
    """A row of a player's cards. Its value is also the name of the stat that counts in it."""

    ATTACK = "attack"
    DEFENSE = "defense"
    DEVELOPMENT = "development"

    @property
    def label(self) -> str:
        """Its name as players read it."""
        return self.capitalize()


class Faction(StrEnum):
    """1.11 Whom a card belongs to: what Function Match counts. A colour in pictures, and never the colour alone."""

    TITAN_AI = "titan-ai", "Titan-AI", "T", "Heavy machines: the strongest attacks, and boosts that need a whole squad."
    BASTION = "bastion", "Bastion", "B", "Walls and wardens: the strongest defense, patient and hard to boost past."
    VERDANT = "verdant", "Verdant", "V", "Living growth: Development first, and a full hand for everything later."
    CORSAIR = "corsair", "Corsair", "C", "Raiders: thin systems and a hand full of boosts that hardly ask for a match."
    PRISM = "prism", "Prism", "P", "Light that bends: cards that serve in any system, and like to be moved."

    label: str
    """Its name as players read it."""
    sign: str
    """The letter that stands beside its colour."""
    summary: str
    """One line on how it plays."""

    def __new__(cls, value: str, label: str, sign: str, summary: str) -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.label, member.sign, member.summary = label, sign, summary
        return member


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class AllocatorCard(Card):
    """1.2 A card of Allocator."""

    quality: ClassVar[Mapping[str, int]] = MappingProxyType(
        {"attack": 1, "defense": 1, "development": 1, "boost": 1, "function_match": -1}
    )

    name: Annotated[str, line(24)]
    faction: Faction
    attack: int
    defense: int
    development: int
    boost: Annotated[int, whole(1)]
    """What it adds to a power when it is discarded to boost."""
    function_match: int
    """6.2 How many cards of its faction the system must hold that it boosts; 6.9 for 0, none."""
    text: str
    """A line of character; no rule is in it."""

    def power_in(self, system: System) -> int:
        """1.3 What it adds to the power of a system that it lies in."""
        if system is System.ATTACK:
            return self.attack
        return self.defense if system is System.DEFENSE else self.development
