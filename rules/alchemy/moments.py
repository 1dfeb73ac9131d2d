"""The two moments at which cards are used for their effect, as the effects meet them."""

from abc import abstractmethod
from dataclasses import dataclass

from rules.alchemy.attacks import Guard, Preparation
from rules.alchemy.state import AlchemyState
from rules.core.play import Phase


@dataclass(frozen=True, slots=True)
class Readying(Phase):
    """In one's own turn."""

    @abstractmethod
    def prepared(self, preparation: Preparation) -> Phase:
        """The turn goes on, and this is prepared for its next attack as well."""


@dataclass(frozen=True, slots=True)
class Answering(Phase):
    """When one is attacked."""

    @abstractmethod
    def guarded(self, guard: Guard) -> Phase:
        """The target is still to answer, guarded by this as well."""

    @abstractmethod
    def countered(self, g: AlchemyState) -> Phase:
        """5.6 The attack is countered."""

    @abstractmethod
    def parried(self, g: AlchemyState) -> Phase:
        """5.7 The attack is parried."""
