"""The cards of Allocator, their factions, and the systems that they are played into."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, ClassVar, Self

from rules.core.cards import Card
from rules.core.content import line, whole


class System(StrEnum):
    """A row of a player's cards. The enum's value is also the name of the number on a card that counts in that row."""

    ATTACK = "attack"
    DEFENSE = "defense"
    DEVELOPMENT = "development"

    @property
    def label(self) -> str:
        """The system's name for players."""
        return self.capitalize()


class Faction(StrEnum):
    """1.11 The faction of a card. A Function Match counts cards of one faction. Pictures show a faction's letter and
    colour.
    """

    TITAN_AI = "titan-ai", "Titan-AI", "T", "Heavy machines: the strongest attacks, and boosts that need a whole squad."
    BASTION = "bastion", "Bastion", "B", "Walls and wardens: the strongest defense, patient and hard to boost past."
    VERDANT = "verdant", "Verdant", "V", "Living growth: Development first, and a full hand for everything later."
    CORSAIR = "corsair", "Corsair", "C", "Raiders: thin systems and a hand full of boosts that hardly ask for a match."
    PRISM = "prism", "Prism", "P", "Light that bends: cards that serve in any system, and like to be moved."

    label: str
    """The faction's name for players."""
    sign: str
    """The letter that stands for the faction in pictures, beside its colour."""
    summary: str
    """One line about the faction's style of play."""

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
    """The power that the card adds when it is discarded to boost."""
    function_match: int
    """6.2 The number of cards of the card's faction that the boosted system must hold; 0 if it needs none (6.9)."""
    text: str
    """A line of flavour without rules."""

    @property
    def printed(self) -> str:
        needs = f"Function Match {self.function_match}" if self.function_match else "no Function Match"
        stats = f"Attack {self.attack}, Defense {self.defense}, Development {self.development}"
        return f"{self.faction.label}. {stats}. Boosts by {self.boost}, with {needs}."

    def power_in(self, system: System) -> int:
        """1.3 Return the power that the card adds to a system in which it lies."""
        if system is System.ATTACK:
            return self.attack
        return self.defense if system is System.DEFENSE else self.development
