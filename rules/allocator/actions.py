"""The actions of Allocator."""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, ClassVar, Final

from rules.allocator.cards import System
from rules.core.cards import CardId
from rules.core.notation import Action


@dataclass(frozen=True, slots=True)
class Boost(Action):
    """Discard a card from your hand to raise the power that is being checked, for this step only."""

    card: Annotated[CardId, "a card in your hand"]


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Don't boost now."""

    open: ClassVar[bool] = True
    harmless: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play a card from your hand into one of your systems."""

    clause: ClassVar[str] = "4.2"
    card: Annotated[CardId, "a card in your hand"]
    system: Annotated[System, "the system it goes to"]


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Discard a card from one of your systems."""

    clause: ClassVar[str] = "4.3"
    open: ClassVar[bool] = True
    card: Annotated[CardId, "a card in one of your systems"]
    system: Annotated[System, "the system it is in"]


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move one card from one of your systems to another, once a turn."""

    clause: ClassVar[str] = "4.4"
    open: ClassVar[bool] = True
    card: Annotated[CardId, "a card in one of your systems"]
    source: Annotated[System, "the system it is in"]
    target: Annotated[System, "the system it goes to"]


@dataclass(frozen=True, slots=True)
class EndManaging(Action):
    """End your Manage step; you then attack automatically."""

    verb: ClassVar[str] = "end"
    open: ClassVar[bool] = True
    harmless: ClassVar[bool] = True


ACTIONS: tuple[type[Action], ...] = (Play, Move, Discard, EndManaging, Boost, Decline)
"""Every kind of action, in the order in which players are offered them."""

DECLINE = Decline()
END_MANAGING = EndManaging()

# Each action exists only once for each card, and all lists of options share these objects.

boost_of: Final = cache(Boost)
"""Return the boost with a card; equal boosts are one object."""


@cache
def plays_of(card: CardId) -> tuple[Play, ...]:
    """Return every way to play a card."""
    return tuple(Play(card, system) for system in System)


class Handling(dict[CardId, tuple[Discard | Move, ...]]):
    """For each card, the actions that take it out of one system: its discard and, with `moves`, its moves."""

    def __init__(self, system: System, *, moves: bool) -> None:
        super().__init__()
        self.system = system
        self.targets = [target for target in System if moves and target is not system]

    def __missing__(self, card: CardId) -> tuple[Discard | Move, ...]:
        self[card] = (Discard(card, self.system), *(Move(card, self.system, target) for target in self.targets))
        return self[card]


DISCARDS: Final = {system: Handling(system, moves=False) for system in System}
DISCARDS_AND_MOVES: Final = {system: Handling(system, moves=True) for system in System}
