"""Scripts that measure Allocator: bots with a single plan, and the quick player without one kind of action; and the
goals of its balance (`Game.goals`).
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from rules.allocator.actions import DECLINE, Boost, Move, Play
from rules.allocator.cards import System
from rules.allocator.greedy import Costs, Facing, Greedy, Worth, boosts_of
from rules.allocator.view import AllocatorView, DuelView
from rules.core.goals import StallsEnd, decks, two_seats
from rules.core.notation import Action
from rules.core.scripts import Decide, Script, without, without_verbs


class Powers(NamedTuple):
    """The powers of the three systems."""

    attack: int
    defense: int
    development: int


class Planned(Greedy):
    """The quick player with another way to value the powers of its systems."""

    def __init__(self, aim: Callable[[Powers, Facing], int], kept: int = 1) -> None:
        """Take `aim`, which values powers within the maximum, and `kept`, the value of a card in hand."""
        self.aim = aim
        self.kept = kept

    def worth(self, facing: Facing) -> Worth:
        return lambda *powers: 10 * self.aim(Powers(*powers), facing)

    def costs(self, view: AllocatorView) -> Costs:
        return lambda _card, _system: self.kept


class Lavish(Greedy):
    """The quick player, except that it boosts whenever it can, even if it is ahead or cannot win."""

    def develop(self, view: AllocatorView) -> Action:
        return _strongest(view)

    def boost_or_decline(self, view: AllocatorView, duel: DuelView) -> Action:
        return _strongest(view)


def _strongest(view: AllocatorView) -> Action:
    boosts = boosts_of(view)
    return Boost(boosts[-1].id) if boosts else DECLINE


def _rush(powers: Powers, _facing: Facing) -> int:
    return 2 * powers.attack + (powers.defense > 0)


def _race(powers: Powers, facing: Facing) -> int:
    """Value Attack only as far as a hit needs it, and Development otherwise."""
    return 4 * min(powers.attack, facing.defense + 1) + powers.development


def _turtle(powers: Powers, _facing: Facing) -> int:
    return powers.defense


def _swing(powers: Powers, facing: Facing) -> int:
    """Put everything into Attack if that could hit, else into Defense."""
    return powers.attack if facing.maximum_power >= facing.defense + facing.attack else powers.defense


def _grow(powers: Powers, _facing: Facing) -> int:
    return powers.development


def _hoard(powers: Powers, _facing: Facing) -> int:
    """Put a little into each system, so that cards match, and keep the hand for boosts."""
    return min(powers.attack, 2) + min(powers.defense, 2) + min(powers.development, 3)


def _plays(player: Greedy) -> Decide:
    def decide(_game: Any, view: AllocatorView, random: int) -> Action:
        return player.choose(view, random)

    return decide


def _without_system(system: System) -> Decide:
    """Return the quick player, except that it plays no cards into one system."""

    def unwanted(_view: AllocatorView, action: Action) -> bool:
        match action:
            case Play(system=into) | Move(target=into):
                return into is system
            case _:
                return False

    return without(unwanted)


def _without_boosts_of(system: System) -> Decide:
    """Return the quick player, except that it never boosts one system."""

    def unwanted(view: AllocatorView, action: Action) -> bool:
        return isinstance(action, Boost) and _checked(view) is system

    return without(unwanted)


def _checked(view: AllocatorView) -> System:
    if view.duel is None:
        return System.DEVELOPMENT
    return System.ATTACK if view.seat == view.duel.attacker else System.DEFENSE


SCRIPTS: Final[Mapping[str, Script]] = {
    "rush": Script(summary="puts everything into Attack", decide=_plays(Planned(_rush)), most=40),
    "race": Script(summary="attacks for as long as it hits, and never defends", decide=_plays(Planned(_race)), most=45),
    "turtle": Script(summary="puts everything into Defense", decide=_plays(Planned(_turtle)), most=40, stalls=True),
    "swing": Script(
        summary="puts everything into Attack or everything into Defense", decide=_plays(Planned(_swing)), most=45
    ),
    "grow-only": Script(summary="puts everything into Development", decide=_plays(Planned(_grow)), most=20),
    "hoard": Script(summary="keeps its cards for boosts", decide=_plays(Planned(_hoard)), most=45),
    "always-boost": Script(summary="boosts whenever it can", decide=_plays(Lavish()), most=40),
    "never-boost": Script(summary="never boosts", decide=without_verbs("boost"), most=40),
    "no-development": Script(summary="never develops", decide=_without_system(System.DEVELOPMENT), most=45),
    "no-defense": Script(summary="never defends", decide=_without_system(System.DEFENSE), most=45),
    "no-develop-boosts": Script(
        summary="never boosts Development", decide=_without_boosts_of(System.DEVELOPMENT), most=50
    ),
    "no-attack-boosts": Script(summary="never boosts Attack", decide=_without_boosts_of(System.ATTACK), most=45),
    "no-defense-boosts": Script(summary="never boosts Defense", decide=_without_boosts_of(System.DEFENSE), most=45),
    "no-move": Script(summary="never moves a card", decide=without_verbs("move"), most=50),
    "no-discard": Script(summary="never discards", decide=without_verbs("discard"), most=50),
}
"""Every script by its name. A quick player without one kind of action is measured against the full quick player."""

GOALS = (two_seats(), StallsEnd(most=45, last=1, matches=1_000), *decks())
