"""The two kinds of phases in which cards are used for their effect."""

from abc import abstractmethod
from dataclasses import dataclass

from rules.alchemy.attacks import Guard, Preparation
from rules.alchemy.state import AlchemyState
from rules.core.play import Phase


@dataclass(frozen=True, slots=True)
class Readying(Phase):
    """A phase of the player's own turn."""

    @abstractmethod
    def prepared(self, preparation: Preparation) -> Phase:
        """Return the phase with this preparation added for the next attack."""


@dataclass(frozen=True, slots=True)
class Answering(Phase):
    """A phase in which a player is attacked."""

    @abstractmethod
    def guarded(self, guard: Guard) -> Phase:
        """Return the phase with this guard added; the target still has to answer."""

    @abstractmethod
    def countered(self, g: AlchemyState) -> Phase:
        """5.6 Counter the attack."""

    @abstractmethod
    def parried(self, g: AlchemyState) -> Phase:
        """5.7 Parry the attack."""
